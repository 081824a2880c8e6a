package fix

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// There is nobody to return it to.
func none(ctx context.Context, rdb *redis.Client) {
	rdb.Set(ctx, "k", 1, time.Hour) // want "uncheckederr: "
}

func withValue(ctx context.Context, rdb *redis.Client) (int, error) {
	rdb.Set(ctx, "k", 1, time.Hour) // want "uncheckederr: "
	return 1, nil
}

func other(ctx context.Context, rdb *redis.Client) error {
	go rdb.Set(ctx, "k", 1, time.Hour) // want "uncheckederr: "
	func() {
		rdb.Set(ctx, "k", 1, time.Hour) // want "uncheckederr: "
	}()
	return nil
}
