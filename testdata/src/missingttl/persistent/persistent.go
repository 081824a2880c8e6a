// Package persistent is judged with keys and a package declared persistent.
package persistent

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func config(ctx context.Context, rdb *redis.Client, name, key string) {
	rdb.Set(ctx, "config:"+name, 1, 0)
	rdb.MSet(ctx, "config:a", 1, "config:b", 2)
	rdb.Set(ctx, "user:"+name, 1, 0) // want `missingttl: SET of "user:\*"`
	rdb.Set(ctx, key, 1, 0)          // want `missingttl: SET of key`
}
