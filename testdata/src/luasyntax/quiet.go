package luasyntax

import (
	"context"
	"os"

	"github.com/redis/go-redis/v9"
)

// What the parser and Redis read in different ways is left to Redis.
const (
	name    = "local goto = 1 return goto"
	float   = "return 0x1p4"
	vtab    = "return\v1"
	comment = "--[= one line\nreturn 1"
	dots    = "return select('#', ...)"
	closed  = "return 1 end if KEYS[1] then "
	header  = "#!lua flags=no-writes\nreturn redis.call('GET', KEYS[1])"
)

func quiet(ctx context.Context, rdb *redis.Client, text string) error {
	for _, s := range []string{name, float} {
		rdb.Eval(ctx, s, nil)
	}
	rdb.Eval(ctx, name, nil)
	rdb.Eval(ctx, float, nil)
	rdb.Eval(ctx, vtab, nil)
	rdb.Eval(ctx, comment, nil)
	rdb.Eval(ctx, dots, nil)
	rdb.Eval(ctx, closed, nil)
	rdb.Eval(ctx, header, []string{"a"})
	rdb.Eval(ctx, "", nil)
	rdb.Eval(ctx, text, nil)
	rdb.Eval(ctx, "return redis.call('JSON.GET', KEYS[1])", []string{"a"})
	rdb.Eval(ctx, "return redis.call('hexpire', KEYS[1], 1, 'FIELDS', 1, 'f')", []string{"a"})
	rdb.Eval(ctx, "return redis.pcall('NEWCOMMAND', KEYS[1])", []string{"a"})
	rdb.Eval(ctx, "return redis.call('DEL', unpack(KEYS))", []string{"a"})
	rdb.Eval(ctx, "return redis.call(ARGV[1], KEYS[1])", []string{"a"}, "GET")
	rdb.Eval(ctx, "return redis.call('CONFIG', ARGV[1], 'x')", nil, "GET")
	rdb.Eval(ctx, "return redis.call('OBJECT', 'ENCODING', KEYS[1])", []string{"a"})
	data, err := os.ReadFile("x.lua")
	if err != nil {
		return err
	}
	rdb.Eval(ctx, string(data), nil)
	return rdb.EvalSha(ctx, "retrun 1", nil).Err()
}
