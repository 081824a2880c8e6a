// Package single runs scripts on one server, where all keys are at hand.
package single

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func quiet(ctx context.Context, rdb *redis.Client, page string) {
	rdb.Eval(ctx, "return redis.call('GET', 'config')", nil)
	rdb.Eval(ctx, "return redis.call('INCR', 'hits:' .. ARGV[1])", nil, page)
}
