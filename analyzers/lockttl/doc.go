// Package lockttl defines an Analyzer that reports locks without an expiry.
//
// # Analyzer lockttl
//
// lockttl: report a lock that is taken with no expiry, which a crash leaves locked for ever
//
// A SETNX, or SET with NX, of a lock key is reported when it sends no expiry
// and none follows: SetNX with expiration 0, SetArgs with Mode NX and no TTL,
// and the raw forms. It is reported where the 0 is decided: at the call of a
// helper that hands a TTL on, inside a helper that writes 0 itself.
//
// A key is a lock when it is taken with SETNX so that the answer decides who
// goes on, and given back with a delete; or when its name, or the name of the
// function or type around it, says lock, mutex, lease, semaphore or leader.
//
// Tier: risk
// Since: v0.1.0
// Fix: none
//
// # Why
//
// The owner of a lock can be killed, lose its connection or panic before it
// deletes the key. A key without an expiry then stays, and everybody else finds
// the lock taken until somebody deletes it by hand. With an expiry the lock is
// free again after that time. Choose one that is longer than the work takes, or
// renew it with a script that compares the token (see lockextend).
//
// # Bad
//
//	ok, err := rdb.SetNX(ctx, "lock:report", token, 0).Result()
//
// # Good
//
//	ok, err := rdb.SetNX(ctx, "lock:report", token, 30*time.Second).Result()
//
// # Deliberately not flagged
//
//   - A TTL that is a variable, field, parameter or call, unless it is provably 0.
//   - A SETNX that is followed by EXPIRE of the same key: that is what
//     setnxexpire is about.
//   - Keys that are no lock: missingttl reports those.
//   - States that are switched on and off by commands of their own, such as
//     pause and unpause: they are meant to last.
//   - Keys and packages declared in -persistent.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
//   - -persistent: keys and packages whose keys live without an expiry.
package lockttl
