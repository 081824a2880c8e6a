package setnxexpire

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// The SETNX's answer decides; the expiry is a command of its own.
func claim(ctx context.Context, rdb *redis.Client, token string, at time.Time) (bool, error) {
	ok, err := rdb.SetNX(ctx, "lock:report", token, 0).Result()
	if err != nil || !ok {
		return false, err
	}
	return true, rdb.ExpireAt(ctx, "lock:report", at).Err() // want `setnxexpire: key "lock:report" has no expiry between its SETNX \(bad.go:12\) and this EXPIREAT: a crash there leaves it for ever, and nobody can take it again; write SetNX\(..., ttl\) in one command`
}

// Raw forms, and the options of SET.
func raw(ctx context.Context, rdb *redis.Client, id string) {
	if n, _ := rdb.Do(ctx, "SETNX", "claim:"+id, 1).Int(); n == 1 {
		rdb.Do(ctx, "EXPIRE", "claim:"+id, 60) // want `setnxexpire: key "claim:\*"`
	}
	if rdb.Do(ctx, "SET", "owner:"+id, 1, "NX").Val() == "OK" {
		rdb.Expire(ctx, "owner:"+id, time.Minute) // want `setnxexpire: `
	}
	if err := rdb.SetArgs(ctx, "mode:"+id, 1, redis.SetArgs{Mode: "NX"}).Err(); err == nil {
		rdb.PExpireAt(ctx, "mode:"+id, time.Now().Add(time.Minute)) // want `setnxexpire: .* this PEXPIREAT`
	}
}

// Whatever the answer, the path on which it succeeded is among them.
func always(ctx context.Context, rdb redis.Cmdable, key string, ttl time.Duration) {
	ok := rdb.SetNX(ctx, key, 1, 0).Val()
	println(ok)
	rdb.Expire(ctx, key, ttl) // want `setnxexpire: key key has no expiry between its SETNX`
}

func inverted(ctx context.Context, rdb redis.Cmdable, key string, ttl time.Duration) error {
	cmd := rdb.SetNX(ctx, key, 1, 0)
	if cmd.Err() != nil {
		return cmd.Err()
	}
	if !cmd.Val() {
		return nil
	} else if ttl > 0 {
		return rdb.ExpireNX(ctx, key, ttl).Err() // want `setnxexpire: `
	}
	return nil
}

// A plain pipeline is no transaction: the EXPIRE runs by itself.
func pipelined(ctx context.Context, rdb redis.Cmdable, key string) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.SetNX(ctx, key, 1, 0)
		p.ExpireAt(ctx, key, time.Now()) // want `setnxexpire: `
		return nil
	})
	return err
}

// The first sent at once, the second in a transaction.
func split(ctx context.Context, rdb redis.Cmdable, key string) {
	rdb.SetNX(ctx, key, 1, 0)
	tx := rdb.TxPipeline()
	tx.Expire(ctx, key, time.Minute) // want `setnxexpire: `
	tx.Incr(ctx, "n")
	_, _ = tx.Exec(ctx)
}

// Across helpers, on either side.
type store struct{ rdb *redis.Client }

func (s *store) setNX(ctx context.Context, k string) bool {
	return s.rdb.SetNX(ctx, "s:"+k, 1, 0).Val()
}

func (s *store) SetNX(ctx context.Context, k string, ttl time.Duration) bool {
	return s.rdb.SetNX(ctx, "s:"+k, 1, ttl).Val()
}

func (s *store) expire(ctx context.Context, k string, ttl time.Duration) error {
	return s.rdb.Expire(ctx, "s:"+k, ttl).Err()
}

func (s *store) take(ctx context.Context, id string) error {
	if !s.setNX(ctx, id) {
		return nil
	}
	return s.expire(ctx, id, time.Minute) // want `setnxexpire: key "s:\*" has no expiry between its SETNX in setNX \(bad.go:\d+\) and this EXPIRE`
}

func (s *store) takeZero(ctx context.Context, id string) {
	if s.SetNX(ctx, id, 0) {
		s.rdb.Expire(ctx, "s:"+id, time.Minute) // want `setnxexpire: `
	}
}

// Two EXPIREs on two branches are two second commands.
func branches(ctx context.Context, rdb redis.Cmdable, key string, long bool) {
	if !rdb.SetNX(ctx, key, 1, 0).Val() {
		return
	}
	if long {
		rdb.Expire(ctx, key, time.Hour) // want `setnxexpire: `
	} else {
		rdb.Expire(ctx, key, time.Minute) // want `setnxexpire: `
	}
}

// The EXPIRE in the helper is the second command; this one renews.
func (s *store) takeWhole(ctx context.Context, id string) bool {
	if !s.rdb.SetNX(ctx, "w:"+id, 1, 0).Val() {
		return false
	}
	return s.rdb.Expire(ctx, "w:"+id, time.Minute).Val() // want `setnxexpire: `
}

func renewsWhole(ctx context.Context, s *store, id string) {
	if s.takeWhole(ctx, id) {
		s.rdb.Expire(ctx, "w:"+id, time.Hour)
	}
}
