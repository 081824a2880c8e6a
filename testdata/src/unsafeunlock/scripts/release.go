// Package scripts releases locks in scripts: compared in all the ways that
// people write, and in some that compare nothing.
package scripts

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// held takes the lock, so that the keys below are a lock's.
func held(ctx context.Context, rdb *redis.Client, id, token string) (bool, error) {
	return rdb.SetNX(ctx, "lock:job:"+id, token, time.Minute).Result()
}

func compared(ctx context.Context, rdb *redis.Client, id, token string) {
	keys := []string{"lock:job:" + id}
	rdb.Eval(ctx, `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end`, keys, token)
	rdb.Eval(ctx, `if ARGV[1] == redis.call('GET', KEYS[1]) then redis.call('UNLINK', KEYS[1]) return 1 end`, keys, token)
	rdb.Eval(ctx, `if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end return redis.call("DEL", KEYS[1])`, keys, token)
	rdb.Eval(ctx, `
		local holder = redis.call('GET', KEYS[1])
		if not holder then
			return 0
		end
		if holder ~= ARGV[1] then
			return -1
		end
		redis.call('DEL', KEYS[1])
		return 1`, keys, token)
	rdb.Eval(ctx, `
		local key, token = KEYS[1], ARGV[1]
		local call = redis.call
		if call('GET', key) == token then
			call('DEL', key)
		end`, keys, token)
	rdb.Eval(ctx, `
		local function mine(k) return redis.call('GET', k) == ARGV[1] end
		if mine(KEYS[1]) then return redis.call('DEL', KEYS[1]) end
		return 0`, keys, token)
	rdb.Eval(ctx, `
		for i, k in ipairs(KEYS) do
			if redis.pcall('GET', k) == ARGV[1] then redis.pcall('DEL', k) end
		end`, keys, token)
	rdb.Eval(ctx, `
		local v = redis.call('GET', KEYS[1])
		if v and v == ARGV[1] then
			return redis.call('DEL', KEYS[1])
		elseif v then
			return -1
		end
		return 0`, keys, token)
}

func wrong(ctx context.Context, rdb *redis.Client, id, token string) {
	keys := []string{"lock:job:" + id}
	rdb.Eval(ctx, `return redis.call("DEL", KEYS[1])`, keys)                                                                                      // want `unsafeunlock: DEL of lock key "lock:job:\*" in a script that does not compare`
	rdb.Eval(ctx, `if redis.call("EXISTS", KEYS[1]) == 1 then return redis.call("DEL", KEYS[1]) end`, keys)                                       // want `unsafeunlock: DEL of lock key "lock:job:\*" in a script that does not compare`
	rdb.Eval(ctx, `if redis.call("GET", KEYS[1]) then return redis.call("DEL", KEYS[1]) end`, keys)                                               // want `unsafeunlock: DEL of lock key "lock:job:\*" in a script that does not compare`
	rdb.Eval(ctx, `if redis.call("GET", KEYS[1]) == "1" then return redis.call("DEL", KEYS[1]) end`, keys)                                        // want `unsafeunlock: DEL of lock key "lock:job:\*" in a script that does not compare`
	rdb.Eval(ctx, `redis.call("DEL", KEYS[1]) if redis.call("GET", KEYS[1]) == ARGV[1] then return 1 end`, keys, token)                           // want `unsafeunlock: DEL of lock key "lock:job:\*" in a script that does not compare`
	rdb.Eval(ctx, `if redis.call("GET", KEYS[2]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end`, []string{keys[0], "other:" + id}, token) // want `unsafeunlock: DEL of lock key "lock:job:\*" in a script that does not compare`
	rdb.Eval(ctx, `if redis.call("GET", KEYS[1]) ~= ARGV[1] then return redis.call("DEL", KEYS[1]) end`, keys, token)                             // want `unsafeunlock: DEL of lock key "lock:job:\*" in a script that does not compare`
	rdb.Eval(ctx, `if ARGV[1] == ARGV[1] then return redis.call("DEL", KEYS[1]) end`, keys, token)                                                // want `unsafeunlock: DEL of lock key "lock:job:\*" in a script that does not compare`
}
