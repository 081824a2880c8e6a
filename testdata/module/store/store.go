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
