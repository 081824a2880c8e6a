// Package newest is judged for Redis 8.4, which compares by itself.
package newest

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func work(ctx context.Context, rdb *redis.Client, id, token string, do func() error) error {
	ok, err := rdb.SetNX(ctx, "lock:"+id, token, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Del(ctx, "lock:"+id) // want `unsafeunlock: DEL of lock key "lock:\*" can release another owner's lock once this one has expired: use DELEX with IFEQ and the owner's token`
	return do()
}

type lock struct {
	rdb        redis.UniversalClient
	key, token string
}

func (l *lock) Acquire(ctx context.Context) (bool, error) {
	return l.rdb.SetNX(ctx, l.key, l.token, time.Minute).Result()
}

// The answer is a number for both.
func (l *lock) Release(ctx context.Context) (bool, error) {
	n, err := l.rdb.Unlink(ctx, l.key).Result() // want `unsafeunlock: UNLINK of lock key`
	return n == 1, err
}

func right(ctx context.Context, rdb *redis.Client, id, token string) error {
	return rdb.DelExArgs(ctx, "lock:"+id, redis.DelExArgs{Mode: "IFEQ", MatchValue: token}).Err()
}
