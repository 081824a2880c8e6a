package ttlsentinel

import (
	"context"
	"os"
	"time"

	"github.com/redis/go-redis/v9"

	v6 "github.com/go-redis/redis"
)

func right(ctx context.Context, rdb *redis.Client) error {
	ttl, err := rdb.TTL(ctx, "session").Result()
	if err != nil {
		return err
	}
	if ttl == -2 {
		return errNotFound
	}
	if ttl == -1*time.Nanosecond || ttl == time.Duration(-1) {
		return nil
	}
	return nil
}

func sign(ctx context.Context, rdb *redis.Client) bool { return rdb.TTL(ctx, "session").Val() < 0 }

func positive(ctx context.Context, rdb *redis.Client) bool {
	return rdb.TTL(ctx, "session").Val() > 10*time.Second
}

func number(ctx context.Context, rdb *redis.Client) bool {
	return int64(rdb.TTL(ctx, "session").Val()) == -2
}

// A fraction keeps its sign.
func fraction(ctx context.Context, rdb *redis.Client) bool {
	return rdb.TTL(ctx, "session").Val().Seconds() < 0
}

// Told before the conversion.
func before(ctx context.Context, rdb *redis.Client) int {
	ttl := rdb.TTL(ctx, "session").Val()
	if ttl < 0 {
		return 0
	}
	left := int(ttl.Seconds())
	if left < 0 {
		return 0
	}
	return left
}

// For a client of either kind.
func both(ctx context.Context, rdb *redis.Client) bool {
	ttl := rdb.TTL(ctx, "session").Val()
	return ttl == -1 || ttl == -1*time.Second
}

// v6 answers seconds.
func old(rdb *v6.Client) bool { return rdb.TTL("session").Val() == -2*time.Second }

// No answer of Redis by then.
func other(ctx context.Context, rdb *redis.Client, left time.Duration) bool {
	ttl := rdb.TTL(ctx, "session").Val()
	ttl = left
	return ttl == -1*time.Second
}

func adjusted(ctx context.Context, rdb *redis.Client) bool {
	ttl := rdb.TTL(ctx, "session").Val()
	if ttl == -2 {
		ttl = -2 * time.Second
	}
	return ttl == -2*time.Second
}

// A difference is another quantity.
func late(ctx context.Context, rdb *redis.Client, want time.Duration) bool {
	return rdb.TTL(ctx, "session").Val()-want < -1*time.Second
}

// A helper may have made seconds of it.
func left(ctx context.Context, rdb *redis.Client) time.Duration {
	ttl := rdb.TTL(ctx, "session").Val()
	if ttl < 0 {
		return ttl * time.Second
	}
	return ttl
}

func helped(ctx context.Context, rdb *redis.Client) bool { return left(ctx, rdb) == -2*time.Second }

// Whole seconds that are no sentinel.
func soon(ctx context.Context, rdb *redis.Client) bool {
	return int(rdb.TTL(ctx, "session").Val().Seconds()) <= 0
}

// Another Redis answer.
func idle(ctx context.Context, rdb *redis.Client) bool {
	return rdb.ObjectIdleTime(ctx, "session").Val() == -1*time.Second
}

func deadTest(ctx context.Context, rdb *redis.Client) bool {
	os.Exit(1)
	ttl := rdb.TTL(ctx, "session").Val()
	return ttl == -1*time.Second
}
