// Package loaded loads its scripts when it starts.
package loaded

import (
	"context"

	"github.com/redis/go-redis/v9"
)

var limit = redis.NewScript(`return redis.call("INCR", KEYS[1])`)

func start(ctx context.Context, rdb *redis.Client) error { return limit.Load(ctx, rdb).Err() }

func run(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	limit.Run(ctx, pipe, []string{"hits"})
	_, err := pipe.Exec(ctx)
	return err
}
