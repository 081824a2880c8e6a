package dynamicscript

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"
)

type counters struct {
	rdb    redis.UniversalClient
	prefix string
}

func run(ctx context.Context, rdb redis.Scripter, text string) error {
	return rdb.Eval(ctx, text, nil).Err()
}

func bad(ctx context.Context, rdb *redis.Client, pipe redis.Pipeliner, name string, n int, c *counters) error {
	rdb.Eval(ctx, "return redis.call('SET', KEYS[1], '"+name+"')", []string{"a"})              // want `dynamicscript: name becomes part of the script's text: whoever supplies it writes code for the server, and each value stays in its cache as one more script; pass it as ARGV`
	rdb.Eval(ctx, fmt.Sprintf("return redis.call('EXPIRE', KEYS[1], %d)", n), []string{"a"})   // want `dynamicscript: n becomes part`
	rdb.Eval(ctx, "return redis.call('INCRBY', KEYS[1], "+strconv.Itoa(n)+")", []string{"a"})  // want `dynamicscript: strconv.Itoa\(n\) becomes part`
	rdb.Eval(ctx, "return redis.call('GET', '"+c.prefix+"' .. KEYS[1])", []string{"a"})        // want `dynamicscript: c.prefix becomes part`
	rdb.EvalRO(ctx, "return redis.call('GET', '"+strings.ToLower(name)+"')", nil)              // want `dynamicscript: strings.ToLower\(name\) becomes part`
	rdb.ScriptLoad(ctx, "return '"+name+"'")                                                   // want `dynamicscript: name becomes part`
	rdb.Do(ctx, "EVAL", "return "+name, 0)                                                     // want `dynamicscript: name becomes part`
	pipe.Eval(ctx, "return "+name, nil)                                                        // want `dynamicscript: name becomes part`
	rdb.FunctionLoad(ctx, "#!lua name="+name+"\nredis.register_function('f', function() end)") // want `dynamicscript: name becomes part`
	text := "return '" + name + "'"
	rdb.Eval(ctx, text, nil)                                                    // want `dynamicscript: name becomes part`
	run(ctx, rdb, "return "+name)                                               // want `dynamicscript: name becomes part`
	s := redis.NewScript("local limit = " + strconv.Itoa(n) + "\nreturn limit") // want `dynamicscript: strconv.Itoa\(n\) becomes part`
	return s.Run(ctx, rdb, nil).Err()
}
