// Package old uses the older versions of go-redis.
package old

import (
	"context"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func eight(ctx context.Context, rdb *v8.ClusterClient, a, b string) {
	rdb.MGet(ctx, "a", "b") // want `crossslot: MGET`
	rdb.MGet(ctx, "{u}a", "{u}b")
	_ = rdb.Watch(ctx, func(tx *v8.Tx) error { return nil }, a, b) // want `crossslot: WATCH`
	rdb.XRead(ctx, &v8.XReadArgs{Streams: []string{"s", "0"}})
}

func seven(rdb *v7.ClusterClient, a, b string) {
	rdb.Del(a, b) // want `crossslot: DEL`
	rdb.Del(a)
	_, _ = rdb.TxPipelined(func(p v7.Pipeliner) error {
		p.Incr(a)
		p.Incr(b) // want `crossslot: `
		return nil
	})
}

func six(rdb *v6.ClusterClient, a, b string) {
	rdb.Rename(a, b) // want `crossslot: RENAME`
	rdb.BRPopLPush("{q}", "{q}:done", 0)
	rdb.Eval("return 1", []string{a, b}) // want `crossslot: EVAL`
}
