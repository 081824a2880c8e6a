package scriptpipeline

import (
	"context"

	"github.com/redis/go-redis/v9"
)

var known = redis.NewScript(`return redis.call("DECR", KEYS[1])`)

func eval(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	limit.Eval(ctx, pipe, []string{"hits"})
	reader.EvalRO(ctx, pipe, []string{"hits"})
	_, err := pipe.Exec(ctx)
	return err
}

// Sent at once: Run falls back to EVAL, and the server knows the script then.
func direct(ctx context.Context, rdb *redis.Client) error {
	return known.Run(ctx, rdb, []string{"hits"}).Err()
}

func afterDirect(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	known.Run(ctx, pipe, []string{"hits"})
	known.EvalSha(ctx, pipe, []string{"hits"})
	_, err := pipe.Exec(ctx)
	return err
}

func inTransaction(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		known.Run(ctx, pipe, []string{"hits"})
		return nil
	})
	return err
}

// On the connection of a WATCH it is sent at once.
func onTx(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error { return known.Run(ctx, tx, []string{"hits"}).Err() }, "hits") // want "watchmisuse: "
}

func conn(ctx context.Context, rdb *redis.Client) error {
	c := rdb.Conn()
	defer c.Close()
	return known.RunRO(ctx, c, []string{"hits"}).Err()
}

// The program keeps this hash by itself.
func hash(ctx context.Context, rdb *redis.Client, sha string) error {
	pipe := rdb.Pipeline()
	pipe.EvalSha(ctx, sha, []string{"hits"})
	_, err := pipe.Exec(ctx)
	return err
}

func text(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Eval(ctx, "return 1", nil)
	_, err := pipe.Exec(ctx)
	return err
}

func function(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.FCall(ctx, "limit", []string{"hits"})
	_, err := pipe.Exec(ctx)
	return err
}

func unused(ctx context.Context) *redis.Script { return redis.NewScript("return 1") }

type runner interface {
	Run(ctx context.Context, pipe redis.Pipeliner, keys []string) error
}

// Another Run.
func other(ctx context.Context, rdb *redis.Client, r runner) error {
	return r.Run(ctx, rdb.Pipeline(), []string{"hits"})
}
