// Package nevernil defines an Analyzer that reports branches for redis.Nil
// after commands that never answer it.
//
// # Analyzer nevernil
//
// nevernil: report a branch for redis.Nil after a command that never answers it
//
// A branch for err == redis.Nil or errors.Is(err, redis.Nil) is reported where
// the error is that of a command which never answers Nil, on whatever path: an
// if, a case, or one of the conjuncts of their condition. Which commands those
// are is measured, not remembered: every method of go-redis was called on a
// real server, on missing keys and on keys of every type. The finding stands
// at the command.
//
// Tier: bug
// Since: v0.1.0
// Fix: the test for an empty list or map, where the answer is a variable in reach
//
// # Why
//
// Redis answers null for a missing string, hash field or member; for a missing
// hash, list, set or sorted set as a whole it answers an empty list, for
// counts 0, for times to live -2. go-redis makes redis.Nil of null alone. So
// the branch for "not found" is never taken after HGETALL, SMEMBERS, LRANGE,
// EXISTS or TTL, and the code goes on with an empty answer as if it had found
// something.
//
// # Bad
//
//	user, err := rdb.HGetAll(ctx, "user:"+id).Result()
//	if err == redis.Nil {
//		return nil, ErrNotFound
//	}
//
// # Good
//
//	user, err := rdb.HGetAll(ctx, "user:"+id).Result()
//	if err == nil && len(user) == 0 {
//		return nil, ErrNotFound
//	}
//
// # Deliberately not flagged
//
//   - The guard err != nil && err != redis.Nil, and a disjunct among others:
//     err == redis.Nil || len(user) == 0.
//   - Commands that do answer Nil: GET, HGET, LPOP, SPOP, ZSCORE, ZRANK, BLPOP,
//     XREAD, SET with NX or GET; those of which nothing is known, among them
//     all that are newer than the measured server.
//   - An error that may also be another command's, that of a batch, or that of
//     a function of the program's own.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package nevernil
