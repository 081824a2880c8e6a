// Package sinks holds what becomes of an answer, for the test of usage.Flows.
package sinks

import (
	"bytes"
	"context"
	"encoding/json"
	"log"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

type job struct{ ID string }

type work struct {
	rdb    *redis.Client
	handle func(string) error
	last   string
	jobs   chan job
}

func (w *work) process(id string) error { return nil }

func (w *work) load(id string) (*job, error) { return &job{ID: id}, nil }

func (w *work) direct(ctx context.Context) (string, error) {
	return w.rdb.LPop(ctx, "k").Result() // want `^returned as string$`
}

func (w *work) dropped(ctx context.Context) {
	w.rdb.LPop(ctx, "k")                         // want `^none$`
	_, _ = w.rdb.LPop(ctx, "k").Result()         // want `^none$`
	if w.rdb.LPop(ctx, "k").Err() == redis.Nil { // want `^none$`
		return
	}
	n := len(w.rdb.LPop(ctx, "k").Val()) // want `^none$`
	log.Print(n)
}

func (w *work) told(ctx context.Context) {
	v, err := w.rdb.LPop(ctx, "k").Result() // want `^none$`
	if err != nil || v == "stop" {
		return
	}
	log.Printf("got %s", v)
	log.Println(strings.ToUpper(v))
}

func (w *work) decoded(ctx context.Context) error {
	v, err := w.rdb.LPop(ctx, "k").Bytes() // want `^decoded by Unmarshal as \*job; sent as job$`
	if err != nil {
		return err
	}
	var j job
	if err := json.Unmarshal(v, &j); err != nil {
		return err
	}
	w.jobs <- j
	return nil
}

func (w *work) reader(ctx context.Context) (j job, err error) {
	v := w.rdb.LPop(ctx, "k").Val() // want `^decoded by Decode as \*job; returned as job$`
	err = json.NewDecoder(bytes.NewReader([]byte(v))).Decode(&j)
	return
}

func (w *work) scanned(ctx context.Context) (int, error) {
	var n int
	err := w.rdb.LPop(ctx, "k").Scan(&n) // want `^returned as int$`
	return n, err
}

// The first element of a blocking pop's answer is the list's name, of a
// counted pop's answer it is an element.
func (w *work) elements(ctx context.Context) {
	v, err := w.rdb.BLPop(ctx, time.Second, "k", "l").Result() // want `^passed to process as string$`
	if err != nil {
		return
	}
	w.handle(v[0])
	w.process(v[1])
	vs := w.rdb.LPopCount(ctx, "k", 2).Val() // want `^passed to handle as string$`
	w.handle(vs[0])
}

func (w *work) ranged(ctx context.Context) {
	for _, z := range w.rdb.ZPopMin(ctx, "k", 3).Val() { // want `^passed to handle as string$`
		w.handle(z.Member.(string))
	}
}

func (w *work) command(ctx context.Context) {
	cmd := w.rdb.LPop(ctx, "k") // want `^passed to process as string$`
	if cmd.Err() != nil {
		return
	}
	go w.process(cmd.Val())
}

// What another function makes of the value is followed.
func (w *work) looked(ctx context.Context) (*job, error) {
	v, err := w.rdb.LPop(ctx, "k").Result() // want `^returned as \*job$`
	if err != nil {
		return nil, err
	}
	return w.load(strings.TrimSpace(v))
}

func (w *work) numbered(ctx context.Context) int {
	n, _ := strconv.Atoi(w.rdb.LPop(ctx, "k").Val()) // want `^returned as int$`
	return n + 1
}

// Another value in the same variable is not the answer.
func (w *work) reused(ctx context.Context) {
	v, _ := w.rdb.LPop(ctx, "k").Result() // want `^none$`
	log.Print(v)
	v = "fixed"
	w.process(v)
}

// What only another branch assigns leaves the answer as it is.
func (w *work) branches(ctx context.Context, wait bool) {
	var v []string
	if wait {
		v, _ = w.rdb.BLPop(ctx, time.Second, "k").Result() // want `^passed to process as string$`
	} else {
		v = make([]string, 2)
	}
	w.process(v[1])
}

func (w *work) literal(ctx context.Context) {
	v := w.rdb.LPop(ctx, "k").Val() // want `^passed to process as string$`
	go func(id string) { w.process(id) }(v)
}

func (w *work) field(ctx context.Context) job {
	var j job
	j.ID = w.rdb.LPop(ctx, "k").Val() // want `^returned as job$`
	return j
}

// A field of the receiver outlives the function: not followed.
func (w *work) kept(ctx context.Context) {
	w.last = w.rdb.LPop(ctx, "k").Val() // want `^none$`
}

func (w *work) pop(ctx context.Context, key string, into any) error {
	return json.Unmarshal([]byte(w.rdb.LPop(ctx, key).Val()), into) // want `^decoded by Unmarshal as any$`
}

// A helper fills what it is pointed to.
func (w *work) filled(ctx context.Context) (job, error) {
	var j job
	err := w.pop(ctx, "k", &j) // want `^decoded as \*job; returned as job$`
	return j, err
}

// What Exec answers are the commands of the batch, in their order.
func (w *work) executed(ctx context.Context) error {
	pipe := w.rdb.TxPipeline()
	pipe.LPop(ctx, "k") // want `^passed to process as string$`
	pipe.LLen(ctx, "k") // want `^none$`
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return err
	}
	w.process(cmds[0].(*redis.StringCmd).Val())
	return cmds[1].Err()
}

func (w *work) pipelined(ctx context.Context) (string, error) {
	cmds, err := w.rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.LLen(ctx, "k") // want `^none$`
		pipe.LPop(ctx, "k") // want `^returned as string$`
		return nil
	})
	if err != nil {
		return "", err
	}
	return cmds[1].(*redis.StringCmd).Val(), nil
}
