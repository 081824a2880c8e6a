package redisnil

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

func text(ctx context.Context, rdb *redis.Client) (string, error) {
	name, err := rdb.Get(ctx, "user:1").Result()
	if err != nil && err.Error() == "redis: nil" { // want "redisnil: this compares an error with the text of redis.Nil, and is false as soon as somebody wraps it: use errors.Is.err, redis.Nil."
		return "", nil
	}
	if err != nil && err.Error() != nilText { // want "redisnil: this compares an error with the text"
		return "", err
	}
	if errors.Is(err, context.Canceled) {
		return "", nil
	}
	return name, err
}
