package redisnil

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

var errNotFound = errors.New("not found")

// Tested here.
func tested(ctx context.Context, rdb *redis.Client) string {
	name, err := rdb.Get(ctx, "user:name").Result()
	if err != nil && !errors.Is(err, redis.Nil) {
		log.Printf("get: %v", err)
	}
	return name
}

func testedBySwitch(ctx context.Context, rdb *redis.Client) string {
	name, err := rdb.HGet(ctx, "users", "1").Result()
	switch err {
	case redis.Nil:
		return "none"
	case nil:
	default:
		log.Print(err)
	}
	return name
}

func testedByHelper(ctx context.Context, rdb *redis.Client) string {
	name, err := rdb.Get(ctx, "user:name").Result()
	if ignored(err) {
		return ""
	}
	if err != nil {
		log.Print(err)
	}
	return name
}

func ignored(err error) bool { return errors.Is(err, redis.Nil) }

// Tested by a caller.
func (s *store) name(ctx context.Context, id string) (string, error) {
	name, err := s.rdb.Get(ctx, "name:"+id).Result()
	if err != nil {
		return "", fmt.Errorf("name: %w", err)
	}
	return name, nil
}

func (s *store) nameOrNone(ctx context.Context, id string) string {
	name, err := s.name(ctx, id)
	if errors.Is(err, redis.Nil) {
		return "none"
	}
	if err != nil {
		log.Print(err)
	}
	return name
}

// Every error is a miss.
func cached(ctx context.Context, rdb *redis.Client, load func() string) string {
	if v, err := rdb.Get(ctx, "page").Result(); err == nil {
		return v
	}
	return load()
}

func cachedElsewhere(ctx context.Context, rdb *redis.Client, load func() string) string {
	if v, err := page(ctx, rdb); err == nil {
		return v
	}
	return load()
}

func page(ctx context.Context, rdb *redis.Client) (string, error) {
	return rdb.Get(ctx, "page").Result()
}

func skipped(ctx context.Context, rdb *redis.Client, ids []string) (all []string) {
	for _, id := range ids {
		v, err := rdb.HGet(ctx, "users", id).Result()
		if err != nil {
			continue
		}
		all = append(all, v)
	}
	return all
}

// Logged below the level of errors.
func debug(ctx context.Context, rdb *redis.Client) string {
	v, err := rdb.Get(ctx, "page").Result()
	if err != nil {
		slog.Debug("miss", "error", err)
		slog.Warn("miss", "error", err)
	}
	return v
}

func printed(ctx context.Context, rdb *redis.Client) {
	v, err := rdb.Get(ctx, "page").Result()
	log.Println(v, err)
}

// Replaced.
func replaced(ctx context.Context, rdb *redis.Client) (string, error) {
	v, err := rdb.Get(ctx, "session").Result()
	if err != nil {
		return "", errNotFound
	}
	return v, nil
}

func says(w http.ResponseWriter, r *http.Request) {
	v, err := shared.Get(r.Context(), "session").Result()
	if err != nil {
		log.Printf("session not found: %v", err)
		http.Error(w, "no session", http.StatusUnauthorized)
		return
	}
	fmt.Fprint(w, v)
}

func sentinel(ctx context.Context, rdb *redis.Client) {
	_, err := replaced(ctx, rdb)
	if err != nil {
		log.Print(err)
	}
}

// An exported function returns it as it is: its callers may test it.
func (s *store) Load(ctx context.Context, id string) (string, error) {
	return s.rdb.Get(ctx, "user:"+id).Result()
}

func Score(ctx context.Context, rdb *redis.Client) (float64, error) {
	n, err := rdb.ZScore(ctx, "board", "ann").Result()
	if err != nil {
		return 0, err
	}
	return n, nil
}

// Known to be there.
func written(ctx context.Context, rdb *redis.Client) {
	if err := rdb.Set(ctx, "mark", 1, time.Minute).Err(); err != nil {
		log.Print(err)
		return
	}
	v, err := rdb.Get(ctx, "mark").Result()
	if err != nil {
		log.Print(err)
	}
	fmt.Println(v)
}

func asked(ctx context.Context, rdb *redis.Client) {
	if rdb.Exists(ctx, "mark").Val() == 0 {
		return
	}
	v, err := rdb.Get(ctx, "mark").Result()
	if err != nil {
		log.Print(err)
	}
	fmt.Println(v)
}

// Never answers Nil.
func always(ctx context.Context, rdb *redis.Client) {
	all, err := rdb.HGetAll(ctx, "user:1").Result()
	if err != nil {
		log.Print(err)
	}
	fmt.Println(all)
}

func forever(ctx context.Context, rdb *redis.Client) {
	for {
		vals, err := rdb.BLPop(ctx, 0, "jobs").Result()
		if err != nil {
			log.Print(err)
			continue
		}
		fmt.Println(vals)
	}
}

var script = redis.NewScript(`return redis.call("GET", KEYS[1])`)

func scripted(ctx context.Context, rdb *redis.Client) {
	v, err := script.Run(ctx, rdb, []string{"user:1"}).Result()
	if err != nil {
		log.Print(err)
	}
	fmt.Println(v)
}

func lock(ctx context.Context, rdb *redis.Client) bool {
	err := rdb.SetArgs(ctx, "once", 1, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err()
	if err != nil {
		log.Print(err)
	}
	return err == nil
}

// Batches.
func excepted(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	name := pipe.Get(ctx, "user:1:name")
	if _, err := pipe.Exec(ctx); err != nil && err != redis.Nil {
		log.Print(err)
		return
	}
	fmt.Println(name.Val())
}

func answersAlways(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, "hits")
	pipe.Expire(ctx, "hits", time.Minute)
	if _, err := pipe.Exec(ctx); err != nil {
		log.Print(err)
		return
	}
	fmt.Println(n.Val())
}

func setAndGet(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.TxPipeline()
	pipe.Set(ctx, "mark", 1, time.Minute)
	pipe.Get(ctx, "mark")
	if _, err := pipe.Exec(ctx); err != nil {
		log.Print(err)
	}
}

// A text of another error.
func otherText(err error) bool { return err != nil && err.Error() == "redis: closed" }

func sameText(text string) bool { return text == "redis: nil" }

// The keys that are there, but for one that goes in between.
func walked(ctx context.Context, rdb *redis.Client) error {
	it := rdb.Scan(ctx, 0, "user:*", 100).Iterator()
	for it.Next(ctx) {
		v, err := rdb.Get(ctx, it.Val()).Result()
		if err != nil {
			log.Print(err)
			continue
		}
		fmt.Println(v)
	}
	return it.Err()
}
