package missingttl

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func storeForADay(ctx context.Context, rdb *redis.Client, id string, data []byte) error {
	return rdb.Set(ctx, "profile:"+id, data, 24*time.Hour).Err()
}
