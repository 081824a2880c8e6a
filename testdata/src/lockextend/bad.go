package lockextend

import (
	"context"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

const ttl = 30 * time.Second

// A ticker renews.
func keep(ctx context.Context, rdb *redis.Client, done chan struct{}) {
	t := time.NewTicker(ttl / 3)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			rdb.Expire(ctx, "lock:report", ttl) // want `lockextend: EXPIRE of lock key "lock:report" can prolong another owner's lock once this one has expired, and tells its caller that the lock is still held: compare the token and renew in one script`
		case <-done:
			return
		}
	}
}

func takeReport(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	return rdb.SetNX(ctx, "lock:report", token, ttl).Result()
}

// A type that is a lock, and the other commands.
type Lease struct {
	rdb redis.UniversalClient
	key string
}

func (l *Lease) Acquire(ctx context.Context, owner string) (bool, error) {
	return l.rdb.SetNX(ctx, l.key, owner, ttl).Result()
}

func (l *Lease) Refresh(ctx context.Context) (bool, error) {
	return l.rdb.Expire(ctx, l.key, ttl).Result() // want `lockextend: EXPIRE of lock key l.key`
}

func (l *Lease) RefreshMillis(ctx context.Context) error {
	return l.rdb.PExpire(ctx, l.key, ttl).Err() // want `lockextend: PEXPIRE of lock key l.key`
}

func (l *Lease) Until(ctx context.Context, at time.Time) error {
	return l.rdb.ExpireAt(ctx, l.key, at).Err() // want `lockextend: EXPIREAT of lock key l.key`
}

func (l *Lease) UntilMillis(ctx context.Context, at time.Time) error {
	return l.rdb.PExpireAt(ctx, l.key, at).Err() // want `lockextend: PEXPIREAT of lock key l.key`
}

// A comparison on the client's side.
func (l *Lease) RefreshCompared(ctx context.Context, owner string) error {
	if l.rdb.Get(ctx, l.key).Val() != owner {
		return nil
	}
	return l.rdb.Expire(ctx, l.key, ttl).Err() // want `lockextend: EXPIRE of lock key l.key can prolong another owner's lock that was taken after the separate GET`
}

// In a goroutine of the function that takes it, and in a loop of it.
func background(ctx context.Context, rdb redis.Cmdable, me string, work func()) {
	if !rdb.SetNX(ctx, "mutex:a", me, ttl).Val() {
		return
	}
	go func() {
		for range time.Tick(time.Second) {
			rdb.ExpireAt(ctx, "mutex:a", time.Now().Add(ttl)) // want `lockextend: EXPIREAT of lock key "mutex:a"`
		}
	}()
	work()
}

func inLoop(ctx context.Context, rdb *redis.Client, me string, work func() bool) {
	if !rdb.SetNX(ctx, "leader", me, ttl).Val() {
		return
	}
	for work() {
		rdb.Do(ctx, "EXPIRE", "leader", 30) // want `lockextend: EXPIRE of lock key "leader"`
	}
}

// Raw, and in a plain transaction that watches nothing.
func raw(ctx context.Context, rdb *redis.Client) error {
	return rdb.Do(ctx, "EXPIRE", "lock:report", 30).Err() // want `lockextend: EXPIRE of lock key "lock:report"`
}

func queued(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Expire(ctx, "lock:report", ttl) // want `lockextend: EXPIRE of lock key "lock:report"`
		p.HSet(ctx, "state", "beat", 1)
		return nil
	})
	return err
}

// Through a helper: whoever names the lock.
type cache struct{ rdb *redis.Client }

func (c *cache) expire(ctx context.Context, key string, d time.Duration) error {
	return c.rdb.Expire(ctx, key, d).Err()
}

func renewReport(ctx context.Context, c *cache) error {
	return c.expire(ctx, "lock:report", ttl) // want `lockextend: EXPIRE of lock key "lock:report"`
}

// A generic one, and go-redis v8.
func old[K ~string](ctx context.Context, rdb *v8.Client, id K) error {
	return rdb.Expire(ctx, "lock:old:"+string(id), ttl).Err() // want `lockextend: EXPIRE of lock key "lock:old:\*"`
}

func takeOld(ctx context.Context, rdb *v8.Client, id, me string) bool {
	return rdb.SetNX(ctx, "lock:old:"+id, me, ttl).Val()
}
