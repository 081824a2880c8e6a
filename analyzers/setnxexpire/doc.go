// Package setnxexpire defines an Analyzer that reports SETNX with the expiry
// in a second command.
//
// # Analyzer setnxexpire
//
// setnxexpire: report SETNX whose expiry is a second command that a crash can lose
//
// A SETNX without an expiry, followed by EXPIRE, PEXPIRE or EXPIREAT of the
// same key on a path where the SETNX succeeded, is reported at the second
// command, also when one of the two is sent by a helper.
//
// Tier: risk
// Since: v0.1.0
// Fix: one SetNX with the TTL, when the two calls stand next to each other and the TTL has no side effects
//
// # Why
//
// Two commands are two round trips. If the process is killed, the connection
// breaks, or the context is cancelled between them, the key exists and never
// expires. As a lock it is then held for ever by nobody, and work stops until
// somebody deletes it by hand. SET has taken NX and EX in one command since
// Redis 2.6.12, and go-redis's SetNX sends that form when its expiration is not 0.
//
// # Bad
//
//	ok, err := rdb.SetNX(ctx, "lock:report", token, 0).Result()
//	if err != nil || !ok {
//		return err
//	}
//	rdb.Expire(ctx, "lock:report", 30*time.Second)
//
// # Good
//
//	ok, err := rdb.SetNX(ctx, "lock:report", token, 30*time.Second).Result()
//	if err != nil || !ok {
//		return err
//	}
//
// # Deliberately not flagged
//
//   - Both commands in one TxPipeline (MULTI) or one script. A plain pipeline is
//     no transaction, and is reported.
//   - A SETNX that carries a TTL itself, when the EXPIRE only renews it, and an
//     EXPIRE after another one.
//   - An EXPIRE on the branch where the SETNX failed: it mends the key of
//     somebody who died.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package setnxexpire
