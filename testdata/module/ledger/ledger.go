// Package ledger implements the interfaces of package store with Redis.
package ledger

import (
	"context"
	"time"

	"example.com/module/store"
	"github.com/redis/go-redis/v9"
)

type Ledger struct{ rdb *redis.Client }

func New(rdb *redis.Client) *Ledger { return &Ledger{rdb} }

// Called in package orders through package store's interface.
func (l *Ledger) Put(ctx context.Context, key, value string, ttl time.Duration) error {
	return l.rdb.Set(ctx, key, value, ttl).Err()
}

type Lists struct{ rdb *redis.Client }

func (l *Lists) Drop(ctx context.Context, pattern string) error {
	return l.rdb.Keys(ctx, pattern).Err()
}

type Sets struct{ rdb *redis.Client }

func (s *Sets) Drop(ctx context.Context, key string) error {
	return s.rdb.Set(ctx, key, "", 0).Err() // want "missingttl: SET"
}

type typed[T any] struct{ rdb *redis.Client }

func NewTyped[T any](rdb *redis.Client) store.Typed[T] { return &typed[T]{rdb} }

func (t *typed[T]) Keep(ctx context.Context, key string, v T, ttl time.Duration) error {
	return t.rdb.Set(ctx, key, v, ttl).Err()
}

func (t *typed[T]) Clean(ctx context.Context, pattern string) error {
	return t.rdb.Keys(ctx, pattern).Err()
}

type sessions struct{ rdb *redis.Client }

func NewSessions(rdb *redis.Client) store.Typed[store.Session] { return &sessions{rdb} }

func (s *sessions) Keep(ctx context.Context, key string, v store.Session, ttl time.Duration) error {
	return s.rdb.SetNX(ctx, "session:"+key, v.User, ttl).Err()
}
