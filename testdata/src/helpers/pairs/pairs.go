// Package pairs sends two commands that belong together through helpers.
package pairs

import (
	"context"
	"time"

	"example.com/testdata/helpers/store"
	"github.com/redis/go-redis/v9"
)

// Mutex keeps its key in a field.
type Mutex struct {
	rdb *redis.Client
	key string
}

func NewMutex(rdb *redis.Client, name string) *Mutex { return &Mutex{rdb: rdb, key: "mutex:" + name} }

func (m *Mutex) Lock(ctx context.Context, token string) (bool, error) {
	return m.rdb.SetNX(ctx, m.key, token, time.Minute).Result()
}

func (m *Mutex) Unlock(ctx context.Context) error {
	return m.rdb.Del(ctx, m.key).Err() // want `unsafeunlock: DEL of lock key m.key`
}

// Its callers do not answer for it a second time.
func guarded(ctx context.Context, m *Mutex, work func()) {
	if ok, err := m.Lock(ctx, "t"); err != nil || !ok {
		return
	}
	defer m.Unlock(ctx)
	work()
}

// Record has the same shape, and stores data.
type Record struct {
	rdb *redis.Client
	key string
}

func (r *Record) Insert(ctx context.Context, data []byte) (bool, error) {
	return r.rdb.SetNX(ctx, r.key, data, time.Minute).Result()
}

func (r *Record) Delete(ctx context.Context) error { return r.rdb.Del(ctx, r.key).Err() }

// Cache gives keys back under a name that says so.
type Cache struct{ s *store.Store }

func (c *Cache) Acquire(ctx context.Context, k, token string) (bool, error) {
	return c.s.SetNX(ctx, "job:"+k, token, time.Minute)
}

func (c *Cache) Release(ctx context.Context, k string) error {
	return c.s.Remove(ctx, "job:"+k) // want `unsafeunlock: DEL of lock key "job:\*"`
}

func deferred(ctx context.Context, c *Cache, id string, work func()) {
	if ok, _ := c.Acquire(ctx, id, "t"); !ok { // want `locktoken: `
		return
	}
	defer c.Release(ctx, id)
	work()
}

// A defer of a helper whose name says nothing: the defer does.
func removed(ctx context.Context, s *store.Store, id, token string, work func()) {
	if ok, _ := s.SetNX(ctx, "turn:"+id, token, time.Minute); !ok {
		return
	}
	defer s.Remove(ctx, "turn:"+id) // want `unsafeunlock: DEL of lock key "turn:\*"`
	work()
}

// Another key is no lock's.
func unrelated(ctx context.Context, s *store.Store, id, token string, work func()) {
	if ok, _ := s.SetNX(ctx, "once:"+id, token, time.Minute); !ok {
		return
	}
	defer s.Remove(ctx, "cache:"+id)
	work()
}

// Both commands through an interface.
type keyed interface {
	Claim(ctx context.Context, key string, v any) bool
	Expire(ctx context.Context, key string, ttl time.Duration) error
}

var _ keyed = (*store.Store)(nil)

func claimed(ctx context.Context, k keyed, id string) {
	if k.Claim(ctx, "c:"+id, 1) {
		k.Expire(ctx, "c:"+id, time.Hour) // want `setnxexpire: key "c:\*" has no expiry`
	}
	if k.Claim(ctx, "c:"+id, 1) {
		k.Expire(ctx, "other:"+id, time.Hour)
	}
}

// WATCH in a helper: what its closure sends is under it, for callers as well.
func (m *Mutex) Steal(ctx context.Context, token string) error {
	return m.rdb.Watch(ctx, func(tx *redis.Tx) error {
		if tx.Get(ctx, m.key).Val() != token {
			return nil
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, m.key)
			return nil
		})
		return err
	}, m.key)
}
