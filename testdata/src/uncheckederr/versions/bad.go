package versions

import (
	"context"
	"time"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func eight(ctx context.Context, rdb *v8.Client) {
	rdb.Set(ctx, "k", 1, time.Hour) // want "uncheckederr: .*SET of \"k\""
	go rdb.LPush(ctx, "jobs", 1)    // want "uncheckederr: .*LPUSH"
}

func seven(rdb *v7.Client) {
	rdb.Incr("n")                  // want "uncheckederr: .*INCR of \"n\""
	rdb.Do("set", "k", 1, "ex", 9) // want "uncheckederr: .*SET of \"k\""
}

func six(rdb *v6.Client) {
	defer rdb.HSet("h", "f", 1) // want "uncheckederr: .*HSET of \"h\""
}

func quiet(ctx context.Context, a *v8.Client, b *v7.Client, c *v6.Client, any v8.Cmdable) error {
	_ = a.Set(ctx, "k", 1, time.Hour)
	b.Pipeline().Incr("n") // want "pipelineresult: "
	any.Set(ctx, "k", 1, time.Hour)
	return c.HSet("h", "f", 1).Err()
}
