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
