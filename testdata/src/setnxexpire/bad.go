package setnxexpire

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func claim(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	ok, err := rdb.SetNX(ctx, "lock:report", token, 0).Result()
	if err != nil || !ok {
		return false, err
	}
	return true, rdb.Expire(ctx, "lock:report", 30*time.Second).Err() // want "setnxexpire: "
}
