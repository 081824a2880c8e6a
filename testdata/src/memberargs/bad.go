package memberargs

import (
	"context"

	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

const script = "return redis.call('INCR', ARGV[1])" // want `undeclaredkey: `

func removed(ctx context.Context, rdb *redis.Client, member string) error {
	return rdb.ZRem(ctx, "board", 1, member).Err() // want "memberargs: ZREM of \"board\" takes members alone, so 1 is one more member to remove, not a count as in LREM: drop it"
}

func allOf(ctx context.Context, rdb redis.Cmdable, member string) error {
	return rdb.SRem(ctx, "set", 0, member).Err() // want "memberargs: SREM of \"set\" .* so 0 is"
}

func fromEnd(ctx context.Context, rdb redis.UniversalClient, members []any) error {
	return rdb.SRem(ctx, "set", -1, members[0], members[1]).Err() // want "memberargs: SREM of \"set\" .* so -1 is"
}

func written(ctx context.Context, rdb *redis.Client, member string) error {
	return rdb.Do(ctx, "ZREM", "board", 1, member).Err() // want "memberargs: ZREM"
}

func queued(ctx context.Context, rdb *redis.ClusterClient, member string) {
	_, _ = rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.ZRem(ctx, "board", (1), member) // want "memberargs: ZREM"
		return nil
	})
}

func noKeys(ctx context.Context, rdb *redis.Client) error {
	return rdb.Eval(ctx, script, []string{"0"}, "counter").Err() // want "memberargs: EVAL gets the key \"0\", which looks like the number of keys: the client sends that by itself, so the script sees it as KEYS.1.: pass the keys alone, nil for none"
}

func oneKey(ctx context.Context, rdb *redis.Client, sha string) error {
	return rdb.EvalSha(ctx, sha, []string{"1"}, "counter", 5).Err() // want "memberargs: EVALSHA gets the key \"1\""
}

func counted(ctx context.Context, rdb *redis.Client) error {
	return rdb.Eval(ctx, script, []string{"2", "a", "b"}).Err() // want "memberargs: EVAL gets the key \"2\""
}

var counter = redis.NewScript(script)

func run(ctx context.Context, rdb *redis.Client) error {
	return counter.Run(ctx, rdb, []string{"0"}, "counter").Err() // want "memberargs: EVALSHA gets the key \"0\""
}

func eighth(ctx context.Context, rdb *v8.Client, member string) error {
	return rdb.ZRem(ctx, "board", 1, member).Err() // want "memberargs: ZREM"
}

func seventh(rdb *v7.Client, member string) error {
	if err := rdb.Eval(script, []string{"0"}).Err(); err != nil { // want "memberargs: EVAL"
		return err
	}
	return rdb.SRem("set", 1, member).Err() // want "memberargs: SREM"
}

func init() {
	rdb := redis.NewClient(&redis.Options{})
	defer rdb.SRem(context.Background(), "set", 1, "boot") // want "memberargs: SREM"
}

var first = redis.NewClient(&redis.Options{}).ZRem(context.Background(), "board", 1, "boot") // want "memberargs: ZREM"

type board[T any] struct{ rdb redis.Cmdable }

func (b board[T]) drop(ctx context.Context, stop <-chan struct{}, v T) error {
	select {
	case <-stop:
		goto end
	default:
		return b.rdb.ZRem(ctx, "board", 1, v).Err() // want "memberargs: ZREM"
	}
end:
	return nil
}

func dead(ctx context.Context, rdb *redis.Client, member string) {
	if false {
		rdb.SRem(ctx, "set", 1, member) // want "memberargs: SREM"
	}
}

type store struct{ rdb *redis.Client }

func (s store) remove(ctx context.Context, members ...any) error {
	return s.rdb.SRem(ctx, "set", members...).Err()
}

func helper(ctx context.Context, s store, member string) error {
	return s.remove(ctx, 1, member) // want "memberargs: SREM"
}
