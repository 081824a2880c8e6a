// Package profile returns the client's Nil as an error to whoever calls it.
package profile

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

type Repo struct{ rdb *redis.Client }

func New(rdb *redis.Client) *Repo { return &Repo{rdb} }

// All callers make a failure of it.
func (r *Repo) Name(ctx context.Context, id string) (string, error) {
	name, err := r.rdb.HGet(ctx, "profile:"+id, "name").Result() // want "redisnil: HGET of .profile:.*answered with a status of 500 by the caller of Name .api.go:[0-9]+."
	if err != nil {
		return "", fmt.Errorf("name of %s: %w", id, err)
	}
	return name, nil
}

// Through an interface, and a function that returns it in turn.
func (r *Repo) Phone(ctx context.Context, id string) (string, error) {
	return r.rdb.HGet(ctx, "profile:"+id, "phone").Result() // want "redisnil: HGET of .profile:.*logged as an error by the caller of Phone .api.go:[0-9]+."
}

// A batch.
func (r *Repo) Both(ctx context.Context, id string) (string, error) {
	pipe := r.rdb.Pipeline()
	name := pipe.HGet(ctx, "profile:"+id, "name")
	pipe.HIncrBy(ctx, "profile:"+id, "seen", 1)
	if _, err := pipe.Exec(ctx); err != nil { // want "redisnil: Exec gives redis.Nil as its error when HGET of .profile:"
		return "", err
	}
	return name.Val(), nil
}

// One of two callers tests it.
func (r *Repo) Mail(ctx context.Context, id string) (string, error) {
	return r.rdb.HGet(ctx, "profile:"+id, "mail").Result()
}

// The caller goes on without it.
func (r *Repo) City(ctx context.Context, id string) (string, error) {
	return r.rdb.HGet(ctx, "profile:"+id, "city").Result()
}

// Handed on as a value.
func (r *Repo) Age(ctx context.Context, id string) (string, error) {
	return r.rdb.HGet(ctx, "profile:"+id, "age").Result()
}

// Nobody calls it.
func (r *Repo) Size(ctx context.Context, id string) (string, error) {
	return r.rdb.HGet(ctx, "profile:"+id, "size").Result()
}

// Called by nobody but a function of its own package, which logs it.
func (r *Repo) Street(ctx context.Context, id string) (string, error) {
	street, err := r.rdb.HGet(ctx, "profile:"+id, "street").Result() // want "redisnil: HGET of .profile:.*logged as an error by the caller of Street"
	if err != nil {
		return "", err
	}
	return street, nil
}
