package nevernil

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"
)

var errNotFound = errors.New("not found")

func afterNil(ctx context.Context, rdb redis.Cmdable) ([]any, error) {
	vals, err := rdb.HMGet(ctx, "user:1", "name", "mail").Result() // want "nevernil: HMGET answers a list with a nil for what is missing.* test its elements for nil"
	if err != nil {
		if redis.Nil == err {
			return nil, errNotFound
		}
		return nil, err
	}
	return vals, nil
}

func bySwitch(ctx context.Context, rdb *redis.Client) (int64, error) {
	n, err := rdb.Exists(ctx, "user:1").Result() // want "nevernil: EXISTS answers a number"
	switch err {
	case nil:
		return n, nil
	case redis.Nil:
		return 0, errNotFound
	default:
		return 0, err
	}
}

func initialised(ctx context.Context, rdb *redis.Client) error {
	if ttl, err := rdb.TTL(ctx, "session").Result(); err == redis.Nil { // want "nevernil: TTL answers -2 for a missing key, .*test for a negative value"
		return errNotFound
	} else if err != nil || ttl < 0 {
		return err
	}
	return nil
}

func errAlone(ctx context.Context, rdb *redis.Client) error {
	err := rdb.Del(ctx, "session").Err() // want "nevernil: DEL answers a number"
	if err == redis.Nil {
		return nil
	}
	return err
}

func atOnce(ctx context.Context, rdb *redis.Client) bool {
	if rdb.ZRange(ctx, "board", 0, 9).Err() == redis.Nil { // want "nevernil: ZRANGE answers an empty list"
		return false
	}
	return true
}

func kept(ctx context.Context, rdb *redis.Client) (map[string]string, error) {
	cmd := rdb.HGetAll(ctx, "user:1") // want "nevernil: HGETALL"
	if cmd.Err() == redis.Nil {
		return nil, errNotFound
	}
	return cmd.Result()
}

func keptResult(ctx context.Context, rdb *redis.Client) ([]string, error) {
	cmd := rdb.Keys(ctx, "user:*") // want "nevernil: KEYS" "keyscommand: "
	keys, err := cmd.Result()
	if errors.Is(err, redis.Nil) {
		return nil, errNotFound
	}
	return keys, err
}

func conjunct(ctx context.Context, rdb *redis.Client, strict bool) error {
	n, err := rdb.LLen(ctx, "jobs").Result() // want "nevernil: LLEN answers a number"
	if strict && err == redis.Nil {
		return errNotFound
	}
	fmt.Println(n)
	return err
}

func acquired(ctx context.Context, rdb *redis.Client) (bool, error) {
	ok, err := rdb.SetNX(ctx, "once", 1, redis.KeepTTL).Result() // want "nevernil: SET answers true or false"
	if err == redis.Nil {
		return false, nil
	}
	return ok, err
}

func scanned(ctx context.Context, rdb *redis.Client) (u struct {
	Name string `redis:"name"`
}, err error) {
	err = rdb.HGetAll(ctx, "user:1").Scan(&u) // want "nevernil: HGETALL"
	if err == redis.Nil {
		return u, errNotFound
	}
	return u, err
}

func reassigned(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Get(ctx, "user:1").Result()
	if err == redis.Nil {
		_, err = rdb.HGetAll(ctx, "user:1").Result() // want "nevernil: HGETALL"
		if err == redis.Nil {
			return errNotFound
		}
	}
	return err
}

func inSelect(ctx context.Context, rdb *redis.Client, ticks <-chan string) error {
	for {
		select {
		case id := <-ticks:
			_, err := rdb.SCard(ctx, id).Result() // want "nevernil: SCARD"
			if err == redis.Nil {
				goto missing
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
missing:
	return errNotFound
}

func init() {
	rdb := redis.NewClient(&redis.Options{})
	defer func() {
		if _, err := rdb.HKeys(context.Background(), "config").Result(); err == redis.Nil { // want "nevernil: HKEYS"
			panic("no config")
		}
	}()
}
