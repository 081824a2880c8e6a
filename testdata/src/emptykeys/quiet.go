package emptykeys

import (
	"context"
	"strings"

	"github.com/redis/go-redis/v9"
)

func asked(ctx context.Context, rdb *redis.Client, ids []string) error {
	var keys []string
	for _, id := range ids {
		keys = append(keys, "user:"+id)
	}
	if len(keys) == 0 {
		return nil
	}
	return rdb.Del(ctx, keys...).Err()
}

func askedBefore(ctx context.Context, rdb *redis.Client, ids []string) error {
	if len(ids) < 1 {
		return nil
	}
	keys := make([]string, 0, len(ids))
	for _, id := range ids {
		keys = append(keys, "user:"+id)
	}
	return rdb.Del(ctx, keys...).Err()
}

func notNil(ctx context.Context, rdb *redis.Client, in []string) error {
	var keys []string
	for _, id := range in {
		keys = append(keys, id)
	}
	if keys == nil {
		return nil
	}
	return rdb.Del(ctx, keys...).Err()
}

func literals(ctx context.Context, rdb *redis.Client) {
	rdb.Del(ctx, []string{"a", "b"}...)
	keys := []string{"a"}
	rdb.Del(ctx, keys...)
	rdb.HSet(ctx, "user", map[string]any{"a": 1})
}

func oneAtLeast(ctx context.Context, rdb *redis.Client, id string, more []string) error {
	keys := []string{"user:" + id}
	for _, m := range more {
		keys = append(keys, "user:"+m)
	}
	return rdb.Del(ctx, keys...).Err()
}

func appendedOne(ctx context.Context, rdb *redis.Client, more []string) error {
	var keys []string
	for _, m := range more {
		keys = append(keys, m)
	}
	keys = append(keys, "index")
	return rdb.Del(ctx, keys...).Err()
}

func inPlace(ctx context.Context, rdb *redis.Client, more []string) error {
	return rdb.Del(ctx, append([]string{"index"}, more...)...).Err()
}

func besides(ctx context.Context, rdb *redis.Client, in map[string]string) error {
	fields := map[string]any{}
	for k, v := range in {
		fields[k] = v
	}
	fields["updated"] = 1
	return rdb.HSet(ctx, "user", fields).Err()
}

// What functions return, and fields, only the run knows.
func unknown(ctx context.Context, rdb *redis.Client, text string, s holder) {
	rdb.Del(ctx, keysOf(text)...)
	parts := strings.Split(text, ",")
	rdb.Del(ctx, parts...)
	rdb.Del(ctx, s.keys...)
	rdb.HSet(ctx, "user", s.fields)
}

type holder struct {
	keys   []string
	fields map[string]any
}

func keysOf(text string) []string { return []string{text} }

func (s store) mget(ctx context.Context, keys ...string) ([]any, error) {
	return s.rdb.MGet(ctx, keys...).Result()
}

func forwarded(ctx context.Context, s store) {
	s.drop(ctx, "a")
	s.drop(ctx, []string{"a", "b"}...)
	s.mget(ctx, "a", "b")
}

// A number of its own, and room for more than none.
func fixed(ctx context.Context, rdb *redis.Client) error {
	keys := make([]string, 3)
	for i := range keys {
		keys[i] = "user:" + string(rune('a'+i))
	}
	return rdb.Del(ctx, keys...).Err()
}

// These take none.
func none(ctx context.Context, rdb *redis.Client, in []string) error {
	var els []any
	for _, e := range in {
		els = append(els, e)
	}
	return rdb.PFAdd(ctx, "visitors", els...).Err()
}

// A value: json.Marshal made it, go-redis does not spread it.
func value(ctx context.Context, rdb *redis.Client, b []byte) error {
	return rdb.SAdd(ctx, "set", b).Err()
}

func oneByOne(ctx context.Context, rdb *redis.Client, in []string) {
	for _, k := range in {
		rdb.Del(ctx, k)
	}
}

func inLua(ctx context.Context, rdb *redis.Client, keys []string) error {
	return rdb.Eval(ctx, "return redis.call('DEL', unpack(KEYS))", keys).Err()
}

// Whoever calls these knows.
func removeAll(ctx context.Context, rdb *redis.Client, ids []string) error {
	if err := rdb.Ping(ctx).Err(); err != nil {
		return err
	}
	return rdb.Del(ctx, ids...).Err()
}

func (s store) setFields(ctx context.Context, fields map[string]any) (bool, error) {
	ok, err := s.rdb.HMSet(ctx, "user", fields).Result()
	return ok, err
}
