package crossslot

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func order(ctx context.Context, rdb *redis.ClusterClient, id string) error {
	return rdb.Rename(ctx, "cart:"+id, "order:"+id).Err() // want "crossslot: "
}
