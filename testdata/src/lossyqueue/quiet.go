package lossyqueue

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func workSafely(ctx context.Context, rdb *redis.Client, handle func(job string) error) error {
	for {
		job, err := rdb.BLMove(ctx, "queue:sms", "queue:sms:processing", "RIGHT", "LEFT", 5*time.Second).Result()
		if err == redis.Nil {
			continue
		}
		if err != nil {
			return err
		}
		if err := handle(job); err != nil {
			return err
		}
		if err := rdb.LRem(ctx, "queue:sms:processing", 1, job).Err(); err != nil {
			return err
		}
	}
}
