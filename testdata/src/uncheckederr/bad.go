package uncheckederr

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errTaken = errors.New("taken")

func bare(ctx context.Context, rdb *redis.Client, id string) {
	rdb.Set(ctx, "user:"+id, "x", time.Hour) // want "uncheckederr: nothing reads the error of SET of \"user:\\*\", so when Redis is down, full or read-only the code goes on as if it were done: check the command's Err"
}

func counters(ctx context.Context, rdb redis.UniversalClient, ids []string) {
	for _, id := range ids {
		rdb.HIncrBy(ctx, "hits", id, 1) // want "uncheckederr: .*HINCRBY of \"hits\""
	}
}

func raw(ctx context.Context, rdb *redis.ClusterClient) {
	rdb.Do(ctx, "LPUSH", "events", "started") // want "uncheckederr: .*LPUSH of \"events\""
}

func inBackground(ctx context.Context, rdb *redis.Ring, id string) {
	go rdb.SAdd(ctx, "online", id) // want "uncheckederr: .*SADD of \"online\""
}

func deferred(ctx context.Context, rdb *redis.Client, id string) {
	defer rdb.SRem(ctx, "online", id) // want "uncheckederr: .*SREM of \"online\""
	defer func() {
		rdb.Set(ctx, "last:"+id, time.Now().Unix(), time.Hour) // want "uncheckederr: .*SET of \"last:"
	}()
}

func cleanups(ctx context.Context, rdb *redis.Client, id string) (int64, error) {
	defer rdb.Del(ctx, "tmp:"+id) // want "uncheckederr: .*DEL of \"tmp:"
	if err := rdb.HSet(ctx, "tmp:"+id, "state", "new").Err(); err != nil {
		rdb.Unlink(ctx, "tmp:"+id) // want "uncheckederr: .*UNLINK of \"tmp:"
		return 0, err
	}
	n, err := rdb.Incr(ctx, "tries:"+id).Result()
	if err == nil && n > 3 {
		rdb.Expire(ctx, "tries:"+id, time.Minute) // want "uncheckederr: .*EXPIRE of \"tries:" `increxpire: `
		return 0, errTaken
	}
	return n, err
}

// Nothing has failed: these are not on the way out.
func success(ctx context.Context, rdb *redis.Client, id string) (int, error) {
	if id == "" {
		rdb.Del(ctx, "empty") // want "uncheckederr: .*DEL of \"empty\""
		return 0, nil
	}
	rdb.Expire(ctx, "session:"+id, time.Hour) // want "uncheckederr: .*EXPIRE of \"session:"
	return 1, nil
}

func told(ctx context.Context, rdb *redis.Client) {
	rdb.Publish(ctx, "changed", "1") // want "uncheckederr: .*PUBLISH"
}

func inSelect(ctx context.Context, rdb *redis.Client, ids <-chan string) {
	for {
		select {
		case id := <-ids:
			rdb.ZAdd(ctx, "board", redis.Z{Score: 1, Member: id}) // want "uncheckederr: .*ZADD of \"board\""
			if id == "" {
				goto end
			}
		case <-ctx.Done():
			return
		}
	}
end:
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: "log", MaxLen: 10, Values: []string{"end", "1"}}) // want "uncheckederr: .*XADD of \"log\""
}

func init() {
	rdb := redis.NewClient(&redis.Options{})
	rdb.Set(context.Background(), "started", 1, time.Hour) // want "uncheckederr: .*SET of \"started\""
}

var started = func() bool {
	redis.NewClient(&redis.Options{}).Incr(context.Background(), "starts") // want "uncheckederr: .*INCR of \"starts\""
	return true
}()

type store[K ~string] struct {
	rdb redis.Cmdable
}

func newStore[K ~string](rdb redis.Cmdable) *store[K] { return &store[K]{rdb} }

func (s *store[K]) drop(ctx context.Context, k K) {
	s.rdb.HDel(ctx, "fields", string(k)) // want "uncheckederr: .*HDEL of \"fields\""
}

// The helper returns the command, and so its callers answer for it.
func (s *store[K]) put(ctx context.Context, k K, v any) *redis.StatusCmd {
	return s.rdb.Set(ctx, "item:"+string(k), v, time.Hour)
}

func throughHelper(ctx context.Context, s *store[string]) {
	s.put(ctx, "1", "x")       // want "uncheckederr: .*SET of \"item:1\" that put sends"
	defer s.put(ctx, "2", "x") // want "uncheckederr: .*SET of \"item:2\" that put sends"
}

func methodValue(ctx context.Context, rdb *redis.Client) {
	incr := rdb.Incr
	incr(ctx, "hits") // want "uncheckederr: .*INCR of \"hits\""
}

var drain = redis.NewScript(`redis.call("DEL", KEYS[1]) return 1`)

func scripts(ctx context.Context, rdb *redis.Client) {
	drain.Run(ctx, rdb, []string{"queue"})                                               // want "uncheckederr: .*EVALSHA of \"queue\""
	rdb.Eval(ctx, `return redis.call("SET", KEYS[1], "1", "EX", 60)`, []string{"ready"}) // want "uncheckederr: .*EVAL of \"ready\""
}

type adder interface {
	SAdd(ctx context.Context, key string, members ...any) *redis.IntCmd
	Close() error
}

func own(ctx context.Context, a adder) {
	a.SAdd(ctx, "seen", 1) // want "uncheckederr: .*SADD of \"seen\""
}

// All calls in sight give it a client.
func touch(ctx context.Context, c redis.Cmdable, id string) {
	c.Expire(ctx, "session:"+id, time.Hour) // want "uncheckederr: .*EXPIRE of \"session:"
}

func touches(ctx context.Context, rdb *redis.Client) { touch(ctx, rdb, "1") }

type redisStore redis.Cmdable

// What answers at once is no pipeline.
func Count(ctx context.Context, c redisStore, id string) {
	n, err := c.Get(ctx, "count:"+id).Int()
	if err != nil {
		c.Set(ctx, "count:"+id, 1, time.Hour) // want "uncheckederr: .*SET of \"count:"
		return
	}
	c.Set(ctx, "count:"+id, n+1, time.Hour) // want "uncheckederr: .*SET of \"count:"
}
