// Package fix holds counters that one script can stand for.
package fix

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

const window = time.Minute

func allow(ctx context.Context, rdb *redis.Client, ip string) (bool, error) {
	n, err := rdb.Incr(ctx, "hits:"+ip).Result()
	if err != nil {
		return false, err
	}
	if n == 1 {
		rdb.Expire(ctx, "hits:"+ip, 10*time.Minute) // want `increxpire: `
	}
	return n <= 100, nil
}

type limiter struct{ rdb redis.UniversalClient }

// Allow counts a hit.
func (l *limiter) Allow(ctx context.Context, key string, ttl time.Duration) (int64, error) {
	n, err := l.rdb.Incr(ctx, key).Result()
	if err != nil {
		return 0, err
	}

	if n == 1 {
		if err := l.rdb.PExpire(ctx, key, ttl).Err(); err != nil { // want `increxpire: `
			return 0, err
		}
	}

	return n, nil
}

// Another function of that name.
func Allow(ctx context.Context, rdb redis.Cmdable, key string) error {
	n, err := rdb.Incr(ctx, key).Result()
	if err != nil {
		return err
	}
	println(n)
	return nil
}

func two(ctx context.Context, rdb redis.Cmdable, a, b string) (int64, error) {
	n, err := rdb.Incr(ctx, a).Result()
	if err != nil {
		return 0, err
	}
	if n == 1 {
		rdb.Expire(ctx, a, window) // want `increxpire: `
	}
	m, err := rdb.Incr(ctx, b).Result()
	if err != nil {
		return 0, err
	}
	if m == 1 {
		rdb.Expire(ctx, b, window) // want `increxpire: `
	}
	return n + m, nil
}
