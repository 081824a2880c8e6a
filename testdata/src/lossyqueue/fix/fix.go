// Package fix holds pops that a move can stand in for.
package fix

import (
	"context"
	"time"

	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

type worker struct {
	rdb   *redis.Client
	old   *v8.Client
	older *v7.Client
	queue string
}

func (w *worker) left(ctx context.Context, handle func(string)) {
	job, err := w.rdb.LPop(ctx, "queue:mail").Result() // want "lossyqueue: "
	if err != nil {
		return
	}
	handle(job)
}

func (w *worker) right(ctx context.Context, handle func([]byte)) {
	if job, err := w.old.RPop(ctx, w.queue).Bytes(); err == nil { // want "lossyqueue: "
		handle(job)
	}
}

func (w *worker) blocking(ctx context.Context, handle func(string)) {
	for {
		reply, err := w.rdb.BRPop(ctx, 5*time.Second, w.queue).Result() // want "lossyqueue: "
		if err != nil {
			continue
		}
		handle(reply[1])
	}
}

func (w *worker) v7(handle func(string)) {
	job, err := w.older.RPop(w.queue).Result() // want "lossyqueue: .*RPOPLPUSH"
	if err != nil {
		return
	}
	handle(job)
	reply, err := w.older.BRPop(time.Second, w.queue).Result() // want "lossyqueue: .*BRPOPLPUSH"
	if err != nil {
		return
	}
	handle(reply[1])
}
