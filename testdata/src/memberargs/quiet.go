package memberargs

import (
	"context"

	"github.com/redis/go-redis/v9"
)

const everyone = 0

func named(ctx context.Context, rdb *redis.Client, n int, member string) {
	rdb.ZRem(ctx, "board", member)
	rdb.SRem(ctx, "set", everyone, member)
	rdb.SRem(ctx, "set", n, member)
}

// Numbers are the members.
func numbers(ctx context.Context, rdb *redis.Client) {
	rdb.SRem(ctx, "set", 1)
	rdb.SRem(ctx, "set", 1, 2, 3)
	rdb.ZRem(ctx, "board", 7, "8")
	rdb.Do(ctx, "SREM", "set", 1)
}

// LREM does take a count, and so do pops.
func counts(ctx context.Context, rdb *redis.Client, member string) {
	rdb.LRem(ctx, "list", 1, member)
	rdb.SPopN(ctx, "set", 2)
	rdb.ZPopMin(ctx, "board", 2)
	rdb.SAdd(ctx, "set", 1, member)
}

func notFirst(ctx context.Context, rdb *redis.Client, member string) {
	rdb.SRem(ctx, "set", member, 1)
}

func keys(ctx context.Context, rdb *redis.Client, id string) {
	rdb.Eval(ctx, script, nil, "counter")
	rdb.Eval(ctx, script, []string{}, "counter")
	rdb.Eval(ctx, script, []string{"counter"})
	rdb.Eval(ctx, script, []string{"counter:0"}, 0)
	rdb.Eval(ctx, script, []string{id}, 1)
}

// Raw commands are given the number of keys.
func raw(ctx context.Context, rdb *redis.Client) {
	rdb.Do(ctx, "EVAL", script, "0", "counter")
	rdb.Do(ctx, "EVAL", script, 1, "counter")
}

// Keys that are numbers, but no count.
func numbered(ctx context.Context, rdb *redis.Client) {
	rdb.Eval(ctx, script, []string{"1001"})
	rdb.Eval(ctx, script, []string{"7", "8"}, "a")
}

const zero = "0"

func constant(ctx context.Context, rdb *redis.Client) {
	rdb.Eval(ctx, script, []string{zero}, "counter")
}

func inLua(ctx context.Context, rdb *redis.Client) {
	rdb.Eval(ctx, "return redis.call('SREM', KEYS[1], 1, ARGV[1])", []string{"set"}, "a")
}

func spread(ctx context.Context, rdb *redis.Client, members []any) {
	rdb.SRem(ctx, "set", members...)
	rdb.ZRem(ctx, "board", append([]any{"a"}, members...)...)
}

func floats(ctx context.Context, rdb *redis.Client, member string) {
	rdb.SRem(ctx, "set", 1.5, member)
	rdb.SRem(ctx, "set", "1", member)
}

func (s store) count(ctx context.Context, n int64, member string) error {
	return s.rdb.LRem(ctx, "list", n, member).Err()
}

func throughHelper(ctx context.Context, s store, member string) {
	s.count(ctx, 1, member)
	s.remove(ctx, member)
}
