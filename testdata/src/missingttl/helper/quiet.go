package helper

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// Default replaces 0.
func (c *Cache) Default(ctx context.Context, k string, v any, ttl time.Duration) error {
	if ttl == 0 {
		ttl = c.ttl
	}
	return c.rdb.Set(ctx, k, v, ttl).Err()
}

// Or has a command of its own for 0.
func (c *Cache) Or(ctx context.Context, k string, v any, ttl time.Duration) error {
	if ttl <= 0 {
		return c.rdb.Set(ctx, k, v, c.ttl).Err()
	}
	return c.rdb.Set(ctx, k, v, ttl).Err()
}

// Only refuses 0.
func (c *Cache) Only(ctx context.Context, k string, v any, ttl time.Duration) error {
	if ttl < time.Second {
		return errors.New("no TTL")
	}
	return c.rdb.Set(ctx, k, v, ttl).Err()
}

func defaults(ctx context.Context, c *Cache) {
	_ = c.Default(ctx, "a", 1, 0)
	_ = c.Or(ctx, "a", 1, 0)
	_ = c.Only(ctx, "a", 1, 0)
}

// All callers of set, one through another function, follow with an expiry.
func (c *Cache) set(ctx context.Context, k string) error { return c.rdb.Set(ctx, k, 1, 0).Err() }

func (c *Cache) expire(ctx context.Context, k string, ttl time.Duration) error {
	return c.rdb.Expire(ctx, k, ttl).Err()
}

func (c *Cache) session(ctx context.Context, id string) error {
	if err := c.set(ctx, "session:"+id); err != nil {
		return err
	}
	return c.expire(ctx, "session:"+id, c.ttl) // want `setexpire: `
}

func (c *Cache) mark(ctx context.Context, k string) error { return c.set(ctx, "mark:"+k) }

func (c *Cache) marks(ctx context.Context, k string) {
	_ = c.mark(ctx, k)
	_ = c.expire(ctx, "mark:"+k, time.Hour) // want `setexpire: `
}

// Whoever made the pipeline may run it as a transaction.
func claim(ctx context.Context, p redis.Pipeliner, mail, id string) {
	p.SetNX(ctx, "mail:"+mail, id, 0)
}
