// Package script sends commands from Lua scripts.
package script

import (
	"context"
	_ "embed"
	"time"

	"github.com/redis/go-redis/v9"
)

const get = "return redis.call('GET', KEYS[1])" // want `GET key=config client=single batch=script`

var unlock = redis.NewScript("if redis.call('get', KEYS[1]) == ARGV[1] " + // want `GET key=lock:\{id\} client=single batch=script`
	"then return redis.call('del', KEYS[1]) end return 0") // want `DEL key=lock:\{id\} client=single batch=script checked may`

//go:embed counter.lua
var counter string

//go:embed counter.lua
var counterBytes []byte

var (
	//go:embed counter.lua
	missing string
	limiter = redis.NewScript(counter)
)

func direct(ctx context.Context, rdb *redis.Client, id, token string) {
	rdb.Eval(ctx, get, []string{"config"})                 // want `EVAL key=config client=single`
	unlock.Run(ctx, rdb, []string{"lock:" + id}, token)    // want `EVALSHA key=lock:\{id\} client=single`
	limiter.Run(ctx, rdb, []string{"n:" + id}, 60)         // want `EVALSHA key=n:\{id\} client=single` `INCR key=n:\{id\} client=single batch=script` `EXPIRE key=n:\{id\} ttl=60 client=single batch=script may`
	rdb.Eval(ctx, string(counterBytes), []string{"m"}, id) // want `EVAL key=m client=single` `INCR key=m client=single batch=script` `EXPIRE key=m ttl=\{id\} client=single batch=script may`
	rdb.Eval(ctx, missing, nil)                            // want `EVAL client=single` `INCR key=\{KEYS\[1\]\} client=single batch=script` `EXPIRE key=\{KEYS\[1\]\} ttl=\{ARGV\[1\]\} client=single batch=script may`
	rdb.Eval(ctx, id, []string{"m"})                       // want `EVAL key=m client=single`
}

func loaded(ctx context.Context, rdb *redis.Client) error {
	sha, err := rdb.ScriptLoad(ctx, "return redis.call('SET', 'a', ARGV[1])").Result() // want `SCRIPT LOAD client=single` `SET key=a ttl=none client=single batch=script undeclared`
	if err != nil {
		return err
	}
	s := redis.NewScript("redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])") // want `SET key=b ttl=60000 client=single batch=script`
	rdb.EvalSha(ctx, sha, nil, 1)                                        // want `EVALSHA client=single`
	return rdb.EvalSha(ctx, s.Hash(), []string{"b"}, 60000).Err()        // want `EVALSHA key=b client=single`
}

type store struct {
	rdb    redis.UniversalClient
	script *redis.Script
}

func newStore(rdb redis.UniversalClient) *store {
	return &store{rdb, redis.NewScript("for _, k in ipairs(KEYS) do redis.call('DEL', k) end " + // want `DEL key=\{KEYS\[\*\]\} batch=script loop may`
		"return redis.call('MGET', unpack(KEYS))")} // want `MGET key=\{keys\}... batch=script`
}

func (s *store) clear(ctx context.Context, keys ...string) error {
	return s.script.Run(ctx, s.rdb, keys).Err() // want `EVALSHA key=\{keys\}...`
}

func run(ctx context.Context, rdb redis.Scripter, text string, keys []string, args ...any) error {
	return rdb.Eval(ctx, text, keys, args...).Err() // want `EVAL key=\{keys\}...`
}

// put's script is its own; what callers decide is seen at their calls.
func (s *store) put(ctx context.Context, k string, v any, ttl time.Duration) error {
	return s.rdb.Eval(ctx, "return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])", // want `EVAL key=s:\{k\}` `SET key=s:\{k\} ttl=\{Milliseconds\} batch=script`
		[]string{"s:" + k}, v, ttl.Milliseconds()).Err()
}

func callers(ctx context.Context, s *store) {
	s.clear(ctx, "x", "y")                                                   // want `EVALSHA key=x,y via=clear` `DEL key=\{KEYS\[\*\]\} batch=script loop via=clear may` `MGET key=x,y batch=script via=clear`
	s.put(ctx, "k", 1, time.Hour)                                            // want `EVAL key=s:k via=put` `SET key=s:k ttl=\{Milliseconds\} batch=script via=put`
	run(ctx, s.rdb, "redis.call('SET', KEYS[1], ARGV[1])", []string{"r"}, 1) // want `EVAL key=r via=run` `SET key=r ttl=none batch=script via=run`
	run(ctx, s.rdb, "redis.call('SET', KEYS[1]", []string{"r"}, 1)           // want `EVAL key=r via=run`
}
