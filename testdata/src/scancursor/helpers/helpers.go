package helpers

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

type kv interface {
	Scan(ctx context.Context, cursor uint64, match string) ([]string, uint64, error)
}

type store struct{ rdb *redis.Client }

// It hands its answer on, as a whole.
func (s *store) Scan(ctx context.Context, cursor uint64, match string) ([]string, uint64, error) {
	keys, next, err := s.rdb.Scan(ctx, cursor, match, 100).Result()
	if err != nil {
		return nil, 0, fmt.Errorf("scan %s: %w", match, err)
	}
	return keys, next, nil
}

// Every goes on until the end, by itself.
func (s *store) Every(ctx context.Context, match string) ([]string, uint64, error) {
	var all []string
	var cursor uint64
	for {
		keys, next, err := s.rdb.Scan(ctx, cursor, match, 100).Result()
		if err != nil {
			return nil, 0, err
		}
		all = append(all, keys...)
		if cursor = next; cursor == 0 {
			return all, uint64(len(all)), nil
		}
	}
}

type memory map[string]string

func (m memory) Scan(_ context.Context, _ uint64, match string) ([]string, uint64, error) {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	return keys, 0, nil
}

func dropped(ctx context.Context, s *store, k kv) ([]string, error) {
	keys, _, err := s.Scan(ctx, 0, "page:*") // want "scancursor: one SCAN of \"page:\\*\" answers a part, perhaps nothing, and its cursor is dropped"
	if err != nil {
		return keys, err
	}
	more, _, err := k.Scan(ctx, 0, "user:*") // want "scancursor: one SCAN of \"user:\\*\""
	return append(keys, more...), err
}

func never(ctx context.Context, k kv) (n int, err error) {
	var cursor uint64
	for {
		keys, _, err := k.Scan(ctx, cursor, "page:*") // want "scancursor: one SCAN of \"page:\\*\""
		if err != nil {
			return n, err
		}
		n += len(keys)
		if cursor == 0 {
			return n, nil
		}
	}
}

func onwards(ctx context.Context, k kv) (n int, err error) {
	var cursor uint64
	for {
		keys, next, err := k.Scan(ctx, cursor, "page:*")
		if err != nil {
			return n, err
		}
		n += len(keys)
		if cursor = next; cursor == 0 {
			return n, nil
		}
	}
}

func every(ctx context.Context, s *store) ([]string, error) {
	keys, _, err := s.Every(ctx, "page:*")
	return keys, err
}
