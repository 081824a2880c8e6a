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
	rdb.Set(key, 1, 0) // want `missingttl: SET of key`
	rdb.Set(key, 1, time.Hour)
	rdb.SetNX("seen:"+key, 1, 0) // want `missingttl: SETNX of "seen:\*" has no expiry: .*; pass a TTL in place of 0`
	rdb.SetNX("seen:"+key, 1, time.Hour)
	rdb.MSet(key, 1)      // want `missingttl: MSET`
	rdb.Do("SET", key, 1) // want `missingttl: `
	rdb.GetSet(key, 1)    // want `missingttl: `
	rdb.Set(key, 1, -1)   // want `missingttl: .*; pass a TTL above 0`
}

func seven(rdb v7.Cmdable, key string) {
	rdb.Set(key, 1, 0) // want `missingttl: `
	pipe := rdb.TxPipeline()
	pipe.Set(key, 1, 0) // want `missingttl: `
	pipe.SetNX(key, 1, 0)
	_, _ = pipe.Exec()
}

func eight(ctx context.Context, rdb v8.UniversalClient, key string) {
	rdb.Set(ctx, key, 1, 0)                // want `missingttl: `
	rdb.SetArgs(ctx, key, 1, v8.SetArgs{}) // want `missingttl: `
	rdb.SetNX(ctx, "seen:"+key, 1, 0)      // want `missingttl: SETNX`
	rdb.Set(ctx, key, 1, v8.KeepTTL)
	rdb.SetNX(ctx, "seen:"+key, 1, v8.KeepTTL)
}
