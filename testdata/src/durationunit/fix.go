package durationunit

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type config struct {
	TTLSeconds int
	TimeoutMs  int64
	ExpireMins uint32
	TTL        int
}

func set(ctx context.Context, rdb *redis.Client) error {
	return rdb.Set(ctx, "session", "token", 60).Err() // want "durationunit: 60 means 60ns, which SET sends as 1 ms: write 60.time.Second"
}

func product(ctx context.Context, rdb redis.UniversalClient) error {
	return rdb.Set(ctx, "session", "token", 24*60*60).Err() // want "durationunit: 24 . 60 . 60 means 86.4µs, which SET sends as 1 ms"
}

func converted(ctx context.Context, rdb redis.Cmdable) error {
	return rdb.Expire(ctx, "session", time.Duration(300)).Err() // want "durationunit: time.Duration.300. means 300ns, which EXPIRE sends as 1 s"
}

func pexpire(ctx context.Context, rdb *redis.Client) error {
	return rdb.PExpire(ctx, "session", 5000).Err() // want "durationunit: 5000 means 5µs, which PEXPIRE sends as 1 ms: write 5000.time.Millisecond"
}

func nx(ctx context.Context, rdb *redis.ClusterClient) (bool, error) {
	return rdb.SetNX(ctx, "once", "1", 30).Result() // want "durationunit: 30 means 30ns, which SET sends as 1 ms"
}

func block(ctx context.Context, rdb *redis.Client) error {
	return rdb.XRead(ctx, &redis.XReadArgs{ // want "durationunit: 5000 means 5µs, which XREAD sends as BLOCK 0, and waits for ever: write 5000.time.Millisecond"
		Streams: []string{"events", "$"},
		Block:   5000,
	}).Err()
}

func seconds(ctx context.Context, rdb *redis.Client, cfg config) error {
	return rdb.Set(ctx, "session", "token", time.Duration(cfg.TTLSeconds)).Err() // want "durationunit: TTLSeconds counts seconds by its name, and time.Duration.TTLSeconds. makes nanoseconds of it, which SET takes for next to nothing: multiply by time.Second"
}

func millis(ctx context.Context, rdb *redis.Client, cfg *config) ([]string, error) {
	return rdb.BLPop(ctx, time.Duration(cfg.TimeoutMs), "wake").Result() // want "durationunit: TimeoutMs counts milliseconds by its name"
}

func minutes(ctx context.Context, rdb *redis.Client, cfg *config) error {
	return rdb.Expire(ctx, "session", time.Duration(cfg.ExpireMins)).Err() // want "durationunit: ExpireMins counts minutes"
}

func ttl(ctx context.Context, rdb *redis.Client, ttl int) error {
	return rdb.SetEx(ctx, "session", "token", time.Duration(ttl)).Err() // want "durationunit: ttl counts seconds by its name"
}

func queued(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Incr(ctx, "hits")
		pipe.Expire(ctx, "hits", 60) // want "durationunit: 60 means 60ns, which EXPIRE sends as 1 s"
		return nil
	})
	return err
}
