// Package old uses the older versions of go-redis.
package old

import (
	"context"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func eight(ctx context.Context, rdb *v8.Client) error {
	keys, err := rdb.Keys(ctx, "a:*").Result() // want `keyscommand: KEYS "a:\*"`
	_ = keys
	return err
}

func seven(rdb *v7.Client) error {
	keys, err := rdb.Keys("b:*").Result() // want `keyscommand: KEYS "b:\*"`
	_ = keys
	return err
}

func six(rdb *v6.Client) error {
	keys, err := rdb.Keys("c:*").Result() // want `keyscommand: KEYS "c:\*"`
	_ = keys
	return err
}

func clusters(ctx context.Context, eight *v8.ClusterClient, seven *v7.ClusterClient, six *v6.ClusterClient) error {
	a, err := eight.Keys(ctx, "a:*").Result() // want `keyscommand: .* one node only`
	if err != nil {
		return err
	}
	b, err := seven.Keys("b:*").Result() // want `keyscommand: .* one node only`
	if err != nil {
		return err
	}
	c, err := six.Keys("c:*").Result() // want `keyscommand: .* one node only`
	_, _, _ = a, b, c
	return err
}
