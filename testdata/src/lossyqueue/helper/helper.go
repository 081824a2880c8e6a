// Package helper pops through its own functions.
package helper

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

type client struct{ rdb *redis.Client }

// A forwarder: whoever gives it a queue answers.
func (c *client) RPop(ctx context.Context, key string) (string, error) {
	return c.rdb.RPop(ctx, key).Result()
}

// Not one statement, but nothing in it says what the list is for.
func (c *client) BRPop(ctx context.Context, timeout time.Duration, keys ...string) ([]string, error) {
	val, err := c.rdb.BRPop(ctx, timeout, keys...).Result()
	if err != nil {
		if errors.Is(err, redis.Nil) {
			return nil, nil
		}
		return nil, err
	}
	return val, nil
}

type lists interface {
	RPop(ctx context.Context, key string) (string, error)
}

type Job string

type storage struct {
	lists lists
	c     *client
}

// It returns work, so it answers for the pop, and its callers do not.
func (s *storage) PopReady(ctx context.Context, queue string) (Job, error) {
	v, err := s.lists.RPop(ctx, queue) // want "lossyqueue: RPOP takes work off queue before it is done"
	if err == redis.Nil {
		return "", nil
	} else if err != nil {
		return "", err
	}
	return Job(v), nil
}

func (s *storage) work(ctx context.Context, handle func(Job)) error {
	j, err := s.PopReady(ctx, "queue:ready")
	if err != nil {
		return err
	}
	handle(j)
	return nil
}

// The key is decided here.
func (s *storage) blocking(ctx context.Context, handle func(Job)) error {
	v, err := s.c.BRPop(ctx, time.Second, "queue:ready") // want "lossyqueue: BRPOP takes work off \"queue:ready\""
	if err != nil || len(v) < 2 {
		return err
	}
	handle(Job(v[1]))
	return nil
}

// Through a forwarder, but not work.
func (s *storage) token(ctx context.Context) (string, error) {
	return s.c.RPop(ctx, "codes:free")
}
