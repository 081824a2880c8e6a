package setnxexpire

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func claimAtOnce(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	return rdb.SetNX(ctx, "lock:report", token, 30*time.Second).Result()
}

// The SETNX carries its TTL; the EXPIRE only renews it.
func renews(ctx context.Context, rdb *redis.Client, token string, ttl time.Duration) {
	if rdb.SetNX(ctx, "renewed", token, ttl).Val() {
		rdb.Expire(ctx, "renewed", time.Hour)
	}
	if rdb.Do(ctx, "SET", "raw", token, "NX", "EX", 60).Err() == nil {
		rdb.Expire(ctx, "raw", time.Hour)
	}
}

// A TTL that is not provably 0.
func unknown(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) {
	rdb.SetNX(ctx, key, 1, ttl)
	rdb.Expire(ctx, key, ttl)
}

// Both in one transaction.
func transaction(ctx context.Context, rdb *redis.Client, key string) error {
	tx := rdb.TxPipeline()
	tx.SetNX(ctx, key, 1, 0)
	tx.Expire(ctx, key, time.Minute)
	if _, err := tx.Exec(ctx); err != nil {
		return err
	}
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.SetNX(ctx, key, 1, 0)
		p.Expire(ctx, key, time.Minute)
		return nil
	})
	return err
}

// Whoever made the pipeline may run it as a transaction.
func queued(ctx context.Context, p redis.Pipeliner, key string) {
	p.SetNX(ctx, key, 1, 0)
	p.Expire(ctx, key, time.Minute)
}

// An EXPIRE where the SETNX failed mends the key of somebody who died.
func mends(ctx context.Context, rdb *redis.Client, token string) bool {
	ok, err := rdb.SetNX(ctx, "lock:mends", token, 0).Result()
	if err != nil {
		return false
	}
	if !ok {
		rdb.Expire(ctx, "lock:mends", time.Minute)
	}
	return ok
}

func mendsBefore(ctx context.Context, rdb *redis.Client, token string) {
	rdb.Expire(ctx, "lock:before", time.Minute)
	rdb.SetNX(ctx, "lock:before", token, 0) // want `lockttl: ` `lockresult: `
}

// Another key, another instance of one, another function.
func others(ctx context.Context, rdb *redis.Client, a, b string) {
	rdb.SetNX(ctx, "lock:"+a, 1, 0) // want `lockresult: `
	rdb.Expire(ctx, "lock:"+b, time.Minute)
	rdb.Expire(ctx, "other", time.Minute)
}

// A SET is setexpire's.
func set(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Set(ctx, key, 1, 0)
	rdb.ExpireAt(ctx, key, time.Now().Add(time.Minute)) // want `setexpire: `
}

// Two ids are two keys.
type ids struct{ n time.Time }

func (i ids) next() string { return time.Now().String() }

func freshIDs(ctx context.Context, rdb *redis.Client, i ids) {
	if rdb.SetNX(ctx, i.next(), 1, 0).Val() { // want `missingttl: `
		rdb.Expire(ctx, i.next(), time.Hour)
	}
}
