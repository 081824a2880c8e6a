package emptykeys

import (
	"context"

	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

func appended(ctx context.Context, rdb *redis.Client, ids []string) error {
	var keys []string
	for _, id := range ids {
		keys = append(keys, "user:"+id)
	}
	return rdb.Del(ctx, keys...).Err() // want "emptykeys: DEL of keys fails with \"wrong number of arguments\" when keys is empty, and nothing here asks for that: send it only if len.keys. > 0"
}

func sized(ctx context.Context, rdb redis.UniversalClient, ids []string) ([]any, error) {
	keys := make([]string, len(ids))
	for i, id := range ids {
		keys[i] = "user:" + id
	}
	return rdb.MGet(ctx, keys...).Result() // want "emptykeys: MGET of keys fails"
}

func found(ctx context.Context, rdb *redis.Client) error {
	keys, err := rdb.SMembers(ctx, "index").Result()
	if err != nil {
		return err
	}
	return rdb.Unlink(ctx, keys...).Err() // want "emptykeys: UNLINK of keys"
}

func scanned(ctx context.Context, rdb *redis.Client) error {
	keys := make([]string, 0, 100)
	it := rdb.Scan(ctx, 0, "page:*", 100).Iterator()
	for it.Next(ctx) {
		keys = append(keys, it.Val())
	}
	if err := it.Err(); err != nil {
		return err
	}
	return rdb.Del(ctx, keys...).Err() // want "emptykeys: DEL of keys"
}

func members(ctx context.Context, rdb redis.Cmdable, names []string) error {
	members := []any{}
	for _, n := range names {
		members = append(members, n)
	}
	return rdb.SAdd(ctx, "names", members...).Err() // want "emptykeys: SADD of \"names\" fails .* when members is empty"
}

func conditional(ctx context.Context, rdb *redis.Client, all bool) error {
	var fields []string
	if all {
		fields = append(fields, "a", "b")
	}
	return rdb.HDel(ctx, "user", fields...).Err() // want "emptykeys: HDEL of \"user\""
}

func mapped(ctx context.Context, rdb *redis.Client, in map[string]string) error {
	fields := map[string]any{}
	for k, v := range in {
		fields[k] = v
	}
	return rdb.HSet(ctx, "user", fields).Err() // want "emptykeys: HSET of \"user\" fails .* when fields is empty"
}

func pairs(ctx context.Context, rdb *redis.Client, in map[string]string) error {
	values := make(map[string]any, 10)
	for k, v := range in {
		values["user:"+k] = v
	}
	return rdb.HMSet(ctx, "all", values).Err() // want "emptykeys: HMSET"
}

func lone(ctx context.Context, rdb *redis.Client, in map[string]bool) error {
	var names []string
	for k := range in {
		names = append(names, k)
	}
	return rdb.SAdd(ctx, "names", names).Err() // want "emptykeys: SADD of \"names\""
}

func scores(ctx context.Context, rdb *redis.Client, in map[string]float64) error {
	var zs []redis.Z
	for m, s := range in {
		zs = append(zs, redis.Z{Score: s, Member: m})
	}
	return rdb.ZAdd(ctx, "board", zs...).Err() // want "emptykeys: ZADD of \"board\""
}

type store struct{ rdb *redis.Client }

func (s store) drop(ctx context.Context, keys ...string) error {
	return s.rdb.Del(ctx, keys...).Err()
}

func helper(ctx context.Context, s store, ids []string) error {
	var keys []string
	for _, id := range ids {
		keys = append(keys, "user:"+id)
	}
	return s.drop(ctx, keys...) // want "emptykeys: DEL of keys"
}

func queued(ctx context.Context, rdb *redis.Client, ids []string) error {
	var keys []string
	for _, id := range ids {
		keys = append(keys, id)
	}
	pipe := rdb.TxPipeline()
	pipe.Del(ctx, keys...) // want "emptykeys: DEL of keys"
	_, err := pipe.Exec(ctx)
	return err
}

func eighth(ctx context.Context, rdb *v8.Client, ids []string) error {
	var keys []string
	for _, id := range ids {
		keys = append(keys, id)
	}
	return rdb.Del(ctx, keys...).Err() // want "emptykeys: DEL of keys"
}

func seventh(rdb *v7.Client, ids []string) error {
	var keys []string
	for _, id := range ids {
		keys = append(keys, id)
	}
	return rdb.Del(keys...).Err() // want "emptykeys: DEL of keys"
}

func generic[T ~string](ctx context.Context, rdb redis.Cmdable, stop <-chan struct{}, ids []T) error {
	var keys []string
	for _, id := range ids {
		keys = append(keys, string(id))
	}
	select {
	case <-stop:
		goto end
	default:
		return rdb.Unlink(ctx, keys...).Err() // want "emptykeys: UNLINK of keys"
	}
end:
	return nil
}

func init() {
	rdb := redis.NewClient(&redis.Options{})
	defer func() {
		keys := rdb.SMembers(context.Background(), "boot").Val()
		rdb.Del(context.Background(), keys...) // want "emptykeys: DEL of keys"
	}()
}
