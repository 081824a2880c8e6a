// Package scripts counts in scripts, which do all or nothing.
package scripts

import (
	"context"

	"github.com/redis/go-redis/v9"
)

var (
	first = redis.NewScript(`
		local n = redis.call('INCR', KEYS[1])
		if n == 1 then
			redis.call('EXPIRE', KEYS[1], ARGV[1])
		end
		return n`)
	unset = redis.NewScript(`
		local n = redis.call('INCR', KEYS[1])
		if redis.call('TTL', KEYS[1]) < 0 then
			redis.call('PEXPIRE', KEYS[1], ARGV[1])
		end
		return n`)
	by = redis.NewScript(`
		if redis.call('INCRBY', KEYS[1], ARGV[1]) == tonumber(ARGV[1]) then redis.call('EXPIRE', KEYS[1], 60) end
		return redis.call('GET', KEYS[1])`)
	window = redis.NewScript(`
		local now, span, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
		redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - span)
		if redis.call('ZCARD', KEYS[1]) >= most then
			return 0
		end
		redis.call('ZADD', KEYS[1], now, ARGV[4])
		redis.call('PEXPIRE', KEYS[1], span)
		return 1`)
	bucket = redis.NewScript(`
		local state = redis.call('HMGET', KEYS[1], 'tokens', 'at')
		local tokens, at = tonumber(state[1]) or tonumber(ARGV[1]), tonumber(state[2]) or 0
		tokens = math.min(tonumber(ARGV[1]), tokens + (tonumber(ARGV[3]) - at) * tonumber(ARGV[2]))
		local allowed = tokens >= 1
		if allowed then tokens = tokens - 1 end
		redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', ARGV[3])
		redis.call('EXPIRE', KEYS[1], 60)
		return allowed and 1 or 0`)
	gcra = redis.NewScript(`
		local tat = tonumber(redis.call('GET', KEYS[1])) or tonumber(ARGV[1])
		tat = math.max(tat, tonumber(ARGV[1])) + tonumber(ARGV[2])
		redis.call('SET', KEYS[1], tat, 'PX', ARGV[3])
		return tat`)
)

func right(ctx context.Context, rdb *redis.Client, user string) {
	keys := []string{"rate:" + user}
	first.Run(ctx, rdb, keys, 60)
	unset.Run(ctx, rdb, keys, 60000)
	by.Run(ctx, rdb, keys, 5)
	window.Run(ctx, rdb, keys, 1, 2, 3, 4)
	bucket.Run(ctx, rdb, keys, 1, 2, 3)
	gcra.Run(ctx, rdb, keys, 1, 2, 3)
}

// The counter in one script and its expiry in another are two commands again;
// a bucket kept in a string needs an expiry of its own.
var (
	count  = redis.NewScript(`return redis.call('INCR', KEYS[1])`)
	expire = redis.NewScript(`return redis.call('EXPIRE', KEYS[1], ARGV[1])`) // want `increxpire: only the first INCR`
	store  = redis.NewScript(`return redis.call('SET', KEYS[1], ARGV[1])`)    // want `missingttl: `
)

func wrong(ctx context.Context, rdb *redis.Client, user string) error {
	n, err := count.Run(ctx, rdb, []string{"hits:" + user}).Int()
	if err != nil {
		return err
	}
	if n == 1 {
		if err := expire.Run(ctx, rdb, []string{"hits:" + user}, 60).Err(); err != nil {
			return err
		}
	}
	return store.Run(ctx, rdb, []string{"bucket:" + user}, n).Err()
}
