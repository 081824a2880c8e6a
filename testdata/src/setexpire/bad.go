package setexpire

import (
	"context"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

const week = 7 * 24 * time.Hour

// The expiry is a point in time, and so no argument of Set.
func session(ctx context.Context, rdb *redis.Client, id string, data []byte, until time.Time) error {
	if err := rdb.Set(ctx, "session:"+id, data, 0).Err(); err != nil {
		return err
	}
	return rdb.ExpireAt(ctx, "session:"+id, until).Err() // want `setexpire: key "session:\*" has no expiry between its SET \(bad.go:15\) and this EXPIREAT, and a crash or an error there leaves it for ever: give the SET its TTL`
}

// Work of its own between the two.
func apart(ctx context.Context, rdb redis.Cmdable, key string, work func() error) error {
	rdb.Set(ctx, key, "x", 0)
	if err := work(); err != nil {
		return err
	}
	return rdb.Expire(ctx, key, week).Err() // want `setexpire: key key has no expiry between its SET`
}

// On one path only.
func sometimes(ctx context.Context, rdb redis.UniversalClient, key string, ttl time.Duration) {
	rdb.Set(ctx, key, "x", 0)
	if ttl > 0 {
		rdb.Expire(ctx, key, ttl) // want `setexpire: `
	}
}

// Raw, both or one of them.
func raw(ctx context.Context, rdb *redis.Client, id string) {
	rdb.Do(ctx, "SET", "code:"+id, 1234)
	rdb.Do(ctx, "EXPIRE", "code:"+id, 300) // want `setexpire: key "code:\*"`
	rdb.Do(ctx, "SET", "pin:"+id, 1234)
	rdb.PExpireAt(ctx, "pin:"+id, time.Now().Add(time.Minute)) // want `setexpire: .* this PEXPIREAT`
}

// Other writes of strings.
func getSet(ctx context.Context, rdb *redis.Client, token string) string {
	old := rdb.GetSet(ctx, "token", token).Val()
	rdb.Expire(ctx, "token", time.Hour) // want `setexpire: key "token" has no expiry between its GETSET .*: use SET with GET and EX`
	return old
}

func appended(ctx context.Context, rdb *redis.Client, line string) {
	rdb.Append(ctx, "log:today", line)
	rdb.Expire(ctx, "log:today", week) // want `setexpire: key "log:today" has no expiry between its APPEND .*: queue both in one TxPipelined`
}

func several(ctx context.Context, rdb *redis.Client) {
	rdb.MSet(ctx, "a", 1, "b", 2)
	rdb.Expire(ctx, "a", time.Hour) // want `setexpire: key "a" has no expiry between its MSET`
	rdb.Expire(ctx, "b", time.Hour) // want `setexpire: key "b"`
}

func withArgs(ctx context.Context, rdb *redis.Client) {
	rdb.SetArgs(ctx, "args", 1, redis.SetArgs{Get: true})
	rdb.Expire(ctx, "args", time.Hour) // want `setexpire: key "args"`
}

// In two pipelines, or one of them sent at once.
func pipelines(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Set(ctx, "p", 1, 0)
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	return rdb.Expire(ctx, "p", time.Hour).Err() // want `setexpire: key "p"`
}

// Deferred.
func deferred(ctx context.Context, rdb *redis.Client, work func()) {
	defer rdb.Expire(ctx, "deferred", time.Hour) // want `setexpire: key "deferred"`
	rdb.Set(ctx, "deferred", 1, 0)
	work()
}

// Through helpers, on either side and on both.
type cache struct{ rdb *redis.Client }

func (c *cache) put(ctx context.Context, key string, v any) error {
	return c.rdb.Set(ctx, "cache:"+key, v, 0).Err()
}

func (c *cache) expire(ctx context.Context, key string, ttl time.Duration) error {
	return c.rdb.Expire(ctx, "cache:"+key, ttl).Err()
}

func (c *cache) store(ctx context.Context, key string, v any) error {
	if err := c.put(ctx, key, v); err != nil {
		return err
	}
	return c.expire(ctx, key, time.Hour) // want `setexpire: key "cache:\*" has no expiry between its SET in put \(bad.go:\d+\) and this EXPIRE`
}

// The helper is told once, and its caller, which renews, is not.
func callsStore(ctx context.Context, c *cache) {
	if c.store(ctx, "x", 1) == nil {
		_ = c.expire(ctx, "x", week)
	}
}

// go-redis v8.
func old(ctx context.Context, rdb *v8.Client) {
	rdb.Set(ctx, "old", 1, 0)
	rdb.ExpireAt(ctx, "old", time.Now().Add(time.Hour)) // want `setexpire: key "old"`
}
