package lockttl

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Taken with an expiry, known or not.
func expires(ctx context.Context, rdb *redis.Client, token string, ttl time.Duration) {
	println(rdb.SetNX(ctx, "lock:a", token, 30*time.Second).Val())
	println(rdb.SetNX(ctx, "lock:b", token, ttl).Val())
	println(rdb.SetArgs(ctx, "lock:c", token, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err())
	println(rdb.SetArgs(ctx, "lock:d", token, redis.SetArgs{Mode: "NX", ExpireAt: time.Now().Add(ttl)}).Err())
	println(rdb.Do(ctx, "SET", "lock:e", token, "NX", "PX", 5000).Err())
}

type settings struct{ LockTTL time.Duration }

func (s settings) ttl() time.Duration { return s.LockTTL }

func configured(ctx context.Context, rdb *redis.Client, token string, s settings) bool {
	return rdb.SetNX(ctx, "lock:f", token, s.LockTTL).Val() || rdb.SetNX(ctx, "lock:g", token, s.ttl()).Val()
}

// Both in one transaction, or in one script.
func together(ctx context.Context, rdb *redis.Client, token string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.SetNX(ctx, "lock:i", token, 0)
		p.Expire(ctx, "lock:i", time.Minute)
		return nil
	})
	return err
}

var whole = redis.NewScript(`
if redis.call("SETNX", KEYS[1], ARGV[1]) == 1 then
	redis.call("PEXPIRE", KEYS[1], ARGV[2])
	return 1
end
return 0`)

func wholeScript(ctx context.Context, rdb *redis.Client, token string) error {
	return whole.Run(ctx, rdb, []string{"lock:j"}, token, 1000).Err()
}

// A choice on the TTL: whoever passes 0 asks for it.
func (l locker) choose(ctx context.Context, key, token string, ttl time.Duration) bool {
	if ttl > 0 {
		return l.rdb.SetNX(ctx, "lock:"+key, token, ttl).Val()
	}
	return l.rdb.SetNX(ctx, "lock:"+key, token, 0).Val()
}

// States that last until they are switched off.
func pauseQueue(ctx context.Context, rdb *redis.Client, queue string) (bool, error) {
	return rdb.SetNX(ctx, "lock:queue:"+queue, time.Now().Unix(), 0).Result()
}

func maintenance(ctx context.Context, rdb *redis.Client) bool {
	return rdb.SetNX(ctx, "maintenance:lock", 1, 0).Val()
}
