// Package durationunit defines an Analyzer that reports times which go-redis
// takes for nanoseconds.
//
// # Analyzer durationunit
//
// durationunit: report a TTL, timeout or block time that is nanoseconds by mistake
//
// Reported are a constant TTL, timeout or block time with no unit that is less
// than what the command can send (60, 24*60*60, time.Duration(300)); a constant
// negative expiry of SET other than redis.KeepTTL; and time.Duration(x) of a
// number whose name says seconds, minutes, ms, ttl or timeout, with no unit
// multiplied in. A constant is reported where it is chosen, also as an argument
// of a function of the program's own.
//
// Tier: bug
// Since: v0.1.0
// Fix: multiplies by the unit that the name says, else by time.Second (Block: by time.Millisecond from 1000 on)
//
// # Why
//
// A time.Duration counts nanoseconds, and an untyped constant becomes one
// without a word. What is then sent differs: SET with 60 sends PX 1, so the key
// is gone after a millisecond; EXPIRE sends one second; XREAD and XREADGROUP
// send BLOCK 0, which waits for ever (go-redis v9.23.0). A negative expiry of
// SET is not sent at all, and the value stays for ever.
//
// # Bad
//
//	rdb.Set(ctx, "session:"+id, token, 3600)
//
// # Good
//
//	rdb.Set(ctx, "session:"+id, token, 3600*time.Second)
//
// # Deliberately not flagged
//
//   - 0, redis.KeepTTL, Block: -1, and a negative EXPIRE, which deletes the key.
//   - Constants with a unit of package time in them, however small.
//   - The conversion of a type of its own, of a 64-bit ttl or timeout, which may
//     hold nanoseconds, and of a variable that a time.Duration is stored in.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package durationunit
