// Package app is a server.
package app

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func all(ctx context.Context, rdb *redis.Client) []string {
	return rdb.Keys(ctx, "*").Val() // want `keyscommand: KEYS "\*"`
}
