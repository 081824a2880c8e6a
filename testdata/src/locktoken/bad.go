package locktoken

import (
	"context"
	"errors"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

func work(context.Context) error { return nil }

func one(ctx context.Context, rdb *redis.Client) error {
	ok, err := rdb.SetNX(ctx, "lock:report", "1", time.Minute).Result() // want `locktoken: every process takes lock key "lock:report" with the same value "1", so that none can tell its own lock from another's when it gives it back \(DEL at bad.go:23\): write a random token, and delete by a script that compares it`
	if err != nil || !ok {
		return errBusy
	}
	defer func() {
		_ = work(ctx)
		rdb.Del(ctx, "lock:report") // want `unsafeunlock: `
	}()
	return work(ctx)
}

// No lock word: what the boolean decides and the defer make it a lock.
func guarded(ctx context.Context, rdb redis.Cmdable, id string) error {
	if !rdb.SetNX(ctx, "sync:running:"+id, true, time.Minute).Val() { // want `locktoken: every process takes lock key "sync:running:\*" with the same value "true"`
		return errBusy
	}
	defer rdb.Unlink(ctx, "sync:running:"+id) // want `unsafeunlock: `
	return work(ctx)
}

// Constants by another name, and other forms.
const held = "locked"

func named(ctx context.Context, rdb redis.UniversalClient) error {
	value := held
	if !rdb.SetNX(ctx, "mutex:a", value, time.Minute).Val() { // want `locktoken: .* "mutex:a" with the same value "locked"`
		return errBusy
	}
	defer rdb.Del(ctx, "mutex:a") // want `unsafeunlock: `
	return work(ctx)
}

func options(ctx context.Context, rdb *redis.Client) error {
	if rdb.SetArgs(ctx, "lease:a", 1, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err() != nil { // want `locktoken: .* "lease:a" with the same value "1"`
		return errBusy
	}
	defer rdb.Del(ctx, "lease:a") // want `unsafeunlock: `
	return work(ctx)
}

func raw(ctx context.Context, rdb *redis.Client) error {
	if rdb.Do(ctx, "SET", "lock:raw", "x", "NX", "EX", 60).Val() != "OK" { // want `locktoken: .* "lock:raw" with the same value "x"`
		return errBusy
	}
	defer rdb.Do(ctx, "DEL", "lock:raw") // want `unsafeunlock: `
	return work(ctx)
}

func bytes(ctx context.Context, rdb *redis.Client) error {
	if !rdb.SetNX(ctx, "lock:empty", "", time.Minute).Val() { // want `locktoken: .* "lock:empty" with the same value ""`
		return errBusy
	}
	defer rdb.Del(ctx, "lock:empty") // want `unsafeunlock: `
	return work(ctx)
}

// Two methods of one type.
type locker struct {
	rdb *redis.Client
	key string
}

func (l *locker) Lock(ctx context.Context) (bool, error) {
	return l.rdb.SetNX(ctx, l.key, "1", time.Minute).Result() // want `locktoken: .* lock key l.key with the same value "1"`
}

func (l *locker) Unlock(ctx context.Context) error {
	return l.rdb.Del(ctx, l.key).Err() // want `unsafeunlock: `
}

// Two functions, whose key is a parameter.
func AcquireLock(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) (bool, error) {
	return rdb.SetNX(ctx, key, 1, ttl).Result() // want `locktoken: .* lock key key with the same value "1"`
}

func ReleaseLock(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Del(ctx, key).Err() // want `unsafeunlock: `
}

// A helper that hands the value on.
type cache struct{ rdb *redis.Client }

func (c *cache) add(ctx context.Context, key string, v any) (bool, error) {
	return c.rdb.SetNX(ctx, key, v, time.Minute).Result()
}

func (c *cache) remove(ctx context.Context, key string) error { return c.rdb.Del(ctx, key).Err() }

func throughCache(ctx context.Context, c *cache) error {
	if ok, err := c.add(ctx, "lock:cache", "busy"); err != nil || !ok { // want `locktoken: .* "lock:cache" with the same value "busy"`
		return errBusy
	}
	defer c.remove(ctx, "lock:cache") // want `unsafeunlock: `
	return work(ctx)
}

// A client-side comparison of such a value compares nothing.
func compared(ctx context.Context, rdb *redis.Client) error {
	if !rdb.SetNX(ctx, "lock:compared", "me", time.Minute).Val() { // want `locktoken: .* "lock:compared" with the same value "me"`
		return errBusy
	}
	err := work(ctx)
	if rdb.Get(ctx, "lock:compared").Val() == "me" {
		rdb.Del(ctx, "lock:compared") // want `unsafeunlock: `
	}
	return err
}

// go-redis v8.
func old(ctx context.Context, rdb *v8.Client) error {
	if !rdb.SetNX(ctx, "lock:old", "1", time.Minute).Val() { // want `locktoken: .* "lock:old"`
		return errBusy
	}
	defer rdb.Del(ctx, "lock:old") // want `unsafeunlock: `
	return work(ctx)
}
