// Package helper writes through functions of its own.
package helper

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type Cache struct {
	rdb *redis.Client
	ttl time.Duration
}

// Put hands the TTL on: whoever gives 0 is faulty.
func (c *Cache) Put(ctx context.Context, k string, v any, ttl time.Duration) error {
	return c.rdb.Set(ctx, "cache:"+k, v, ttl).Err()
}

func (c *Cache) PutSeconds(ctx context.Context, k string, v any, seconds int) error {
	return c.Put(ctx, k, v, time.Duration(seconds)*time.Second)
}

func puts(ctx context.Context, c *Cache, id string, ttl time.Duration) {
	_ = c.Put(ctx, "user:"+id, 1, 0)        // want `missingttl: SET of "cache:user:\*" has no expiry: .*; pass a TTL in place of 0`
	_ = c.PutSeconds(ctx, "user:"+id, 1, 0) // want `missingttl: `
	_ = c.Put(ctx, "user:"+id, 1, ttl)
	_ = c.Put(ctx, "user:"+id, 1, time.Hour)
	_ = c.Put(ctx, "user:"+id, 1, redis.KeepTTL)
}

// Keep writes 0 itself: it is faulty once, its callers are not.
func (c *Cache) Keep(ctx context.Context, k string, v any) error {
	return c.Put(ctx, k, v, 0) // want `missingttl: SET of "cache:\*"`
}

func (c *Cache) Store(ctx context.Context, k string, v any) error {
	return c.rdb.Do(ctx, "SET", k, v).Err() // want `missingttl: `
}

func keeps(ctx context.Context, c *Cache) {
	_ = c.Keep(ctx, "a", 1)
	_ = c.Store(ctx, "a", 1)
}

// A forwarder of a command that has no place for a TTL is not faulty, those
// who choose it are.
func (c *Cache) MSet(ctx context.Context, pairs ...any) error { return c.rdb.MSet(ctx, pairs...).Err() }

func (c *Cache) Swap(ctx context.Context, k string, v any) (string, error) {
	return c.rdb.GetSet(ctx, k, v).Result()
}

func swaps(ctx context.Context, c *Cache) {
	_ = c.MSet(ctx, "a", 1)        // want `missingttl: MSET of "a"`
	_, _ = c.Swap(ctx, "token", 1) // want `missingttl: GETSET of "token"`
}

// A helper that does more than forward answers for itself.
func (c *Cache) swapAndCount(ctx context.Context, k string, v any) string {
	c.rdb.Incr(ctx, "swaps")
	return c.rdb.GetSet(ctx, k, v).Val() // want `missingttl: GETSET of k`
}

func counts(ctx context.Context, c *Cache) { c.swapAndCount(ctx, "a", 1) }

// One of the callers does not follow with an expiry.
func (c *Cache) write(ctx context.Context, k string) {
	c.rdb.Set(ctx, k, 1, 0) // want `missingttl: `
}

func writes(ctx context.Context, c *Cache, id string) {
	c.write(ctx, "a:"+id)
	c.rdb.Expire(ctx, "a:"+id, time.Hour) // want `setexpire: `
	c.write(ctx, "b:"+id)
}
