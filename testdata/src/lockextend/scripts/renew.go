// Package scripts renews locks in scripts, with and without a look at whose
// they are, and once outside of one.
package scripts

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func held(ctx context.Context, rdb *redis.Client, id, token string) (bool, error) {
	return rdb.SetNX(ctx, "lock:job:"+id, token, time.Minute).Result()
}

func compared(ctx context.Context, rdb *redis.Client, id, token string) {
	keys := []string{"lock:job:" + id}
	rdb.Eval(ctx, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) else return 0 end`, keys, token, 60000)
	rdb.Eval(ctx, `if ARGV[1] == redis.call('GET', KEYS[1]) then redis.call('EXPIRE', KEYS[1], 60) return 1 end`, keys, token)
	rdb.Eval(ctx, `if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end return redis.call("EXPIRE", KEYS[1], ARGV[2])`, keys, token, 60)
	rdb.Eval(ctx, `
		local holder = redis.call('GET', KEYS[1])
		if holder ~= ARGV[1] then
			return false
		end
		return redis.call('PEXPIRE', KEYS[1], tonumber(ARGV[2]))`, keys, token, 60000)
	rdb.Eval(ctx, `
		if redis.call('GET', KEYS[1]) == ARGV[1] then
			return redis.call('SET', KEYS[1], ARGV[1], 'XX', 'PX', ARGV[2])
		end`, keys, token, 60000)
}

// What a script does is one step; the rule leaves scripts alone, also those that
// compare nothing.
func alone(ctx context.Context, rdb *redis.Client, id, token string) {
	keys := []string{"lock:job:" + id}
	rdb.Eval(ctx, `return redis.call("PEXPIRE", KEYS[1], ARGV[1])`, keys, 60000)
	rdb.Eval(ctx, `if redis.call("EXISTS", KEYS[1]) == 1 then return redis.call("EXPIRE", KEYS[1], 60) end`, keys)
	rdb.Eval(ctx, `if redis.call("GET", KEYS[1]) == "1" then return redis.call("EXPIRE", KEYS[1], 60) end`, keys)
	rdb.Eval(ctx, `if redis.call("GET", KEYS[2]) == ARGV[1] then redis.call("EXPIRE", KEYS[1], 60) end`, []string{keys[0], "o:" + id}, token)
}

func direct(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Expire(ctx, "lock:job:"+id, time.Minute).Err() // want `lockextend: EXPIRE of lock key`
}
