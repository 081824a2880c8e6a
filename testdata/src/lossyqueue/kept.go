package lossyqueue

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

type store struct {
	rdb *redis.Client
}

// Trimming: nobody looks at what is taken off.
func (s *store) cap(ctx context.Context) {
	s.rdb.LPop(ctx, "queue:log")
	_ = s.rdb.RPop(ctx, "queue:log").Err()
	_, _ = s.rdb.LPop(ctx, "queue:log").Result()
	if err := s.rdb.ZPopMin(ctx, "queue:scores", 3).Err(); err != nil {
		log.Print(err)
	}
}

// Pushed back when the work fails.
func (s *store) again(ctx context.Context, handle func(string) error) error {
	job, err := s.rdb.LPop(ctx, "queue:retried").Result()
	if err != nil {
		return err
	}
	if err := handle(job); err != nil {
		return s.rdb.RPush(ctx, "queue:retried", job).Err()
	}
	return nil
}

// A reaper takes from what a crash left behind.
func (s *store) recoverJobs(ctx context.Context, handle func(string) error) error {
	job, err := s.rdb.RPop(ctx, "queue:sms:lost").Result()
	if err != nil {
		return err
	}
	return handle(job)
}

func (s *store) take(ctx context.Context, handle func(string) error) error {
	if _, err := s.rdb.LMove(ctx, "queue:sms", "queue:sms:processing", "RIGHT", "LEFT").Result(); err != nil {
		return err
	}
	job, err := s.rdb.RPop(ctx, "queue:sms:processing").Result()
	if err != nil {
		return err
	}
	return handle(job)
}

// What was done, not what is to be done.
func (s *store) undoJob(ctx context.Context, revert func(string) error) error {
	last, err := s.rdb.LPop(ctx, "jobs:undo").Result()
	if err != nil {
		return err
	}
	return revert(last)
}

type Answer struct{ Text string }

// The answer to one request: whoever waits for it asks again.
func (s *store) askWorker(ctx context.Context, requestID string) (*Answer, error) {
	if err := s.rdb.LMove(ctx, "queue:asked", "queue:asked:all", "RIGHT", "LEFT").Err(); err != nil {
		return nil, err
	}
	reply, err := s.rdb.BLPop(ctx, time.Second, fmt.Sprintf("worker:reply:%s", requestID)).Result()
	if err != nil {
		return nil, err
	}
	var a Answer
	if err := json.Unmarshal([]byte(reply[1]), &a); err != nil {
		return nil, err
	}
	return &a, nil
}

// The element only wakes the worker up.
func (s *store) sleep(ctx context.Context) bool {
	reply, err := s.rdb.BRPop(ctx, time.Second, "worker:wakeup").Result()
	if err != nil || len(reply) != 2 {
		return false
	}
	log.Printf("woken by %s", reply[1])
	return reply[0] == "worker:wakeup"
}

// Members of a set are work only where the key says so.
func (s *store) draw(ctx context.Context, worker func(string)) {
	ip := s.rdb.SPop(ctx, "pool:ips").Val()
	worker(ip)
}

// Nothing says that the element is work.
func (s *store) code(ctx context.Context) (string, error) {
	return s.rdb.LPop(ctx, "codes:free").Result()
}

// The answer of a pop in MULTI is stored by nobody else, but this one is moved
// in the same transaction.
func (s *store) swap(ctx context.Context, id string) (string, error) {
	var job *redis.StringCmd
	_, err := s.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		job = p.LPop(ctx, "queue:swap")
		p.RPush(ctx, "queue:swapping", id)
		return nil
	})
	if err != nil {
		return "", err
	}
	return job.Val(), nil
}

// The helper uses the element up: what it answers is a count.
type graveyard struct {
	rdb   *redis.Client
	queue string
}

func (g *graveyard) bury(ctx context.Context) (n int64, err error) {
	id, err := g.rdb.RPop(ctx, "dead:"+g.queue).Result()
	if err != nil {
		return 0, err
	}
	if err := g.rdb.Del(ctx, "body:"+id).Err(); err != nil {
		return 1, err
	}
	return 1, nil
}

func (s *store) purgeQueue(ctx context.Context, queue string) (int64, error) {
	g := &graveyard{rdb: s.rdb, queue: queue}
	return g.bury(ctx)
}
