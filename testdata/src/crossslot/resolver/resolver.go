// Package resolver makes the cluster client split commands by slot.
package resolver

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func connect(addrs []string) *redis.ClusterClient {
	c := redis.NewClusterClient(&redis.ClusterOptions{Addrs: addrs})
	c.SetCommandInfoResolver(c.NewDynamicResolver())
	return c
}

func split(ctx context.Context, c *redis.ClusterClient, keys []string, a, b string) {
	c.Del(ctx, a, b)
	c.Exists(ctx, keys...)
	c.MGet(ctx, "a", "b")
	c.MSet(ctx, "a", "1", "b", a) // want `missingttl: `
	c.Touch(ctx, a, b)
	c.Unlink(ctx, a, b)
	c.Do(ctx, "DEL", a, b)
	c.MSet(ctx, "a", 1, "b", a) // want `crossslot: MSET of "a" panics on values that are no strings` `missingttl: `
	c.Rename(ctx, a, b)         // want `crossslot: RENAME`
	p := c.Pipeline()
	p.Del(ctx, a)         // want `crossslot: DEL of a fails in a pipeline, whatever its keys`
	p.MGet(ctx, "a", "b") // want `crossslot: MGET of "a" fails in a pipeline`
	p.Get(ctx, a)
	_, _ = p.Exec(ctx)
}
