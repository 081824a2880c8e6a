package keyscommand

import (
	"context"
	"maps"

	"github.com/redis/go-redis/v9"
)

func scanned(ctx context.Context, rdb *redis.Client) ([]string, error) {
	var keys []string
	iter := rdb.Scan(ctx, 0, "session:*", 0).Iterator()
	for iter.Next(ctx) {
		keys = append(keys, iter.Val())
	}
	return keys, iter.Err()
}

// Repository hands the pattern on; who calls it, another package knows.
type Repository struct{ rdb redis.Cmdable }

func (r *Repository) Keys(ctx context.Context, pattern string) ([]string, error) {
	return r.rdb.Keys(ctx, pattern).Result()
}

func (r *Repository) Names(ctx context.Context, pattern string) ([]string, error) {
	names, err := r.rdb.Keys(ctx, pattern).Result()
	if err != nil {
		return nil, err
	}
	return names, nil
}

// Service hands on what Repository hands on.
type Service struct{ repository *Repository }

func (s *Service) Keys(ctx context.Context, pattern string) ([]string, error) {
	return s.repository.Keys(ctx, pattern)
}

func (s *Service) Names(ctx context.Context, pattern string) ([]string, error) {
	names, err := s.repository.Names(ctx, pattern)
	if err != nil {
		return nil, err
	}
	return names, nil
}

type cache map[string]string

func (c cache) Keys(ctx context.Context, pattern string) *cache { return nil }

func others(ctx context.Context, c cache, rdb *redis.Client, m map[string]int) {
	c.Keys(ctx, "*")
	for range maps.Keys(m) {
		rdb.HKeys(ctx, "h")
	}
	rdb.Do(ctx, "GET", "keys")
}
