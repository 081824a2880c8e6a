// Package defaults corrects expiries before it sends them.
package defaults

import (
	"cmp"
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type Cache struct {
	rdb redis.UniversalClient
	ttl time.Duration
}

func New(rdb redis.UniversalClient, ttl time.Duration) *Cache { return &Cache{rdb, ttl} }

func (c *Cache) Field(ctx context.Context, key string, v any, ttl time.Duration) error {
	if ttl == 0 {
		ttl = c.ttl
	}
	return c.rdb.Set(ctx, key, v, ttl).Err()
}

func (c *Cache) Longer(ctx context.Context, key string, v any, ttl time.Duration) error {
	return c.rdb.Set(ctx, key, v, max(ttl, time.Minute)).Err()
}

// AtMost bounds it, and 0 stays 0.
func (c *Cache) AtMost(ctx context.Context, key string, v any, ttl time.Duration) error {
	return c.rdb.Set(ctx, key, v, min(ttl, time.Hour)).Err()
}

func (c *Cache) Or(ctx context.Context, key string, v any, ttl time.Duration) error {
	return c.rdb.Set(ctx, key, v, cmp.Or(ttl, c.ttl)).Err()
}

// OrNone has nothing better.
func (c *Cache) OrNone(ctx context.Context, key string, v any, ttl, other time.Duration) error {
	return c.rdb.Set(ctx, key, v, cmp.Or(ttl, other)).Err()
}

func (c *Cache) Seconds(ctx context.Context, key string, v any, sec int) error {
	return c.rdb.Set(ctx, key, v, time.Duration(sec)*time.Second).Err()
}

func here(ctx context.Context, c *Cache) {
	c.Seconds(ctx, "here", 1, 0) // want `missingttl: SET of "here"`
	c.Seconds(ctx, "here", 1, 9)
}
