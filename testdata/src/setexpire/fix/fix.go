// Package fix holds calls that one Set can stand for.
package fix

import (
	"context"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

const ttl = 30 * time.Second

func returned(ctx context.Context, rdb *redis.Client, data []byte) error {
	if err := rdb.Set(ctx, "a", data, 0).Err(); err != nil {
		return err
	}
	return rdb.Expire(ctx, "a", 30*time.Second).Err() // want `setexpire: `
}

func next(ctx context.Context, rdb *redis.Client) {
	rdb.Set(ctx, "b", 1, 0)
	rdb.Expire(ctx, "b", ttl) // want `setexpire: `
}

func checked(ctx context.Context, rdb redis.Cmdable, d time.Duration) {
	err := rdb.Set(ctx, "c", 1, 0).Err()
	if err != nil {
		log.Print(err)
		return
	}
	if err := rdb.Expire(ctx, "c", d).Err(); err != nil { // want `setexpire: `
		log.Print(err)
	}
	log.Print("stored")
}

func branch(ctx context.Context, rdb redis.Cmdable) error {
	err := rdb.Set(ctx, "d", 1, 0).Err()
	if err == nil {
		rdb.PExpire(ctx, "d", 1500*time.Millisecond) // want `setexpire: `
	}
	return err
}

func each(ctx context.Context, rdb redis.Cmdable, rows []string) {
	for _, row := range rows {
		rdb.SetXX(ctx, "row:"+row, 1, 0)
		rdb.Expire(ctx, "row:"+row, time.Hour) // want `setexpire: `
	}
}

// A generic helper.
func save[T any](ctx context.Context, rdb redis.Cmdable, key string, v T) {
	rdb.Set(ctx, "g:"+key, v, 0)
	rdb.Expire(ctx, "g:"+key, time.Hour) // want `setexpire: key "g:\*"`
}
