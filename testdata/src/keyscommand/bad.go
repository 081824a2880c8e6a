package keyscommand

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func sessions(ctx context.Context, rdb *redis.Client) ([]string, error) {
	return rdb.Keys(ctx, "session:*").Result() // want "keyscommand: "
}
