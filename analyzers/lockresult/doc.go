// Package lockresult defines an Analyzer that reports locks whose answer is not
// understood.
//
// # Analyzer lockresult
//
// lockresult: report a lock's SETNX whose answer, taken or not, nobody reads or takes for a failure
//
// Reported are a SETNX of a lock key whose boolean is never read (only Err(), a
// dropped result, _ for the boolean), also of a helper that returns it, and a SET
// with NX (SetArgs with Mode NX, Do) whose redis.Nil, the answer while somebody
// else holds the lock, is dropped, or returned or wrapped as an error without a
// test.
//
// Tier: bug
// Since: v0.1.0
// Fix: none
//
// # Why
//
// SETNX is no error when the key exists: it answers false. Code that looks at
// Err() alone goes on in every process at once, and locks nothing. SET with NX
// answers nil, which go-redis gives as the error redis.Nil; passed on as it
// stands, a busy lock looks like a broken server ("redis: nil").
//
// # Bad
//
//	if err := rdb.SetNX(ctx, "lock:report", token, ttl).Err(); err != nil {
//		return err
//	}
//	return work(ctx)
//
// # Good
//
//	ok, err := rdb.SetNX(ctx, "lock:report", token, ttl).Result()
//	if err != nil {
//		return err
//	}
//	if !ok {
//		return errBusy
//	}
//	return work(ctx)
//
// # Deliberately not flagged
//
//   - Data and markers that are added if absent: whoever comes second has
//     nothing to do.
//   - A lock that is read again after the SETNX, which shows whose it is.
//   - Queued commands, whose answer is there after Exec, and scripts.
//   - An error that an exported function returns as it is and by itself: its
//     callers may test redis.Nil.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package lockresult
