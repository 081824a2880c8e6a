// Package helper sends commands through its own functions.
package helper

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type cache struct {
	rdb    redis.UniversalClient
	prefix string
}

func newCache(rdb redis.UniversalClient) *cache { return &cache{rdb: rdb, prefix: "app:"} }

func (c *cache) put(ctx context.Context, k string, v any, ttl time.Duration) error {
	return c.rdb.Set(ctx, c.prefix+k, v, ttl).Err() // want `SET key=app:\{k\} ttl=\{ttl\}`
}

func (c *cache) putSeconds(ctx context.Context, k string, v any, sec int) error {
	return c.put(ctx, k, v, time.Duration(sec)*time.Second) // want `SET key=app:\{k\} ttl=\{sec\} via=put`
}

func (c *cache) drop(ctx context.Context, keys ...string) {
	c.rdb.Del(ctx, keys...) // want `DEL key=\{keys\}...`
}

func (c *cache) maybe(ctx context.Context, k string, v any, ttl time.Duration) {
	if v != nil {
		c.rdb.Set(ctx, k, v, ttl) // want `SET key=\{k\} ttl=\{ttl\}`
	}
}

func queue(ctx context.Context, p redis.Pipeliner, k string) {
	p.Incr(ctx, k) // want `INCR key=\{k\} batch=queued`
}

func callers(ctx context.Context, c *cache, rdb *redis.Client, id int) {
	c.put(ctx, "user", 1, 0)             // want `SET key=app:user ttl=none via=put`
	c.put(ctx, "user", 1, time.Minute)   // want `SET key=app:user ttl=60000000000 via=put`
	c.put(ctx, "user", 1, redis.KeepTTL) // want `SET key=app:user ttl=keep via=put`
	c.putSeconds(ctx, "user", 1, 30)     // want `SET key=app:user ttl=30000000000 via=putSeconds via=put`
	c.putSeconds(ctx, "user", 1, 0)      // want `SET key=app:user ttl=none via=putSeconds via=put`
	c.drop(ctx, "a", "b")                // want `DEL key=a,b via=drop`
	c.maybe(ctx, "m", id, 0)             // want `SET key=m ttl=none via=maybe may`
	tx := rdb.TxPipeline()
	queue(ctx, tx, "n") // want `INCR key=n client=single batch=tx via=queue`
}

type storage interface {
	Save(ctx context.Context, k string) error
}

type redisStorage struct{ rdb *redis.Client }

func (s redisStorage) Save(ctx context.Context, k string) error {
	return s.rdb.Set(ctx, "s:"+k, 1, 0).Err() // want `SET key=s:\{k\} ttl=none client=single`
}

type memory map[string]bool

func (m memory) Save(ctx context.Context, k string) error { m[k] = true; return nil }

func viaInterface(ctx context.Context, s storage) {
	s.Save(ctx, "x") // want `SET key=s:x ttl=none client=single via=Save may`
}

func ping(ctx context.Context, rdb *redis.Client, n int) {
	rdb.Incr(ctx, "n")  // want `INCR key=n`
	pong(ctx, rdb, n-1) // want `INCR key=n client=single via=pong via=ping may`
}

func pong(ctx context.Context, rdb *redis.Client, n int) {
	if n > 0 {
		ping(ctx, rdb, n) // want `INCR key=n client=single via=ping`
	}
}
