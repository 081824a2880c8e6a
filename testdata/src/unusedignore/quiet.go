package unusedignore

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func above(ctx context.Context, rdb *redis.Client) error {
	//redislint:ignore keyscommand a tool of ours, on a database of its own
	return rdb.Keys(ctx, "*").Err()
}

func behind(ctx context.Context, rdb *redis.Client) error {
	return rdb.Keys(ctx, "*").Err() //redislint:ignore keyscommand a database of its own
}

// both does two things.
//
//redislint:ignore keyscommand,missingttl the whole function
func both(ctx context.Context, rdb *redis.Client) error {
	if err := rdb.Keys(ctx, "*").Err(); err != nil {
		return err
	}
	return rdb.Set(ctx, "debug", 1, 0).Err()
}

//redislint:ignore missingttl,unusedignore the write is not here, and what reports that is silenced, too
func nothing() {}

func nolint(ctx context.Context, rdb *redis.Client) error {
	if err := rdb.Keys(ctx, "*").Err(); err != nil { //nolint:redislint
		return err
	}
	return rdb.Keys(ctx, "*").Err() //nolint
}

//nolint:redislint,errcheck // all of it
func nolintFunc(ctx context.Context, rdb *redis.Client) error {
	return rdb.Keys(ctx, "*").Err()
}

// The finding is at the method's name, the directive above the statement.
func chained(ctx context.Context, rdb *redis.Client) error {
	//redislint:ignore keyscommand a tool of ours
	return rdb.
		WithTimeout(0).
		Keys(ctx, "*").
		Err()
}

// In a script there is no place for a comment of Go.
func scripts(ctx context.Context, rdb *redis.Client) error {
	//redislint:ignore luasyntax the server has a module that knows it
	if err := rdb.Eval(ctx, `
		local n = redis.call('INCR', KEYS[1])
		return redis.call('SPECIAL', KEYS[1], n)
	`, []string{"n"}).Err(); err != nil {
		return err
	}
	err := rdb.Eval(ctx, `
		return redis.call('SPECIAL', KEYS[1])
	`, []string{"n"}).Err() //redislint:ignore luasyntax the server has a module that knows it
	if err != nil {
		return err
	}
	return special.Run(ctx, rdb, []string{"n"}).Err()
}

//redislint:ignore luasyntax the server has a module that knows it
var special = redis.NewScript(`
	return redis.call('SPECIAL', KEYS[1])
`)
