package lockttl

import (
	"context"
	"errors"
	"fmt"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

func work(context.Context) error { return nil }

// The name says it.
func report(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	return rdb.SetNX(ctx, "lock:report", token, 0).Result() // want `lockttl: lock key "lock:report" is taken with no expiry: if its owner dies before it releases the lock, nobody can take it again until somebody deletes the key by hand; pass a TTL in place of 0`
}

// No word says it; the answer, the work and the delete do.
func guarded(ctx context.Context, rdb redis.Cmdable, id string) error {
	key := "import:running:" + id
	if !rdb.SetNX(ctx, key, time.Now().Unix(), 0).Val() { // want `lockttl: lock key "import:running:\*"`
		return errBusy
	}
	defer rdb.Del(ctx, key) // want `unsafeunlock: `
	return work(ctx)
}

// A constant that is 0, and one that the options leave out.
const noExpiry = time.Duration(0)

func constant(ctx context.Context, rdb redis.UniversalClient, me string) bool {
	return rdb.SetNX(ctx, "leader", me, noExpiry).Val() // want `lockttl: lock key "leader"`
}

func options(ctx context.Context, rdb *redis.Client, me string) error {
	err := rdb.SetArgs(ctx, "lease:a", me, redis.SetArgs{Mode: "NX"}).Err() // want `lockttl: lock key "lease:a" .*; set TTL in SetArgs`
	if errors.Is(err, redis.Nil) {
		return errBusy
	}
	return err
}

// Raw forms.
func raw(ctx context.Context, rdb *redis.Client, me string) bool {
	if rdb.Do(ctx, "SET", "mutex:a", me, "NX").Val() == "OK" { // want `lockttl: lock key "mutex:a" .*; add EX and the seconds`
		return true
	}
	n, _ := rdb.Do(ctx, "SETNX", "mutex:b", me).Int() // want `lockttl: lock key "mutex:b" .*; use SET with NX and EX`
	return n == 1
}

// In a script.
var acquire = redis.NewScript(`return redis.call("SETNX", KEYS[1], ARGV[1])`) // want `lockttl: lock key "lock:script"`

func scripted(ctx context.Context, rdb *redis.Client, token string) (int, error) {
	return acquire.Run(ctx, rdb, []string{"lock:script"}, token).Int()
}

// A type that is a lock; its parameter is the key.
type Mutex struct {
	rdb   *redis.Client
	key   string
	token string
}

func (m *Mutex) TryLock(ctx context.Context) (bool, error) {
	return m.rdb.SetNX(ctx, m.key, m.token, 0).Result() // want `lockttl: lock key m.key`
}

func (m *Mutex) Unlock(ctx context.Context) error {
	return m.rdb.Unlink(ctx, m.key, "state").Err() // want `unsafeunlock: `
}

// A helper that hands a TTL on: whoever gives it 0 is told.
type locker struct{ rdb redis.Cmdable }

func (l locker) acquire(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	return l.rdb.SetNX(ctx, "lock:"+key, token, ttl).Result()
}

func throughHelper(ctx context.Context, l locker, token string) (bool, error) {
	return l.acquire(ctx, "nightly", token, 0) // want `lockttl: lock key "lock:nightly"`
}

// Two helpers deep, and a generic one.
func (l locker) forever(ctx context.Context, key, token string) (bool, error) {
	return l.acquire(ctx, key, token, 0) // want `lockttl: lock key "lock:\*"`
}

func lockFor[K fmt.Stringer](ctx context.Context, rdb redis.Cmdable, key K, token string) bool {
	return rdb.SetNX(ctx, fmt.Sprintf("lock:%s", key), token, 0).Val() // want `lockttl: lock key "lock:\*"`
}

// Waits for the lock in a loop.
func wait(ctx context.Context, rdb *redis.Client, token string) error {
	for {
		ok, err := rdb.SetNX(ctx, "job_lock", token, 0).Result() // want `lockttl: lock key "job_lock"`
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// An EXPIRE of another key is none of this one.
func otherExpire(ctx context.Context, rdb *redis.Client, token, id string) bool {
	if !rdb.SetNX(ctx, "lock:"+id, token, 0).Val() { // want `lockttl: lock key "lock:\*"`
		return false
	}
	rdb.Expire(ctx, "state:"+id, time.Minute)
	return true
}

// go-redis v8.
func old(ctx context.Context, rdb *v8.Client, token string) (bool, error) {
	return rdb.SetNX(ctx, "election:old", token, 0).Result() // want `lockttl: lock key "election:old"`
}
