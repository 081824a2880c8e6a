package luasyntax

import (
	"context"
	_ "embed"

	"github.com/redis/go-redis/v9"
)

var bump = redis.NewScript("local n = redis.call('INCR', KEYS[1]" + "\n" +
	"return n") // want `luasyntax: Lua finds unexpected "return", so that Redis refuses the whole script at its first run: correct it`

const half = "if redis.call('GET', KEYS[1]) == ARGV[1] then" // want `luasyntax: Lua finds unexpected end`

//go:embed broken.lua
var broken string

//go:embed broken.lua
var brokenBytes []byte

type jobs struct{ script *redis.Script }

func newJobs() *jobs {
	return &jobs{script: redis.NewScript("redis.call('LPUSHH', KEYS[1], ARGV[1])")} // want `luasyntax: no server knows the command LPUSHH, so that every run that gets here fails: see COMMAND DOCS for its name and arguments`
}

func run(ctx context.Context, rdb *redis.Client, text string) error {
	return rdb.Eval(ctx, text, nil).Err()
}

func bad(ctx context.Context, rdb *redis.Client, pipe redis.Pipeliner) {
	rdb.Eval(ctx, half, []string{"a"}, 1)
	rdb.Eval(ctx, "return redis.call('GET' KEYS[1])", []string{"a"})                     // want `luasyntax: Lua finds unexpected "KEYS"`
	rdb.Eval(ctx, "local x = 1; x += 1; return x", nil)                                  // want `luasyntax: Lua finds unexpected "\+"`
	rdb.Eval(ctx, "return redis.call('SET', KEYS[1])", []string{"a"})                    // want `luasyntax: SET has too few arguments`
	rdb.Eval(ctx, "local call = redis.call return call('HGET', KEYS[1])", []string{"h"}) // want `luasyntax: HGET has too few arguments`
	rdb.Eval(ctx, "if ARGV[1] == 'x' then redis.call('DELETE', 'k') end", nil, 1)        // want `luasyntax: no server knows the command DELETE`
	rdb.Eval(ctx, `-- if only
		return redis.call(`+"'STRLEN')", nil) // want `luasyntax: STRLEN has too few arguments`
	rdb.Eval(ctx, broken, nil)                                                                                                      // want `luasyntax: in line 3 of this script Lua finds unexpected "end"`
	rdb.Eval(ctx, string(brokenBytes), nil)                                                                                         // want `luasyntax: in line 3 of this script Lua finds unexpected "end"`
	rdb.ScriptLoad(ctx, "return {")                                                                                                 // want `luasyntax: Lua finds unexpected end`
	rdb.FunctionLoad(ctx, "#!lua name=x\nredis.register_function(")                                                                 // want `luasyntax: Lua finds unexpected end`
	rdb.Do(ctx, "EVAL", "retrun 1", 0)                                                                                              // want `luasyntax: Lua finds unexpected "1"`
	pipe.Eval(ctx, "return redis.call('EXPIRE', KEYS[1])", []string{"a"})                                                           // want `luasyntax: EXPIRE has too few arguments`
	rdb.Eval(ctx, "for i = 1, #KEYS do if i > 3 then goto continue end redis.call('DEL', KEYS[i]) ::continue:: end", []string{"a"}) // want `luasyntax: Lua finds unexpected "goto"`
	rdb.Eval(ctx, "if not KEYS[1] then break end return 1", []string{"a"})                                                          // want `luasyntax: Lua finds unexpected "break"`
	run(ctx, rdb, "x = = 1")                                                                                                        // want `luasyntax: Lua finds unexpected "="`
}
