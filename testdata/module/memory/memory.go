// Package memory implements the interface of package store without Redis: that
// does not hide who does it with Redis.
package memory

import (
	"context"
	"time"
)

type Memory map[string]string

func (m Memory) Put(_ context.Context, key, value string, _ time.Duration) error {
	m[key] = value
	return nil
}

func (m Memory) Keep(_ context.Context, key, value string, _ time.Duration) error {
	m[key] = value
	return nil
}
