package durationunit

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

const day = 24 * 60 * 60

func week(ctx context.Context, rdb *redis.Client) error {
	return rdb.Expire(ctx, "week", 7*day).Err() // want "durationunit: 7 . day means 604.8µs, which EXPIRE sends as 1 s"
}

// put hands the time on: who calls it decides.
func put(ctx context.Context, rdb *redis.Client, key, val string, ttl time.Duration) error {
	return rdb.Set(ctx, key, val, ttl).Err()
}

func through(ctx context.Context, rdb *redis.Client) error {
	return put(ctx, rdb, "session", "token", 90) // want "durationunit: 90 means 90ns, which SET sends as 1 ms"
}
