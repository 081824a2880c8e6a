// Package ledger implements the interfaces of package store with Redis.
package ledger

import (
	"context"
	"time"

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
