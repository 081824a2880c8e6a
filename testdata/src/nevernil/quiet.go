package nevernil

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/redis/go-redis/v9"
)

// These answer Nil.
func answersNil(ctx context.Context, rdb *redis.Client) error {
	if _, err := rdb.Get(ctx, "k").Result(); err == redis.Nil {
		return errNotFound
	}
	if _, err := rdb.HGet(ctx, "h", "f").Result(); err == redis.Nil {
		return errNotFound
	}
	if _, err := rdb.ZScore(ctx, "z", "m").Result(); errors.Is(err, redis.Nil) {
		return errNotFound
	}
	if _, err := rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"s", "$"}, Block: time.Second}).Result(); err == redis.Nil {
		return errNotFound
	}
	if err := rdb.SetArgs(ctx, "once", 1, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err(); err == redis.Nil {
		return errNotFound
	}
	return nil
}

// The mode is not known.
func mode(ctx context.Context, rdb *redis.Client, args redis.SetArgs) error {
	err := rdb.SetArgs(ctx, "k", 1, args).Err()
	if err == redis.Nil {
		return errNotFound
	}
	return err
}

// The guard is right for both.
func guard(ctx context.Context, rdb *redis.Client) (map[string]string, error) {
	m, err := rdb.HGetAll(ctx, "user:1").Result()
	if err != nil && err != redis.Nil {
		return nil, err
	}
	return m, nil
}

func guardIs(ctx context.Context, rdb *redis.Client) (map[string]string, error) {
	m, err := rdb.HGetAll(ctx, "user:1").Result()
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, err
	}
	return m, nil
}

// The branch is taken for another reason, too.
func disjunct(ctx context.Context, rdb *redis.Client) error {
	m, err := rdb.HGetAll(ctx, "user:1").Result()
	if err == redis.Nil || len(m) == 0 {
		return errNotFound
	}
	switch err {
	case nil, redis.Nil:
		return nil
	}
	return err
}

// The error may be that of the GET.
func either(ctx context.Context, rdb *redis.Client, whole bool) (any, error) {
	var v any
	var err error
	if !whole {
		v, err = rdb.Get(ctx, "user:1").Result()
	} else {
		v, err = rdb.HGetAll(ctx, "user:1").Result()
	}
	if err == redis.Nil {
		return nil, errNotFound
	}
	return v, err
}

// In the second turn it is.
func turns(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.HGetAll(ctx, "user:1").Result()
	for range 3 {
		if err == redis.Nil {
			return errNotFound
		}
		_, err = rdb.Get(ctx, "user:1").Result()
	}
	return err
}

// A closure may have set it.
func closure(ctx context.Context, rdb *redis.Client, do func(func())) error {
	_, err := rdb.HGetAll(ctx, "user:1").Result()
	do(func() { _, err = rdb.Get(ctx, "user:1").Result() })
	if err == redis.Nil {
		return errNotFound
	}
	return err
}

// So may whoever has its address.
func address(ctx context.Context, rdb *redis.Client, wrap func(*error)) error {
	_, err := rdb.HGetAll(ctx, "user:1").Result()
	wrap(&err)
	if err == redis.Nil {
		return errNotFound
	}
	return err
}

// A helper's error is its own: this one makes Nil of an empty map.
func load(ctx context.Context, rdb *redis.Client, id string) (map[string]string, error) {
	m, err := rdb.HGetAll(ctx, "user:"+id).Result()
	if err == nil && len(m) == 0 {
		return nil, redis.Nil
	}
	return m, err
}

func helper(ctx context.Context, rdb *redis.Client) error {
	_, err := load(ctx, rdb, "1")
	if err == redis.Nil {
		return errNotFound
	}
	return err
}

// A batch's error is that of its first failure.
func batch(ctx context.Context, rdb *redis.Client) error {
	var all *redis.MapStringStringCmd
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		all = pipe.HGetAll(ctx, "user:1")
		pipe.Get(ctx, "user:1:name")
		return nil
	})
	if err == redis.Nil || all.Err() == redis.Nil {
		return errNotFound
	}
	return err
}

// A script answers what it likes, and BITFIELD null for an overflow.
func unknown(ctx context.Context, rdb *redis.Client) error {
	if _, err := rdb.Eval(ctx, "return redis.call('GET', KEYS[1])", []string{"k"}).Result(); err == redis.Nil {
		return errNotFound
	}
	if _, err := rdb.BitField(ctx, "k", "OVERFLOW", "FAIL", "INCRBY", "u2", 0, 4).Result(); err == redis.Nil {
		return errNotFound
	}
	if _, err := rdb.Do(ctx, "LPOP", "k").Result(); err == redis.Nil {
		return errNotFound
	}
	return nil
}

// The error is wrapped or another one by then.
func overwritten(ctx context.Context, rdb *redis.Client, fill func() error) error {
	_, err := rdb.HGetAll(ctx, "user:1").Result()
	if err != nil {
		err = fill()
		if err == redis.Nil {
			return errNotFound
		}
	}
	return err
}

// What is kept as a boolean is not followed.
func boolean(ctx context.Context, rdb *redis.Client) bool {
	_, err := rdb.HGetAll(ctx, "user:1").Result()
	missing := err == redis.Nil
	return missing || err != nil
}

// A list of no count: XRANGE with COUNT 0 answers null.
func counted(ctx context.Context, rdb *redis.Client, n int64) error {
	_, err := rdb.XRangeN(ctx, "s", "-", "+", n).Result()
	if err == redis.Nil {
		return errNotFound
	}
	return err
}

func dead(ctx context.Context, rdb *redis.Client) error {
	os.Exit(1)
	_, err := rdb.HGetAll(ctx, "user:1").Result()
	if err == redis.Nil {
		return errNotFound
	}
	return err
}
