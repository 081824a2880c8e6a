package main

import (
	"context"
	"io"
	"log"
	"reflect"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	v9 "github.com/redis/go-redis/v9"
)

// A version is one major version of go-redis.
type version struct {
	name, path string
	null       error                   // redis.Nil
	z          reflect.Type            // a member with its score
	clients    func(addr string) []any // one for each protocol
	quiet      func()
}

var versions = []version{
	{
		name: "v9", path: "github.com/redis/go-redis/v9", null: v9.Nil, z: reflect.TypeFor[v9.Z](),
		clients: func(addr string) []any {
			return []any{
				v9.NewClient(&v9.Options{Addr: addr, MaxRetries: -1, PoolSize: 2, Protocol: 3}),
				v9.NewClient(&v9.Options{Addr: addr, MaxRetries: -1, PoolSize: 2, Protocol: 2}),
			}
		},
		quiet: func() { v9.SetLogger(silent{}) },
	},
	{
		name: "v8", path: "github.com/go-redis/redis/v8", null: v8.Nil, z: reflect.TypeFor[v8.Z](),
		clients: func(addr string) []any {
			return []any{v8.NewClient(&v8.Options{Addr: addr, MaxRetries: -1, PoolSize: 2})}
		},
		quiet: func() { v8.SetLogger(silent{}) },
	},
	{
		name: "v7", path: "github.com/go-redis/redis/v7", null: v7.Nil, z: reflect.TypeFor[v7.Z](),
		clients: func(addr string) []any {
			return []any{v7.NewClient(&v7.Options{Addr: addr, MaxRetries: -1, PoolSize: 2})}
		},
		quiet: func() { v7.SetLogger(log.New(io.Discard, "", 0)) },
	},
	{
		name: "v6", path: "github.com/go-redis/redis", null: v6.Nil, z: reflect.TypeFor[v6.Z](),
		clients: func(addr string) []any {
			return []any{v6.NewClient(&v6.Options{Addr: addr, PoolSize: 2})}
		},
		quiet: func() { v6.SetLogger(log.New(io.Discard, "", 0)) },
	},
}

func (v *version) file() string { return "answers_" + v.name + ".txt" }

type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}
