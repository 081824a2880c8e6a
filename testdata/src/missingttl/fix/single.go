package fix

import "github.com/redis/go-redis/v9"
import "context" // the order is gofmt's business within a declaration only

func one(ctx context.Context, rdb redis.Cmdable, id string) {
	rdb.Set(ctx, "one:"+id, 1, 0) // want `missingttl: `
}
