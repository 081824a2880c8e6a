// Package shop is a small web shop's use of Redis, as it is often written.
// It passes its tests on one node with little data, and holds each of the
// mistakes that redislint was started for. Run redislint here to see them.
package shop

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Sessions lists who is logged in.
func Sessions(ctx context.Context, rdb *redis.Client) ([]string, error) {
	return rdb.Keys(ctx, "session:*").Result()
}

// SaveProfile caches what the profile page shows.
func SaveProfile(ctx context.Context, rdb *redis.Client, user string, page []byte) error {
	return rdb.Set(ctx, "profile:"+user, page, 0).Err()
}
