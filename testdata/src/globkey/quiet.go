package globkey

import (
	"context"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

func patterns(ctx context.Context, rdb *redis.Client) {
	rdb.Scan(ctx, 0, "page:*", 100)
	defer rdb.PSubscribe(ctx, "events:*").Close()
	rdb.HScan(ctx, "user", 0, "f*", 10)
	rdb.Sort(ctx, "ids", &redis.Sort{By: "weight_*", Get: []string{"object_*"}})
}

// A key that is called so: it is written with that text.
func wildcard(ctx context.Context, rdb *redis.Client) {
	rdb.HSet(ctx, "grants:*", "read", 1)
	rdb.HGet(ctx, "grants:*", "read")
	rdb.Del(ctx, "grants:*")
	rdb.Set(ctx, "route:*", "default", time.Hour)
	rdb.Get(ctx, "route:*")
}

// In a URL the mark is text.
func urls(ctx context.Context, rdb *redis.Client, q string) {
	rdb.Get(ctx, "page:/list?q="+q)
	rdb.Del(ctx, "page:https://example.com/?")
	rdb.Get(ctx, "search?lang=en")
	rdb.Get(ctx, "2*(3+4)")
}

// What is known only at run time may be anything.
func unknown(ctx context.Context, rdb *redis.Client, key string, n string) {
	rdb.Del(ctx, key)
	rdb.Del(ctx, "page:"+n)
	rdb.Del(ctx, strings.TrimSuffix(key, "*"))
}

func found(ctx context.Context, rdb *redis.Client) error {
	it := rdb.Scan(ctx, 0, "page:*", 100).Iterator()
	for it.Next(ctx) {
		if err := rdb.Del(ctx, it.Val()).Err(); err != nil {
			return err
		}
	}
	return it.Err()
}

// Members, fields and values are no keys.
func members(ctx context.Context, rdb *redis.Client) {
	rdb.SRem(ctx, "patterns", "page:*")
	rdb.HDel(ctx, "patterns", "page:*")
	rdb.Set(ctx, "pattern", "page:*", time.Hour)
	rdb.SIsMember(ctx, "patterns", "page:*")
}

// Writing makes the key that is named.
func writes(ctx context.Context, rdb *redis.Client) {
	rdb.Incr(ctx, "hits:*")
	rdb.SAdd(ctx, "all:*", "a")
}

func (s store) clear(ctx context.Context, pattern string) error {
	var cursor uint64
	for {
		keys, next, err := s.rdb.Scan(ctx, cursor, pattern, 100).Result()
		if err != nil {
			return err
		}
		if len(keys) > 0 {
			s.rdb.Unlink(ctx, keys...)
		}
		if cursor = next; cursor == 0 {
			return nil
		}
	}
}

// A helper that knows patterns.
func (s store) remove(ctx context.Context, key string) error {
	if strings.HasSuffix(key, "*") {
		return s.clear(ctx, key)
	}
	return s.rdb.Del(ctx, key).Err()
}

func helpers(ctx context.Context, s store) {
	s.clear(ctx, "page:*")
	s.remove(ctx, "page:*")
}

func published(ctx context.Context, rdb *redis.Client) {
	rdb.Publish(ctx, "invalidate", "page:*")
}

func escaped(ctx context.Context, rdb *redis.Client) {
	rdb.Get(ctx, `literal\*`)
}

type files struct{}

func (files) Del(context.Context, string) {}

func others(ctx context.Context, f files) {
	f.Del(ctx, "page:*")
}
