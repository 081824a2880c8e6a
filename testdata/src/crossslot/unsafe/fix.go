// Package unsafe is judged with -unsafe-fixes.
package unsafe

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

type user struct{ ID int }

func tags(ctx context.Context, rdb *redis.ClusterClient, id string, u user) {
	rdb.Rename(ctx, "cart:"+id, "order:"+id) // want `crossslot: RENAME`

	rdb.Del(ctx, id+":a", "b:"+id+":c") // want `crossslot: DEL`

	rdb.MGet(ctx, fmt.Sprintf("u:%d:a", u.ID), fmt.Sprintf("u:%d:b", u.ID)) // want `crossslot: MGET`

	rdb.SUnionStore(ctx, "all:"+id, "some:"+id, fmt.Sprintf("others:%s", id)) // want `crossslot: SUNIONSTORE`

	rdb.LMove(ctx, "q:"+id, "q:"+id+":processing", "LEFT", "RIGHT") // want `crossslot: LMOVE`
}
