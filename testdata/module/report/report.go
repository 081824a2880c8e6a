// Package report calls forwarders of another package.
package report

import (
	"context"

	"example.com/module/forward"
)

type finder interface {
	Find(ctx context.Context, pattern string) ([]string, error)
}

var _ finder = (*forward.Cache)(nil)

func Sessions(ctx context.Context, c *forward.Cache) ([]string, error) {
	return c.Match(ctx, "session:*") // want "keyscommand: KEYS"
}

func Carts(ctx context.Context, f finder) ([]string, error) {
	return f.Find(ctx, "cart:*") // want "keyscommand: KEYS"
}

func Grepper(c *forward.Cache) func(context.Context, string) ([]string, error) {
	return c.Grep
}
