// Package expiry holds what becomes of an expiry that is 0.
package expiry

import (
	"context"
	"errors"
	"time"

	v8 "github.com/go-redis/redis/v8"
)

const day = 24 * time.Hour

// A helper that a 0 does not get through sends the expiry it was given.
func only(ctx context.Context, rdb *v8.Client, k string, ttl time.Duration) error {
	if ttl <= 0 {
		return errors.New("no TTL")
	}
	return rdb.Set(ctx, k, 1, ttl).Err() // want `SET key=\{k\} ttl=\{ttl\}`
}

// One with a command of its own for 0.
func or(ctx context.Context, rdb *v8.Client, k string, ttl time.Duration) error {
	if ttl == 0 || k == "" {
		return rdb.Set(ctx, k, 1, day).Err() // want `SET key=\{k\} ttl=86400000000000`
	}
	return rdb.Set(ctx, k, 1, ttl).Err() // want `SET key=\{k\} ttl=\{ttl\}`
}

// A test that lets 0 pass changes nothing.
func atMost(ctx context.Context, rdb *v8.Client, k string, ttl time.Duration) error {
	if ttl > day {
		return errors.New("too long")
	}
	return rdb.Set(ctx, k, 1, ttl).Err() // want `SET key=\{k\} ttl=\{ttl\}`
}

func zero(ctx context.Context, rdb *v8.Client) {
	_ = only(ctx, rdb, "a", 0)   // nothing is sent
	_ = or(ctx, rdb, "b", 0)     // want `SET key=b ttl=86400000000000 .*via=or`
	_ = or(ctx, rdb, "b", 1)     // want `SET key=b ttl=1 .*via=or`
	_ = atMost(ctx, rdb, "c", 0) // want `SET key=c ttl=none .*via=atMost`
}

// In v8 an expiry of 0 makes SETNX, KeepTTL does not.
func setNX(ctx context.Context, rdb *v8.Client) {
	rdb.SetNX(ctx, "a", 1, 0)          // want `SETNX key=a ttl=none mode=NX`
	rdb.SetNX(ctx, "b", 1, v8.KeepTTL) // want `SET key=b ttl=keep mode=NX`
	rdb.SetNX(ctx, "c", 1, day)        // want `SET key=c ttl=86400000000000 mode=NX`
}
