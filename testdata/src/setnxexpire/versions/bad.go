// Package versions uses the older go-redis.
package versions

import (
	"context"
	"time"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func six(rdb *v6.Client, key string) {
	if rdb.SetNX(key, 1, 0).Val() {
		println("mine")
		rdb.Expire(key, time.Minute) // want `setnxexpire: key key has no expiry between its SETNX`
	}
}

func seven(rdb v7.Cmdable, key string) {
	ok, err := rdb.SetNX(key, 1, 0).Result()
	if err == nil && ok {
		println("mine")
		rdb.PExpire(key, time.Minute) // want `setnxexpire: `
	}
}

func eight(ctx context.Context, rdb v8.UniversalClient, key string) {
	if err := rdb.SetArgs(ctx, key, 1, v8.SetArgs{Mode: "nx"}).Err(); err != v8.Nil && err == nil {
		rdb.Expire(ctx, key, time.Minute) // want `setnxexpire: `
	}
}
