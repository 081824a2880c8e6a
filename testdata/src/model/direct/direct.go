// Package direct holds every way to spell a command on a client.
package direct

import (
	"context"
	"time"

	rd "github.com/redis/go-redis/v9"
)

type store struct {
	rdb     *rd.Client
	cluster *rd.ClusterClient
	any     rd.UniversalClient
}

type embedding struct {
	*rd.ClusterClient
	name string
}

// mirror is the user's own interface over some of go-redis's methods.
type mirror interface {
	Set(ctx context.Context, key string, value interface{}, expiration time.Duration) *rd.StatusCmd
	Get(ctx context.Context, key string) *rd.StringCmd
	// Keys has go-redis's name, but not its signature.
	Keys() []string
}

type cache map[string]string

func (c cache) Get(ctx context.Context, key string) string { return c[key] }

func typed(ctx context.Context, s *store, id string, ttl time.Duration) {
	s.rdb.Set(ctx, "user:"+id, 1, 0)                                                                  // want `^SET key=user:\{id\} ttl=none client=single$`
	s.rdb.Set(ctx, "user:"+id, 1, ttl)                                                                // want `SET key=user:\{id\} ttl=\{ttl\} client=single`
	s.rdb.Set(ctx, "user:"+id, 1, rd.KeepTTL)                                                         // want `SET key=user:\{id\} ttl=keep client=single`
	s.rdb.Set(ctx, "user:"+id, 1, time.Minute)                                                        // want `ttl=60000000000`
	s.cluster.SetNX(ctx, "lock", id, 0)                                                               // want `SET key=lock ttl=none mode=NX client=cluster`
	s.any.SetNX(ctx, "lock", id, ttl)                                                                 // want `SET key=lock ttl=\{ttl\} mode=NX$`
	s.any.SetArgs(ctx, "k", 1, rd.SetArgs{})                                                          // want `SET key=k ttl=none`
	s.any.SetArgs(ctx, "k", 1, rd.SetArgs{TTL: ttl})                                                  // want `SET key=k ttl=\{ttl\}`
	s.any.SetArgs(ctx, "k", 1, rd.SetArgs{Mode: "NX", KeepTTL: true})                                 // want `SET key=k ttl=keep mode=NX`
	s.any.SetArgs(ctx, "k", 1, rd.SetArgs{ExpireAt: time.Now()})                                      // want `SET key=k ttl=\{Now\}`
	s.rdb.MSet(ctx, "a", 1, "b", 2)                                                                   // want `MSET key=a,b ttl=none`
	s.rdb.MSet(ctx, map[string]any{"a": 1, "b": 2})                                                   // want `MSET key=a,b ttl=none`
	s.rdb.MSet(ctx, []string{"a", "1"})                                                               // want `MSET key=a ttl=none`
	s.rdb.Del(ctx, "a", "b")                                                                          // want `DEL key=a,b client=single`
	s.rdb.GetSet(ctx, "a", 1)                                                                         // want `GETSET key=a ttl=none`
	s.rdb.SetFromBuffer(ctx, "a", nil)                                                                // want `SET key=a ttl=none`
	s.rdb.Expire(ctx, "a", time.Second)                                                               // want `EXPIRE key=a ttl=1000000000`
	s.rdb.ExpireAt(ctx, "a", time.Now())                                                              // want `EXPIREAT key=a`
	s.rdb.Rename(ctx, "a", "b")                                                                       // want `RENAME key=a,b`
	s.rdb.BitOpAnd(ctx, "d", "a", "b")                                                                // want `BITOP key=d,a,b`
	s.rdb.ZUnionStore(ctx, "d", &rd.ZStore{Keys: []string{"a", "b"}})                                 // want `ZUNIONSTORE key=d,a,b`
	s.rdb.XRead(ctx, &rd.XReadArgs{Streams: []string{"s", "t", "0", "0"}})                            // want `XREAD key=s,t`
	s.rdb.XReadGroup(ctx, &rd.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"s", ">"}}) // want `XREADGROUP key=s `
	s.rdb.XAdd(ctx, &rd.XAddArgs{Stream: "s", Values: map[string]any{"a": 1}})                        // want `XADD key=s `
	s.rdb.Eval(ctx, "return 1", []string{"a", "b"}, 1)                                                // want `EVAL key=a,b`
	s.rdb.BLPop(ctx, 0, "q1", "q2")                                                                   // want `BLPOP key=q1,q2`
	s.rdb.LMove(ctx, "a", "b", "left", "right")                                                       // want `LMOVE key=a,b`
	s.rdb.ConfigSet(ctx, "maxmemory", "1")                                                            // want `CONFIG SET`
	s.rdb.ObjectEncoding(ctx, "k")                                                                    // want `OBJECT ENCODING key=k`
}

func raw(ctx context.Context, s *store, args []any) {
	s.rdb.Do(ctx, "SET", "k", 1)             // want `SET key=k ttl=none`
	s.rdb.Do(ctx, "set", "k", 1, "ex", 60)   // want `SET key=k ttl=60`
	s.rdb.Do(ctx, "KEYS", "*")               // want `KEYS`
	s.rdb.Do(ctx, "config", "set", "a", "b") // want `CONFIG SET`
	s.rdb.Do(ctx, args...)
	s.rdb.Do(ctx, append([]any{"GET"}, "k")...) // want `GET key=k`
	cmd := rd.NewStatusCmd(ctx, "SET", "k", 1)  // want `SET key=k ttl=none client=cluster`
	s.cluster.Process(ctx, cmd)
	s.rdb.Process(ctx, rd.NewStringCmd(ctx, "GET", "k")) // want `GET key=k client=single`
}

func shapes(ctx context.Context, e *embedding, m mirror, c cache, s *store) {
	e.Get(ctx, "k")       // want `GET key=k client=cluster`
	m.Set(ctx, "k", 1, 0) // want `SET key=k ttl=none$`
	m.Get(ctx, "k")       // want `GET key=k$`
	m.Keys()
	c.Get(ctx, "k")
	get := s.rdb.Get
	get(ctx, "k")                     // want `GET key=k client=single`
	(*rd.Client).Get(s.rdb, ctx, "k") // want `GET key=k client=single`
	(s.rdb).Get(ctx, "k")             // want `GET key=k client=single`
	s.rdb.Conn().Get(ctx, "k")        // want `GET key=k client=single`
}

func generic[C rd.Cmdable](ctx context.Context, c C) {
	c.Get(ctx, "k") // want `GET key=k`
}

func held(ctx context.Context) {
	var c rd.UniversalClient = rd.NewClusterClient(&rd.ClusterOptions{})
	c.Get(ctx, "k") // want `GET key=k client=cluster`
	u := rd.NewUniversalClient(&rd.UniversalOptions{Addrs: []string{"a:1", "b:2"}})
	u.Get(ctx, "k") // want `GET key=k client=cluster`
	one := rd.NewUniversalClient(&rd.UniversalOptions{Addrs: []string{"a:1"}})
	one.Get(ctx, "k") // want `GET key=k client=single`
	r := rd.NewRing(&rd.RingOptions{})
	r.Get(ctx, "k") // want `GET key=k client=ring`
	_ = (&rd.ClusterClient{}).ForEachMaster(ctx, func(ctx context.Context, m *rd.Client) error {
		return m.FlushDB(ctx).Err() // want `FLUSHDB client=single`
	})
}

type redis struct{}

func (redis) Set(ctx context.Context, k string, v any, ttl time.Duration) *redis { return nil }

func shadowed(ctx context.Context) {
	var rdb redis
	rdb.Set(ctx, "k", 1, 0)
}
