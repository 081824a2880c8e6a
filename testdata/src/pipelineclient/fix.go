package pipelineclient

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func transfer(ctx context.Context, rdb *redis.Client, n int64) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.DecrBy(ctx, "balance:a", n)
		return rdb.IncrBy(ctx, "balance:b", n).Err() // want "pipelineclient: INCRBY of \"balance:b\" is sent at once"
	})
	return err
}

func onTxFixed(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			return tx.Incr(ctx, "n").Err() // want "pipelineclient: INCR of \"n\" is sent at once"
		})
		return err
	}, "n")
}
