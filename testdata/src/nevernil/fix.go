package nevernil

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// errors has another use: without one the fix of errors.Is would leave its
// import behind.
var errBroken = errors.New("broken")

func hash(ctx context.Context, rdb *redis.Client, id string) (map[string]string, error) {
	m, err := rdb.HGetAll(ctx, "user:"+id).Result() // want "nevernil: HGETALL answers an empty map, never redis.Nil, so the branch at fix.go:17 is never taken: test len.m. == 0"
	if err == redis.Nil {
		return nil, errNotFound
	}
	return m, err
}

func byIs(ctx context.Context, rdb redis.UniversalClient) ([]string, error) {
	list, err := rdb.LRange(ctx, "events", 0, -1).Result() // want "nevernil: LRANGE answers an empty list"
	if errors.Is(err, redis.Nil) {
		return nil, errNotFound
	}
	return list, err
}

func byCases(ctx context.Context, rdb *redis.ClusterClient) error {
	members, err := rdb.SMembers(ctx, "team").Result() // want "nevernil: SMEMBERS answers an empty list"
	switch {
	case err == redis.Nil:
		return errNotFound
	case err != nil:
		return err
	}
	fmt.Println(members)
	return nil
}

func inLoop(ctx context.Context, rdb *redis.Client, ids []string) (out []map[string]string, err error) {
	for _, id := range ids {
		m, err := rdb.HGetAll(ctx, "user:"+id).Result() // want "nevernil: HGETALL"
		if err == redis.Nil {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

var loaded = func() map[string]string {
	rdb := redis.NewClient(&redis.Options{})
	m, err := rdb.HGetAll(context.Background(), "config").Result() // want "nevernil: HGETALL"
	if err == redis.Nil {
		return nil
	}
	return m
}()

type store[K ~string] struct{ rdb redis.Cmdable }

func (s store[K]) get(ctx context.Context, k K) (map[string]string, error) {
	m, err := s.rdb.HGetAll(ctx, string(k)).Result() // want "nevernil: HGETALL"
	if errors.Is(err, redis.Nil) {
		return nil, errNotFound
	}
	return m, err
}
