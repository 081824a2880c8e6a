// Package umbrella holds directives that silence nothing, which only those see
// who run all rules.
package umbrella

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func iterate(ctx context.Context, rdb *redis.Client) *redis.ScanIterator {
	//redislint:ignore keyscommand a handful of keys // want "unusedignore: keyscommand finds nothing to ignore here"
	return rdb.Scan(ctx, 0, "debug:*", 0).Iterator()
}

func half(ctx context.Context, rdb *redis.Client) error {
	//redislint:ignore keyscommand,missingttl,crossslot all of it // want "unusedignore: missingttl and crossslot find nothing"
	return rdb.Keys(ctx, "*").Err()
}

// put has got its expiry.
//
//redislint:ignore missingttl to do // want "unusedignore: missingttl finds nothing"
func put(ctx context.Context, rdb *redis.Client) error {
	return rdb.Set(ctx, "debug", 1, time.Hour).Err()
}

// What a function in the statement does is its own.
func notInside(ctx context.Context, rdb *redis.Client) error {
	//redislint:ignore keyscommand the statement, and not the function in it // want "unusedignore: keyscommand finds nothing to ignore here"
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		return tx.Keys(ctx, "*").Err() // want "keyscommand: KEYS"
	}, "key")
}
