// Package odd holds code that nobody should write, and that must not confuse
// anybody: no panic, no hang, no command made up.
package odd

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

var atStart = redis.NewClient(&redis.Options{}).Set(context.Background(), "p", 1, 0) // want `SET key=p ttl=none client=single`

func init() {
	redis.NewClient(nil).Del(context.TODO(), "i") // want `DEL key=i client=single`
}

func counts(ctx context.Context, rdb *redis.Client, none []string, fn func() []any) {
	rdb.Del(ctx)          // want `^DEL client=single$`
	rdb.Del(ctx, none...) // want `DEL key=\{none\}\.\.\.`
	rdb.MSet(ctx)         // want `^MSET ttl=none client=single$`
	rdb.MSet(ctx, nil)    // want `^MSET  client=single$`
	rdb.MSet(ctx, "lone") // want `MSET key=lone`
	rdb.Do(ctx)
	rdb.Do(ctx, nil)
	rdb.Do(ctx, 42)
	rdb.Do(ctx, "NOSUCH", 1)                          // want `^NOSUCH client=single$`
	rdb.Do(ctx, "SET")                                // want `^SET client=single$`
	rdb.Do(ctx, "EVAL", "return 1", -5, "k")          // want `^EVAL client=single$`
	rdb.Do(ctx, "EVAL", "return 1", 99999999999, "k") // want `^EVAL`
	rdb.Do(ctx, fn()...)
	rdb.Do(ctx, "")
	rdb.ZUnionStore(ctx, "d", nil) // want `ZUNIONSTORE key=d`
	rdb.XRead(ctx, nil)            // want `XREAD`
	rdb.XAdd(ctx, nil)             // want `XADD`
	rdb.Process(ctx, nil)
	rdb.Eval(ctx, "", nil) // want `^EVAL  client=single$`
}

func keys(ctx context.Context, rdb *redis.Client, b []byte, n int, p *string, e error) {
	rdb.Do(ctx, "GET", b)                  // want `GET key=\{b\}`
	rdb.Do(ctx, "GET", n)                  // want `GET key=\{n\}`
	rdb.Do(ctx, "GET", nil)                // want `^GET  client=single$`
	rdb.Do(ctx, "GET", 1.5)                // want `GET key=1.5`
	rdb.Get(ctx, *p)                       // want `GET key=\{p\}`
	rdb.Get(ctx, e.Error())                // want `GET key=\{Error\}`
	rdb.Get(ctx, string([]byte{'a', 'b'})) // want `GET key=ab`
	rdb.Get(ctx, string(rune(n)))          // want `GET key=`
	rdb.Get(ctx, "\x00\xff{}")             // want `GET key=`
}

type loop struct {
	next *loop
	rdb  *redis.Client
	key  string
}

func (l *loop) get(ctx context.Context) string {
	l.key = l.next.key + "x"
	return l.rdb.Get(ctx, l.next.next.key).Val() + l.next.get(ctx) // want `GET key=\{key\} client=single$` `GET key=\{key\} client=single via=get`
}

func selfish(k string) string { return selfish(k + "x") }

func cyclic(a string) string { return mutual(a) }

func mutual(a string) string { return cyclic(a) }

func uses(ctx context.Context, rdb *redis.Client) {
	rdb.Get(ctx, selfish("a")) // want `GET key=\{selfish\}`
	rdb.Get(ctx, cyclic("a"))  // want `GET key=\{cyclic\}`
	var k string
	k = k + "a"
	rdb.Get(ctx, k) // want `GET key=\{k\}`
	var x, y = "a", "b"
	x, y = y, x
	rdb.Get(ctx, x+y) // want `GET key=\{x\}\{y\}`
}

func control(ctx context.Context, rdb *redis.Client, ch chan string) {
	goto end
end:
	for {
		select {
		case k := <-ch:
			rdb.Get(ctx, k) // want `GET key=\{k\}`
			continue
		case <-time.After(time.Second):
			break
		default:
			func() {
				defer rdb.Get(ctx, "d") // want `GET key=d`
			}()
		}
		switch {
		case rdb.Get(ctx, "s").Val() == "": // want `GET key=s`
			fallthrough
		default:
			go rdb.Get(ctx, "g") // want `GET key=g`
		}
	}
}

type anyClient interface {
	*redis.Client | *redis.ClusterClient
	redis.Cmdable
}

func many[C anyClient](ctx context.Context, cs ...C) {
	for _, c := range cs {
		c.Get(ctx, "m") // want `GET key=m`
	}
}

func wide(ctx context.Context, rdb *redis.Client, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20 string) {
	rdb.Set(ctx, a20, a1, 0) // want `SET key=\{a20\} ttl=none`
}
