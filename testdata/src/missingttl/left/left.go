// Package left holds what is left alone everywhere.
package left

import (
	"context"
	"testing"

	"github.com/redis/go-redis/v9"
)

func seed(t *testing.T, rdb *redis.Client) {
	rdb.Set(context.Background(), "k", 1, 0)
}
