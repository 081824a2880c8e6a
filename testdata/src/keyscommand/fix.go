package keyscommand

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func define(ctx context.Context, rdb *redis.Client) error {
	keys, err := rdb.Keys(ctx, "session:*").Result() // want `keyscommand: `
	if err != nil {
		return err
	}
	more, err := rdb.Keys(ctx, "user:*").Result() // want `keyscommand: `
	if err != nil {
		return err
	}
	return rdb.Del(ctx, append(keys, more...)...).Err()
}

func assign(rdb redis.Cmdable, prefix string) (names []string, err error) {
	if prefix != "" {
		names, err = rdb.Keys(context.Background(), prefix+"*").Result() // want `keyscommand: `
	}
	return
}

func direct(ctx context.Context, rdb redis.UniversalClient) ([]string, error) {
	return rdb.Keys(ctx, "direct:*").Result() // want `keyscommand: `
}

func clause(ctx context.Context, rdb *redis.Client, kind int) (names []string, err error) {
	switch kind {
	case 1:
		names, err := rdb.Keys(ctx, "one:*").Result() // want `keyscommand: `
		return names, err
	}
	return nil, nil
}
