// Package scriptuse runs the scripts of another package.
package scriptuse

import (
	"context"

	"github.com/redis/go-redis/v9"

	"example.com/testdata/model/scripts"
)

type locker struct {
	rdb    *redis.Client
	window *redis.Script
}

func newLocker(rdb *redis.Client) *locker { return &locker{rdb, scripts.Window} }

func (l *locker) release(ctx context.Context, id, token string) error {
	return scripts.Unlock.Run(ctx, l.rdb, []string{"lock:" + id}, token).Err() // want `EVALSHA key=lock:\{id\} client=single` `GET key=lock:\{id\} client=single batch=script` `DEL key=lock:\{id\} client=single batch=script checked may`
}

func (l *locker) hit(ctx context.Context, id string) {
	l.window.Run(ctx, l.rdb, []string{"hits:" + id}, 60) // want `EVALSHA key=hits:\{id\} client=single` `INCR key=hits:\{id\} client=single batch=script` `EXPIRE key=hits:\{id\} ttl=60 client=single batch=script may`
}

func use(ctx context.Context, l *locker, pipe redis.Pipeliner) {
	l.release(ctx, "a", "t")                                   // want `EVALSHA key=lock:a client=single via=release` `GET key=lock:a client=single batch=script via=release` `DEL key=lock:a client=single batch=script checked via=release may`
	scripts.Sweep.Eval(ctx, pipe, []string{"a", "b"}, 1, 2, 3) // want `EVAL key=a,b batch=queued` `UNLINK key=\{KEYS\[\*\]\} batch=script loop may` `SADD key=swept:1 batch=script undeclared`
	s := scripts.Unlock                                        // the same script
	l.rdb.EvalSha(ctx, s.Hash(), []string{"lock:x"}, "t")      // want `EVALSHA key=lock:x client=single` `GET key=lock:x client=single batch=script` `DEL key=lock:x client=single batch=script checked may`
	scripts.Changing.Run(ctx, l.rdb, []string{"c"})            // want `EVALSHA key=c client=single`
	scripts.Broken.Run(ctx, l.rdb, []string{"c"})              // want `EVALSHA key=c client=single`
	l.rdb.Eval(ctx, scripts.Text, []string{"c"})               // want `EVAL key=c client=single`
	l.rdb.Eval(ctx, scripts.Const, []string{"c"})              // want `EVAL key=c client=single` `GET key=c client=single batch=script`
	scripts.Unlock.Run(ctx, l.rdb, []string{"k", "l"}, "t")    // want `EVALSHA key=k,l client=single` `GET key=k client=single batch=script` `DEL key=k client=single batch=script checked may`
}
