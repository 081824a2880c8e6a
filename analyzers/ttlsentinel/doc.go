// Package ttlsentinel defines an Analyzer that reports comparisons of a time
// to live which never see the answers for no expiry and no key.
//
// # Analyzer ttlsentinel
//
// ttlsentinel: report a TTL compared with -1 or -2 seconds, which it never is
//
// The answer of TTL, PTTL, EXPIRETIME or PEXPIRETIME compared with a negative
// multiple of a unit (-1*time.Second, -2*time.Millisecond), or turned into
// seconds or milliseconds before it is compared with a negative number, is
// reported at the command.
//
// Tier: bug
// Since: v0.1.0
// Fix: none
//
// # Why
//
// Redis answers -1 for a key without an expiry and -2 for a key that does not
// exist. go-redis v7 and later hand these two on as they are, as durations of
// -1 and -2 nanoseconds; v6 made seconds (PTTL: milliseconds) of them. A
// comparison with -1*time.Second never holds, and int(ttl.Seconds()) of both is
// 0: a missing key is taken for one that is about to expire.
//
// # Bad
//
//	ttl, err := rdb.TTL(ctx, "session:"+id).Result()
//	if ttl == -2*time.Second {
//		return ErrNotFound
//	}
//
// # Good
//
//	ttl, err := rdb.TTL(ctx, "session:"+id).Result()
//	if ttl == -2 {
//		return ErrNotFound
//	}
//
// # Deliberately not flagged
//
//   - Comparisons with -1, -2 and 0.
//   - A test in seconds where the answer itself is tested besides.
//   - go-redis v6, and times that come out of a function of the program's own.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package ttlsentinel
