package versions

import (
	"context"
	"time"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func eight(ctx context.Context, rdb *v8.Client) {
	pipe := rdb.Pipeline()
	pipe.Set(ctx, "k", 1, time.Hour)
	pipe.Exec(ctx) // want "pipelineresult: nothing reads the error of Exec"

	lost := rdb.Pipeline() // want "pipelineresult: nothing executes"
	lost.Set(ctx, "k", 1, time.Hour)
}

func seven(ctx context.Context, rdb *v7.Client) (string, error) {
	pipe := rdb.Pipeline()
	v := pipe.Get("k").Val() // want "pipelineresult: GET of \"k\""
	_, err := pipe.ExecContext(ctx)
	return v, err
}

func six(rdb *v6.Client) {
	rdb.Pipelined(func(pipe v6.Pipeliner) error { // want "pipelineresult: nothing reads the error of Pipelined"
		pipe.Incr("n")
		return nil
	})
}

func quiet(ctx context.Context, a *v8.Client, b *v7.Client, c *v6.Client) error {
	pipe := a.Pipeline()
	defer pipe.Close()
	pipe.Incr(ctx, "n")
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	old := b.TxPipeline()
	n := old.Incr("n")
	if _, err := old.ExecContext(ctx); err != nil {
		return err
	}
	println(n.Val())
	_, err := c.TxPipelined(func(pipe v6.Pipeliner) error {
		pipe.Incr("n")
		return nil
	})
	return err
}
