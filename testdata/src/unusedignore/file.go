package unusedignore

import (
	"context"

	"github.com/redis/go-redis/v9"
)

//redislint:file-ignore keyscommand debugging aids, never in a server

func first(ctx context.Context, rdb *redis.Client) error {
	return rdb.Keys(ctx, "*").Err()
}

func second(ctx context.Context, rdb *redis.Client) error {
	return rdb.Keys(ctx, "*").Err()
}
