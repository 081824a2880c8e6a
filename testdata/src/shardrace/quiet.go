package shardrace

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/redis/go-redis/v9"
)

func locked(ctx context.Context, c *redis.ClusterClient) (keys []string) {
	var mu sync.Mutex
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		found := node.SMembers(ctx, "a").Val()
		mu.Lock()
		keys = append(keys, found...)
		mu.Unlock()
		return nil
	})
	return keys
}

func (s *stats) locked(ctx context.Context, c *redis.ClusterClient) error {
	return c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.keys++
		return nil
	})
}

type guarded struct {
	sync.RWMutex
	n int
}

func (g *guarded) count(ctx context.Context, c *redis.ClusterClient) {
	c.ForEachShard(ctx, func(ctx context.Context, node *redis.Client) error {
		g.Lock()
		g.n++
		g.Unlock()
		return nil
	})
}

func counters(ctx context.Context, c *redis.ClusterClient) int64 {
	var n int64
	var m atomic.Int64
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		atomic.AddInt64(&n, 1)
		m.Add(1)
		return nil
	})
	return n + m.Load()
}

func channel(ctx context.Context, c *redis.ClusterClient) (n int64) {
	sizes := make(chan int64, 100)
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		sizes <- node.DBSize(ctx).Val()
		return nil
	})
	close(sizes)
	for size := range sizes {
		n += size
	}
	return n
}

func syncMap(ctx context.Context, c *redis.ClusterClient) {
	var m sync.Map
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		m.Store(node.Options().Addr, node.DBSize(ctx).Val())
		return nil
	})
}

func own(ctx context.Context, c *redis.ClusterClient) {
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		var keys []string
		n := 0
		seen := map[string]bool{}
		for _, k := range node.SMembers(ctx, "a").Val() {
			keys = append(keys, k)
			seen[k] = true
			n++
		}
		func() { n++ }()
		if len(keys) == 0 {
			return nil
		}
		return node.Unlink(ctx, keys...).Err()
	})
}

// Parameters are the closure's own.
func parameter(ctx context.Context, c *redis.ClusterClient) {
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		ctx = context.WithoutCancel(ctx)
		return node.Ping(ctx).Err()
	})
}

func once(ctx context.Context, c *redis.ClusterClient) (err error) {
	var o sync.Once
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		if e := node.Ping(ctx).Err(); e != nil {
			o.Do(func() { err = e })
		}
		return nil
	})
	return err
}

// A channel of one token.
func token(ctx context.Context, c *redis.ClusterClient) (n int) {
	turn := make(chan struct{}, 1)
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		turn <- struct{}{}
		n++
		<-turn
		return nil
	})
	return n
}

// Each node has its own element.
func elements(ctx context.Context, c *redis.ClusterClient, at func(string) int) []int64 {
	sizes := make([]int64, 100)
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		sizes[at(node.Options().Addr)] = node.DBSize(ctx).Val()
		return nil
	})
	return sizes
}

// A pipeline's closure and a transaction's run once.
func single(ctx context.Context, c *redis.ClusterClient) (n int) {
	_, _ = c.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		n++
		pipe.Ping(ctx)
		return nil
	})
	c.Watch(ctx, func(tx *redis.Tx) error {
		n++
		return nil
	}, "a")
	return n
}

type cluster interface {
	ForEachMaster(context.Context, func(context.Context, *redis.Client) error) error
}

func mine(ctx context.Context, c cluster) (n int) {
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		n++
		return nil
	})
	return n
}
