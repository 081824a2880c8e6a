package lossyqueue

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func work(ctx context.Context, rdb *redis.Client, handle func(job string) error) error {
	for {
		reply, err := rdb.BRPop(ctx, 5*time.Second, "queue:mail").Result() // want "lossyqueue: "
		if err == redis.Nil {
			continue
		}
		if err != nil {
			return err
		}
		if err := handle(reply[1]); err != nil {
			return err
		}
	}
}
