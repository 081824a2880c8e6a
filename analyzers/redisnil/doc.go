// Package redisnil defines an Analyzer that reports redis.Nil taken for a
// failure.
//
// # Analyzer redisnil
//
// redisnil: report redis.Nil, the answer for what is not there, that is logged, answered or returned as a failure
//
// Reported are: GET, HGET, ZSCORE, LPOP and the other commands that answer
// redis.Nil for what is missing, where on every path on which it comes it is
// logged as an error, answered with a status of 500 or more, or returned (as it
// is, or in another error) to callers that do so; the same of Exec, Pipelined
// and TxPipelined, whose error is redis.Nil when one of the queued commands finds
// nothing; and err.Error() compared with "redis: nil".
//
// Tier: risk
// Since: v0.1.0
// Fix: errors.Is, for comparisons with the text
//
// # Why
//
// A missing key is no failure of Redis, but go-redis has no other way to tell
// than an error. Taken for a failure it fills the log, answers a request for
// something that has expired with a 500, and ends a job over many keys at the
// first one that is gone. For a batch the first such error is that of all: the
// commands behind it were executed, and nothing says so.
//
// # Bad
//
//	pipe := rdb.Pipeline()
//	name := pipe.Get(ctx, "user:"+id)
//	pipe.Incr(ctx, "hits")
//	if _, err := pipe.Exec(ctx); err != nil {
//		log.Printf("load user: %v", err)
//		return
//	}
//
// # Good
//
//	pipe := rdb.Pipeline()
//	name := pipe.Get(ctx, "user:"+id)
//	pipe.Incr(ctx, "hits")
//	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
//		log.Printf("load user: %v", err)
//		return
//	}
//
// # Deliberately not flagged
//
//   - Functions that test redis.Nil, or whose callers do; that treat every error
//     as a miss and go on (if err == nil { return v }); that log it as a warning
//     or less.
//   - An error that is replaced by one that says not found, expired, invalid and
//     the like, or a status below 500.
//   - An error that anything else may look at: a function that is given it and
//     answers, a literal that has it, a field.
//   - Exported functions that return it: their callers may test it. Only the
//     binary sees those, and reports where all of them make a failure of it.
//   - Keys that the function has written before, asked EXISTS for, or found with
//     SCAN or KEYS.
//   - Scripts; SET with NX or GET; blocking commands without a time limit.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package redisnil
