package unsafeunlock

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func report(ctx context.Context, rdb *redis.Client, token string, work func() error) error {
	ok, err := rdb.SetNX(ctx, "lock:report", token, 30*time.Second).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Del(ctx, "lock:report") // want "unsafeunlock: "
	return work()
}
