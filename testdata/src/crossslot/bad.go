package crossslot

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

func order(ctx context.Context, rdb *redis.ClusterClient, id string) error {
	return rdb.Rename(ctx, "cart:"+id, "order:"+id).Err() // want `crossslot: RENAME of "cart:\*" and "order:\*" fails with CROSSSLOT on a cluster whenever they lie in different hash slots`
}

func one(ctx context.Context, rdb *redis.ClusterClient, a, b string, keys []string) {
	rdb.MGet(ctx, "a", "b")                                             // want `crossslot: MGET of "a" and "b" fails with CROSSSLOT on a cluster every time, since their hash slots differ`
	rdb.Del(ctx, keys...)                                               // want `crossslot: DEL of the keys keys`
	rdb.Unlink(ctx, a, b)                                               // want `crossslot: UNLINK of a and b`
	rdb.Exists(ctx, "{x}:"+a, "{y}:"+b)                                 // want `crossslot: EXISTS .*hash slots differ`
	rdb.Touch(ctx, a, a+":x")                                           // want `crossslot: TOUCH`
	rdb.MSet(ctx, "a", 1, "b", 2)                                       // want `crossslot: MSET of "a" and "b"` `missingttl: `
	rdb.MSetNX(ctx, "a", 1, "b", 2)                                     // want `crossslot: MSETNX` `missingttl: `
	rdb.RenameNX(ctx, a, b)                                             // want `crossslot: RENAMENX`
	rdb.SUnion(ctx, "a", "b", "c")                                      // want `crossslot: SUNION of "a", "b" and 1 more`
	rdb.SInterStore(ctx, "d", "a", "b")                                 // want `crossslot: SINTERSTORE`
	rdb.SDiff(ctx, a, b)                                                // want `crossslot: SDIFF`
	rdb.ZUnionStore(ctx, "d", &redis.ZStore{Keys: []string{"a", "b"}})  // want `crossslot: ZUNIONSTORE`
	rdb.ZInter(ctx, &redis.ZStore{Keys: []string{a, b}})                // want `crossslot: ZINTER`
	rdb.ZDiffStore(ctx, "d", "a", "b")                                  // want `crossslot: ZDIFFSTORE`
	rdb.RPopLPush(ctx, a, a+":processing")                              // want `crossslot: RPOPLPUSH`
	rdb.LMove(ctx, a, b, "LEFT", "RIGHT")                               // want `crossslot: LMOVE`
	rdb.BLMove(ctx, a, b, "LEFT", "RIGHT", time.Second)                 // want `crossslot: BLMOVE`
	rdb.SMove(ctx, a, b, "m")                                           // want `crossslot: SMOVE`
	rdb.Copy(ctx, a, b, 0, false)                                       // want `crossslot: COPY`
	rdb.PFCount(ctx, a, b)                                              // want `crossslot: PFCOUNT`
	rdb.PFMerge(ctx, "d", keys...)                                      // want `crossslot: PFMERGE`
	rdb.BitOpAnd(ctx, "d", "a", "b")                                    // want `crossslot: BITOP`
	rdb.LMPop(ctx, "LEFT", 1, "a", "b")                                 // want `crossslot: LMPOP`
	rdb.ZMPop(ctx, "MIN", 1, keys...)                                   // want `crossslot: ZMPOP`
	rdb.BLPop(ctx, time.Second, "q:high", "q:low")                      // want `crossslot: BLPOP`
	rdb.BRPop(ctx, time.Second, keys...)                                // want `crossslot: BRPOP`
	rdb.BZPopMin(ctx, time.Second, a, b)                                // want `crossslot: BZPOPMIN`
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{a, b, "0", "0"}}) // want `crossslot: XREAD`
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{                          // want `crossslot: XREADGROUP`
		Group: "g", Consumer: "c", Streams: []string{"s", "t", ">", ">"},
	})
	rdb.SSubscribe(ctx, "a", "b")                                                    // want `crossslot: SSUBSCRIBE` "leakedclient: "
	rdb.Eval(ctx, "return 1", []string{a, b})                                        // want `crossslot: EVAL`
	rdb.EvalSha(ctx, "sha", keys)                                                    // want `crossslot: EVALSHA`
	rdb.FCall(ctx, "f", []string{a, b})                                              // want `crossslot: FCALL`
	rdb.SortStore(ctx, "a", "b", &redis.Sort{})                                      // want `crossslot: SORT`
	rdb.GeoRadiusStore(ctx, "a", 1, 2, &redis.GeoRadiusQuery{Store: "b", Radius: 1}) // want `crossslot: GEORADIUS`
	rdb.Do(ctx, "MGET", "a", "b")                                                    // want `crossslot: MGET`
	redis.NewScript("return 1").Run(ctx, rdb, []string{a, b})                        // want `crossslot: EVALSHA`
	redis.NewScript("return redis.call('GET', 'x')").Run(ctx, rdb, []string{"a"}, b) // want `undeclaredkey: this script's GET of "x"`
}

func looped(ctx context.Context, rdb *redis.ClusterClient, ids []int) {
	var keys []string
	for _, id := range ids {
		keys = append(keys, fmt.Sprintf("user:{%d}", id))
	}
	rdb.MGet(ctx, keys...) // want `crossslot: MGET of the keys "user:\{\*\}" fails` `emptykeys: MGET of keys`
	tagged := make([]string, len(ids))
	for i, id := range ids {
		tagged[i] = "{users:" + strconv.Itoa(id) + "}:name"
	}
	rdb.Del(ctx, tagged...) // want `crossslot: DEL` `emptykeys: DEL of tagged`
}

