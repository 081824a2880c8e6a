// Package locktoken defines an Analyzer that reports locks whose value is the
// same in every process.
//
// # Analyzer locktoken
//
// locktoken: report a lock whose value is the same in every process, so that any of them releases it
//
// A SETNX, or SET with NX, of a lock key with a constant value ("1", true,
// "locked") is reported when the package gives the lock back by a plain DEL. It
// is reported where the value is chosen: at the call of a helper that hands it
// on, inside a helper that writes it itself.
//
// Tier: risk
// Since: v0.1.0
// Fix: none
//
// # Why
//
// A lock with an expiry can run out while its owner still works, and somebody
// else takes it. What tells the two apart is the value: with the same value
// everywhere, the first owner's DEL frees the second one's lock, and not even a
// comparison before the DEL would notice. A random token per lock, and a script
// that compares it, make the release safe (see unsafeunlock).
//
// # Bad
//
//	ok, err := rdb.SetNX(ctx, "lock:report", "1", 30*time.Second).Result()
//	// ...
//	rdb.Del(ctx, "lock:report")
//
// # Good
//
//	token := rand.Text() // crypto/rand, Go 1.24
//	ok, err := rdb.SetNX(ctx, "lock:report", token, 30*time.Second).Result()
//	// ...
//	unlock.Run(ctx, rdb, []string{"lock:report"}, token)
//
// # Deliberately not flagged
//
//   - Values that are no constant: tokens, owners, host names, times.
//   - Markers and locks that are never deleted, which run out by themselves:
//     once a minute, once an order.
//   - Keys that hold their owner, such as slot:account:<request id>.
//   - States that are switched on and off, such as pause and unpause.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package locktoken
