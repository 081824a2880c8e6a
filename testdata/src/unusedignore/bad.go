// Package unusedignore holds directives that are not well-formed, and those
// that silence something.
package unusedignore

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func reasonless(ctx context.Context, rdb *redis.Client) error {
	//redislint:ignore keyscommand // want "unusedignore: the directive gives no reason, so it silences nothing"
	return rdb.Keys(ctx, "*").Err() // want "keyscommand: KEYS"
}

func misspelt(ctx context.Context, rdb *redis.Client) error {
	//redislint:ignore keyscomand a handful of keys // want "unusedignore: the directive names .keyscomand., which is no rule"
	return rdb.Keys(ctx, "*").Err() // want "keyscommand: KEYS"
}

func nameless(ctx context.Context, rdb *redis.Client) error {
	return rdb.Keys(ctx, "*").Err() //redislint:ignore // want "unusedignore: the directive names no rule" "keyscommand: KEYS"
}

func verb(ctx context.Context, rdb *redis.Client) error {
	//redislint:ignroe keyscommand a handful of keys // want "unusedignore: unknown directive"
	return rdb.Keys(ctx, "*").Err() // want "keyscommand: KEYS"
}

func notThisRule(ctx context.Context, rdb *redis.Client) error {
	return rdb.Keys(ctx, "*").Err() //nolint:errcheck // want "keyscommand: KEYS"
}

func notThisLine(ctx context.Context, rdb *redis.Client) error {
	_ = rdb.Keys(ctx, "*").Err()    //redislint:ignore keyscommand this line
	return rdb.Keys(ctx, "*").Err() // want "keyscommand: KEYS"
}

func notTheBlock(ctx context.Context, rdb *redis.Client) error {
	//redislint:ignore keyscommand the condition
	if err := rdb.Keys(ctx, "*").Err(); err != nil {
		return rdb.Keys(ctx, "*").Err() // want "keyscommand: KEYS"
	}
	return nil
}

// An element that is not the first is not what begins on the line.
func notTheOthers(ctx context.Context, rdb *redis.Client) []error {
	return []error{
		rdb.Keys(ctx, "a*").Err(), //redislint:ignore keyscommand this one
		rdb.Keys(ctx, "b*").Err(), // want "keyscommand: KEYS"
	}
}
