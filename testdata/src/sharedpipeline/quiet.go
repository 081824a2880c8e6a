package sharedpipeline

import (
	"context"
	"os"
	"sync"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

// Each goroutine has its own.
func own(ctx context.Context, rdb *redis.Client, ids []string) {
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Go(func() {
			pipe := rdb.Pipeline()
			pipe.Incr(ctx, id)
			_, _ = pipe.Exec(ctx)
		})
	}
	wg.Wait()
}

func ownTurn(ctx context.Context, rdb *redis.Client, ids []string) {
	for _, id := range ids {
		pipe := rdb.Pipeline()
		go func() {
			pipe.Incr(ctx, id)
			_, _ = pipe.Exec(ctx)
		}()
	}
}

// One goroutine has it to itself.
func one(ctx context.Context, rdb *redis.Client, ids []string) {
	pipe := rdb.Pipeline()
	go func() {
		for _, id := range ids {
			pipe.Incr(ctx, id)
		}
		_, _ = pipe.Exec(ctx)
	}()
}

func locked(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			pipe.Incr(ctx, id)
		})
	}
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

func addLocked(ctx context.Context, pipe redis.Pipeliner, mu *sync.RWMutex, id string) {
	mu.Lock()
	defer mu.Unlock()
	pipe.Incr(ctx, id)
}

func lockedInHelper(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	var mu sync.RWMutex
	for _, id := range ids {
		go addLocked(ctx, pipe, &mu, id)
	}
	mu.Lock()
	defer mu.Unlock()
	_, err := pipe.Exec(ctx)
	return err
}

// Pipelines of v8 lock.
func eight(ctx context.Context, rdb *v8.Client, ids []string) error {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Go(func() { pipe.Incr(ctx, id) })
	}
	wg.Wait()
	_, err := pipe.Exec(ctx)
	return err
}

// A client may be used by all.
func client(ctx context.Context, rdb *redis.Client, ids []string) {
	for _, id := range ids {
		go func() { _ = rdb.Incr(ctx, id) }()
	}
}

// Called in its place.
func inPlace(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		func() { pipe.Incr(ctx, id) }()
	}
	_, err := pipe.Exec(ctx)
	return err
}

func perGoroutine(ctx context.Context, rdb *redis.Client, ids []string) {
	for _, id := range ids {
		go func() {
			_, _ = rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
				pipe.Incr(ctx, id)
				return nil
			})
		}()
	}
}

func otherGo(ctx context.Context, rdb *redis.Client, ids []string, group interface{ Go(func()) }) error {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		group.Go(func() { pipe.Incr(ctx, id) })
	}
	_, err := pipe.Exec(ctx)
	return err
}

// Only its own goroutine touches it.
type loop struct {
	pipe redis.Pipeliner
	ids  chan string
}

func (l *loop) start(ctx context.Context) { go l.run(ctx) }

func (l *loop) run(ctx context.Context) {
	for id := range l.ids {
		l.Queue(ctx, id)
		if l.pipe.Len() > 100 {
			_, _ = l.pipe.Exec(ctx)
		}
	}
}

func (l *loop) Queue(ctx context.Context, id string) { l.pipe.Incr(ctx, id) }

type safe struct {
	mu   sync.Mutex
	pipe redis.Pipeliner
}

func (s *safe) Add(ctx context.Context, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pipe.SAdd(ctx, "ids", id)
}

func (s *safe) Start(ctx context.Context) {
	go func() {
		for range time.Tick(time.Second) {
			s.mu.Lock()
			_, _ = s.pipe.Exec(ctx)
			s.mu.Unlock()
		}
	}()
}

// Filled and executed by whoever has it.
type plain struct{ pipe redis.Pipeliner }

func (p *plain) Add(ctx context.Context, id string) { p.pipe.SAdd(ctx, "ids", id) }

func (p *plain) Flush(ctx context.Context) error {
	_, err := p.pipe.Exec(ctx)
	return err
}

func dead(ctx context.Context, rdb *redis.Client) {
	os.Exit(0)
	pipe := rdb.Pipeline()
	for range 3 {
		go func() { pipe.Incr(ctx, "n") }()
	}
	_, _ = pipe.Exec(ctx)
}
