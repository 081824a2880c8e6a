// Package wrappers sends what the code does not show: the setting says so.
package wrappers

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Remote speaks a protocol of its own to a service that speaks to Redis.
type Remote struct {
	call func(method string, args ...any) error
	rdb  *redis.Client
}

func (r *Remote) Put(ctx context.Context, key string, v any, ttl time.Duration) error {
	return r.call("put", key, v, ttl)
}

// Get is not in the setting.
func (r *Remote) Get(ctx context.Context, key string, ttl time.Duration) error {
	return r.call("get", key, ttl)
}

func Find(pattern string) []string { return nil }

func uses(ctx context.Context, r *Remote, id string, ttl time.Duration) {
	r.Put(ctx, "w:"+id, 1, 0) // want `missingttl: SET of "w:\*" has no expiry`
	r.Put(ctx, "w:"+id, 1, ttl)
	r.Put(ctx, "w:"+id, 1, time.Minute)
	r.Get(ctx, "w:"+id, 0)
	Find("w:*") // want `keyscommand: KEYS "w:\*"`
}
