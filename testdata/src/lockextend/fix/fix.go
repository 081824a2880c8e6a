// Package fix holds renewals whose token is in reach.
package fix

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type locker struct {
	rdb   *redis.Client
	key   string
	token string
	ttl   time.Duration
}

func (l *locker) Lock(ctx context.Context) (bool, error) {
	return l.rdb.SetNX(ctx, l.key, l.token, l.ttl).Result()
}

func (l *locker) Extend(ctx context.Context) error {
	return l.rdb.Expire(ctx, l.key, l.ttl).Err() // want `lockextend: `
}

func background(ctx context.Context, rdb redis.Cmdable, id, token string, work func()) {
	if !rdb.SetNX(ctx, "lock:"+id, token, time.Minute).Val() {
		return
	}
	go func() {
		for range time.Tick(time.Second) {
			_ = rdb.PExpire(ctx, "lock:"+id, 2*time.Minute).Err() // want `lockextend: `
		}
	}()
	work()
}
