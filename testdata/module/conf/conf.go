// Package conf is part of no program that sets a command resolver.
package conf

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func Clear(ctx context.Context, rdb *redis.ClusterClient) error {
	return rdb.Del(ctx, "conf:1", "conf:2").Err() // want "crossslot: DEL"
}
