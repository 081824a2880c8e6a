// Package orders calls through interfaces of package store. It imports neither
// an implementation nor a client.
package orders

import (
	"context"
	"time"

	"example.com/module/store"
)

type Service struct{ s store.Store }

func New(s store.Store) *Service { return &Service{s} }

func (s *Service) Create(ctx context.Context, id string) error {
	return s.s.Put(ctx, "order:"+id, "new", 0) // want "missingttl: SET of .order:.*. has no expiry"
}

func (s *Service) Pay(ctx context.Context, id string) error {
	return s.s.Put(ctx, "order:"+id, "paid", time.Hour)
}

// The implementations send different commands: nothing is known.
func Drop(ctx context.Context, d store.Deletes) error {
	return d.Drop(ctx, "order:*")
}

func Keep(ctx context.Context, n store.Nowhere) error {
	return n.Keep(ctx, "order:1", "new", 0)
}

// What all implementations of a generic interface do for numbers.
func Count(ctx context.Context, t store.Typed[int], id string) error {
	if err := t.Keep(ctx, "count:"+id, 1, time.Minute); err != nil {
		return err
	}
	return t.Keep(ctx, "count:"+id, 1, 0) // want "missingttl: SET of .count:.*. has no expiry"
}

// Sessions have one of their own, which sends another command.
func Remember(ctx context.Context, t store.Typed[store.Session], s store.Session) error {
	return t.Keep(ctx, s.User, s, 0)
}

// Any does not know what it keeps.
func Any[T any](ctx context.Context, t store.Typed[T], id string, v T) error {
	return t.Keep(ctx, "any:"+id, v, 0) // want "missingttl: SET of .any:.*. has no expiry"
}

func Clean(ctx context.Context, c store.Cleaner) error {
	return c.Clean(ctx, "order:*") // want "keyscommand: KEYS .order:"
}
