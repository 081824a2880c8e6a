package pipelineresult

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/redis/go-redis/v9"
)

func after(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	name := pipe.Get(ctx, "name")
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
		return "", err
	}
	return name.Result()
}

func closure(ctx context.Context, rdb *redis.Client) (int64, error) {
	var n *redis.IntCmd
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		n = pipe.Incr(ctx, "hits")
		return nil
	})
	if err != nil {
		return 0, err
	}
	return n.Val(), nil
}

// The commands tell.
func commandsRead(ctx context.Context, rdb *redis.Client) (int64, error) {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, "hits")
	pipe.Exec(ctx)
	return n.Result()
}

func commandsKept(ctx context.Context, rdb *redis.Client, ids []string) []*redis.StringCmd {
	pipe := rdb.Pipeline()
	var out []*redis.StringCmd
	for _, id := range ids {
		out = append(out, pipe.Get(ctx, id))
	}
	pipe.Exec(ctx)
	return out
}

func onPurpose(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "hits")
	_, _ = pipe.Exec(ctx)
	cmds, _ := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Incr(ctx, "hits")
		return nil
	})
	println(len(cmds))
}

func discarded(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.TxPipeline()
	pipe.Incr(ctx, "hits")
	pipe.Discard()
}

// Its caller executes it.
func fill(ctx context.Context, pipe redis.Pipeliner, id string) error {
	return pipe.SAdd(ctx, "online", id).Err()
}

func fills(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	if err := fill(ctx, pipe, "1"); err != nil {
		return err
	}
	return run(ctx, pipe)
}

func run(ctx context.Context, pipe redis.Pipeliner) error {
	_, err := pipe.Exec(ctx)
	return err
}

// Others have it.
type batch struct {
	pipe redis.Pipeliner
	rdb  *redis.Client
}

func (b *batch) begin(ctx context.Context) {
	b.pipe = b.rdb.Pipeline()
	b.pipe.Incr(ctx, "batches")
}

func (b *batch) end(ctx context.Context) { b.pipe.Exec(ctx) }

func begun(ctx context.Context, rdb *redis.Client) redis.Pipeliner {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "hits")
	return pipe
}

func sent(ctx context.Context, rdb *redis.Client, to chan<- redis.Pipeliner, exec func(redis.Pipeliner)) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "hits")
	to <- pipe
	other := rdb.Pipeline()
	other.Incr(ctx, "hits")
	exec(other)
	third := rdb.Pipeline()
	third.Incr(ctx, "hits")
	flush := third.Exec
	_, _ = flush(ctx)
}

func inDefer(ctx context.Context, rdb *redis.Client) (err error) {
	pipe := rdb.Pipeline()
	defer func() {
		if _, e := pipe.Exec(ctx); e != nil {
			err = e
		}
	}()
	pipe.Incr(ctx, "hits")
	return nil
}

// Read in the next turn, once it has run.
func turns(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	var last *redis.IntCmd
	for range 3 {
		if last != nil && last.Val() > 10 {
			break
		}
		last = pipe.Incr(ctx, "hits")
		if _, err := pipe.Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func nothingQueued(ctx context.Context, rdb *redis.Client) int {
	pipe := rdb.Pipeline()
	return pipe.Len()
}

// A client answers at once.
func direct(ctx context.Context, rdb *redis.Client) string {
	return rdb.Get(ctx, "name").Val()
}

// Blocks until it is answered.
func auto(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe, err := rdb.AutoPipeline()
	if err != nil {
		return "", err
	}
	return pipe.Get(ctx, "name").Result()
}

// The helper has run its own.
func both(ctx context.Context, rdb *redis.Client) *redis.StringCmd {
	pipe := rdb.Pipeline()
	v := pipe.Get(ctx, "a")
	pipe.Get(ctx, "b")
	_, _ = pipe.Exec(ctx)
	return v
}

func useBoth(ctx context.Context, rdb *redis.Client) string { return both(ctx, rdb).Val() }

func runs(ctx context.Context, pipe redis.Pipeliner) *redis.StringCmd {
	v := pipe.Get(ctx, "a")
	_, _ = pipe.Exec(ctx)
	return v
}

func useRuns(ctx context.Context, rdb *redis.Client) string { return runs(ctx, rdb.Pipeline()).Val() }

func useRunsOf(ctx context.Context, rdb *redis.Client) string {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "hits")
	return runs(ctx, pipe).Val()
}

func dead(ctx context.Context, rdb *redis.Client) {
	os.Exit(0)
	pipe := rdb.Pipeline()
	pipe.Set(ctx, "k", 1, time.Hour)
	pipe.Exec(ctx)
}
