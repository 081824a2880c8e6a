// Package behind calls interfaces: behind others, embedded, generic, mocked.
package behind

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Low is implemented by the client's owner.
type Low interface {
	Write(ctx context.Context, key string, v any, ttl time.Duration) error
}

// High is implemented by what forwards to Low.
type High interface {
	Save(ctx context.Context, id string, v any, ttl time.Duration) error
}

type driver struct{ rdb *redis.Client }

func (d *driver) Write(ctx context.Context, key string, v any, ttl time.Duration) error {
	return d.rdb.Set(ctx, key, v, ttl).Err()
}

type repository struct{ low Low }

func (r *repository) Save(ctx context.Context, id string, v any, ttl time.Duration) error {
	return r.low.Write(ctx, "high:"+id, v, ttl)
}

// A mock and a decorator change nothing.
type mock struct{ calls int }

func (m *mock) Save(context.Context, string, any, time.Duration) error {
	m.calls++
	return nil
}

type logged struct{ High }

func (l logged) Save(ctx context.Context, id string, v any, ttl time.Duration) error {
	return l.High.Save(ctx, id, v, ttl)
}

func high(ctx context.Context, h High, id string) {
	h.Save(ctx, id, 1, 0) // want `missingttl: SET of "high:\*"`
	h.Save(ctx, id, 1, time.Hour)
}

// Reader and Writer make up ReadWriter, which fewer types implement.
type Reader interface {
	Load(ctx context.Context, id string) error
}

type Writer interface {
	Put(ctx context.Context, id string, ttl time.Duration) error
}

type ReadWriter interface {
	Reader
	Writer
}

type full struct{ rdb *redis.Client }

func (f *full) Load(ctx context.Context, id string) error { return f.rdb.Get(ctx, id).Err() }
func (f *full) Put(ctx context.Context, id string, ttl time.Duration) error {
	return f.rdb.Set(ctx, "full:"+id, 1, ttl).Err()
}

// It writes otherwise, and reads nothing.
type half struct{ rdb *redis.Client }

func (h *half) Put(ctx context.Context, id string, ttl time.Duration) error {
	return h.rdb.Set(ctx, "half:"+id, 1, ttl).Err()
}

func embedded(ctx context.Context, rw ReadWriter, w Writer, id string) {
	rw.Put(ctx, id, 0) // want `missingttl: SET of "full:\*"`
	rw.Put(ctx, id, time.Hour)
	w.Put(ctx, id, 0) // one of two keys: nothing is known
}

type service struct{ ReadWriter }

func promoted(ctx context.Context, s *service, id string) {
	s.Put(ctx, id, 0) // want `missingttl: SET of "full:\*"`
	s.Put(ctx, id, time.Hour)
}

// Generic interfaces and implementations.
type Cache[T any] interface {
	Keep(ctx context.Context, id string, v T, ttl time.Duration) error
}

type typed[T any] struct{ rdb *redis.Client }

func (t *typed[T]) Keep(ctx context.Context, id string, v T, ttl time.Duration) error {
	return t.rdb.Set(ctx, "typed:"+id, v, ttl).Err()
}

type inMemory[T any] map[string]T

func (m inMemory[T]) Keep(_ context.Context, id string, v T, _ time.Duration) error {
	m[id] = v
	return nil
}

func generic(ctx context.Context, c Cache[string], id string) {
	c.Keep(ctx, id, "v", 0) // want `missingttl: SET of "typed:\*"`
	c.Keep(ctx, id, "v", time.Hour)
}

func parameter[T any](ctx context.Context, c Cache[T], id string, v T) {
	c.Keep(ctx, id, v, 0) // want `missingttl: SET of "typed:\*"`
	c.Keep(ctx, id, v, time.Hour)
}

func constrained[W ReadWriter](ctx context.Context, w W, id string) {
	w.Put(ctx, id, 0) // want `missingttl: SET of "full:\*"`
	w.Put(ctx, id, time.Hour)
}

// Sessions has one implementation for one type.
type Sessions[K comparable] interface {
	Touch(ctx context.Context, k K, ttl time.Duration) error
}

type sessions struct{ rdb *redis.Client }

func (s *sessions) Touch(ctx context.Context, k string, ttl time.Duration) error {
	return s.rdb.Set(ctx, "session:"+k, 1, ttl).Err()
}

func instantiated(ctx context.Context, s Sessions[string], n Sessions[int]) {
	s.Touch(ctx, "a", 0) // want `missingttl: SET of "session:a"`
	s.Touch(ctx, "a", time.Hour)
	n.Touch(ctx, 1, 0) // nothing implements it
}

// Indexed sends the same SET, and one of the two an SADD as well.
type Indexed interface {
	Add(ctx context.Context, id string, ttl time.Duration) error
}

type plain struct{ rdb *redis.Client }

func (p *plain) Add(ctx context.Context, id string, ttl time.Duration) error {
	return p.rdb.Set(ctx, "ix:"+id, 1, ttl).Err()
}

type withIndex struct{ rdb *redis.Client }

func (w *withIndex) Add(ctx context.Context, id string, ttl time.Duration) error {
	if err := w.rdb.SAdd(ctx, "ix", id).Err(); err != nil {
		return err
	}
	return w.rdb.Set(ctx, "ix:"+id, 1, ttl).Err()
}

func shared(ctx context.Context, x Indexed, id string) {
	x.Add(ctx, id, 0) // want `missingttl: SET of "ix:\*"`
	x.Add(ctx, id, time.Hour)
}
