package redisnil

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

type user struct{ Name string }

// Logged.
func logged(ctx context.Context, rdb *redis.Client) string {
	name, err := rdb.Get(ctx, "user:name").Result() // want "redisnil: GET of .user:name. answers redis.Nil for a missing key, and that is logged as an error at bad.go:[0-9]+ like a failure of the server: test errors.Is.err, redis.Nil. first"
	if err != nil {
		log.Printf("get: %v", err)
		return ""
	}
	return name
}

func loggedAndOn(ctx context.Context, rdb redis.Cmdable, ids []string) (all []string) {
	for _, id := range ids {
		name, err := rdb.HGet(ctx, "users", id).Result() // want "redisnil: HGET of .users. answers redis.Nil for a missing key or field"
		if err != nil {
			slog.ErrorContext(ctx, "get user", "error", err)
			continue
		}
		all = append(all, name)
	}
	return all
}

func inElse(ctx context.Context, rdb *redis.Client) float64 {
	score, err := rdb.ZScore(ctx, "board", "ann").Result() // want "redisnil: ZSCORE of .board. answers redis.Nil for a missing key or member"
	if err == nil {
		return score
	} else {
		slog.Error("score", slog.Any("error", err))
	}
	return 0
}

func converted(ctx context.Context, rdb *redis.Client) int {
	if n, err := rdb.Get(ctx, "hits").Int(); err != nil { // want "redisnil: GET of .hits."
		log.Println(err)
	} else {
		return n
	}
	return 0
}

func keptCommand(ctx context.Context, rdb *redis.Client) string {
	cmd := rdb.LIndex(ctx, "jobs", 0) // want "redisnil: LINDEX of .jobs. answers redis.Nil when there is no element"
	if err := cmd.Err(); err != nil {
		log.Print(err)
	}
	return cmd.Val()
}

// A worker that logs each time nothing has come.
func work(ctx context.Context, rdb *redis.Client) {
	for ctx.Err() == nil {
		vals, err := rdb.BLPop(ctx, 5*time.Second, "jobs").Result() // want "redisnil: BLPOP of .jobs. answers redis.Nil when its time is over and nothing has come"
		if err != nil {
			log.Printf("pop: %v", err)
			continue
		}
		fmt.Println(vals)
	}
}

func read(ctx context.Context, rdb *redis.Client) {
	for {
		streams, err := rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"events", "$"}, Block: time.Second}).Result() // want "redisnil: XREAD of .events. answers redis.Nil when its time is over"
		if err != nil {
			log.Print(err)
			continue
		}
		fmt.Println(streams)
	}
}

type logger interface {
	Errorf(format string, args ...any)
}

func oldValue(ctx context.Context, rdb *redis.Client, l logger) {
	old, err := rdb.GetSet(ctx, "leader", "me").Result() // want "redisnil: GETSET of .leader. answers redis.Nil for a key that was not there, which it has set" "missingttl: "
	if err != nil {
		l.Errorf("getset: %v", err)
		return
	}
	fmt.Println(old)
}

// Answered.
func handler(rdb *redis.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name, err := rdb.Get(r.Context(), "user:"+r.FormValue("id")).Result() // want "redisnil: GET of .user:.*answered with a status of 500"
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		fmt.Fprint(w, name)
	}
}

func popHandler(w http.ResponseWriter, r *http.Request) {
	job, err := shared.RPop(r.Context(), "jobs").Result() // want "redisnil: RPOP of .jobs. answers redis.Nil when there is no element, and that is answered with a status of 500"
	if err != nil {
		w.WriteHeader(502)
		return
	}
	fmt.Fprint(w, job)
}

// Returned, and all callers make a failure of it.
type store struct{ rdb *redis.Client }

func (s *store) load(ctx context.Context, id string) (*user, error) {
	data, err := s.rdb.Get(ctx, "user:"+id).Bytes() // want "redisnil: GET of .user:.*logged as an error by the caller of load .bad.go:[0-9]+."
	if err != nil {
		return nil, fmt.Errorf("load user: %w", err)
	}
	u := &user{}
	return u, json.Unmarshal(data, u)
}

func (s *store) serve(w http.ResponseWriter, r *http.Request) {
	u, err := s.load(r.Context(), "1")
	if err != nil {
		log.Print(err)
		return
	}
	fmt.Fprint(w, u.Name)
}

func raw(ctx context.Context, rdb *redis.Client) (string, error) {
	return rdb.HGet(ctx, "user:1", "name").Result() // want "redisnil: HGET of .user:1.*by the caller of raw"
}

func between(ctx context.Context, rdb *redis.Client) (string, error) {
	name, err := raw(ctx, rdb)
	if err != nil {
		return "", errors.Join(errors.New("raw"), err)
	}
	return name, nil
}

func top(w http.ResponseWriter, r *http.Request) {
	name, err := between(r.Context(), shared)
	if err != nil {
		http.Error(w, "failed", 500)
		return
	}
	fmt.Fprint(w, name)
}

// Batches.
func batch(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	name := pipe.Get(ctx, "user:1:name")
	pipe.Incr(ctx, "hits")
	if _, err := pipe.Exec(ctx); err != nil { // want "redisnil: Exec gives redis.Nil as its error when GET of .user:1:name. finds nothing, though all else was done, and that is logged as an error at bad.go:[0-9]+ like a failure of the server: except errors.Is"
		log.Print(err)
		return
	}
	fmt.Println(name.Val())
}

func pipelined(w http.ResponseWriter, r *http.Request) {
	cmds, err := shared.Pipelined(r.Context(), func(pipe redis.Pipeliner) error { // want "redisnil: Pipelined gives redis.Nil as its error when HGET of .user:1. finds nothing"
		pipe.HGet(r.Context(), "user:1", "name")
		pipe.HGetAll(r.Context(), "user:2")
		return nil
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	fmt.Fprint(w, len(cmds))
}

func transaction(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.TxPipeline()
	for _, id := range ids {
		pipe.ZScore(ctx, "board", id)
	}
	_, err := pipe.Exec(ctx) // want "redisnil: Exec gives redis.Nil as its error when ZSCORE of .board. finds nothing"
	return err
}

func scores(w http.ResponseWriter, r *http.Request) {
	if err := transaction(r.Context(), shared, []string{"ann"}); err != nil {
		slog.Error("scores", "error", err)
		w.WriteHeader(http.StatusInternalServerError)
	}
}

// By its text.
func byText(ctx context.Context, rdb *redis.Client) (string, error) {
	name, err := rdb.Get(ctx, "user:1").Result()
	switch {
	case err != nil && strings.Contains(err.Error(), "redis: nil"): // want "redisnil: this compares an error with the text"
		return "", nil
	}
	switch err.Error() {
	case "redis: nil": // want "redisnil: this compares an error with the text"
		return "", nil
	}
	return name, err
}

const nilText = "redis: nil"

var shared = redis.NewClient(&redis.Options{Addr: "localhost:6379"})
