package scriptpipeline

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	limit  = redis.NewScript(`return redis.call("INCR", KEYS[1])`)
	reader = redis.NewScript(`return redis.call("GET", KEYS[1])`)
)

func run(ctx context.Context, rdb *redis.Client, id string) error {
	pipe := rdb.Pipeline()
	limit.Run(ctx, pipe, []string{"hits:" + id}, 10) // want "scriptpipeline: Run of a script in a pipeline sends EVALSHA alone, and a server that does not have the script, as after a restart or failover, answers NOSCRIPT: use Eval in the pipeline, or Load the script before"
	_, err := pipe.Exec(ctx)
	return err
}

func evalSha(ctx context.Context, rdb redis.UniversalClient) error {
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		limit.EvalSha(ctx, pipe, []string{"hits"}) // want "scriptpipeline: EvalSha of a script"
		return nil
	})
	return err
}

func transaction(ctx context.Context, rdb *redis.ClusterClient) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Expire(ctx, "{a}hits", time.Minute)
		limit.Run(ctx, pipe, []string{"{a}hits"}) // want "scriptpipeline: Run of a script"
		return nil
	})
	return err
}

func txPipeline(ctx context.Context, rdb redis.Cmdable) error {
	pipe := rdb.TxPipeline()
	defer pipe.Discard()
	limit.Run(ctx, pipe, []string{"hits"}) // want "scriptpipeline: Run of a script"
	_, err := pipe.Exec(ctx)
	return err
}

func readOnly(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	reader.RunRO(ctx, pipe, []string{"hits"})     // want "scriptpipeline: RunRO of a script"
	reader.EvalShaRO(ctx, pipe, []string{"hits"}) // want "scriptpipeline: EvalShaRO of a script"
	_, err := pipe.Exec(ctx)
	return err
}

func handed(ctx context.Context, pipe redis.Pipeliner) {
	limit.Run(ctx, pipe, []string{"hits"}) // want "scriptpipeline: Run of a script"
}

func loop(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		limit.Run(ctx, pipe, []string{"hits:" + id}) // want "scriptpipeline: Run of a script"
	}
	_, err := pipe.Exec(ctx)
	return err
}

func local(ctx context.Context, rdb *redis.Client) error {
	script := redis.NewScript("return 1")
	pipe := rdb.Pipeline()
	cmd := script.Run(ctx, pipe, nil) // want "scriptpipeline: Run of a script"
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	return cmd.Err()
}

func watched(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			return limit.Run(ctx, pipe, []string{"hits"}).Err() // want "scriptpipeline: Run of a script"
		})
		return err
	}, "hits")
}

func init() {
	pipe := redis.NewClient(&redis.Options{}).Pipeline()                       // want "pipelineresult: "
	defer func() { limit.Run(context.Background(), pipe, []string{"boot"}) }() // want "scriptpipeline: Run of a script"
}

type counter[T any] struct {
	script *redis.Script
	pipe   redis.Pipeliner
}

func (c counter[T]) hit(ctx context.Context, keys <-chan string) {
	select {
	case k := <-keys:
		c.script.Run(ctx, c.pipe, []string{k}) // want "scriptpipeline: Run of a script"
	case <-ctx.Done():
		goto end
	}
end:
}

var queued = limit.Run(context.Background(), redis.NewClient(&redis.Options{}).Pipeline(), []string{"boot"}) // want "scriptpipeline: Run of a script"
