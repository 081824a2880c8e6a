// Package single builds no cluster client and imports none.
package single

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func any(ctx context.Context, rdb redis.UniversalClient, c redis.Cmdable) {
	rdb.MGet(ctx, "a", "b")
	c.Rename(ctx, "a", "b")
	tx := rdb.TxPipeline()
	tx.Incr(ctx, "a")
	tx.Incr(ctx, "b")
	_, _ = tx.Exec(ctx)
}
