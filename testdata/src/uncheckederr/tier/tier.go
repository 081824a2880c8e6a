// Package tier is judged without advice.
package tier

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errFull = errors.New("full")

func published(ctx context.Context, rdb *redis.Client) {
	rdb.Publish(ctx, "changed", "1")
}

func wayOut(ctx context.Context, rdb *redis.Client, create func() error, full bool) (int, error) {
	defer rdb.Del(ctx, "tmp")
	defer func() {
		rdb.Unlink(ctx, "tmp")
		if r := recover(); r != nil {
			rdb.Expire(ctx, "tmp", time.Second)
		}
	}()
	if full {
		rdb.Del(ctx, "slot")
		return 0, errFull
	}
	if err := create(); err != nil {
		rdb.Del(ctx, "slot")
	} else {
		rdb.Del(ctx, "queue") // want "uncheckederr: "
	}
	switch err := create(); {
	case full:
		rdb.Del(ctx, "slot")
		return 0, errors.New("full: " + err.Error())
	case err != nil:
		for range 3 {
			rdb.Del(ctx, "slot") // want "uncheckederr: "
		}
		return 0, nil
	}
	rdb.Del(ctx, "done") // want "uncheckederr: "
	return 0, nil
}
