package shardrace

import (
	"context"
	"sync"

	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

func appended(ctx context.Context, c *redis.ClusterClient) ([]string, error) {
	var keys []string
	err := c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		found, err := node.SMembers(ctx, "a").Result()
		if err != nil {
			return err
		}
		keys = append(keys, found...) // want "shardrace: ForEachMaster calls this closure for all nodes at once, and all of them write keys"
		return nil
	})
	return keys, err
}

func counted(ctx context.Context, c *redis.ClusterClient) (n int64) {
	c.ForEachShard(ctx, func(ctx context.Context, node *redis.Client) error {
		n += node.DBSize(ctx).Val() // want "shardrace: ForEachShard calls .* write n"
		return nil
	})
	return n
}

func incremented(ctx context.Context, c *redis.ClusterClient) (n int) {
	c.ForEachSlave(ctx, func(ctx context.Context, node *redis.Client) error {
		n++ // want "shardrace: ForEachSlave calls"
		return node.Ping(ctx).Err()
	})
	return n
}

func mapped(ctx context.Context, c *redis.ClusterClient) map[string]string {
	infos := map[string]string{}
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		infos[node.Options().Addr] = node.Info(ctx).Val() // want "shardrace: .* write infos"
		return nil
	})
	return infos
}

type stats struct {
	keys  int64
	names []string
	mu    sync.Mutex
}

func (s *stats) collect(ctx context.Context, c *redis.ClusterClient) error {
	return c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		s.keys += node.DBSize(ctx).Val() // want "shardrace: .* write s.keys"
		return nil
	})
}

func outerError(ctx context.Context, c *redis.ClusterClient) error {
	var err error
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		err = node.Ping(ctx).Err() // want "shardrace: .* write err"
		return err
	})
	return err
}

func ring(ctx context.Context, r *redis.Ring) (n int64) {
	r.ForEachShard(ctx, func(ctx context.Context, shard *redis.Client) error {
		n += shard.DBSize(ctx).Val() // want "shardrace: ForEachShard"
		return nil
	})
	return n
}

func inLoop(ctx context.Context, c *redis.ClusterClient) (keys []string) {
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		it := node.Scan(ctx, 0, "a", 10).Iterator()
		for it.Next(ctx) {
			keys = append(keys, it.Val()) // want "shardrace: .* write keys"
		}
		return it.Err()
	})
	return keys
}

func pointer(ctx context.Context, c *redis.ClusterClient, total *int64) {
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		*total += node.DBSize(ctx).Val() // want "shardrace: .* write \\*total"
		return nil
	})
}

// The lock comes too late.
func late(ctx context.Context, c *redis.ClusterClient, s *stats) {
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		s.names = append(s.names, "a") // want "shardrace: .* write s.names"
		s.mu.Lock()
		defer s.mu.Unlock()
		return nil
	})
}

func kept(ctx context.Context, c *redis.ClusterClient) (n int) {
	each := func(ctx context.Context, node *redis.Client) error {
		n++ // want "shardrace: ForEachMaster"
		return nil
	}
	c.ForEachMaster(ctx, each)
	return n
}

func eighth(ctx context.Context, c *v8.ClusterClient) (n int64) {
	c.ForEachMaster(ctx, func(ctx context.Context, node *v8.Client) error {
		n += node.DBSize(ctx).Val() // want "shardrace: ForEachMaster"
		return nil
	})
	return n
}

func seventh(c *v7.ClusterClient) (n int64) {
	c.ForEachMaster(func(node *v7.Client) error {
		n += node.DBSize().Val() // want "shardrace: ForEachMaster"
		return nil
	})
	return n
}

func deferred(ctx context.Context, c *redis.ClusterClient) (n int) {
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		defer func() { n++ }() // want "shardrace: ForEachMaster"
		return node.Ping(ctx).Err()
	})
	return n
}

func generic[T any](ctx context.Context, c *redis.ClusterClient, of func(*redis.Client) T) (out []T) {
	c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		out = append(out, of(node)) // want "shardrace: ForEachMaster"
		return nil
	})
	return out
}

var seen int

func init() {
	c := redis.NewClusterClient(&redis.ClusterOptions{})
	defer c.ForEachMaster(context.Background(), func(ctx context.Context, node *redis.Client) error {
		select {
		case <-ctx.Done():
			goto end
		default:
			seen++ // want "shardrace: ForEachMaster .* write seen"
		}
	end:
		return nil
	})
}

var _ = redis.NewClusterClient(&redis.ClusterOptions{}).ForEachMaster(context.Background(), func(ctx context.Context, node *redis.Client) error {
	seen = 1 // want "shardrace: ForEachMaster .* write seen"
	return nil
})
