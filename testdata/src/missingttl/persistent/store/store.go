// Package store is declared persistent.
package store

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func save(ctx context.Context, rdb *redis.Client, id string) { rdb.Set(ctx, "user:"+id, 1, 0) }
