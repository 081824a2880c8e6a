// Package watchmisuse defines an Analyzer that reports WATCH that does not
// protect what it should.
//
// # Analyzer watchmisuse
//
// watchmisuse: report a Watch that watches nothing, writes outside of a transaction, or is tried again in a way that loses the write or never ends
//
// Reported, at the Watch call, are: no keys, where the closure writes; a
// closure that writes and opens no transaction (TxPipelined, TxPipeline); an
// endless loop that tries again after every error; and a loop that tries a
// number of times and then returns nil.
//
// Tier: bug
// Since: v0.1.0
// Fix: none
//
// # Why
//
// WATCH changes nothing by itself: it makes the next MULTI/EXEC on its
// connection fail when a watched key was changed in between. A write that is
// not in that transaction happens in any case. When EXEC fails, Watch returns
// redis.TxFailedErr, and nothing has been written. Every other error (the
// closure's own, a connection that fails) does not go away by trying again at
// once.
//
// # Bad
//
//	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
//		n, err := tx.Get(ctx, key).Int()
//		if err != nil {
//			return err
//		}
//		return tx.Set(ctx, key, n+1, redis.KeepTTL).Err()
//	}, key)
//
// # Good
//
//	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
//		n, err := tx.Get(ctx, key).Int()
//		if err != nil {
//			return err
//		}
//		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
//			pipe.Set(ctx, key, n+1, redis.KeepTTL)
//			return nil
//		})
//		return err
//	}, key)
//
// # Deliberately not flagged
//
//   - Closures that only read, that call tx.Watch themselves, or that give the
//     transaction to a function out of sight.
//   - A number of tries that ends with the last error, whatever errors it tries
//     again after; no second try at all.
//   - Loops that do other work in each turn, as over jobs of a channel.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package watchmisuse
