package pipelineclient

import (
	"context"
	"os"
	"time"

	"github.com/redis/go-redis/v9"
)

func right(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, "n").Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, "n", n+1, time.Hour)
			return nil
		})
		return err
	}, "n")
}

// Runs before MULTI.
func readsOnTx(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			n, err := tx.Get(ctx, "n").Int()
			if err != nil {
				return err
			}
			pipe.Set(ctx, "n", n+1, time.Hour)
			return nil
		})
		return err
	}, "n")
}

func reads(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		n, err := rdb.Get(ctx, "n").Int()
		if err != nil {
			return err
		}
		pipe.Set(ctx, "m", n, time.Hour)
		return nil
	})
	return err
}

func otherClient(ctx context.Context, rdb, audit *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Incr(ctx, "n")
		return audit.LPush(ctx, "log", "n").Err()
	})
	return err
}

type clients struct{ data, audit *redis.Client }

func (c *clients) otherField(ctx context.Context) error {
	return c.data.Watch(ctx, func(tx *redis.Tx) error {
		if err := c.audit.LPush(ctx, "log", "n").Err(); err != nil {
			return err
		}
		_, err := tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Incr(ctx, "n")
			return nil
		})
		return err
	}, "n")
}

// Runs when the pipeline is done.
func later(ctx context.Context, rdb *redis.Client) error {
	var done []func() error
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Incr(ctx, "n")
		done = append(done, func() error { return rdb.Incr(ctx, "m").Err() })
		return nil
	})
	for _, f := range done {
		if err := f(); err != nil {
			return err
		}
	}
	return err
}

func beforeAndAfter(ctx context.Context, rdb *redis.Client) error {
	if err := rdb.Incr(ctx, "before").Err(); err != nil {
		return err
	}
	if _, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Incr(ctx, "n")
		return nil
	}); err != nil {
		return err
	}
	return rdb.Incr(ctx, "after").Err()
}

func local(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "n")
	if err := rdb.Incr(ctx, "m").Err(); err != nil {
		return err
	}
	_, err := pipe.Exec(ctx)
	return err
}

func queue(ctx context.Context, c redis.Cmdable) error { return c.Incr(ctx, "n").Err() }

func handsPipe(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error { return queue(ctx, pipe) })
	return err
}

func more(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := tx.Watch(ctx, "m").Err(); err != nil {
			return err
		}
		if err := tx.Unwatch(ctx, "n").Err(); err != nil {
			return err
		}
		_, err := tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Incr(ctx, "n")
			return nil
		})
		return err
	}, "n")
}

func eachNode(ctx context.Context, rdb *redis.ClusterClient) error {
	return rdb.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		return node.Del(ctx, "local").Err()
	})
}

func dead(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		os.Exit(0)
		return rdb.Incr(ctx, "n").Err()
	})
	return err
}
