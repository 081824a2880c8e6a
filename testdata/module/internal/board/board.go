// Package board is part of a program that sets a command resolver, which only
// the program's main shows.
package board

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func Clear(ctx context.Context, rdb *redis.ClusterClient) error {
	return rdb.Del(ctx, "board:1", "board:2").Err() // vet "crossslot: DEL"
}

func Move(ctx context.Context, rdb *redis.ClusterClient) error {
	return rdb.Rename(ctx, "board:1", "board:2").Err() // want "crossslot: RENAME"
}
