package persistent

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// One key that is not declared is enough.
func several(ctx context.Context, rdb *redis.Client) {
	rdb.MSet(ctx, "config:a", 1, "other", 2) // want `missingttl: `
}
