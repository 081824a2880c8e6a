package setexpire

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// The EXPIRE comes first, or on the path where the SET failed.
func before(ctx context.Context, rdb *redis.Client) {
	rdb.Expire(ctx, "before", time.Hour)
	rdb.Set(ctx, "before", 1, 0) // want `missingttl: `
}

func failed(ctx context.Context, rdb *redis.Client) error {
	if err := rdb.Set(ctx, "failed", 1, time.Hour).Err(); err != nil {
		rdb.Expire(ctx, "failed", time.Second)
		return err
	}
	return nil
}

// Other keys.
func others(ctx context.Context, rdb *redis.Client, a, b string) {
	rdb.Set(ctx, "x:"+a, 1, 0)
	rdb.Expire(ctx, "x:"+b, time.Hour)
	rdb.Set(ctx, a, 1, 0) // want `missingttl: `
	a = b
	rdb.Expire(ctx, a, time.Hour)
}

// One or the other.
func either(ctx context.Context, rdb *redis.Client, fresh bool) {
	if fresh {
		rdb.Set(ctx, "either", 1, 0) // want `missingttl: `
	} else {
		rdb.Expire(ctx, "either", time.Hour)
	}
}

// A SETNX is setnxexpire's.
func taken(ctx context.Context, rdb *redis.Client) {
	if rdb.SetNX(ctx, "taken", 1, 0).Val() {
		rdb.Expire(ctx, "taken", time.Hour) // want `setnxexpire: `
	}
}
