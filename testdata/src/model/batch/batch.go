// Package batch holds pipelines, transactions and WATCH.
package batch

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func pipelines(ctx context.Context, rdb *redis.Client, c *redis.ClusterClient) {
	p := rdb.Pipeline()
	p.Set(ctx, "a", 1, 0) // want `SET key=a ttl=none client=single batch=pipeline`
	p.Exec(ctx)

	rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Get(ctx, "a") // want `GET key=a client=single batch=pipeline`
		return nil
	})
	c.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Get(ctx, "a") // want `GET key=a client=cluster batch=tx`
		return nil
	})
	fill := func(p redis.Pipeliner) error {
		p.Get(ctx, "b") // want `GET key=b client=cluster batch=tx`
		return nil
	}
	c.TxPipelined(ctx, fill)
}

func handed(ctx context.Context, p redis.Pipeliner) {
	p.Get(ctx, "a") // want `GET key=a batch=queued`
}

func watch(ctx context.Context, rdb *redis.Client) {
	rdb.Watch(ctx, func(tx *redis.Tx) error {
		tx.Get(ctx, "a") // want `GET key=a client=single watch`
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, "a", 1, 0) // want `SET key=a ttl=none client=single batch=tx watch`
			return nil
		})
		rdb.Get(ctx, "b") // want `GET key=b client=single watch`
		return err
	}, "a")
}

func begin(rdb *redis.ClusterClient) redis.Pipeliner { return rdb.TxPipeline() }

func either(rdb *redis.ClusterClient, tx bool) redis.Pipeliner {
	if tx {
		return rdb.TxPipeline()
	}
	return rdb.Pipeline()
}

func returned(ctx context.Context, rdb *redis.ClusterClient) {
	p := begin(rdb)
	p.Get(ctx, "a")                 // want `GET key=a client=cluster batch=tx`
	begin(rdb).Get(ctx, "b")        // want `GET key=b client=cluster batch=tx`
	either(rdb, true).Get(ctx, "c") // want `GET key=c batch=queued`
}
