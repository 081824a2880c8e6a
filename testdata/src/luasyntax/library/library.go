// Package library loads functions, and calls scripts with numbers of keys that
// are not theirs.
package library

import (
	"context"
	_ "embed"

	"github.com/redis/go-redis/v9"
)

//go:embed lib.lua
var lib string

// want@+5 `keyscommand: KEYS`
// want@+7 `luasyntax: no server knows the command GETT`

const inline = `#!lua name=list
local function all(keys, args)
	return redis.call('KEYS', args[1])
end
redis.register_function('all', all)
redis.register_function{function_name = 'flags', callback = function(keys) return redis.call('GETT', keys[1]) end, flags = {'no-writes'}}
`

func load(ctx context.Context, rdb *redis.Client) {
	rdb.FunctionLoad(ctx, lib) // want `keyscommand: KEYS`
	rdb.FunctionLoad(ctx, inline)
	rdb.FunctionLoadReplace(ctx, "#!lua name=y\nredis.register_function('f', function(keys) return redis.call('GET') end)")                       // want `luasyntax: GET has too few arguments`
	rdb.Do(ctx, "FUNCTION", "LOAD", "REPLACE", "#!lua name=z\nredis.register_function('f', function(keys) return redis.call('GET' keys[1]) end)") // want `luasyntax: Lua finds unexpected "keys"`
}

func numbers(ctx context.Context, rdb *redis.Client, k, v string) {
	const set = "return redis.call('SET', KEYS[1], ARGV[1], 'EX', 60)"
	rdb.Do(ctx, "EVAL", set, 1, k, v)
	rdb.Do(ctx, "EVAL", set, 0, k, v)
	rdb.Do(ctx, "EVAL", set, 5, k, v)
	rdb.Do(ctx, "EVAL", set, -1, k, v)
	rdb.Do(ctx, "EVAL", set, "x", k, v)
	rdb.Do(ctx, "EVAL", set, k)
	rdb.Do(ctx, "EVAL", set)
	rdb.Do(ctx, "EVAL")
	rdb.Eval(ctx, set, nil, k, v)
	rdb.Eval(ctx, "return redis.call('SET', KEYS[3], ARGV[2], 'EX', 60)", []string{k}, v)
}
