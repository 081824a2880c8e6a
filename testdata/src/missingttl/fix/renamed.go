package fix

import (
	"context"
	clock "time"

	"github.com/redis/go-redis/v9"
)

func renamed(ctx context.Context, rdb redis.UniversalClient, id string) clock.Time {
	rdb.Set(ctx, "renamed:"+id, 1, 0) // want `missingttl: `
	return clock.Now()
}
