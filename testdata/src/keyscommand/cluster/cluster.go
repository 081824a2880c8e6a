// Package cluster talks to Redis Cluster.
package cluster

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

type names struct {
	rdb *redis.ClusterClient
	any redis.UniversalClient
}

func newNames(addrs []string) *names {
	c := redis.NewClusterClient(&redis.ClusterOptions{Addrs: addrs})
	return &names{rdb: c}
}

func (n *names) all(ctx context.Context, prefix string) ([]string, error) {
	keys, err := n.rdb.Keys(ctx, prefix+"*").Result() // want `keyscommand: KEYS .* all other clients wait and on a cluster answers from one node only: iterate with Scan in ForEachMaster`
	if err != nil {
		return nil, fmt.Errorf("names: %w", err)
	}
	return keys, nil
}

func (n *names) list(ctx context.Context) ([]string, error) {
	return n.rdb.Keys(ctx, "n:*").Result() // want `keyscommand: .* one node only`
}

func ring(ctx context.Context, rdb *redis.Ring) (keys []string, err error) {
	keys, err = rdb.Keys(ctx, "r:*").Result() // want `keyscommand: KEYS "r:\*" walks every key of the server while all other clients wait: iterate with Scan`
	return keys, err
}
