package durationunit

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	hour  = time.Hour
	short = 50 * time.Microsecond
	grace = 2 * hour
)

// A unit is written, however small.
func units(ctx context.Context, rdb *redis.Client) {
	_ = rdb.Set(ctx, "a", "1", 60*time.Second).Err()
	_ = rdb.Set(ctx, "a", "1", hour).Err()
	_ = rdb.Set(ctx, "a", "1", grace).Err()
	_ = rdb.Set(ctx, "a", "1", short).Err()
	_ = rdb.Set(ctx, "a", "1", time.Nanosecond).Err()
	_ = rdb.Expire(ctx, "a", 500*time.Millisecond).Err()
	_ = rdb.Expire(ctx, "a", time.Duration(1.5*float64(time.Second))).Err()
}

// 0 and -1 mean something.
func meant(ctx context.Context, rdb *redis.Client) {
	_ = rdb.Set(ctx, "config:a", "1", redis.KeepTTL).Err()
	_ = rdb.Set(ctx, "config:a", "1", -1).Err()
	_ = rdb.Expire(ctx, "a", 0).Err()
	_ = rdb.Expire(ctx, "a", -1*time.Second).Err() // deletes it
	_, _ = rdb.BLPop(ctx, 0, "jobs").Result()      // for ever, on purpose
	_, _ = rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"s", "$"}, Block: -1}).Result()
}

// A time that is large enough has a unit, or none that can be told.
func large(ctx context.Context, rdb *redis.Client) {
	_ = rdb.Set(ctx, "a", "1", 3600000000000).Err()
	_ = rdb.Set(ctx, "a", "1", 60e9).Err()
}

type ticks int64

// A type of its own may count nanoseconds, and this one is derived.
type span time.Duration

func derived(ctx context.Context, rdb *redis.Client, ttlSeconds ticks, timeout span) {
	_ = rdb.Set(ctx, "a", "1", time.Duration(ttlSeconds)).Err()
	_ = rdb.Set(ctx, "a", "1", time.Duration(timeout)).Err()
}

// The unit is multiplied in.
func multiplied(ctx context.Context, rdb *redis.Client, ttlSeconds int, cfg config) {
	_ = rdb.Set(ctx, "a", "1", time.Duration(ttlSeconds)*time.Second).Err()
	_ = rdb.Set(ctx, "a", "1", time.Second*time.Duration(cfg.TTLSeconds)).Err()
	d := time.Duration(ttlSeconds)
	d *= time.Second
	_ = rdb.Set(ctx, "a", "1", d).Err()
}

// Nothing says what these count; 64 bits may hold nanoseconds.
func unnamed(ctx context.Context, rdb *redis.Client, n int, ttl int64, ttlNanos int, timeout uint64) {
	_ = rdb.Set(ctx, "a", "1", time.Duration(n)).Err()
	_ = rdb.Set(ctx, "a", "1", time.Duration(ttl)).Err()
	_ = rdb.Set(ctx, "a", "1", time.Duration(ttlNanos)).Err()
	_ = rdb.Set(ctx, "a", "1", time.Duration(timeout)).Err()
}

type stored struct{ TTL int }

// What is stored are nanoseconds.
func newStored(d time.Duration) stored { return stored{TTL: int(d)} }

func (s stored) put(ctx context.Context, rdb *redis.Client) error {
	return rdb.Set(ctx, "a", "1", time.Duration(s.TTL)).Err()
}

// The function makes seconds of its number.
func putSeconds(ctx context.Context, rdb *redis.Client, key string, seconds int) error {
	return rdb.Set(ctx, key, "1", time.Duration(seconds)*time.Second).Err()
}

func through2(ctx context.Context, rdb *redis.Client) error { return putSeconds(ctx, rdb, "a", 60) }

// A raw command takes seconds as they are.
func raw(ctx context.Context, rdb *redis.Client) error {
	return rdb.Do(ctx, "SET", "a", "1", "EX", 60).Err()
}

// A variable's value is not known.
func variable(ctx context.Context, rdb *redis.Client, ttl time.Duration) error {
	if ttl == 0 {
		ttl = time.Minute
	}
	return rdb.Set(ctx, "a", "1", ttl).Err()
}
