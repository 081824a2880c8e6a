package sharedpipeline

import (
	"context"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

func inLoop(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Add(1)
		go func() {
			defer wg.Done()
			pipe.Set(ctx, "user:"+id, 1, time.Hour) // want "sharedpipeline: several goroutines queue on this pipeline at once .SET of \"user:\\*\"., which has no lock in v9 of the client, so commands overwrite each other and are lost: queue them in one goroutine, or hold a mutex"
			pipe.Expire(ctx, "users", time.Hour)
		}()
	}
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

func byArgument(ctx context.Context, rdb redis.UniversalClient, ids []string) error {
	pipe := rdb.TxPipeline()
	var wg sync.WaitGroup
	for i := 0; i < len(ids); i++ {
		wg.Add(1)
		go func(id string) {
			defer wg.Done()
			if id != "" {
				pipe.Do(ctx, "SADD", "ids", id) // want "sharedpipeline: .*SADD of \"ids\""
			}
		}(ids[i])
	}
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

func waitGroupGo(ctx context.Context, rdb *redis.ClusterClient, ids []string) error {
	var wg sync.WaitGroup
	var pipe = rdb.Pipeline()
	for _, id := range ids {
		wg.Go(func() { pipe.Incr(ctx, id) }) // want "sharedpipeline: .*INCR of id"
	}
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

func add(ctx context.Context, pipe redis.Pipeliner, wg *sync.WaitGroup, id string) {
	defer wg.Done()
	pipe.HSet(ctx, "h", id, 1)
}

func throughHelper(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Add(1)
		go add(ctx, pipe, &wg, id) // want "sharedpipeline: .*HSET of \"h\""
	}
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

func helperInClosure(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Add(1)
		go func() { add(ctx, pipe, &wg, id) }() // want "sharedpipeline: .*HSET of \"h\""
	}
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

func several(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	wg.Go(func() { pipe.Incr(ctx, "a") }) // want "sharedpipeline: .*INCR of \"a\""
	wg.Go(func() { pipe.Incr(ctx, "b") }) // want "sharedpipeline: .*INCR of \"b\""
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

func inSelect(ctx context.Context, rdb *redis.Client, ids <-chan string) error {
	pipe := rdb.Pipeline()
	for {
		select {
		case id := <-ids:
			if id == "" {
				goto flush
			}
			go func() {
				defer func() { pipe.SAdd(ctx, "seen", id) }() // want "sharedpipeline: .*SADD of \"seen\""
			}()
		case <-ctx.Done():
			goto flush
		}
	}
flush:
	_, err := pipe.Exec(ctx)
	return err
}

func nested[K ~string](ctx context.Context, rdb *redis.Client, groups [][]K) error {
	for _, ids := range groups {
		pipe := rdb.Pipeline()
		var wg sync.WaitGroup
		for _, id := range ids {
			wg.Go(func() { pipe.Del(ctx, string(id)) }) // want "sharedpipeline: .*DEL of "
		}
		wg.Wait()
		if _, err := pipe.Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func init() {
	ctx := context.Background()
	pipe := redis.NewClient(&redis.Options{}).Pipeline()
	for range 3 {
		go func() { pipe.Incr(ctx, "boots") }() // want "sharedpipeline: .*INCR of \"boots\""
	}
	_, _ = pipe.Exec(ctx)
}

var booted = func() error {
	ctx := context.Background()
	pipe := redis.NewClient(&redis.Options{}).Pipeline()
	for range 3 {
		go func() { pipe.Incr(ctx, "boots") }() // want "sharedpipeline: .*INCR of \"boots\""
	}
	_, err := pipe.Exec(ctx)
	return err
}()

type writer struct {
	pipe redis.Pipeliner
}

func newWriter(ctx context.Context, rdb *redis.Client) *writer {
	w := &writer{pipe: rdb.Pipeline()}
	go w.flush(ctx)
	return w
}

func (w *writer) Add(ctx context.Context, id string) { w.pipe.SAdd(ctx, "ids", id) }

func (w *writer) flush(ctx context.Context) {
	for range time.Tick(time.Second) {
		_, _ = w.pipe.Exec(ctx) // want "sharedpipeline: this goroutine executes a pipeline that others fill at the same time, which has no lock in v9 of the client, so commands are lost or sent twice: hold a mutex around Exec and around what queues"
	}
}

type logger struct{ pipe redis.Pipeliner }

func (l *logger) Start(ctx context.Context) {
	go func() {
		for range time.Tick(time.Second) {
			_, _ = l.pipe.Exec(ctx) // want "sharedpipeline: this goroutine executes a pipeline that others fill"
		}
	}()
}

func (l *logger) Log(ctx context.Context, text string) { l.pipe.LPush(ctx, "log", text) }
