package setnxexpire

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func claimAtOnce(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	return rdb.SetNX(ctx, "lock:report", token, 30*time.Second).Result()
}
