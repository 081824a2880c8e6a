package versions

import (
	"context"
	"time"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func eight(ctx context.Context, rdb *v8.Client) error {
	for i := 0; i < 3; i++ {
		err := rdb.Watch(ctx, func(tx *v8.Tx) error { // want "watchmisuse: when every try ends"
			_, err := tx.TxPipelined(ctx, func(pipe v8.Pipeliner) error {
				pipe.Incr(ctx, "n")
				return nil
			})
			return err
		}, "n")
		if err != v8.TxFailedErr {
			return err
		}
	}
	return nil
}

func seven(rdb *v7.Client) error {
	return rdb.Watch(func(tx *v7.Tx) error { // want "watchmisuse: the closure of this Watch writes .SET of \"k\"."
		return tx.Set("k", 1, time.Hour).Err()
	}, "k")
}

func six(rdb *v6.Client) error {
	return rdb.Watch(func(tx *v6.Tx) error { // want "watchmisuse: this Watch is given no key"
		_, err := tx.Pipelined(func(pipe v6.Pipeliner) error {
			pipe.Incr("n")
			return nil
		})
		return err
	})
}

// On a Tx of v6 all pipelines are transactions.
func quiet(rdb *v6.Client) error {
	return rdb.Watch(func(tx *v6.Tx) error {
		_, err := tx.Pipelined(func(pipe v6.Pipeliner) error {
			pipe.Incr("n")
			return nil
		})
		return err
	}, "n")
}
