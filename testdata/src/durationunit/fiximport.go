package durationunit

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func noImport(ctx context.Context, rdb *redis.Client) {
	if err := rdb.Set(ctx, "a", "1", 10).Err(); err != nil { // want "durationunit: 10 means 10ns"
		panic(err)
	}
	if err := rdb.Set(ctx, "b", "1", 20).Err(); err != nil { // want "durationunit: 20 means 20ns"
		panic(err)
	}
}
