package lockttl

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// The expiry is a command of its own: setnxexpire's.
func expiresAfter(ctx context.Context, rdb *redis.Client, token string) bool {
	if !rdb.SetNX(ctx, "lock:h", token, 0).Val() {
		return false
	}
	rdb.ExpireAt(ctx, "lock:h", time.Now().Add(time.Minute)) // want `setnxexpire: `
	return true
}

// The helper's callers all give it an expiry afterwards.
func take(ctx context.Context, rdb *redis.Client, id, token string) bool {
	return rdb.SetNX(ctx, "lock:take:"+id, token, 0).Val()
}

func takeAndExpire(ctx context.Context, rdb *redis.Client, id, token string) {
	if take(ctx, rdb, id, token) {
		rdb.Expire(ctx, "lock:take:"+id, time.Minute) // want `setnxexpire: `
	}
}

// No lock: the record itself, and a marker. Those are missingttl's.
func insert(ctx context.Context, rdb *redis.Client, id string, data []byte) (bool, error) {
	return rdb.SetNX(ctx, "row:"+id, data, 0).Result() // want `missingttl: `
}

func first(ctx context.Context, rdb *redis.Client, id string) bool {
	return rdb.SetNX(ctx, "seen:"+id, 1, 0).Val() // want `missingttl: `
}

// Words inside others: a block is no lock.
func block(ctx context.Context, rdb *redis.Client, n string) bool {
	return rdb.SetNX(ctx, "blockchain:"+n, 1, 0).Val() // want `missingttl: `
}

// A SET without NX takes nothing.
func overwrite(ctx context.Context, rdb *redis.Client, me string) error {
	return rdb.Set(ctx, "lock:owner:name", me, 0).Err() // want `missingttl: `
}
