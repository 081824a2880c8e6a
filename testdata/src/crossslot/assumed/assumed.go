// Package assumed builds a cluster client or a single one, by configuration.
package assumed

import (
	"context"

	"github.com/redis/go-redis/v9"
)

type mode string

const (
	modeCluster mode = "cluster"
	modeSingle  mode = "single"
)

type Cache struct {
	Client    redis.UniversalClient
	mode      mode
	isCluster bool
}

func New(m mode, addrs []string) *Cache {
	c := &Cache{mode: m}
	if m == modeCluster {
		c.Client = redis.NewClusterClient(&redis.ClusterOptions{Addrs: addrs})
	} else {
		c.Client = redis.NewClient(&redis.Options{Addr: addrs[0]})
	}
	return c
}

func (c *Cache) flagged(ctx context.Context, a, b string) {
	c.Client.MGet(ctx, "a", "b") // want `crossslot: MGET of "a" and "b" fails with CROSSSLOT on a cluster every time, since their hash slots differ`
	if c.mode == modeCluster {
		c.Client.Rename(ctx, a, b) // want `crossslot: RENAME`
	}
	if !c.isCluster && a != "" {
		return
	}
	c.Client.Del(ctx, a, b) // want `crossslot: DEL`
	if a != "" {
		return
	}
	c.Client.Unlink(ctx, a, b) // want `crossslot: UNLINK`
}

func (c *Cache) elseBranch(ctx context.Context, a, b string) {
	if c.mode == modeCluster {
		c.Client.Del(ctx, a)
	} else {
		c.Client.Del(ctx, a, b)
	}
	if c.isCluster && a != b {
		c.Client.Del(ctx, a)
		return
	}
	c.Client.Del(ctx, a, b)
	c.onOneNode(ctx, a, b)
}

func (c *Cache) onOneNode(ctx context.Context, a, b string) {
	c.Client.Rename(ctx, a, b)
	c.Client.Unlink(ctx, a, b, "c")
}

func (c *Cache) negated(ctx context.Context, a, b string) {
	if !c.isCluster {
		c.Client.Del(ctx, a, b)
	}
	if c.mode != modeCluster {
		tx := c.Client.TxPipeline()
		tx.Del(ctx, a)
		tx.Del(ctx, b)
		_, _ = tx.Exec(ctx)
	}
	if c.isCluster == false {
		c.Client.Del(ctx, a, b)
	}
}

func (c *Cache) switches(ctx context.Context, a, b string) {
	switch c.mode {
	case modeCluster:
		c.Client.Rename(ctx, a, b) // want `crossslot: RENAME`
	case modeSingle:
		c.Client.Del(ctx, a, b)
	}
}

func (c *Cache) typeSwitch(ctx context.Context, a, b string) {
	switch c.Client.(type) {
	case *redis.ClusterClient:
		c.Client.Del(ctx, a)
		return
	default:
		c.Client.Del(ctx, a, b)
	}
	c.Client.Unlink(ctx, a, b)
}

func (c *Cache) assertion(ctx context.Context, a, b string) error {
	if cc, ok := c.Client.(*redis.ClusterClient); ok {
		return cc.Del(ctx, a, b).Err() // want `crossslot: DEL`
	}
	return c.Client.Del(ctx, a, b).Err()
}

func (c *Cache) GetMulti(ctx context.Context, keys []string) (out []any, err error) {
	if c.isCluster {
		slots := map[int][]string{}
		for _, k := range keys {
			slots[len(k)] = append(slots[len(k)], k)
		}
		for _, group := range slots {
			var got []any
			got, err = c.Client.MGet(ctx, group...).Result()
			out = append(out, got...)
		}
	} else {
		out, err = c.Client.MGet(ctx, keys...).Result()
	}
	return out, err
}

func (c *Cache) uses(ctx context.Context) {
	_, _ = c.GetMulti(ctx, []string{"a", "b"})
}
