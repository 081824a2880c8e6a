package keyscommand

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func sessions2(ctx context.Context, rdb *redis.Client) ([]string, error) {
	var keys []string
	iter := rdb.Scan(ctx, 0, "session:*", 0).Iterator()
	for iter.Next(ctx) {
		keys = append(keys, iter.Val())
	}
	return keys, iter.Err()
}
