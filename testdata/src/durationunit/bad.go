package durationunit

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	sessionTTL               = 3600
	lockTTL    time.Duration = 30
)

func named(ctx context.Context, rdb *redis.Client) {
	_ = rdb.Set(ctx, "session", "token", sessionTTL).Err() // want "durationunit: sessionTTL means 3.6µs, which SET sends as 1 ms: write sessionTTL.time.Second"
	_ = rdb.Expire(ctx, "lock", lockTTL).Err()             // want "durationunit: lockTTL means 30ns, which EXPIRE sends as 1 s"
}

func args(ctx context.Context, rdb *redis.Client) error {
	a := redis.SetArgs{Mode: "NX", TTL: 60}
	return rdb.SetArgs(ctx, "once", 1, a).Err() // want "durationunit: 60 means 60ns, which SET sends as 1 ms"
}

func negative(ctx context.Context, rdb *redis.Client) error {
	return rdb.Set(ctx, "session", "token", -5*time.Second).Err() // want "durationunit: SET of .session. with the negative expiry -5s sends no expiry, so the value is stored for ever" "missingttl: "
}

func negativeNX(ctx context.Context, rdb *redis.Client) error {
	return rdb.SetNX(ctx, "once", "1", -time.Minute).Err() // want "durationunit: SET of .once. with the negative expiry -1m0s gets an error from the server" "missingttl: "
}

func local(ctx context.Context, rdb *redis.Client, expireSeconds int64) error {
	d := time.Duration(expireSeconds)
	return rdb.Expire(ctx, "session", d).Err() // want "durationunit: expireSeconds counts seconds by its name"
}

func init() {
	rdb := redis.NewClient(&redis.Options{})
	defer func() { _ = rdb.Expire(context.Background(), "boot", sessionTTL).Err() }() // want "durationunit: sessionTTL means"
}

var booted = redis.NewClient(&redis.Options{}).Set(context.Background(), "boot", "1", sessionTTL).Err() // want "durationunit: sessionTTL means"

type box[T any] struct{ rdb redis.Cmdable }

func (b box[T]) keep(ctx context.Context, val T, stop <-chan struct{}) {
	select {
	case <-stop:
		_ = b.rdb.Set(ctx, "box", val, sessionTTL).Err() // want "durationunit: sessionTTL means"
	case <-ctx.Done():
		goto end
	}
end:
}
