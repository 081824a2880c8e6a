package fix

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

func lifetime() time.Duration { return time.Minute }

// The TTL is a call: it may answer something else, or do something.
func effects(ctx context.Context, rdb *redis.Client) {
	rdb.SetNX(ctx, "a", 1, 0)
	rdb.Expire(ctx, "a", lifetime()) // want `setnxexpire: `
}

// The TTL is not there yet.
func later(ctx context.Context, rdb *redis.Client, d time.Duration) {
	if rdb.SetNX(ctx, "b", 1, 0).Val() {
		d = d * 2
		rdb.Expire(ctx, "b", d) // want `setnxexpire: `
	}
}

// Work in between may fail, and then wants no expiry.
func between(ctx context.Context, rdb *redis.Client, work func() error) {
	rdb.SetNX(ctx, "c", 1, 0)
	if work() == nil {
		rdb.Expire(ctx, "c", time.Minute) // want `setnxexpire: `
	}
}

// The EXPIRE's answer is used.
func used(ctx context.Context, rdb *redis.Client) bool {
	rdb.SetNX(ctx, "d", 1, 0)
	return rdb.Expire(ctx, "d", time.Minute).Val() // want `setnxexpire: `
}

// EXPIRE rounds to a second, SET does not.
func rounded(ctx context.Context, rdb *redis.Client) {
	rdb.SetNX(ctx, "e", 1, 0)
	rdb.Expire(ctx, "e", 1500*time.Millisecond) // want `setnxexpire: `
}

// Without the EXPIRE nothing uses fmt.
func lastUse(ctx context.Context, rdb *redis.Client) {
	rdb.SetNX(ctx, "f", 1, 0)
	if err := rdb.Expire(ctx, "f", time.Minute).Err(); err != nil { // want `setnxexpire: `
		fmt.Println(err)
	}
}

// Nothing would be left in the branch.
func empty(ctx context.Context, rdb *redis.Client) {
	if rdb.SetNX(ctx, "g", 1, 0).Val() {
		rdb.Expire(ctx, "g", time.Minute) // want `setnxexpire: `
	}
}

// Two clients.
func two(ctx context.Context, a, b *redis.Client) {
	a.SetNX(ctx, "h", 1, 0)
	b.Expire(ctx, "h", time.Minute) // want `setnxexpire: `
}
