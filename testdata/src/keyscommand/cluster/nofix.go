package cluster

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func makes(ctx context.Context) string { return "m" }

func (n *names) assumed(ctx context.Context) {
	keys, err := n.any.Keys(ctx, "a:*").Result() // want `keyscommand: .* one node only`
	_, _ = keys, err
	keys, err = n.rdb.Keys(ctx, makes(ctx)+":*").Result()         // want `keyscommand: .* one node only`
	if keys, err := n.rdb.Keys(ctx, "b:*").Result(); err == nil { // want `keyscommand: .* one node only`
		_ = keys
	}
	keys, _ = n.rdb.Keys(ctx, "c:*").Result() // want `keyscommand: .* one node only`
	_ = n.rdb.ForEachMaster(ctx, func(ctx context.Context, c *redis.Client) error {
		return c.Keys(ctx, "d:*").Err() // want `keyscommand: KEYS "d:\*" .* clients wait: iterate with Scan`
	})
}
