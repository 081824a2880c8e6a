package uncheckederr

import (
	"context"
	"log"
	"os"
	"time"

	"github.com/redis/go-redis/v9"
)

func checked(ctx context.Context, rdb *redis.Client) error {
	if err := rdb.Set(ctx, "k", 1, time.Hour).Err(); err != nil {
		return err
	}
	cmd := rdb.Incr(ctx, "n")
	if cmd.Err() != nil {
		return cmd.Err()
	}
	return rdb.Del(ctx, "k").Err()
}

// Said on purpose.
func blank(ctx context.Context, rdb *redis.Client) {
	_ = rdb.Set(ctx, "k", 1, time.Hour)
	_, _ = rdb.Incr(ctx, "n").Result()
	_ = rdb.Del(ctx, "k").Err()
}

// errcheck sees these.
func chained(ctx context.Context, rdb *redis.Client) {
	rdb.Set(ctx, "k", 1, time.Hour).Err()
	rdb.Incr(ctx, "n").Result()
	defer rdb.Del(ctx, "k").Err()
}

// Its error comes with that of the batch.
func queued(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Set(ctx, "k", 1, time.Hour)
	pipe.Do(ctx, "INCR", "n")
	drain.Eval(ctx, pipe, []string{"queue"})
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	_, err := rdb.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.Del(ctx, "k")
		return nil
	})
	return err
}

func handed(ctx context.Context, pipe redis.Pipeliner) {
	pipe.Set(ctx, "k", 1, time.Hour)
}

// Given a pipeline by one of its callers.
func either(ctx context.Context, c redis.Cmdable) {
	c.Set(ctx, "k", 1, time.Hour)
}

func gives(ctx context.Context, rdb *redis.Client) error {
	either(ctx, rdb)
	pipe := rdb.Pipeline()
	either(ctx, pipe)
	_, err := pipe.Exec(ctx)
	return err
}

// What others give it is not in sight.
func Anything(ctx context.Context, c redis.Cmdable) {
	c.Set(ctx, "k", 1, time.Hour)
}

type setter interface {
	Set(ctx context.Context, key string, value any, expiration time.Duration) *redis.StatusCmd
}

func AnySetter(ctx context.Context, s setter) {
	s.Set(ctx, "k", 1, time.Hour)
}

type unit struct{ c redis.Cmdable }

func (u unit) set(ctx context.Context) { u.c.Set(ctx, "k", 1, time.Hour) }

func inPipe(pipe redis.Pipeliner) unit { return unit{pipe} }

func chosen(ctx context.Context, rdb *redis.Client, pipe redis.Pipeliner) {
	var c redis.Cmdable = rdb
	if pipe != nil {
		c = pipe
	}
	c.Set(ctx, "k", 1, time.Hour)
}

// Read, or not in sight.
func reads(ctx context.Context, rdb *redis.Client, text string) {
	rdb.Get(ctx, "k")
	rdb.Ping(ctx)
	rdb.Eval(ctx, `return redis.call("GET", KEYS[1])`, []string{"k"})
	rdb.Eval(ctx, text, []string{"k"})
	rdb.ScriptLoad(ctx, text)
}

// Its error is what the function returns.
func save(ctx context.Context, rdb *redis.Client) error { return rdb.Set(ctx, "k", 1, time.Hour).Err() }

func bareSave(ctx context.Context, rdb *redis.Client) {
	save(ctx, rdb)
}

func taken(ctx context.Context, rdb *redis.Client) []*redis.IntCmd {
	log.Println(rdb.Incr(ctx, "n"))
	return []*redis.IntCmd{rdb.Incr(ctx, "n")}
}

func processed(ctx context.Context, rdb *redis.Client) error {
	cmd := redis.NewStatusCmd(ctx, "SET", "k", 1, "EX", 60)
	return rdb.Process(ctx, cmd)
}

func auto(ctx context.Context, rdb *redis.Client) error {
	pipe, err := rdb.AutoPipeline()
	if err != nil {
		return err
	}
	pipe.Set(ctx, "k", 1, time.Hour)
	return pipe.Close()
}

func dead(ctx context.Context, rdb *redis.Client) {
	os.Exit(0)
	rdb.Set(ctx, "k", 1, time.Hour)
}

type memory struct{}

func (memory) Set(ctx context.Context, key string, value any, expiration time.Duration) *redis.StatusCmd {
	return redis.NewStatusCmd(ctx)
}

// Not a client.
func notRedis(ctx context.Context, m memory) {
	m.Set(ctx, "k", 1, time.Hour)
}

// What is kept may be read after Exec.
func Later(ctx context.Context, c redis.Cmdable) *redis.StringCmd {
	name := c.Get(ctx, "name")
	c.Set(ctx, "name", "x", time.Hour)
	return name
}
