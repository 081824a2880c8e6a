package unsafe

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func noTags(ctx context.Context, rdb *redis.ClusterClient, a, b string) {
	rdb.Rename(ctx, "cart:"+a, "order:"+b) // want `crossslot: RENAME`

	rdb.Rename(ctx, "a", "b") // want `crossslot: RENAME`

	rdb.Rename(ctx, a, a+":old") // want `crossslot: RENAME`

	rdb.Del(ctx, "x:"+a+":"+b, "y:"+a) // want `crossslot: DEL`
}
