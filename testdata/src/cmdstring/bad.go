package cmdstring

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

type user struct {
	Name string
	Age  int
}

func returned(ctx context.Context, rdb *redis.Client, id string) string {
	return rdb.Get(ctx, "user:"+id).String() // want "cmdstring: String of a command is a text for logs, .get user:.:. and the answer behind it, and bad.go:18 takes it for the answer itself: use Result or Val"
}

func viaVariable(ctx context.Context, rdb redis.UniversalClient) string {
	name := rdb.HGet(ctx, "user:1", "name").String() // want "cmdstring: "
	return name
}

func decoded(ctx context.Context, rdb redis.Cmdable) (u user, err error) {
	err = json.Unmarshal([]byte(rdb.Get(ctx, "user:1").String()), &u) // want "cmdstring: "
	return u, err
}

func decodedLater(ctx context.Context, rdb *redis.ClusterClient) (u user, err error) {
	text := rdb.Get(ctx, "user:1").String() // want "cmdstring: "
	if text == "" {
		return u, nil
	}
	err = json.Unmarshal([]byte(text), &u)
	return u, err
}

func number(ctx context.Context, rdb *redis.Client) (int, error) {
	return strconv.Atoi(rdb.Get(ctx, "hits").String()) // want "cmdstring: "
}

func compared(ctx context.Context, rdb *redis.Client) bool {
	return rdb.Get(ctx, "flag").String() == "1" // want "cmdstring: "
}

func pong(ctx context.Context, rdb *redis.Client) bool {
	return rdb.Ping(ctx).String() == "PONG" // want "cmdstring: String of a command is a text for logs, .ping:."
}

func field(ctx context.Context, rdb *redis.Client, u *user) {
	u.Name = rdb.HGet(ctx, "user:1", "name").String() // want "cmdstring: "
}

func status(ctx context.Context, rdb *redis.Client) bool {
	set := rdb.Set(ctx, "a", "b", time.Minute).String() // want "cmdstring: "
	return set != "OK"
}

func parsed(ctx context.Context, rdb *redis.Client) (time.Time, error) {
	return time.Parse(time.RFC3339, rdb.Get(ctx, "seen").String()) // want "cmdstring: "
}

func init() {
	rdb := redis.NewClient(&redis.Options{})
	defer func() {
		if rdb.Get(context.Background(), "boot").String() == "done" { // want "cmdstring: "
			panic("it was booted")
		}
	}()
}

type reader[T any] struct{ rdb redis.Cmdable }

func (r reader[T]) next(ctx context.Context, ids <-chan string) (v T, err error) {
	select {
	case id := <-ids:
		err = json.Unmarshal([]byte(r.rdb.Get(ctx, id).String()), &v) // want "cmdstring: "
	case <-ctx.Done():
		goto end
	}
end:
	return v, err
}