func transactions(ctx context.Context, rdb *redis.ClusterClient, id string, ids []string) {
	tx := rdb.TxPipeline()
	tx.Set(ctx, "user:"+id, 1, time.Hour)
	tx.Expire(ctx, "user:"+id, time.Hour)
	tx.SAdd(ctx, "users", id) // want `crossslot: this transaction sends SADD of "users" beside "user:\*", and the client refuses it with CROSSSLOT`
	tx.SAdd(ctx, "more", id)  // one finding a batch
	_, _ = tx.Exec(ctx)
	_, _ = rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "a")
		p.Incr(ctx, "b") // want `crossslot: .*"b" beside "a", .*hash slots differ`
		return nil
	})
	_, _ = rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		for _, id := range ids {
			p.Del(ctx, "user:"+id) // want `crossslot: .*DEL of "user:\*" beside those of the other turns of the loop`
			p.Del(ctx, "name:"+id)
		}
		return nil
	})
	made := begin(rdb)
	made.Incr(ctx, "a")
	made.Incr(ctx, "b")        // want `crossslot: `
	filled := rdb.TxPipeline() // want "pipelineresult: "
	incr(ctx, filled, "a")
	incr(ctx, filled, "b") // want `crossslot: `
}

func begin(rdb *redis.ClusterClient) redis.Pipeliner { return rdb.TxPipeline() }

func incr(ctx context.Context, p redis.Pipeliner, key string) { p.Incr(ctx, key) }

func watches(ctx context.Context, rdb *redis.ClusterClient, a, b string) {
	_ = rdb.Watch(ctx, func(tx *redis.Tx) error { // want `crossslot: WATCH of a and b`
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, a)
			p.Incr(ctx, b)
			return nil
		})
		return err
	}, a, b)
	_ = rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, a).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, a, n+1, time.Hour)
			p.Set(ctx, b, n+1, time.Hour) // want `crossslot: under WATCH it sends SET of b beside a`
			return nil
		})
		return err
	}, a)
	_ = rdb.Watch(ctx, func(tx *redis.Tx) error {
		return tx.Get(ctx, "b").Err() // want `crossslot: under WATCH it sends GET of "b" beside "a", .*hash slots differ`
	}, "a")
}

func pipelined(ctx context.Context, rdb *redis.ClusterClient) {
	p := rdb.Pipeline()
	p.Get(ctx, "a")
	p.MGet(ctx, "a", "b") // want `crossslot: MGET`
	_, _ = p.Exec(ctx)
}

type store struct{ rdb *redis.ClusterClient }

// counted does more than hand its keys on, but does not choose them.
func (s *store) counted(ctx context.Context, keys []string) (n int64, err error) {
	started := time.Now()
	defer func() { println(time.Since(started)) }()
	n, err = s.rdb.Del(ctx, keys...).Result()
	if err != nil {
		println("failed")
		return 0, fmt.Errorf("counted: %w", err)
	}
	return n, nil
}

// drop and move hand their keys on.
func (s *store) drop(ctx context.Context, keys ...string) error {
	if len(keys) == 0 {
		return nil
	}
	return s.rdb.Del(ctx, keys...).Err()
}

func (s *store) move(ctx context.Context, from, to string) error {
	return s.rdb.Rename(ctx, from, to).Err()
}

// archive names one of the keys itself.
func (s *store) archive(ctx context.Context, key string) error {
	return s.rdb.Rename(ctx, key, "archive:"+key).Err() // want `crossslot: RENAME`
}

func (s *store) callers(ctx context.Context, id string) {
	_ = s.drop(ctx, "a:"+id, "b:"+id) // want `crossslot: DEL of "a:\*" and "b:\*"`
	_ = s.move(ctx, "a", "b")         // want `crossslot: RENAME of "a" and "b" fails with CROSSSLOT on a cluster every time, since their hash slots differ`
	_ = s.archive(ctx, id)
	_ = s.drop(ctx, "a:"+id)
	_, _ = s.counted(ctx, []string{"a", id}) // want `crossslot: DEL of "a" and id`
	_, _ = s.counted(ctx, []string{id})
	_ = s.drop(ctx, "{u}:a", "{u}:b")
	_ = s.move(ctx, userKey(id, "a"), userKey(id, "b"))
}

// merged gives one tag to all its keys.
func merged(ctx context.Context, rdb *redis.ClusterClient, values []string) {
	tag := randomID()
	var keys []string
	var pairs []any
	for i, v := range values {
		key := fmt.Sprintf("{%s}:%d", tag, i)
		keys = append(keys, key)
		pairs = append(pairs, key, v)
	}
	rdb.MSetNX(ctx, pairs...) // want `missingttl: ` `emptykeys: MSETNX of pairs`
	rdb.PFMerge(ctx, fmt.Sprintf("{%s}:all", tag), keys...)
}

func randomID() string { return fmt.Sprint(time.Now().UnixNano()) }

func userKey(id, field string) string { return fmt.Sprintf("{user:%s}:%s", id, field) }

func held(ctx context.Context, addrs []string) error {
	var rdb redis.UniversalClient = redis.NewClusterClient(&redis.ClusterOptions{Addrs: addrs})
	return rdb.MGet(ctx, "a", "b").Err() // want `crossslot: MGET`
}
