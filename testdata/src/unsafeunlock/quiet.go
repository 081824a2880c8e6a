package unsafeunlock

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

type safeLocker struct {
	rdb   *redis.Client
	key   string
	token string
}

func (l *safeLocker) Lock(ctx context.Context) (bool, error) {
	return l.rdb.SetNX(ctx, l.key, l.token, 30*time.Second).Result()
}

// The server compares.
func (l *safeLocker) Unlock(ctx context.Context) error {
	return release.Run(ctx, l.rdb, []string{l.key}, l.token).Err()
}

func (l *safeLocker) UnlockInOneCommand(ctx context.Context) error {
	return l.rdb.DelExArgs(ctx, l.key, redis.DelExArgs{Mode: "IFEQ", MatchValue: l.token}).Err()
}

// The transaction fails when the lock changed hands after the comparison.
func (l *safeLocker) UnlockWatched(ctx context.Context) error {
	return l.rdb.Watch(ctx, func(tx *redis.Tx) error {
		val, err := tx.Get(ctx, l.key).Result()
		if err != nil || val != l.token {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, l.key)
			return nil
		})
		return err
	}, l.key)
}

// It says that it takes the lock from its owner.
func (l *safeLocker) ForceUnlock(ctx context.Context) error { return l.rdb.Del(ctx, l.key).Err() }

func clearStaleLocks(ctx context.Context, rdb *redis.Client, id string) {
	rdb.Del(ctx, "lock:"+id)
}

// Nobody else can mean a key that holds its owner.
func slots(ctx context.Context, rdb *redis.Client, account, requestID string) error {
	key := "slot:" + account + ":" + requestID
	ok, err := rdb.SetNX(ctx, key, 1, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Del(ctx, key)
	return work(ctx)
}

// The work never began: nobody else can have the lock yet.
func failedSetup(ctx context.Context, rdb *redis.Client, id string) error {
	ok, err := rdb.SetNX(ctx, "lock:setup:"+id, 1, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	if err := rdb.HSet(ctx, "job:"+id, "state", "new").Err(); err != nil {
		rdb.Del(ctx, "lock:setup:"+id)
		return err
	}
	return nil
}

// A claim that a failed attempt gives back is no lock.
func callback(ctx context.Context, rdb *redis.Client, id string) error {
	key := "pay:callback:" + id
	ok, err := rdb.SetNX(ctx, key, "1", time.Hour).Result()
	if err != nil || !ok {
		return err
	}
	if err := work(ctx); err != nil {
		rdb.Del(ctx, key)
		return err
	}
	return nil
}

// An insert if absent of the record itself.
type records struct{ rdb *redis.Client }

func (r *records) Insert(ctx context.Context, id string, data []byte) (bool, error) {
	return r.rdb.SetNX(ctx, "record:"+id, data, 24*time.Hour).Result()
}

func (r *records) Delete(ctx context.Context, id string) error {
	return r.rdb.Del(ctx, "record:"+id).Err()
}

// Words inside other words are none: block, clock.
func blocks(ctx context.Context, rdb *redis.Client, n string) {
	rdb.Set(ctx, "block:"+n, 1, time.Minute)
	rdb.Set(ctx, "clock:"+n, 1, time.Minute)
	rdb.Del(ctx, "block:"+n, "clock:"+n)
}

// A cache entry that a lock-free function drops.
func invalidate(ctx context.Context, rdb *redis.Client, id string) error {
	if id == "" {
		return errors.New("no id")
	}
	return rdb.Del(ctx, "user:"+id).Err()
}

// One builder for the keys of the whole program is no family.
type namespaced struct {
	rdb *redis.Client
	env *environment
}

type environment struct{ names []string }

func (n *namespaced) ns(key string) string {
	for _, e := range n.env.names {
		key = e + key
	}
	return key
}

func (n *namespaced) SetNX(ctx context.Context, key string) (bool, error) {
	return n.rdb.SetNX(ctx, n.ns(key), "1", time.Minute).Result()
}

func (n *namespaced) Lock(ctx context.Context, key string) (bool, error) {
	return n.rdb.SetNX(ctx, n.ns(key), "1", time.Minute).Result()
}

func (n *namespaced) HSet(ctx context.Context, key string, v ...any) error {
	return n.rdb.HSet(ctx, n.ns(key), v...).Err()
}

func (n *namespaced) Del(ctx context.Context, key string) error {
	return n.rdb.Del(ctx, n.ns(key)).Err()
}
