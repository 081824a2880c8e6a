package increxpire

import (
	"context"
	"errors"
	"fmt"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

var errLimit = errors.New("limit")

// Behind the first count.
func first(ctx context.Context, rdb *redis.Client, ip string) bool {
	n := rdb.Incr(ctx, "hits:"+ip).Val()
	if n == 1 {
		rdb.Expire(ctx, "hits:"+ip, time.Minute) // want `increxpire: only the first INCR \(bad.go:17\) of counter "hits:\*" is followed by this EXPIRE, and a crash or an error between them leaves the counter for ever, so that a limit on it never ends: send both in one script`
	}
	return n <= 100
}

func firstOf(ctx context.Context, rdb redis.Cmdable, key string, step int64, ttl time.Duration) (int64, error) {
	n, err := rdb.IncrBy(ctx, key, step).Result()
	if err != nil {
		return 0, err
	}
	if n == step {
		if err := rdb.Expire(ctx, key, ttl).Err(); err != nil { // want `increxpire: only the first INCRBY .* of counter key is`
			return n, err
		}
	}
	return n, nil
}

// The others leave.
func others(ctx context.Context, rdb redis.UniversalClient, key string) int {
	n := int(rdb.Incr(ctx, key).Val())
	if n > 1 {
		return n
	}
	rdb.PExpire(ctx, key, time.Minute) // want `increxpire: only the first INCR`
	return n
}

// The command itself is kept, and its answer is converted.
func kept(ctx context.Context, rdb *redis.Client, key string) {
	cmd := rdb.Incr(ctx, key)
	if int(cmd.Val()) < 2 {
		rdb.ExpireAt(ctx, key, time.Now().Add(time.Hour)) // want `increxpire: only the first INCR .* this EXPIREAT`
	}
}

func cases(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Incr(ctx, key).Result()
	switch {
	case err != nil:
		return err
	case n == 1:
		return rdb.Expire(ctx, key, time.Hour).Err() // want `increxpire: only the first INCR`
	case n > 10:
		return errLimit
	}
	return nil
}

// Every time.
func always(ctx context.Context, rdb *redis.Client, user string) (int64, error) {
	n, err := rdb.Incr(ctx, "fails:"+user).Result()
	if err != nil {
		return 0, err
	}
	println(n)
	return n, rdb.Expire(ctx, "fails:"+user, time.Hour).Err() // want `increxpire: this EXPIRE after every INCR \(bad.go:\d+\) of counter "fails:\*" starts its time anew, so that a counter that is hit often never ends, and a crash between them leaves it until the next hit: set the expiry with the first count only, in one script`
}

// Only while the limit is not reached: each hit below it sends it again.
func below(ctx context.Context, rdb *redis.Client, user string) error {
	n := rdb.Incr(ctx, "below:"+user).Val()
	if n > 5 {
		return errLimit
	}
	return rdb.Expire(ctx, "below:"+user, time.Hour).Err() // want `increxpire: this EXPIRE after every INCR`
}

// A counter in a hash, a raw one, one that counts down, and one of fractions.
func kinds(ctx context.Context, rdb *redis.Client, id string, delta float64) {
	rdb.HIncrBy(ctx, "stats:"+id, "views", 1)
	rdb.Expire(ctx, "stats:"+id, time.Hour) // want `increxpire: this EXPIRE after every HINCRBY`
	if n, _ := rdb.Do(ctx, "INCR", "raw:"+id).Int64(); n == 1 {
		rdb.Do(ctx, "EXPIRE", "raw:"+id, 60) // want `increxpire: only the first INCR`
	}
	rdb.Decr(ctx, "left:"+id)
	rdb.Expire(ctx, "left:"+id, time.Hour) // want `increxpire: this EXPIRE after every DECR`
	rdb.IncrByFloat(ctx, "sum:"+id, delta)
	rdb.Expire(ctx, "sum:"+id, time.Hour) // want `increxpire: this EXPIRE after every INCRBYFLOAT`
}

// ExpireNX behind the first count is lost as well.
func nx(ctx context.Context, rdb *redis.Client, key string) {
	if rdb.Incr(ctx, key).Val() == 1 {
		rdb.ExpireNX(ctx, key, time.Hour) // want `increxpire: only the first INCR`
	}
}

// The window is in the key, and yet each of them may stay for ever.
func windowed(ctx context.Context, rdb *redis.Client, user string) {
	key := fmt.Sprintf("rate:%s:%d", user, time.Now().Unix()/60)
	if n := rdb.Incr(ctx, key).Val(); n == 1 {
		rdb.Expire(ctx, key, 2*time.Minute) // want `increxpire: only the first INCR`
	}
}

// The count comes out of a pipeline, the EXPIRE goes out afterwards.
func afterPipeline(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	if n.Val() == 1 {
		return rdb.Expire(ctx, key, time.Hour).Err() // want `increxpire: only the first INCR`
	}
	return nil
}

// Through helpers.
type cache struct{ rdb *redis.Client }

func (c *cache) Incr(ctx context.Context, key string) (int64, error) {
	return c.rdb.Incr(ctx, key).Result()
}

func (c *cache) Expire(ctx context.Context, key string, ttl time.Duration) error {
	return c.rdb.Expire(ctx, key, ttl).Err()
}

func (c *cache) loginFailed(ctx context.Context, phone string) {
	key := "login:fail:" + phone
	n, _ := c.Incr(ctx, key)
	if n == 1 {
		_ = c.Expire(ctx, key, 5*time.Minute) // want `increxpire: only the first INCR in Incr \(bad.go:\d+\) of counter "login:fail:\*"`
	}
}

// Whether the time is to start anew is not ours to say: no fix.
func slides(ctx context.Context, rdb redis.Cmdable, key string) error {
	if err := rdb.Incr(ctx, key).Err(); err != nil {
		return err
	}
	return rdb.Expire(ctx, key, time.Hour).Err() // want `increxpire: this EXPIRE`
}

// A generic helper, and go-redis v8.
func hit[K ~string](ctx context.Context, rdb *v8.Client, key K) {
	if rdb.Incr(ctx, string(key)).Val() == 1 {
		rdb.Expire(ctx, string(key), time.Hour) // want `increxpire: only the first INCR`
	}
}
