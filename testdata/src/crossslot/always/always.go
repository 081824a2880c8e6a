// Package always is judged with -cluster=always.
package always

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func any(ctx context.Context, rdb redis.UniversalClient, c *redis.Client) {
	rdb.MGet(ctx, "a", "b") // want `crossslot: MGET`
	c.MGet(ctx, "a", "b")
}
