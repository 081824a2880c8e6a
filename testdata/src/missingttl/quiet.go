package missingttl

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/redis/go-redis/v9"
)

type options struct {
	ttl time.Duration
	TTL time.Duration
}

func storeForADay(ctx context.Context, rdb *redis.Client, id string, data []byte) error {
	return rdb.Set(ctx, "profile:"+id, data, 24*time.Hour).Err()
}

// What is not provably 0.
func variable(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration, sec int, o *options) {
	rdb.Set(ctx, key, 1, ttl)
	rdb.Set(ctx, key, 1, time.Duration(sec)*time.Second)
	rdb.Set(ctx, key, 1, o.TTL)
	rdb.Set(ctx, key, 1, o.ttl)
	rdb.Set(ctx, key, 1, untilMidnight())
	d := time.Duration(0)
	if os.Getenv("TTL") != "" {
		d = time.Hour
	}
	rdb.Set(ctx, key, 1, d)
	rdb.SetArgs(ctx, key, 1, redis.SetArgs{TTL: ttl})
	rdb.SetArgs(ctx, key, 1, redis.SetArgs{ExpireAt: time.Now().Add(ttl)})
	var args redis.SetArgs
	args.TTL = ttl
	rdb.SetArgs(ctx, key, 1, args)
}

func untilMidnight() time.Duration { return time.Until(time.Now().Truncate(24 * time.Hour)) }

// The value may be 0, the TTL is not.
func zeroValue(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Set(ctx, key, 0, time.Hour)
	rdb.SetEx(ctx, key, 0, time.Hour)
}

func keeps(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Set(ctx, key, 1, redis.KeepTTL)
	rdb.SetArgs(ctx, key, 1, redis.SetArgs{KeepTTL: true})
	rdb.Do(ctx, "SET", key, 1, "KEEPTTL")
}

func raws(ctx context.Context, rdb *redis.Client, key string, args []any, word string) {
	rdb.Do(ctx, "SET", key, 1, "EX", 60)
	rdb.Do(ctx, "SETEX", key, 60, 1)
	rdb.Do(ctx, "SET", key, 1, "PXAT", 1)
	rdb.Do(ctx, "SET", key, 1, word, 60)
	rdb.Do(ctx, append([]any{"SET", key, 1}, args...)...)
}

// Deleted on every path: by a defer, at the end, and on the way out.
func temporary(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	key := fmt.Sprintf("tmp:%s", id)
	if err := rdb.Set(ctx, key, 1, 0).Err(); err != nil {
		return err
	}
	defer rdb.Del(ctx, key)
	return work()
}

func straight(ctx context.Context, rdb *redis.Client, key string, work func() error) error {
	rdb.Set(ctx, key, 1, 0)
	if err := work(); err != nil {
		rdb.Unlink(ctx, key)
		return err
	}
	return rdb.GetDel(ctx, key).Err()
}

// A second command gives the expiry: that is setexpire's.
func twoCommands(ctx context.Context, rdb *redis.Client, id string, ttl time.Duration) {
	rdb.Set(ctx, "a:"+id, 1, 0)
	rdb.ExpireAt(ctx, "a:"+id, time.Now().Add(ttl)) // want `setexpire: `
	rdb.Set(ctx, "b:"+id, 1, 0)
	if ttl > 0 {
		rdb.PExpireAt(ctx, "b:"+id, time.Now().Add(ttl)) // want `setexpire: `
	}
	old := rdb.GetSet(ctx, "c:"+id, 1)
	if old.Err() == nil {
		rdb.ExpireNX(ctx, "c:"+id, ttl) // want `setexpire: `
	}
	rdb.Set(ctx, "d:"+id, 1, 0)
	rdb.GetEx(ctx, "d:"+id, ttl)
	rdb.SetNX(ctx, "e:"+id, 1, 0)
	rdb.ExpireAt(ctx, "f:"+id, time.Now())
	rdb.PExpire(ctx, "e:"+id, ttl) // want `setnxexpire: `
}

// One batch.
func batched(ctx context.Context, rdb *redis.Client, values map[string]any, ttl time.Duration) error {
	pipe := rdb.TxPipeline()
	pipe.MSet(ctx, values)
	for k := range values {
		pipe.Expire(ctx, k, ttl)
	}
	pipe.Set(ctx, "index", len(values), 0)
	pipe.Expire(ctx, "index", ttl)
	_, err := pipe.Exec(ctx)
	return err
}

// A loop that writes, and one that gives the expiries.
func loops(ctx context.Context, rdb *redis.Client, ids []string, ttl time.Duration) {
	for _, id := range ids {
		rdb.Set(ctx, "item:"+id, 1, 0)
	}
	for _, other := range ids {
		rdb.Expire(ctx, "item:"+other, ttl)
	}
}

// A uniqueness index in a transaction.
func index(ctx context.Context, rdb *redis.Client, mail, id string) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.SetNX(ctx, "user:mail:"+mail, id, 0)
		p.HSet(ctx, "user:"+id, "mail", mail)
		return nil
	})
	return err
}

// A counter whose batch takes care of expiries.
func counter(ctx context.Context, rdb *redis.Client, id string, n int, ttl time.Duration) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, "count:"+id, n, 0)
		p.Expire(ctx, window(id), ttl)
		return nil
	})
	return err
}

func window(id string) string { return "window:" + id }

// A lock that never expires is lockttl's.
func lock(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	return rdb.SetNX(ctx, "lock:report", token, 0).Result() // want `lockttl: `
}

// Both ways of one choice hand the TTL on.
func choice(ctx context.Context, rdb *redis.Client, key string, v any, ttl time.Duration) error {
	if ttl <= 0 {
		return rdb.Set(ctx, key, v, 0).Err()
	}
	return rdb.Set(ctx, key, v, ttl).Err()
}

// Collections have no one-command form; a number has its own commands.
func collections(ctx context.Context, rdb *redis.Client, key string) {
	rdb.HSet(ctx, "h:"+key, "f", 1)
	rdb.SAdd(ctx, "s:"+key, 1)
	rdb.ZAdd(ctx, "z:"+key, redis.Z{Score: 1, Member: "m"})
	rdb.LPush(ctx, "l:"+key, 1)
	rdb.Incr(ctx, "n:"+key)
	rdb.Append(ctx, "text:"+key, "more")
}

type memory map[string]any

func (s memory) Set(ctx context.Context, key string, v any, ttl time.Duration) { s[key] = v }

func notRedis(ctx context.Context, s memory) { s.Set(ctx, "k", 1, 0) }
