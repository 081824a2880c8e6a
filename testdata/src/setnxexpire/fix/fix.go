// Package fix holds calls that one SetNX can stand for.
package fix

import (
	"context"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

const ttl = 30 * time.Second

func returned(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	ok, err := rdb.SetNX(ctx, "lock:a", token, 0).Result()
	if err != nil || !ok {
		return false, err
	}
	return true, rdb.Expire(ctx, "lock:a", 30*time.Second).Err() // want `setnxexpire: `
}

func next(ctx context.Context, rdb *redis.Client, token string) {
	rdb.SetNX(ctx, "lock:b", token, 0) // want `lockresult: `
	rdb.Expire(ctx, "lock:b", ttl)     // want `setnxexpire: `
}

func nextChecked(ctx context.Context, rdb *redis.Client, token string, d time.Duration) bool {
	ok, err := rdb.SetNX(ctx, "lock:c", token, 0).Result()
	if err != nil {
		log.Print(err)
		return false
	}
	if !ok {
		return false
	}

	if err := rdb.PExpire(ctx, "lock:c", d).Err(); err != nil { // want `setnxexpire: `
		log.Print(err)
	}

	return true
}

func branch(ctx context.Context, rdb *redis.Client, token string) bool {
	ok := rdb.SetNX(ctx, "lock:d", token, 0).Val()
	if ok {
		rdb.Expire(ctx, "lock:d", ttl) // want `setnxexpire: `
	}
	return ok
}

type holder struct {
	rdb *redis.Client
	ttl time.Duration
}

func (h *holder) first(ctx context.Context, work func()) {
	if h.rdb.SetNX(ctx, "lock:e", 1, 0).Val() {
		_ = h.rdb.Expire(ctx, "lock:e", h.ttl).Err() // want `setnxexpire: `
		work()
	}
}

func (h *holder) queued(ctx context.Context, key string) {
	_, _ = h.rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.SetNX(ctx, key, 1, 0)
		p.Expire(ctx, key, h.ttl*2) // want `setnxexpire: `
		return nil
	})
}
