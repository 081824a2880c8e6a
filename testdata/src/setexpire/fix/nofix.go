package fix

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// EXPIRE rounds to seconds, SET does not.
func rounds(ctx context.Context, rdb *redis.Client) {
	rdb.Set(ctx, "n:a", 1, 0)
	rdb.Expire(ctx, "n:a", 1500*time.Millisecond) // want `setexpire: `
}

// The TTL is worked out in between.
func later(ctx context.Context, rdb *redis.Client, f func() time.Duration) {
	rdb.Set(ctx, "n:b", 1, 0)
	rdb.Expire(ctx, "n:b", f()) // want `setexpire: `
}

// Another client.
func other(ctx context.Context, rdb, replica *redis.Client) {
	rdb.Set(ctx, "n:c", 1, 0)
	replica.Expire(ctx, "n:c", time.Hour) // want `setexpire: `
}

// Something stands between them.
func between(ctx context.Context, rdb *redis.Client, f func()) {
	rdb.Set(ctx, "n:d", 1, 0)
	f()
	rdb.Expire(ctx, "n:d", time.Hour) // want `setexpire: `
}

// Whether there is an expiry is chosen.
func chosen(ctx context.Context, rdb *redis.Client, ttl time.Duration) {
	rdb.Set(ctx, "n:e", 1, 0)
	if ttl > time.Minute {
		rdb.Expire(ctx, "n:e", ttl) // want `setexpire: `
	}
}
