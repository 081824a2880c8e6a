package watchmisuse

import (
	"context"
	"errors"
	"log"
	"os"
	"time"

	"github.com/redis/go-redis/v9"
)

func right(ctx context.Context, rdb *redis.Client, key string) error {
	increment := func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil && !errors.Is(err, redis.Nil) {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, key, n+1, time.Hour)
			return nil
		})
		return err
	}
	for range 10 {
		err := rdb.Watch(ctx, increment, key)
		if err == nil {
			return nil
		}
		if errors.Is(err, redis.TxFailedErr) {
			continue
		}
		return err
	}
	return errors.New("too many changes")
}

// Reads only: there is nothing to lose.
func reads(ctx context.Context, rdb *redis.Client, keys ...string) error {
	read := func(tx *redis.Tx) error { return tx.Get(ctx, "k").Err() }
	if err := rdb.Watch(ctx, read); err != nil {
		return err
	}
	return rdb.Watch(ctx, read, keys...)
}

func watchesItself(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := tx.Watch(ctx, "n").Err(); err != nil {
			return err
		}
		return transaction(ctx, tx)
	})
}

// What it does is not in sight.
func Update(ctx context.Context, rdb *redis.Client, fn func(*redis.Tx) error, keys []string) error {
	if err := rdb.Watch(ctx, fn); err != nil {
		return err
	}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := tx.Incr(ctx, "tries").Err(); err != nil {
			return err
		}
		return fn(tx)
	}, keys...)
}

func byHelper(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, "n")
}

func txPipeline(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		pipe := tx.TxPipeline()
		pipe.Incr(ctx, "n")
		_, err := pipe.Exec(ctx)
		return err
	}, "n")
}

// The last error is returned, whatever it was.
func lastError(ctx context.Context, rdb *redis.Client) (err error) {
	for range 3 {
		if err = rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, "n"); err == nil {
			return nil
		}
	}
	return err
}

func lastErrorBare(ctx context.Context, rdb *redis.Client) (err error) {
	for i := 0; i < 3; i++ {
		err = rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, "n")
		if err != redis.TxFailedErr {
			return
		}
	}
	return
}

func lastTry(ctx context.Context, rdb *redis.Client) error {
	for i := 0; i < 3; i++ {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, "n")
		if err == nil || i == 2 {
			return err
		}
	}
	return nil
}

// Ends with the context.
func untilDone(ctx context.Context, rdb *redis.Client) error {
	for {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, "n")
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func untilFailed(ctx context.Context, rdb *redis.Client) error {
	for {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, "n")
		if err != redis.TxFailedErr {
			return err
		}
	}
}

// Each turn is other work.
func jobs(ctx context.Context, rdb *redis.Client, ids <-chan string) {
	for {
		id := <-ids
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, id)
		if err != nil {
			log.Println(err)
			continue
		}
		log.Println("done", id)
	}
}

func each(ctx context.Context, rdb *redis.Client, ids []string) error {
	for i := 0; i < len(ids); i++ {
		if err := rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, ids[i]); err != nil {
			log.Println(err)
			continue
		}
	}
	for _, id := range ids {
		if err := rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, id); err == nil {
			return nil
		}
	}
	return nil
}

func dead(ctx context.Context, rdb *redis.Client) error {
	os.Exit(0)
	return rdb.Watch(ctx, func(tx *redis.Tx) error { return tx.Incr(ctx, "n").Err() }, "n")
}

type watcher struct{}

func (watcher) Watch(ctx context.Context, fn func(*redis.Tx) error, keys ...string) error { return nil }

// Not a client.
func notRedis(ctx context.Context, w watcher) error {
	return w.Watch(ctx, func(tx *redis.Tx) error { return nil })
}
