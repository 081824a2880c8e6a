package pipelineresult

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

func neverExecuted(ctx context.Context, rdb *redis.Client, ids []string) {
	pipe := rdb.Pipeline() // want "pipelineresult: nothing executes this pipeline, so what is queued on it .SET of \"user:\\*\". is never sent: call Exec and check its error"
	for _, id := range ids {
		pipe.Set(ctx, "user:"+id, 1, time.Hour)
	}
	log.Println(pipe.Len())
}

func atOnce(ctx context.Context, rdb redis.UniversalClient) {
	rdb.TxPipeline().Incr(ctx, "hits") // want "pipelineresult: nothing executes this pipeline"
}

func add(ctx context.Context, pipe redis.Pipeliner, id string) {
	pipe.SAdd(ctx, "online", id)
}

func handedOn(ctx context.Context, rdb *redis.ClusterClient) {
	var pipe = rdb.Pipeline() // want "pipelineresult: nothing executes this pipeline, so what is queued on it .SADD of \"online\"."
	add(ctx, pipe, "1")
}

func tooEarly(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	name := pipe.Get(ctx, "name").Val() // want "pipelineresult: GET of \"name\" is only queued here and its value is still empty, as it is until Exec has run: keep the command, call Exec, and read it then"
	_, err := pipe.Exec(ctx)
	return name, err
}

func inClosure(ctx context.Context, rdb *redis.Client) (n int64, err error) {
	_, err = rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		n, err = pipe.Incr(ctx, "hits").Result() // want "pipelineresult: INCR of \"hits\" is only queued here"
		return err
	})
	return n, err
}

func inCondition(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		if pipe.Exists(ctx, "lock").Val() == 0 { // want "pipelineresult: EXISTS of \"lock\""
			pipe.Set(ctx, "lock", 1, time.Minute)
		}
		return nil
	})
	return err
}

func kept(ctx context.Context, rdb *redis.Client, limit int64) error {
	pipe := rdb.TxPipeline()
	n := pipe.Incr(ctx, "hits") // want "pipelineresult: INCR of \"hits\""
	if n.Val() > limit {
		return errors.New("too many")
	}
	_, err := pipe.Exec(ctx)
	return err
}

// Its caller executes it, after this.
func handed(ctx context.Context, pipe redis.Pipeliner) (string, error) {
	return pipe.HGet(ctx, "user:1", "name").Result() // want "pipelineresult: HGET of \"user:1\""
}

func queue[K ~string](ctx context.Context, pipe redis.Pipeliner, k K) *redis.StringCmd {
	return pipe.Get(ctx, string(k))
}

func throughHelper(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	v := queue(ctx, pipe, "k").Val() // want "pipelineresult: GET of \"k\""
	_, err := pipe.Exec(ctx)
	return v, err
}

func raw(ctx context.Context, rdb *redis.Client) (int, error) {
	pipe := rdb.Pipeline()
	n, _ := pipe.Do(ctx, "LLEN", "jobs").Int() // want "pipelineresult: LLEN of \"jobs\""
	_, err := pipe.Exec(ctx)
	return n, err
}

func wrongError(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	err := pipe.Set(ctx, "k", 1, time.Hour).Err() // want "pipelineresult: SET of \"k\" is only queued here and its error is always nil, as it is until Exec has run, and nothing reads that of Exec: return the error of Exec"
	pipe.Exec(ctx)
	return err
}

func wrongErrorOnPurpose(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	defer func() { _, _ = pipe.Exec(ctx) }()
	return pipe.Set(ctx, "k", 1, time.Hour).Err() // want "pipelineresult: SET of \"k\" is only queued"
}

func dropped(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	pipe.LPush(ctx, "jobs", 1)
	pipe.Expire(ctx, "jobs", time.Hour)
	pipe.Exec(ctx) // want "pipelineresult: nothing reads the error of Exec, nor that of a queued command .LPUSH of \"jobs\"., so when Redis is down or refuses one the code goes on as if all were done: check it"
}

func droppedPipelined(ctx context.Context, rdb *redis.Client) {
	rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error { // want "pipelineresult: nothing reads the error of TxPipelined"
		pipe.LPush(ctx, "jobs", 1)
		return pipe.Expire(ctx, "jobs", time.Hour).Err()
	})
}

func deferred(ctx context.Context, rdb *redis.Client) {
	pipe := rdb.Pipeline()
	defer pipe.Exec(ctx) // want "pipelineresult: nothing reads the error of Exec"
	pipe.Incr(ctx, "hits")
}

func valuesAlone(ctx context.Context, rdb *redis.Client) int64 {
	pipe := rdb.Pipeline()
	n := pipe.Incr(ctx, "hits")
	pipe.Exec(ctx) // want "pipelineresult: nothing reads the error of Exec"
	return n.Val()
}

func init() {
	ctx := context.Background()
	pipe := redis.NewClient(&redis.Options{}).Pipeline() // want "pipelineresult: nothing executes this pipeline"
	pipe.Incr(ctx, "boots")
}

var booted = func() bool {
	ctx := context.Background()
	pipe := redis.NewClient(&redis.Options{}).Pipeline()
	up := pipe.Exists(ctx, "up").Val() // want "pipelineresult: EXISTS of \"up\""
	_, err := pipe.Exec(ctx)
	return err == nil && up == 1
}()

func inSelect(ctx context.Context, rdb *redis.Client, ids <-chan string) {
	pipe := rdb.Pipeline()
	for {
		select {
		case id := <-ids:
			pipe.Incr(ctx, "hits:"+id)
			goto flush
		case <-ctx.Done():
			return
		}
	flush:
		go pipe.Exec(ctx) // want "pipelineresult: nothing reads the error of Exec"
	}
}

// The error of Exec tells: the check is dead.
func deadCheck(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	if err := pipe.Set(ctx, "k", 1, time.Hour).Err(); err != nil { // want "pipelineresult: SET of \"k\" is only queued here and its error is always nil, as it is until Exec has run: drop the check, the error of Exec tells"
		return err
	}
	_, err := pipe.Exec(ctx)
	return err
}
