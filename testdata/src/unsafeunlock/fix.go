package unsafeunlock

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// The lock and its release in one function.
func oneFunction(ctx context.Context, rdb *redis.Client, order string, token string) error {
	ok, err := rdb.SetNX(ctx, "lock:order:"+order, token, time.Minute).Result()
	if err != nil || !ok {
		return errBusy
	}
	defer rdb.Del(ctx, "lock:order:"+order) // want `unsafeunlock: DEL of lock key "lock:order:\*" can release another owner's lock once this one has expired: compare the token and delete in one script`
	return work(ctx)
}

// A locker type: the key sits in a field.
type Locker struct {
	rdb   *redis.Client
	key   string
	token string
}

func (l *Locker) Lock(ctx context.Context) (bool, error) {
	return l.rdb.SetNX(ctx, l.key, l.token, 30*time.Second).Result()
}

func (l *Locker) Unlock(ctx context.Context) error {
	return l.rdb.Del(ctx, l.key).Err() // want `DEL of lock key l.key`
}

// A comparison on the client's side only narrows the window.
func (l *Locker) Release(ctx context.Context) error {
	val, err := l.rdb.Get(ctx, l.key).Result()
	if err != nil {
		return err
	}
	if val == l.token {
		return l.rdb.Del(ctx, l.key).Err() // want `DEL of lock key l.key after a separate GET can release another owner's lock`
	}
	return nil
}

// A closure that releases.
func acquire(ctx context.Context, rdb *redis.Client, name string) (func(), error) {
	key := "mutex:" + name
	token := name + "-1"
	ok, err := rdb.SetNX(ctx, key, token, time.Minute).Result()
	if err != nil || !ok {
		return nil, errBusy
	}
	return func() {
		rdb.Del(ctx, key) // want `DEL of lock key "mutex:\*"`
	}, nil
}
