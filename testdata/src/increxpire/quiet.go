package increxpire

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// One write, transaction or not.
func batched(ctx context.Context, rdb *redis.Client, key string) (int64, error) {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	pipe.Expire(ctx, key, time.Minute)
	if _, err := pipe.Exec(ctx); err != nil {
		return 0, err
	}
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "tx")
		p.Expire(ctx, "tx", time.Minute)
		return nil
	})
	return n.Val(), err
}

func queued(ctx context.Context, p redis.Pipeliner, key string) {
	p.Incr(ctx, key)
	p.Expire(ctx, key, time.Minute)
}

// One script, in its usual forms.
var hits = redis.NewScript(`
local n = redis.call("INCR", KEYS[1])
if n == 1 then
	redis.call("EXPIRE", KEYS[1], ARGV[1])
end
return n`)

func scripted(ctx context.Context, rdb *redis.Client, ip string) (int64, error) {
	return hits.Run(ctx, rdb, []string{"hits:" + ip}, 60).Int64()
}

// What is lost is mended by the next hit, and the time does not start anew.
func healing(ctx context.Context, rdb *redis.Client, key string) int64 {
	n := rdb.Incr(ctx, key).Val()
	rdb.ExpireNX(ctx, key, time.Minute)
	return n
}

func asks(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Incr(ctx, key)
	if rdb.TTL(ctx, key).Val() < 0 {
		rdb.Expire(ctx, key, time.Minute)
	}
}

func asksInPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, key)
	ttl := pipe.TTL(ctx, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	if ttl.Val() < 0 {
		return rdb.Expire(ctx, key, time.Minute).Err()
	}
	return nil
}

// The counter has its expiry from the start.
func made(ctx context.Context, rdb *redis.Client, key string) {
	rdb.SetNX(ctx, key, 0, time.Minute).Val()
	rdb.Incr(ctx, key)
	rdb.Expire(ctx, key, time.Minute)
}

func begin(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Set(ctx, "quota:"+id, 0, time.Hour).Err()
}

func use(ctx context.Context, rdb *redis.Client, id string) error {
	if err := rdb.IncrBy(ctx, "quota:"+id, 5).Err(); err != nil {
		return err
	}
	return rdb.Expire(ctx, "quota:"+id, time.Hour).Err()
}

// Each window has a key of its own, and every hit sends the expiry.
func perMinute(ctx context.Context, rdb *redis.Client, user string) int64 {
	key := fmt.Sprintf("rate:%s:%d", user, time.Now().Unix()/60)
	n := rdb.Incr(ctx, key).Val()
	rdb.Expire(ctx, key, 2*time.Minute)
	return n
}

func perDay(ctx context.Context, rdb *redis.Client, at time.Time) {
	key := "visits:" + at.Format(time.DateOnly)
	rdb.Incr(ctx, key)
	rdb.Expire(ctx, key, 48*time.Hour)
}

func dayKey(id string) string { return "views:" + id + ":" + time.Now().Format("20060102") }

func perDayOf(ctx context.Context, rdb *redis.Client, id string) {
	key := dayKey(id)
	rdb.HIncrBy(ctx, key, "n", 1)
	rdb.Expire(ctx, key, 48*time.Hour)
}

func perWindow(ctx context.Context, rdb *redis.Client, user, window string) {
	key := "w:" + user + ":" + window
	rdb.Incr(ctx, key)
	rdb.Expire(ctx, key, time.Hour)
}

// A counter that is meant to stay, and another key's expiry.
func total(ctx context.Context, rdb *redis.Client, a, b string) {
	rdb.Incr(ctx, "total:"+a)
	rdb.Expire(ctx, "total:"+b, time.Hour)
	rdb.Incr(ctx, "total")
}

// The EXPIRE comes first, or instead.
func renewed(ctx context.Context, rdb *redis.Client, key string, again bool) {
	rdb.Expire(ctx, key, time.Hour)
	rdb.Incr(ctx, key)
	if again {
		rdb.Incr(ctx, "either")
	} else {
		rdb.Expire(ctx, "either", time.Hour)
	}
}
