// Package store declares interfaces, and knows nothing of Redis.
package store

import (
	"context"
	"time"
)

type Store interface {
	Put(ctx context.Context, key, value string, ttl time.Duration) error
}

// Deletes has two implementations that send different commands.
type Deletes interface {
	Drop(ctx context.Context, key string) error
}

// Nowhere has no implementation that sends anything.
type Nowhere interface {
	Keep(ctx context.Context, key, value string, ttl time.Duration) error
}

// Typed is generic. Its implementations are a generic type, and a type for one
// kind of values.
type Typed[T any] interface {
	Keep(ctx context.Context, key string, v T, ttl time.Duration) error
}

type Session struct{ User string }

// Cleaner is implemented by a generic type whose values it does not know.
type Cleaner interface {
	Clean(ctx context.Context, pattern string) error
}
