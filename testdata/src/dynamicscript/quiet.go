package dynamicscript

import (
	"context"
	_ "embed"
	"fmt"
	"os"

	"github.com/redis/go-redis/v9"
)

const (
	head = "local key = KEYS[1]\n"
	tail = "return redis.call('GET', key)"
)

//go:embed get.lua
var get string

var prefix = os.Getenv("PREFIX")

var byMode = map[string]string{"get": "redis.call('GET', KEYS[1])", "del": "redis.call('DEL', KEYS[1])"}

func order(desc bool) string {
	if desc {
		return "ZREVRANGE"
	}
	return "ZRANGE"
}

// eval hands on its text; who supplies it answers for it.
func eval(ctx context.Context, rdb *redis.Client, text string, keys ...string) error {
	return rdb.Eval(ctx, text, keys).Err()
}

func quiet(ctx context.Context, rdb *redis.Client, name, mode string, desc bool) error {
	rdb.Eval(ctx, head+tail, []string{name})
	rdb.Eval(ctx, fmt.Sprintf("return redis.call('INCRBY', KEYS[1], %d)", 60*60), []string{name})
	rdb.Eval(ctx, get, []string{name}, mode)
	rdb.Eval(ctx, "return redis.call('GET', '"+prefix+"' .. KEYS[1])", []string{name})
	rdb.Eval(ctx, "return redis.call('"+order(desc)+"', KEYS[1], 0, 9)", []string{name})
	rdb.Eval(ctx, "return "+byMode[mode], []string{name})
	verb := "GET"
	if desc {
		verb = "DEL"
	}
	rdb.Eval(ctx, "return redis.call('"+verb+"', KEYS[1])", []string{name})
	rdb.EvalSha(ctx, "sha:"+name, nil)
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	rdb.Eval(ctx, string(data), nil)
	redis.NewScript(string(data))
	if err := eval(ctx, rdb, tail, name); err != nil {
		return err
	}
	return redis.NewScript("return redis.call('APPEND', KEYS[1], ARGV[1])").Run(ctx, rdb, []string{name}, mode).Err()
}
