package popindex

import (
	"context"
	"encoding/json"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

type item struct{ ID int }

func right(ctx context.Context, rdb *redis.Client) (j item, err error) {
	reply, err := rdb.BLPop(ctx, time.Minute, "list").Result()
	if err != nil {
		return j, err
	}
	return j, json.Unmarshal([]byte(reply[1]), &j)
}

func both(ctx context.Context, rdb *redis.Client) (name, val string) {
	reply := rdb.BLPop(ctx, time.Minute, "list").Val()
	return reply[0], reply[1]
}

// Which of several answered may be all that matters.
func several(ctx context.Context, rdb *redis.Client) string {
	return rdb.BLPop(ctx, time.Minute, "high", "low").Val()[0]
}

func unknown(ctx context.Context, rdb *redis.Client, lists ...string) string {
	return rdb.BLPop(ctx, time.Minute, lists...).Val()[0]
}

func tested(ctx context.Context, rdb *redis.Client) bool {
	reply := rdb.BLPop(ctx, time.Minute, "wake").Val()
	return len(reply) > 0 && reply[0] == "wake"
}

func logged(ctx context.Context, rdb *redis.Client) {
	reply := rdb.BLPop(ctx, time.Minute, "wake").Val()
	log.Println(reply[0])
}

func whole(ctx context.Context, rdb *redis.Client) string {
	reply := rdb.BLPop(ctx, time.Minute, "list").Val()
	keep(reply)
	return reply[0]
}

func keep([]string) {}

func rest(ctx context.Context, rdb *redis.Client) ([]string, string) {
	reply := rdb.BLPop(ctx, time.Minute, "list").Val()
	return reply[1:], reply[0]
}

func byIndex(ctx context.Context, rdb *redis.Client, i int) (string, string) {
	reply := rdb.BLPop(ctx, time.Minute, "list").Val()
	return reply[0], reply[i]
}

func ranged(ctx context.Context, rdb *redis.Client) (out []string) {
	reply := rdb.BLPop(ctx, time.Minute, "list").Val()
	for _, s := range reply {
		out = append(out, s)
	}
	return append(out, reply[0])
}

// An answer of one element, and a popped value with its key.
func others(ctx context.Context, rdb *redis.Client) (string, string) {
	z, err := rdb.BZPopMin(ctx, time.Minute, "delayed").Result()
	if err != nil {
		return "", ""
	}
	return rdb.LPopCount(ctx, "list", 2).Val()[0], z.Key
}

func overwritten(ctx context.Context, rdb *redis.Client) string {
	reply := rdb.BLPop(ctx, time.Minute, "list").Val()
	reply = []string{"other"}
	return reply[0]
}

// The element is used in a closure.
func closure(ctx context.Context, rdb *redis.Client) string {
	reply := rdb.BLPop(ctx, time.Minute, "list").Val()
	defer func() { log.Println(reply[1]) }()
	return reply[0]
}
