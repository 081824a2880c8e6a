// Package pipelineclient defines an Analyzer that reports commands which a
// closure sends on the outer client instead of its pipeline or transaction.
//
// # Analyzer pipelineclient
//
// pipelineclient: report a write that a closure of Pipelined, TxPipelined or Watch sends on the outer client
//
// Reported are writes that go to the client itself, or to tx, inside the closure
// of Pipelined or TxPipelined; and writes inside the closure of Watch, on tx or
// the client, that are not in the transaction which it opens. A closure of Watch
// that opens none is what watchmisuse reports.
//
// Tier: risk; advice for reads on the outer client inside Watch, which take a second connection
// Since: v0.1.0
// Fix: the client becomes the closure's pipeline, where the statement returns the command's error
//
// # Why
//
// What a closure sends on the client goes out at once, on another connection,
// before anything that it queues. It stays when the transaction fails or its
// watched keys have changed, and runs again with each try. Inside Watch it also
// waits for a second connection of the pool while the first is held, so that with
// a pool in full use closures wait for each other until PoolTimeout.
//
// # Bad
//
//	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
//		pipe.DecrBy(ctx, "balance:a", n)
//		return rdb.IncrBy(ctx, "balance:b", n).Err()
//	})
//
// # Good
//
//	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
//		pipe.DecrBy(ctx, "balance:a", n)
//		return pipe.IncrBy(ctx, "balance:b", n).Err()
//	})
//
// # Deliberately not flagged
//
//   - Reads on tx, also inside tx.TxPipelined: they run before MULTI.
//   - Another client, and closures that run at another time.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package pipelineclient
