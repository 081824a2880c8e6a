// Package cache is the one in the middle: it wraps the store.
package cache

import (
	"context"
	"time"

	"example.com/testdata/helpers/store"
	"github.com/redis/go-redis/v9"
)

// Cache embeds the store: its methods are promoted.
type Cache struct {
	*store.Store
	name string
}

func New(rdb redis.UniversalClient) *Cache {
	return &Cache{Store: store.New(rdb, time.Hour), name: "cache"}
}

// Handed on to any depth.
func (c *Cache) Set(ctx context.Context, key string, v any, ttl time.Duration) error {
	return c.Store.Put(ctx, "c:"+key, v, ttl)
}

func (c *Cache) SetMinutes(ctx context.Context, key string, v any, minutes int) error {
	return c.Set(ctx, key, v, time.Duration(minutes)*time.Minute)
}

// The choice is made here, one level above the command.
func (c *Cache) SetForever(ctx context.Context, key string, v any) error {
	return c.Store.Put(ctx, "eternal:"+key, v, 0) // want `missingttl: SET of "eternal:\*" has no expiry`
}

// Backend is implemented by the store, and by a map.
type Backend interface {
	Put(ctx context.Context, key string, v any, ttl time.Duration) error
	Find(ctx context.Context, pattern string) ([]string, error)
}

var (
	_ Backend = (*store.Store)(nil)
	_ Backend = memory{}
)

type memory map[string]any

func (m memory) Put(_ context.Context, key string, v any, _ time.Duration) error {
	m[key] = v
	return nil
}

func (m memory) Find(context.Context, string) ([]string, error) { return nil, nil }

// Recursion ends somewhere.
func (c *Cache) Even(ctx context.Context, n int, ttl time.Duration) error {
	if n == 0 {
		return c.Set(ctx, "n", n, ttl)
	}
	return c.Odd(ctx, n-1, ttl)
}

func (c *Cache) Odd(ctx context.Context, n int, ttl time.Duration) error {
	return c.Even(ctx, n-1, ttl)
}

// Locker holds its key in a field.
type Locker struct {
	c   *Cache
	key string
}

func NewLocker(c *Cache, name string) *Locker { return &Locker{c, "lock:" + name} }

func (l *Locker) Lock(ctx context.Context, token string) (bool, error) {
	return l.c.SetNX(ctx, l.key, token, time.Minute)
}

func (l *Locker) Unlock(ctx context.Context) error {
	return l.c.Remove(ctx, l.key) // want `unsafeunlock: DEL of lock key l.key`
}

// Save is a function in a variable.
var Save = func(ctx context.Context, c *Cache, key string, ttl time.Duration) error {
	return c.Put(ctx, key, 1, ttl)
}
