// Package keys builds keys in every way.
package keys

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"
)

const (
	prefix = "app"
	format = "app:%s:%d"
)

var userFormat = "user:%s"

type ID int64

func (i ID) String() string { return "id-" + strconv.FormatInt(int64(i), 10) }

type Key string

type repo struct {
	rdb redis.Cmdable
	ns  string
}

func userKey(id string) string { return fmt.Sprintf(userFormat, id) }

func (r *repo) key(parts ...string) string { return r.ns + ":" + strings.Join(parts, ":") }

func tagged(id int) (string, error) {
	if id == 0 {
		return "", fmt.Errorf("no id")
	}
	return "{user:" + strconv.Itoa(id) + "}:a", nil
}

func built(a, b string) string {
	var sb strings.Builder
	sb.WriteString("b:")
	sb.WriteString(a)
	sb.WriteByte(':')
	fmt.Fprintf(&sb, "%s", b)
	return sb.String()
}

func all(ctx context.Context, r *repo, id string, n int, typed ID, k Key) {
	r.rdb.Get(ctx, prefix+":"+id)                        // want `GET key=app:\{id\}$`
	r.rdb.Get(ctx, fmt.Sprintf(format, id, n))           // want `GET key=app:\{id\}:\{n\}$`
	r.rdb.Get(ctx, userKey(id))                          // want `GET key=user:\{id\}$`
	r.rdb.Get(ctx, fmt.Sprintf("t:%s", typed))           // want `GET key=t:id-\{typed\}$`
	r.rdb.Get(ctx, string(k))                            // want `GET key=\{k\}$`
	r.rdb.Get(ctx, strings.Join([]string{"a", id}, ":")) // want `GET key=a:\{id\}$`
	r.rdb.Get(ctx, built(id, "x"))                       // want `GET key=b:\{id\}:x$`
	r.rdb.Get(ctx, fmt.Sprint("n", n))                   // want `GET key=n\{n\}$`
	local := "l:" + id
	r.rdb.Get(ctx, local) // want `GET key=l:\{id\}$`
	key, err := tagged(n)
	_ = err
	r.rdb.Get(ctx, key) // want `GET key=\{user:\{n\}\}:a$`
	keys := []string{"a", "b"}
	keys = append(keys, "c")
	r.rdb.Del(ctx, keys...) // want `DEL key=a,b,c$`
	var many []string
	for i := range n {
		many = append(many, fmt.Sprintf("{t}:%d", i))
	}
	r.rdb.Del(ctx, many...) // want `DEL key=\{t\}:\{i\}\.\.\.$`
	filled := make([]string, n)
	for i := range filled {
		filled[i] = "f:" + strconv.Itoa(i)
	}
	r.rdb.MGet(ctx, filled...) // want `MGET key=f:\{i\}\.\.\.$`
}

func several(ctx context.Context, r *redis.Client, keys []string, a string) {
	r.Eval(ctx, "return 1", keys, a)                                                // want `EVAL key=\{keys\}\.\.\. client=single$`
	r.Eval(ctx, "return 1", []string{a, "b"}, keys)                                 // want `EVAL key=\{a\},b client=single$`
	r.ZUnionStore(ctx, "d", &redis.ZStore{Keys: keys})                              // want `ZUNIONSTORE key=d,\{keys\}\.\.\. client=single$`
	r.ZMPop(ctx, "MIN", 1, keys...)                                                 // want `ZMPOP key=\{keys\}\.\.\. client=single$`
	r.XRead(ctx, &redis.XReadArgs{Streams: keys})                                   // want `XREAD key=\{keys\}\.\.\. client=single$`
	r.XRead(ctx, &redis.XReadArgs{Streams: append([]string{a, "b", "c"}, keys...)}) // want `XREAD key=\{a\} client=single$`
}
