package watchmisuse

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

func noKeys(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error { // want "watchmisuse: this Watch is given no key, so it watches nothing and a change by another client goes unseen: pass the keys that the closure reads"
		n, err := tx.Get(ctx, "balance").Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, "balance", n+1, time.Hour)
			return nil
		})
		return err
	})
}

func noTransaction(ctx context.Context, rdb redis.UniversalClient, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error { // want "watchmisuse: the closure of this Watch writes .SET of key. in no transaction, so it writes even when a watched key has changed: queue the write in tx.TxPipelined"
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		return tx.Set(ctx, key, n+1, time.Hour).Err()
	}, key)
}

func otherClient(ctx context.Context, rdb *redis.ClusterClient) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error { // want "watchmisuse: the closure of this Watch writes .INCR of \"n\"."
		return rdb.Incr(ctx, "n").Err()
	}, "n")
}

func plainPipeline(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error { // want "watchmisuse: the closure of this Watch writes .DECR of \"stock\"."
		_, err := tx.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Decr(ctx, "stock")
			return nil
		})
		return err
	}, "stock")
}

func inVariable(ctx context.Context, rdb *redis.Client) error {
	transfer := func(tx *redis.Tx) error {
		return tx.DecrBy(ctx, "a", 1).Err()
	}
	return rdb.Watch(ctx, transfer, "a") // want "watchmisuse: the closure of this Watch writes .DECRBY of \"a\"."
}

type store[K ~string] struct{ rdb *redis.Client }

func (s *store[K]) take(tx *redis.Tx) error {
	return tx.LPop(context.Background(), "free").Err()
}

func (s *store[K]) declared(ctx context.Context) error {
	return s.rdb.Watch(ctx, s.take, "free") // want "watchmisuse: the closure of this Watch writes .LPOP of \"free\"."
}

func (s *store[K]) save(ctx context.Context, k K) error {
	return s.rdb.Set(ctx, "item:"+string(k), 1, time.Hour).Err()
}

func (s *store[K]) throughHelper(ctx context.Context, k K) error {
	return s.rdb.Watch(ctx, func(tx *redis.Tx) error { // want "watchmisuse: the closure of this Watch writes .SET of \"item:"
		return s.save(ctx, k)
	}, "item:"+string(k))
}

func queue(ctx context.Context, pipe redis.Pipeliner) error { return pipe.Incr(ctx, "n").Err() }

func transaction(ctx context.Context, tx *redis.Tx) error {
	_, err := tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error { return queue(ctx, pipe) })
	return err
}

func endless(ctx context.Context, rdb *redis.Client) error {
	for {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, "n") // want "watchmisuse: this loop tries Watch again after every error, without an end when Redis is down or the closure's own error stays: try again after redis.TxFailedErr alone, a number of times"
		if err == nil {
			return nil
		}
	}
}

func endlessContinue(ctx context.Context, rdb *redis.Client) {
	for {
		if err := rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, "n"); err != nil { // want "watchmisuse: this loop tries Watch again after every error"
			log.Println(err)
			time.Sleep(time.Second)
			continue
		}
		break
	}
}

func endlessSwitch(ctx context.Context, rdb *redis.Client) {
	for {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, "n") // want "watchmisuse: this loop tries Watch again after every error"
		switch {
		case errors.Is(err, redis.TxFailedErr):
			log.Println("again")
		case err != nil:
			log.Println(err)
		default:
			return
		}
	}
}

func forgotten(ctx context.Context, rdb *redis.Client) error {
	for i := 0; i < 3; i++ {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, "n") // want "watchmisuse: when every try ends with redis.TxFailedErr this loop ends and nil is returned, so the write is lost and nobody knows: return the last error after the loop"
		if err == nil {
			return nil
		}
		if err != redis.TxFailedErr {
			return err
		}
	}
	return nil
}

func forgottenRange(ctx context.Context, rdb *redis.Client) (int, error) {
	for range 5 {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, "n") // want "watchmisuse: when every try ends with redis.TxFailedErr"
		if errors.Is(err, redis.TxFailedErr) {
			continue
		}
		return 1, err
	}
	log.Println("gave up")
	return 0, nil
}

func forgottenEvery(ctx context.Context, rdb *redis.Client, tries int) (err error) {
	for tries > 0 {
		tries--
		if rdb.Watch(ctx, func(tx *redis.Tx) error { return transaction(ctx, tx) }, "n") == nil { // want "watchmisuse: when every try ends with redis.TxFailedErr"
			return nil
		}
	}
	return nil
}

func init() {
	ctx := context.Background()
	rdb := redis.NewClient(&redis.Options{})
	defer func() {
		err := rdb.Watch(ctx, func(tx *redis.Tx) error { // want "watchmisuse: the closure of this Watch writes .HSET of \"boot\"."
			return tx.HSet(ctx, "boot", "n", 1).Err()
		}, "boot")
		log.Println(err)
	}()
}

func inSelect(ctx context.Context, rdb *redis.Client, ids <-chan string) error {
	select {
	case id := <-ids:
		if id == "" {
			goto end
		}
		return rdb.Watch(ctx, func(tx *redis.Tx) error { // want "watchmisuse: this Watch is given no key"
			return tx.Do(ctx, "DEL", id).Err()
		})
	case <-ctx.Done():
	}
end:
	return ctx.Err()
}
