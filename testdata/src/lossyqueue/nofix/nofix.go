// Package nofix holds pops that no move can stand in for as the code is.
package nofix

import (
	"context"
	"time"

	v7 "github.com/go-redis/redis/v7"
	"github.com/redis/go-redis/v9"
)

type worker struct {
	rdb     *redis.Client
	cluster *redis.ClusterClient
	older   *v7.Client
	queue   string
}

func name() string { return "queue:mail" }

// The answer is asked for more than its element.
func (w *worker) checked(ctx context.Context, handle func(string)) {
	reply, err := w.rdb.BRPop(ctx, 5*time.Second, w.queue).Result() // want "lossyqueue: "
	if err != nil || len(reply) < 2 {
		return
	}
	handle(reply[1])
}

// The processing list may lie in another slot.
func (w *worker) slots(ctx context.Context, handle func(string)) {
	handle(w.cluster.LPop(ctx, w.queue).Val()) // want "lossyqueue: "
}

// go-redis v7 moves from the right only.
func (w *worker) left(handle func(string)) {
	handle(w.older.LPop(w.queue).Val()) // want "lossyqueue: "
}

// Two lists.
func (w *worker) two(ctx context.Context, handle func(string)) {
	reply, err := w.rdb.BLPop(ctx, time.Second, "queue:a", "queue:b").Result() // want "lossyqueue: "
	if err == nil {
		handle(reply[1])
	}
}

// A name that is computed is not computed twice.
func (w *worker) computed(ctx context.Context, handle func(string)) {
	handle(w.rdb.RPop(ctx, name()).Val()) // want "lossyqueue: "
}
