package scancursor

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

func loop(ctx context.Context, rdb *redis.Client) (all []string, err error) {
	var cursor uint64
	for {
		var keys []string
		keys, cursor, err = rdb.Scan(ctx, cursor, "page:*", 100).Result()
		if err != nil {
			return nil, err
		}
		all = append(all, keys...)
		if cursor == 0 {
			return all, nil
		}
	}
}

func next(ctx context.Context, rdb *redis.Client) (all []string) {
	var cursor uint64
	for {
		keys, n, err := rdb.Scan(ctx, cursor, "page:*", 100).Result()
		if err != nil {
			return nil
		}
		all = append(all, keys...)
		cursor = n
		if n == 0 {
			return all
		}
	}
}

func iterator(ctx context.Context, rdb *redis.Client) ([]string, error) {
	var keys []string
	it := rdb.Scan(ctx, 0, "page:*", 100).Iterator()
	for it.Next(ctx) {
		keys = append(keys, it.Val())
	}
	return keys, it.Err()
}

// A page that the caller goes on from.
func page(ctx context.Context, rdb *redis.Client, from uint64) ([]string, uint64, error) {
	return rdb.Scan(ctx, from, "page:*", 100).Result()
}

func taken(ctx context.Context, rdb *redis.Client, from uint64) ([]string, uint64, error) {
	keys, cursor, err := rdb.Scan(ctx, from, "page:*", 100).Result()
	if err != nil {
		return nil, 0, fmt.Errorf("scan: %w", err)
	}
	return keys, cursor, nil
}

type scanner struct {
	rdb    *redis.Client
	cursor uint64
}

func (s *scanner) next(ctx context.Context) (keys []string, err error) {
	keys, s.cursor, err = s.rdb.Scan(ctx, s.cursor, "page:*", 100).Result()
	return keys, err
}

type reply struct {
	Keys   []string
	Cursor uint64
}

func answer(ctx context.Context, rdb *redis.Client) reply {
	keys, cursor, _ := rdb.Scan(ctx, 0, "page:*", 100).Result()
	return reply{keys, cursor}
}

func given(ctx context.Context, rdb *redis.Client, yield func([]string, uint64)) {
	keys, cursor, _ := rdb.Scan(ctx, 0, "page:*", 100).Result()
	yield(keys, cursor)
}

func handed(ctx context.Context, rdb *redis.Client, walk func(*redis.ScanIterator) error) error {
	it := rdb.Scan(ctx, 0, "page:*", 100).Iterator()
	return walk(it)
}

func made(ctx context.Context, rdb *redis.Client) *redis.ScanIterator {
	return rdb.HScan(ctx, "user", 0, "", 10).Iterator()
}

func first(ctx context.Context, rdb *redis.Client) (err error) {
	keys, cursor, err := rdb.Scan(ctx, 0, "page:*", 100).Result()
	for err == nil && cursor != 0 {
		var more []string
		more, cursor, err = rdb.Scan(ctx, cursor, "page:*", 100).Result()
		keys = append(keys, more...)
	}
	fmt.Println(keys)
	return err
}

func queued(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.HScan(ctx, "user", 0, "", 10)
		return nil
	})
	return err
}

func inLua(ctx context.Context, rdb *redis.Client) error {
	return rdb.Eval(ctx, "return redis.call('SCAN', 0)", nil).Err()
}

func raw(ctx context.Context, rdb *redis.Client) (any, error) {
	return rdb.Do(ctx, "SCAN", 0).Result()
}

func whole(ctx context.Context, rdb *redis.Client) *redis.ScanCmd {
	return rdb.Scan(ctx, 0, "page:*", 10)
}
