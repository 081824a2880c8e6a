package pipelineclient

import (
	"context"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

func inPipelined(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.SAdd(ctx, "online", 1)
		if err := rdb.Expire(ctx, "online", time.Hour).Err(); err != nil { // want "pipelineclient: EXPIRE of \"online\" is sent at once, on the outer client, and not with what this closure of Pipelined queues: it happens before, and stays when the rest fails; queue it on the closure's pipeline"
			return err
		}
		return nil
	})
	return err
}

func onTx(ctx context.Context, rdb redis.UniversalClient) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			_ = tx.Incr(ctx, "n") // want "pipelineclient: INCR of \"n\" is sent at once, .*this closure of TxPipelined"
			return nil
		})
		return err
	}, "n")
}

func beside(ctx context.Context, rdb *redis.ClusterClient) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := tx.HSet(ctx, "{a}log", "state", "begun").Err(); err != nil { // want "pipelineclient: HSET of \"{a}log\" is not in the transaction of this closure of Watch, so it happens even when a watched key has changed, and again with each try: queue it in TxPipelined"
			return err
		}
		_, err := tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Incr(ctx, "{a}n")
			return nil
		})
		return err
	}, "{a}n")
}

func outer(ctx context.Context, rdb *redis.Client) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := rdb.Get(ctx, "n").Int() // want "pipelineclient: GET of \"n\" goes to the outer client while Watch holds a connection, so closures wait for each other once the pool is in full use: send it on the closure's own connection"
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, "n", n+1, time.Hour)
			return nil
		})
		_ = rdb.LPush(ctx, "log", n) // want "pipelineclient: LPUSH of \"log\" is not in the transaction"
		return err
	}, "n")
}

type store[K ~string] struct{ rdb *redis.Client }

func (s *store[K]) touch(ctx context.Context, k K) error {
	return s.rdb.Expire(ctx, string(k), time.Hour).Err()
}

func (s *store[K]) throughHelper(ctx context.Context, k K) error {
	_, err := s.rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Incr(ctx, string(k))
		return s.touch(ctx, k) // want "pipelineclient: EXPIRE of k is sent at once" "increxpire: this EXPIRE after every INCR"
	})
	return err
}

func (s *store[K]) field(ctx context.Context) error {
	queue := func(pipe redis.Pipeliner) error {
		if err := s.rdb.Del(ctx, "old").Err(); err != nil { // want "pipelineclient: DEL of \"old\" is sent at once"
			return err
		}
		pipe.Incr(ctx, "new")
		return nil
	}
	_, err := s.rdb.Pipelined(ctx, queue)
	return err
}

func raw(ctx context.Context, rdb *redis.Client, ids []string) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		for _, id := range ids {
			if _, err := rdb.Do(ctx, "SADD", "ids", id).Result(); err != nil { // want "pipelineclient: SADD of \"ids\" is sent at once"
				goto failed
			}
		}
	failed:
		pipe.Incr(ctx, "tries")
		return nil
	})
	return err
}

var move = redis.NewScript(`return redis.call("RENAME", KEYS[1], KEYS[2])`)

func script(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Incr(ctx, "moves")
		_, err := move.Run(ctx, rdb, []string{"a", "b"}).Result() // want "pipelineclient: EVALSHA of \"a\" is sent at once"
		return err
	})
	return err
}

func inPlace(ctx context.Context, rdb *redis.Client, ids <-chan string) error {
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		func() {
			select {
			case id := <-ids:
				_ = rdb.Set(ctx, "last", id, time.Hour) // want "pipelineclient: SET of \"last\" is sent at once"
			default:
			}
		}()
		return nil
	})
	return err
}

func init() {
	ctx := context.Background()
	rdb := redis.NewClient(&redis.Options{})
	defer func() {
		_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			_ = rdb.Incr(ctx, "boots") // want "pipelineclient: INCR of \"boots\" is sent at once"
			return nil
		})
		log.Println(err)
	}()
}

var booted = func() error {
	ctx := context.Background()
	rdb := redis.NewClient(&redis.Options{})
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		_ = rdb.Incr(ctx, "boots") // want "pipelineclient: INCR of \"boots\" is sent at once"
		return nil
	})
	return err
}()
