package setexpire

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// One command.
func one(ctx context.Context, rdb *redis.Client, data []byte) error {
	return rdb.Set(ctx, "session:a", data, time.Hour).Err()
}

// One write to the connection, transaction or not.
func batched(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Set(ctx, "p", 1, 0)
	pipe.Expire(ctx, "p", time.Hour)
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, "tx", 1, 0)
		p.Append(ctx, "log", "x")
		p.Expire(ctx, "tx", time.Hour)
		p.Expire(ctx, "log", time.Hour)
		return nil
	})
	return err
}

func queued(ctx context.Context, p redis.Pipeliner, key string) {
	p.Set(ctx, key, 1, 0)
	p.Expire(ctx, key, time.Hour)
}

var both = redis.NewScript(`
redis.call("SET", KEYS[1], ARGV[1])
redis.call("EXPIRE", KEYS[1], ARGV[2])`)

func scripted(ctx context.Context, rdb *redis.Client) error {
	return both.Run(ctx, rdb, []string{"script"}, 1, 60).Err()
}

// The write has an expiry, or may have one; the EXPIRE renews it.
func renews(ctx context.Context, rdb *redis.Client, ttl time.Duration) {
	rdb.Set(ctx, "r", 1, time.Minute)
	rdb.Expire(ctx, "r", time.Hour)
	rdb.Set(ctx, "u", 1, ttl)
	rdb.Expire(ctx, "u", time.Hour)
	rdb.Set(ctx, "k", 1, redis.KeepTTL)
	rdb.Expire(ctx, "k", time.Hour)
}

// Collections have no one-command form.
func collection(ctx context.Context, rdb *redis.Client) {
	rdb.HSet(ctx, "h", "a", 1)
	rdb.Expire(ctx, "h", time.Hour)
	rdb.LPush(ctx, "l", 1)
	rdb.Expire(ctx, "l", time.Hour)
}

// A sign of life is given again and again.
func heartbeat(ctx context.Context, rdb *redis.Client, id string) {
	rdb.Set(ctx, "node:"+id, time.Now().Unix(), 0)
	rdb.Expire(ctx, "node:"+id, time.Minute)
}

func beats(ctx context.Context, rdb *redis.Client, id string) {
	for range time.Tick(time.Second) {
		rdb.Set(ctx, "worker:"+id, 1, 0)
		rdb.Expire(ctx, "worker:"+id, time.Minute)
	}
}

// EXPIRE with 0 deletes.
func gone(ctx context.Context, rdb *redis.Client) {
	rdb.Set(ctx, "gone", 1, time.Hour)
	rdb.Expire(ctx, "gone", 0)
}
