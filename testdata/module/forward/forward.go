// Package forward holds exported forwarders: their callers are judged, and
// where nothing calls them they are.
package forward

import (
	"context"

	"github.com/redis/go-redis/v9"
)

type Cache struct{ rdb *redis.Client }

func New(rdb *redis.Client) *Cache { return &Cache{rdb} }

// Nothing in the module calls it: whoever does, does so with a pattern.
func (c *Cache) Orphan(ctx context.Context, pattern string) ([]string, error) {
	return c.rdb.Keys(ctx, pattern).Result() // want "keyscommand: KEYS"
}

// Called in package report.
func (c *Cache) Match(ctx context.Context, pattern string) ([]string, error) {
	return c.rdb.Keys(ctx, pattern).Result()
}

// Called in package report through an interface that is declared there.
func (c *Cache) Find(ctx context.Context, pattern string) ([]string, error) {
	return c.rdb.Keys(ctx, pattern).Result()
}

// Handed on in package report as a value, to who knows whom.
func (c *Cache) Grep(ctx context.Context, pattern string) ([]string, error) {
	return c.rdb.Keys(ctx, pattern).Result()
}

// Called from its own package alone.
func (c *Cache) Local(ctx context.Context, pattern string) ([]string, error) {
	return c.rdb.Keys(ctx, pattern).Result()
}

func (c *Cache) All(ctx context.Context) ([]string, error) {
	return c.Local(ctx, "all:*") // want "keyscommand: KEYS"
}

// Called by a test alone, and those give no evidence.
func (c *Cache) Tested(ctx context.Context, pattern string) ([]string, error) {
	return c.rdb.Keys(ctx, pattern).Result() // want "keyscommand: KEYS"
}

// Write makes the type an io.Writer: code out of sight may call it.
func (c *Cache) Write(pattern []byte) (int, error) {
	return len(pattern), c.rdb.Keys(context.Background(), string(pattern)).Err()
}

// List is a function, and nothing calls it.
func List(ctx context.Context, rdb *redis.Client, pattern string) ([]string, error) {
	return rdb.Keys(ctx, pattern).Result() // want "keyscommand: KEYS"
}

// Decides sends a pattern of its own: that it has no caller changes nothing.
func Decides(ctx context.Context, rdb *redis.Client) ([]string, error) {
	return rdb.Keys(ctx, "own:*").Result() // want "keyscommand: KEYS"
}
