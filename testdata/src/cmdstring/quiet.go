package cmdstring

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/redis/go-redis/v9"
)

func logged(ctx context.Context, rdb *redis.Client) {
	log.Println(rdb.Get(ctx, "user:1").String())
	fmt.Println(rdb.Ping(ctx).String())
	text := rdb.HGet(ctx, "user:1", "name").String()
	log.Printf("%s", text)
}

func value(ctx context.Context, rdb *redis.Client) string { return rdb.Get(ctx, "user:1").Val() }

func kept(ctx context.Context, rdb *redis.Client) (string, error) {
	cmd := rdb.Get(ctx, "user:1")
	log.Println(cmd.String())
	return cmd.Result()
}

func failure(ctx context.Context, rdb *redis.Client) error {
	return errors.New(rdb.Get(ctx, "user:1").String())
}

func wrapped(ctx context.Context, rdb *redis.Client) error {
	return fmt.Errorf("redis: %s", rdb.Get(ctx, "user:1").String())
}

func part(ctx context.Context, rdb *redis.Client) string {
	return "redis says " + rdb.Get(ctx, "user:1").String()
}

func searched(ctx context.Context, rdb *redis.Client) bool {
	return strings.Contains(rdb.Info(ctx, "server").String(), "redis_version:7")
}

func known(ctx context.Context, rdb *redis.Client) bool {
	return rdb.Ping(ctx).String() == "ping: PONG"
}

func health(ctx context.Context, rdb *redis.Client) string { return rdb.Ping(ctx).String() }

func describe(ctx context.Context, rdb *redis.Client) string {
	return rdb.Get(ctx, "user:1").String()
}

func fields(ctx context.Context, rdb *redis.Client) map[string]any {
	return map[string]any{"answer": rdb.Get(ctx, "user:1").String()}
}

// Another String: that of a number in the answer.
func other(ctx context.Context, rdb *redis.Client) string {
	return rdb.TTL(ctx, "user:1").Val().String()
}

// It holds another text by then.
func overwritten(ctx context.Context, rdb *redis.Client) string {
	text := rdb.Get(ctx, "user:1").String()
	log.Println(text)
	text = "done"
	return text
}

func traced(ctx context.Context, rdb *redis.Client, trace func(string)) {
	trace(rdb.Get(ctx, "user:1").String())
}

func printed(ctx context.Context, rdb *redis.Client) string {
	return fmt.Sprintf("%s", rdb.Get(ctx, "user:1").String())
}
