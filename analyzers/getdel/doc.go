// Package getdel defines an Analyzer that reports one-time values that are read
// and deleted in two commands.
//
// # Analyzer getdel
//
// getdel: report a one-time value that is read and deleted in two commands, so that two readers can both win
//
// A GET followed by DEL or UNLINK of the same key is reported at the DEL when
// the key, or the function around, says that the value is good for one use:
// token, code, nonce, otp, ticket, secret, captcha, state.
//
// Tier: advice
// Since: v0.1.0
// Fix: Get becomes GetDel, when the Del stands right after it
//
// # Why
//
// Between the two commands another request can read the same value. Both have
// then shown a valid code, and both go on: a password is reset twice, a coupon
// is paid out twice. GETDEL (Redis 6.2, go-redis v8.11) answers the value to one
// of them and nil to all others.
//
// # Bad
//
//	user, err := rdb.Get(ctx, "reset:token:"+token).Result()
//	if err != nil {
//		return err
//	}
//	rdb.Del(ctx, "reset:token:"+token)
//
// # Good
//
//	user, err := rdb.GetDel(ctx, "reset:token:"+token).Result()
//	if err != nil {
//		return err
//	}
//
// Where a wrong guess must not use the value up, compare and delete in one
// script; or go on only if the DEL answers 1.
//
// # Deliberately not flagged
//
//   - GETDEL, scripts, commands inside a WATCH, and functions that take a lock first.
//   - Values that may be read again, and a DEL where something failed.
//   - Locks: that is what unsafeunlock is about.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package getdel
