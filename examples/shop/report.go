package shop

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// NightlyReport runs the report on one machine only.
func NightlyReport(ctx context.Context, rdb *redis.Client, host string, report func() error) error {
	ok, err := rdb.SetNX(ctx, "lock:report", host, 0).Result()
	if err != nil || !ok {
		return err
	}
	rdb.Expire(ctx, "lock:report", 10*time.Minute)
	defer rdb.Del(ctx, "lock:report")
	return report()
}
