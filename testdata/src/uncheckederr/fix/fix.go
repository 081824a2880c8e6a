package fix

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func plain(ctx context.Context, rdb *redis.Client, id string) error {
	rdb.HSet(ctx, "user:"+id, // want "uncheckederr: "
		"name", "x")
	return nil
}

func nested(ctx context.Context, rdb *redis.Client, ids []string) (err error) {
	for _, id := range ids {
		if id != "" {
			rdb.SAdd(ctx, "online", id) // want "uncheckederr: "
		}
	}
	return
}

func literal(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error { // want "watchmisuse: "
		switch {
		default:
			tx.Incr(ctx, "tries") // want "uncheckederr: "
		}
		return nil
	}, "balance")
}

func watched(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			rdb.Incr(ctx, "tries") // want "uncheckederr: .*INCR of \"tries\"" "pipelineclient: "
			pipe.Set(ctx, "balance", 1, time.Hour)
			return nil
		})
		return err
	}, "balance")
}

func eachNode(ctx context.Context, rdb *redis.ClusterClient) error {
	return rdb.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		node.Del(ctx, "local") // want "uncheckederr: .*DEL of \"local\""
		return nil
	})
}
