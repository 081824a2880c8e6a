// Package collections is judged with -collections.
package collections

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func filled(ctx context.Context, rdb *redis.Client, id string) {
	rdb.HSet(ctx, "h:"+id, "a", 1)
	rdb.Expire(ctx, "h:"+id, time.Hour) // want `setexpire: key "h:\*" has no expiry between its HSET .*: queue both in one TxPipelined`
	rdb.SAdd(ctx, "s", id)
	rdb.Expire(ctx, "s", time.Hour) // want `setexpire: key "s"`
	rdb.ZAdd(ctx, "z", redis.Z{Member: id})
	rdb.ExpireAt(ctx, "z", time.Now()) // want `setexpire: key "z"`
	rdb.RPush(ctx, "l", id)
	rdb.PExpire(ctx, "l", time.Hour) // want `setexpire: key "l"`
}

func batched(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.HSet(ctx, "h", "a", 1)
		p.Expire(ctx, "h", time.Hour)
		return nil
	})
	return err
}

func presence(ctx context.Context, rdb *redis.Client, id string) {
	rdb.SAdd(ctx, "online:"+id, 1)
	rdb.Expire(ctx, "online:"+id, time.Minute)
}
