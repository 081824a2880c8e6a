package globkey

import (
	"context"
	"fmt"
	"time"

	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

func deleted(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Del(ctx, "user:"+id+":*").Err() // want "globkey: DEL takes \"user:\\*:\\*\" as it stands, not as a pattern, so it matches no key: find the keys with SCAN MATCH, and give it those"
}

func unlinked(ctx context.Context, rdb redis.UniversalClient, id int) error {
	return rdb.Unlink(ctx, fmt.Sprintf("page:%d:*", id)).Err() // want "globkey: UNLINK"
}

func several(ctx context.Context, rdb redis.Cmdable) error {
	return rdb.Del(ctx, "totals", "page:*").Err() // want "globkey: DEL takes \"page:.\""
}

func read(ctx context.Context, rdb *redis.Client) (string, error) {
	return rdb.Get(ctx, "config:*").Result() // want "globkey: GET"
}

func exists(ctx context.Context, rdb *redis.ClusterClient) bool {
	return rdb.Exists(ctx, "session:*").Val() > 0 // want "globkey: EXISTS"
}

func expired(ctx context.Context, rdb *redis.Client) {
	rdb.Expire(ctx, "cache:*", time.Hour) // want "globkey: EXPIRE"
}

func marks(ctx context.Context, rdb *redis.Client) {
	rdb.Del(ctx, "shard:?") // want "globkey: DEL"
}

func raw(ctx context.Context, rdb *redis.Client) error {
	return rdb.Do(ctx, "DEL", "page:*").Err() // want "globkey: DEL"
}

func queued(ctx context.Context, rdb *redis.Client) {
	_, _ = rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Del(ctx, "page:*") // want "globkey: DEL"
		return nil
	})
}

const all = "feed:*"

func named(ctx context.Context, rdb *redis.Client) {
	rdb.Del(ctx, all) // want "globkey: DEL"
}

func inLua(ctx context.Context, rdb *redis.Client) error {
	return rdb.Eval(ctx, "return redis.call('DEL', KEYS[1])", []string{"page:*"}).Err() // want "globkey: DEL"
}

type store struct{ rdb *redis.Client }

func (s store) drop(ctx context.Context, keys ...string) error {
	return s.rdb.Del(ctx, keys...).Err()
}

func helper(ctx context.Context, s store) error {
	return s.drop(ctx, "user:*") // want "globkey: DEL"
}

func eighth(ctx context.Context, rdb *v8.Client) {
	rdb.Del(ctx, "page:*") // want "globkey: DEL"
}

func seventh(rdb *v7.Client) {
	rdb.Del("page:*") // want "globkey: DEL"
}

func init() {
	rdb := redis.NewClient(&redis.Options{})
	defer func() {
		rdb.Del(context.Background(), "boot:*") // want "globkey: DEL"
	}()
}

var first = redis.NewClient(&redis.Options{}).Get(context.Background(), "boot:*") // want "globkey: GET"

type cache[T any] struct{ rdb redis.Cmdable }

func (c cache[T]) clear(ctx context.Context, stop <-chan struct{}) error {
	select {
	case <-stop:
		goto end
	default:
		return c.rdb.Del(ctx, "values:*").Err() // want "globkey: DEL"
	}
end:
	return nil
}

func dead(ctx context.Context, rdb *redis.Client) {
	if false {
		rdb.Del(ctx, "page:*") // want "globkey: DEL"
	}
}
