package ttlsentinel

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errNotFound = errors.New("not found")

const noExpiry = -1 * time.Second

func seconds(ctx context.Context, rdb *redis.Client) error {
	ttl, err := rdb.TTL(ctx, "session").Result() // want "ttlsentinel: TTL answers -1 for no expiry and -2 for no key as nanoseconds, and ttl == -2 . time.Second at bad.go:17 never sees them: compare the answer itself with -1 and -2"
	if ttl == -2*time.Second {
		return errNotFound
	}
	return err
}

func millis(ctx context.Context, rdb redis.UniversalClient) error {
	ttl, err := rdb.PTTL(ctx, "session").Result() // want "ttlsentinel: PTTL answers"
	if err == nil && ttl == -2*time.Millisecond {
		return errNotFound
	}
	return err
}

func constant(ctx context.Context, rdb redis.Cmdable) bool {
	return rdb.TTL(ctx, "session").Val() == noExpiry // want "ttlsentinel: TTL answers"
}

func less(ctx context.Context, rdb *redis.Client) bool {
	ttl := rdb.TTL(ctx, "session").Val() // want "ttlsentinel: TTL answers"
	return ttl <= -1*time.Second
}

func negated(ctx context.Context, rdb *redis.Client) bool {
	ttl := rdb.TTL(ctx, "session").Val() // want "ttlsentinel: TTL answers"
	return -time.Second != ttl
}

func switched(ctx context.Context, rdb *redis.ClusterClient) string {
	switch rdb.TTL(ctx, "session").Val() { // want "ttlsentinel: TTL answers"
	case -2 * time.Second:
		return "missing"
	case -1 * time.Second:
		return "persistent"
	}
	return "volatile"
}

func asSeconds(ctx context.Context, rdb *redis.Client) error {
	ttl, err := rdb.TTL(ctx, "session").Result() // want "ttlsentinel: TTL answers .*, and in the unit of ttl.Seconds.. == -2 at bad.go:57 they are 0"
	if ttl.Seconds() == -2 {
		return errNotFound
	}
	return err
}

func asInt(ctx context.Context, rdb *redis.Client) (int, error) {
	ttl, err := rdb.TTL(ctx, "session").Result() // want "ttlsentinel: TTL answers"
	if err != nil {
		return 0, err
	}
	left := int(ttl.Seconds())
	if left < 0 {
		return 0, errNotFound
	}
	return left, nil
}

func divided(ctx context.Context, rdb *redis.Client) int64 {
	left := int64(rdb.TTL(ctx, "session").Val() / time.Second) // want "ttlsentinel: TTL answers"
	if left == -1 {
		return 0
	}
	return left
}

func asMillis(ctx context.Context, rdb *redis.Client) bool {
	return rdb.PTTL(ctx, "session").Val().Milliseconds() < 0 // want "ttlsentinel: PTTL answers"
}

func switchedSeconds(ctx context.Context, rdb *redis.Client) error {
	ttl, err := rdb.TTL(ctx, "session").Result() // want "ttlsentinel: TTL answers"
	switch int64(ttl.Seconds()) {
	case -2:
		return errNotFound
	}
	return err
}

func kept(ctx context.Context, rdb *redis.Client) bool {
	cmd := rdb.TTL(ctx, "session") // want "ttlsentinel: TTL answers"
	return cmd.Val() == -1*time.Second
}

func queued(ctx context.Context, rdb *redis.Client) (bool, error) {
	pipe := rdb.Pipeline()
	ttl := pipe.TTL(ctx, "session") // want "ttlsentinel: TTL answers"
	if _, err := pipe.Exec(ctx); err != nil {
		return false, err
	}
	return ttl.Val() == -1*time.Second, nil
}

func deferred(ctx context.Context, rdb *redis.Client) {
	defer func() {
		if ttl, err := rdb.TTL(ctx, "session").Result(); err == nil && ttl == -1*time.Second { // want "ttlsentinel: TTL answers"
			panic("it has no expiry")
		}
	}()
}

func expireTime(ctx context.Context, rdb *redis.Client) bool {
	at, err := rdb.ExpireTime(ctx, "session").Result() // want "ttlsentinel: EXPIRETIME answers"
	return err == nil && at == -1*time.Second
}

type guard[T any] struct{ rdb redis.Cmdable }

func (g guard[T]) missing(ctx context.Context, keys <-chan string) bool {
	for {
		select {
		case k := <-keys:
			if ttl := g.rdb.TTL(ctx, k).Val(); ttl == -2*time.Second { // want "ttlsentinel: TTL answers"
				return true
			}
		case <-ctx.Done():
			return false
		}
	}
}
