package keyscommand

import (
	"context"
	"testing"

	"github.com/redis/go-redis/v9"
)

// keysOf serves tests alone: its file imports testing.
func keysOf(t *testing.T, rdb *redis.Client) []string {
	return rdb.Keys(context.Background(), "*").Val()
}
