// Package keyscommand defines an Analyzer that reports the KEYS command.
//
// # Analyzer keyscommand
//
// keyscommand: report KEYS, which blocks the server while it walks every key
//
// A call that sends KEYS is reported, whatever the pattern and however the
// call is written: rdb.Keys, a raw Do("KEYS", ...), queued on a pipeline, or
// through a helper of your own that supplies the pattern.
//
// Tier: risk; advice in command-line tools (package main under cmd, tools, hack, scripts) and in migration, admin, seed and example code
// Since: v0.1.0
// Fix: a SCAN iterator that fills the same slice, through ForEachMaster on a cluster client
//
// # Why
//
// KEYS compares its pattern with every key of the database: O(N) in all keys,
// not in those that match, and "user:42:*" costs as much as "*". Redis runs
// commands one at a time, so until KEYS ends every other client waits. A
// development database with a thousand keys answers at once; a production one
// with ten million does not answer anybody for seconds. SCAN does the same
// walk in small steps, between which other commands run.
//
// On a cluster client, go-redis sends KEYS to one node: the answer holds only
// the keys of that node, about a third of them with three masters, without an
// error. SCAN goes to one node as well; ForEachMaster asks them all.
//
// # Bad
//
//	keys, err := rdb.Keys(ctx, "session:*").Result()
//	if err != nil {
//		return err
//	}
//
// # Good
//
//	var keys []string
//	iter := rdb.Scan(ctx, 0, "session:*", 0).Iterator()
//	for iter.Next(ctx) {
//		keys = append(keys, iter.Val())
//	}
//	if err := iter.Err(); err != nil {
//		return err
//	}
//
// SCAN (Redis 2.8) may return a key twice, and says nothing certain about keys
// that come and go while it runs. If the question is asked often, keep the
// names in a set of your own instead.
//
// # Deliberately not flagged
//
//   - SCAN, and methods named Keys that are not a Redis client's: of maps, of other stores.
//   - A function of one statement that takes the pattern as a parameter and
//     hands it on: its callers, who choose the pattern, are reported instead. A
//     function that does more is reported itself, and its callers are not.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own. Findings in tools and migrations are shown by
// -rules=keyscommand and -rules=all.
package keyscommand
