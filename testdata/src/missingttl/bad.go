package missingttl

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func store(ctx context.Context, rdb *redis.Client, id string, data []byte) error {
	return rdb.Set(ctx, "profile:"+id, data, 0).Err() // want "missingttl: "
}
