package lockextend

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// The server compares.
var renew = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)

func scripted(ctx context.Context, rdb *redis.Client, token string) error {
	return renew.Run(ctx, rdb, []string{"lock:report"}, token, ttl.Milliseconds()).Err()
}

// The transaction fails when the lock changed hands after the comparison.
func watched(ctx context.Context, rdb *redis.Client, token string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		val, err := tx.Get(ctx, "lock:report").Result()
		if err != nil || val != token {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Expire(ctx, "lock:report", ttl)
			return nil
		})
		return err
	}, "lock:report")
}

// The taker's first expiry, which setnxexpire knows of, or a longer one.
func longer(ctx context.Context, rdb *redis.Client, token string) bool {
	if !rdb.SetNX(ctx, "lock:longer", token, time.Second).Val() {
		return false
	}
	return rdb.Expire(ctx, "lock:longer", ttl).Val()
}

func mends(ctx context.Context, rdb *redis.Client, token string) bool {
	ok := rdb.SetNX(ctx, "lock:mends", token, ttl).Val()
	if !ok {
		return rdb.Expire(ctx, "lock:mends", ttl).Val()
	}
	return ok
}

// A helper that does both is judged by itself.
func lockLonger(ctx context.Context, rdb *redis.Client, key, me string) bool {
	return rdb.SetNX(ctx, key, me, time.Second).Val() && rdb.Expire(ctx, key, ttl).Val()
}

func callsLock(ctx context.Context, rdb *redis.Client, me string) bool {
	return lockLonger(ctx, rdb, "lock:both", me)
}

// Each turn takes its own.
func each(ctx context.Context, rdb *redis.Client, ids []string, token string) {
	for _, id := range ids {
		if rdb.SetNX(ctx, "lock:each:"+id, token, time.Second).Val() {
			println(rdb.Expire(ctx, "lock:each:"+id, ttl).Val())
		}
	}
}

// No lock: a session, a cache, a presence key.
func session(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Expire(ctx, "session:"+id, ttl).Err()
}

func touch(ctx context.Context, c *cache, id string) error { return c.expire(ctx, "user:"+id, ttl) }

// Words inside others: a block, a clock.
func block(ctx context.Context, rdb *redis.Client, n string) error {
	if rdb.SetNX(ctx, "blockchain:"+n, n, ttl).Val() {
		return nil
	}
	return rdb.Expire(ctx, "clock:"+n, ttl).Err()
}

// The key holds its owner.
func slot(ctx context.Context, rdb *redis.Client, account, requestID string) bool {
	return rdb.SetNX(ctx, "lock:"+account+":"+requestID, 1, ttl).Val()
}

func keepSlot(ctx context.Context, rdb *redis.Client, account, requestID string) error {
	return rdb.Expire(ctx, "lock:"+account+":"+requestID, ttl).Err()
}

// A marker that is claimed once.
func claim(ctx context.Context, rdb *redis.Client, id string) bool {
	return rdb.SetNX(ctx, "order:seen:"+id, 1, ttl).Val()
}

func keepClaim(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Expire(ctx, "order:seen:"+id, time.Hour).Err()
}

// A state that is switched on.
func pause(ctx context.Context, rdb *redis.Client, q string) bool {
	return rdb.SetNX(ctx, "lock:paused:"+q, 1, ttl).Val()
}

func stayPaused(ctx context.Context, rdb *redis.Client, q string) error {
	return rdb.Expire(ctx, "lock:paused:"+q, ttl).Err()
}

// A TTL that is asked for, not set.
func left(ctx context.Context, rdb *redis.Client) time.Duration {
	return rdb.TTL(ctx, "lock:report").Val()
}
