package lockresult

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

func work(context.Context) error { return nil }

// The error alone is looked at.
func errOnly(ctx context.Context, rdb *redis.Client, token string) error {
	if err := rdb.SetNX(ctx, "lock:report", token, time.Minute).Err(); err != nil { // want `lockresult: nothing reads whether this SET took lock key "lock:report", so the code goes on as if it held the lock while another owner does: read the answer, and stop when it is false`
		return err
	}
	return work(ctx)
}

func returned(ctx context.Context, rdb redis.Cmdable, token string) error {
	return rdb.SetNX(ctx, "mutex:a", token, time.Minute).Err() // want `lockresult: nothing reads whether this SET took lock key "mutex:a"`
}

func dropped(ctx context.Context, rdb *redis.Client, id string) error {
	rdb.SetNX(ctx, "job:lock:"+id, "1", time.Minute) // want `lockresult: nothing reads whether this SET took lock key "job:lock:\*"`
	return work(ctx)
}

func blank(ctx context.Context, rdb *redis.Client, token string) error {
	_, err := rdb.SetNX(ctx, "lease", token, time.Minute).Result() // want `lockresult: nothing reads`
	if err != nil {
		return err
	}
	return work(ctx)
}

func blankBoth(ctx context.Context, rdb *redis.Client, token string) {
	_, _ = rdb.SetNX(ctx, "lock:both", token, time.Minute).Result() // want `lockresult: nothing reads`
}

// The command is kept, and asked for its error alone.
func kept(ctx context.Context, rdb *redis.Client, token string) error {
	cmd := rdb.SetNX(ctx, "leader", token, time.Minute) // want `lockresult: nothing reads`
	if cmd.Err() != nil {
		return cmd.Err()
	}
	return work(ctx)
}

// A type that is a lock.
type Lock struct {
	rdb        redis.UniversalClient
	key, token string
}

func (l *Lock) Acquire(ctx context.Context) error {
	if err := l.rdb.SetNX(ctx, l.key, l.token, time.Minute).Err(); err != nil { // want `lockresult: nothing reads whether this SET took lock key l.key`
		return fmt.Errorf("acquire: %w", err)
	}
	return nil
}

// The helper answers; its caller does not listen.
func acquire(ctx context.Context, rdb *redis.Client, name, token string) (bool, error) {
	return rdb.SetNX(ctx, "lock:"+name, token, time.Minute).Result()
}

func ignores(ctx context.Context, rdb *redis.Client, token string) error {
	if _, err := acquire(ctx, rdb, "nightly", token); err != nil { // want `lockresult: nothing reads whether this SET took lock key "lock:nightly"`
		return err
	}
	return work(ctx)
}

// Nil goes up as a failure.
func nilReturned(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	err := rdb.SetArgs(ctx, "lock:a", token, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err() // want `lockresult: SET with NX answers redis.Nil while somebody else holds lock key "lock:a", and that goes up as a failure here: test errors.Is\(err, redis.Nil\) first, which means that the lock is taken`
	if err != nil {
		return false, err
	}
	return true, nil
}

func nilBeforeOK(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	res, err := rdb.Do(ctx, "SET", "lock:b", token, "NX", "EX", 60).Result() // want `lockresult: SET with NX answers redis.Nil`
	if err != nil {
		return false, err
	}
	return res == "OK", nil
}

func nilWrapped(ctx context.Context, rdb redis.Cmdable, token string) error {
	if err := rdb.SetArgs(ctx, "lock:c", token, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err(); err != nil { // want `lockresult: SET with NX answers redis.Nil`
		log.Print(err)
		return fmt.Errorf("redis: %w", err)
	}
	return work(ctx)
}

func nilDropped(ctx context.Context, rdb redis.Cmdable, token string) error {
	rdb.SetArgs(ctx, "lock:d", token, redis.SetArgs{Mode: "NX", TTL: time.Minute}) // want `lockresult: nothing reads`
	return work(ctx)
}

// A generic one, and go-redis v8.
func lockOf[K fmt.Stringer](ctx context.Context, rdb *v8.Client, key K) error {
	return rdb.SetNX(ctx, "lock:"+key.String(), "me", time.Minute).Err() // want `lockresult: nothing reads`
}
