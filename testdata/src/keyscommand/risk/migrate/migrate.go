// Package migrate is a place of advice, which -rules=risk leaves out.
package migrate

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func all(ctx context.Context, rdb *redis.Client) []string {
	return rdb.Keys(ctx, "*").Val()
}
