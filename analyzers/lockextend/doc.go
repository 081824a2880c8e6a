// Package lockextend defines an Analyzer that reports locks renewed by a plain
// EXPIRE.
//
// # Analyzer lockextend
//
// lockextend: report a lock renewed by a plain EXPIRE, which may prolong another owner's lock
//
// An EXPIRE, PEXPIRE, EXPIREAT or PEXPIREAT of a lock key that does not compare
// the lock's value with the owner's token in the same atomic step is reported,
// also behind a client-side comparison such as if rdb.Get(key) == token.
//
// Tier: risk
// Since: v0.1.0
// Fix: Expire becomes Eval of a script that compares the token (SetIFEQ with -redis-version=8.4), when its variable is in reach
//
// # Why
//
// A renewal exists because the work may take longer than the lock's TTL; the
// renewal itself may be late as well. The lock has then run out, somebody else
// has taken it, and the EXPIRE prolongs that lock and answers true: both owners
// believe that it is theirs, and go on. The comparison and the EXPIRE must be
// one step on the server, whose answer 0 says that the lock is lost.
//
// # Bad
//
//	for range ticker.C {
//		rdb.Expire(ctx, "lock:report", 30*time.Second)
//	}
//
// # Good
//
//	var renew = redis.NewScript(`
//	if redis.call("GET", KEYS[1]) == ARGV[1] then
//		return redis.call("PEXPIRE", KEYS[1], ARGV[2])
//	end
//	return 0`)
//
//	for range ticker.C {
//		n, err := renew.Run(ctx, rdb, []string{"lock:report"}, token, 30000).Int()
//		if err != nil || n == 0 {
//			return errLost
//		}
//	}
//
// From Redis 8.4 on (go-redis v9.17), SET with IFEQ and the token on both sides
// is the same in one command: SetIFEQ(ctx, key, token, token, ttl). Its error is
// redis.Nil once the lock is lost.
//
// # Deliberately not flagged
//
//   - Scripts; an EXPIRE in a TxPipelined inside a WATCH on that key that read it.
//   - The EXPIRE right after the SETNX that took the lock: that is what
//     setnxexpire is about.
//   - Keys that hold their owner, such as slot:account:<request id>.
//   - Keys that are no lock.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
//   - -redis-version: 8.4 or newer offers SET IFEQ in place of the script.
package lockextend
