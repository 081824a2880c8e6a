package fix

import (
	"context"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

func put(ctx context.Context, rdb *v8.Client, k string, ttl time.Duration) {
	rdb.Set(ctx, k, 1, ttl)
}

// No literal 0, no typed call that takes a TTL, a name that is taken.
func noFix(ctx context.Context, rdb *v8.Client, ring *redis.Ring, id string) {
	put(ctx, rdb, "put:"+id, 0)     // want `missingttl: `
	rdb.GetSet(ctx, "swap:"+id, 1)  // want `missingttl: `
	rdb.Do(ctx, "SET", "do:"+id, 1) // want `missingttl: `
	const none = 0
	rdb.Set(ctx, "named:"+id, 1, none)              // want `missingttl: `
	ring.SetArgs(ctx, "args:"+id, 1, redis.SetArgs{ // want `missingttl: `
		Mode: "XX",
	})
	for time := range 3 {
		ring.Set(ctx, "shadow:"+id, time, 0) // want `missingttl: `
	}
}
