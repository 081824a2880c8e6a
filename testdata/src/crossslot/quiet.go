package crossslot

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func orderTagged(ctx context.Context, rdb *redis.ClusterClient, id string) error {
	return rdb.Rename(ctx, "cart:{"+id+"}", "order:{"+id+"}").Err()
}

func orderOnOneNode(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Rename(ctx, "cart:"+id, "order:"+id).Err()
}
