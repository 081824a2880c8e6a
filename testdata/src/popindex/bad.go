package popindex

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

type job struct{ ID int }

func decoded(ctx context.Context, rdb *redis.Client) (j job, err error) {
	reply, err := rdb.BLPop(ctx, time.Minute, "list").Result() // want "popindex: BLPOP answers the list's name and then the element, and reply.0. at bad.go:19 takes the name for the element: use element 1"
	if err != nil {
		return j, err
	}
	err = json.Unmarshal([]byte(reply[0]), &j)
	return j, err
}

func returned(ctx context.Context, rdb redis.UniversalClient) (string, error) {
	reply, err := rdb.BRPop(ctx, time.Minute, "list").Result() // want "popindex: BRPOP answers"
	if err != nil {
		return "", err
	}
	return reply[0], nil
}

func measured(ctx context.Context, rdb redis.Cmdable) (string, error) {
	reply, err := rdb.BLPop(ctx, time.Minute, "list").Result() // want "popindex: BLPOP answers"
	if err != nil || len(reply) == 0 {
		return "", err
	}
	return reply[0], nil
}

func atOnce(ctx context.Context, rdb *redis.ClusterClient) (job, error) {
	var j job
	err := json.Unmarshal([]byte(rdb.BLPop(ctx, time.Minute, "list").Val()[0]), &j) // want "popindex: BLPOP answers"
	return j, err
}

func number(ctx context.Context, rdb *redis.Client) (int, error) {
	reply := rdb.BLPop(ctx, time.Minute, "list").Val() // want "popindex: BLPOP answers"
	return strconv.Atoi(reply[0])
}

func given(ctx context.Context, rdb *redis.Client) {
	for {
		reply, err := rdb.BRPop(ctx, time.Minute, "list").Result() // want "popindex: BRPOP answers"
		if err != nil {
			continue
		}
		work(reply[0])
	}
}

func work(string) {}

func kept(ctx context.Context, rdb *redis.Client) (string, error) {
	cmd := rdb.BLPop(ctx, time.Minute, "list") // want "popindex: BLPOP answers"
	reply, err := cmd.Result()
	if err != nil {
		return "", err
	}
	return reply[0], nil
}

func converted(ctx context.Context, rdb *redis.Client) []byte {
	reply := rdb.BLPop(ctx, time.Minute, "list").Val() // want "popindex: BLPOP answers"
	return []byte(reply[0])
}

func inParens(ctx context.Context, rdb *redis.Client) string {
	reply := rdb.BLPop(ctx, time.Minute, "list").Val() // want "popindex: BLPOP answers"
	return (reply[0])
}

func init() {
	rdb := redis.NewClient(&redis.Options{})
	defer func() {
		reply := rdb.BLPop(context.Background(), time.Second, "boot").Val() // want "popindex: BLPOP answers"
		work(reply[0])
	}()
}

var first = func() string {
	reply := redis.NewClient(&redis.Options{}).BLPop(context.Background(), time.Second, "boot").Val() // want "popindex: BLPOP answers"
	return reply[0]
}()

type queue[T ~string] struct{ rdb redis.Cmdable }

func (q queue[T]) next(ctx context.Context, stop <-chan struct{}) T {
	select {
	case <-stop:
		goto end
	default:
		reply := q.rdb.BLPop(ctx, time.Second, "list").Val() // want "popindex: BLPOP answers"
		return T(reply[0])
	}
end:
	return ""
}
