// Package cluster runs scripts on a cluster.
package cluster

import (
	"context"
	_ "embed"

	"github.com/redis/go-redis/v9"
)

//go:embed hits.lua
var hits string

var take = redis.NewScript("local n = redis.call('INCR', KEYS[1]) " +
	"redis.call('SADD', 'active', KEYS[1]) return n") // want `undeclaredkey: this script's SADD of "active" touches a key that KEYS does not name, and fails when another node of the cluster holds it: pass it in KEYS, with the hash tag of the others`

func bad(ctx context.Context, rdb *redis.ClusterClient, page, id string) {
	take.Run(ctx, rdb, []string{page})
	take.Run(ctx, rdb, []string{id})
	rdb.Eval(ctx, "return redis.call('GET', 'config')", nil)                                                                   // want `undeclaredkey: this script's GET of "config"`
	rdb.Eval(ctx, "return redis.call('INCR', 'hits:' .. ARGV[1])", nil, page)                                                  // want `undeclaredkey: this script's INCR of "hits:\*"`
	rdb.Eval(ctx, "return redis.call('INCR', ARGV[1])", nil, page)                                                             // want `undeclaredkey: this script's INCR of page`
	rdb.Eval(ctx, "for _, k in ipairs(ARGV) do redis.call('DEL', k) end", nil, "a", "b")                                       // want `undeclaredkey: this script's DEL of`
	rdb.Eval(ctx, "local function inc(k) redis.call('INCR', k) end inc(KEYS[1]) inc('total')", []string{"a"})                  // want `undeclaredkey: this script's INCR of "total"`
	rdb.Eval(ctx, "return redis.call('RENAME', KEYS[1], 'old:' .. ARGV[1])", []string{"a"}, "b")                               // want `undeclaredkey: this script's RENAME of`
	rdb.FunctionLoad(ctx, "#!lua name=n\nredis.register_function('f', function(keys) return redis.call('INCR', 'total') end)") // want `undeclaredkey: this script's INCR of "total"`
	rdb.Eval(ctx, hits, []string{"a"})                                                                                         // want `undeclaredkey: this script's INCR of "total"`
}

func quiet(ctx context.Context, rdb *redis.ClusterClient, page string) {
	rdb.Eval(ctx, "return redis.call('INCR', KEYS[1])", []string{"hits:" + page})
	rdb.Eval(ctx, "return redis.call('INCR', KEYS[1] .. ':n')", []string{"{" + page + "}"})
	rdb.Eval(ctx, "for i = 1, #KEYS do redis.call('DEL', KEYS[i]) end", []string{"{a}1", "{a}2"})
	rdb.Eval(ctx, "for _, k in ipairs(KEYS) do redis.call('DEL', k) end", []string{"{a}1", "{a}2"})
	rdb.Eval(ctx, "return redis.call('DEL', unpack(KEYS))", []string{"{a}1", "{a}2"})
	rdb.Eval(ctx, "local k = redis.call('GET', KEYS[1]) return redis.call('GET', k)", []string{"a"})
	rdb.FunctionLoad(ctx, "#!lua name=n\nredis.register_function('f', function(keys) return redis.call('INCR', keys[1]) end)")
	rdb.Eval(ctx, "return redis.call('PING')", nil)
	rdb.Eval(ctx, "return redis.call('PUBLISH', 'news', ARGV[1])", nil, page)
}
