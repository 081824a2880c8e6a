// Package setexpire defines an Analyzer that reports writes with the expiry in
// a second command.
//
// # Analyzer setexpire
//
// setexpire: report a write whose expiry is a second command that a crash can lose
//
// A SET, GETSET, MSET, APPEND or SETRANGE that sends no expiry, followed by
// EXPIRE, PEXPIRE, EXPIREAT or PEXPIREAT of the same key, is reported at the
// second command, also when one of the two is sent by a helper. With
// -collections, HSET, SADD, ZADD, LPUSH, RPUSH, XADD and their like count as
// well.
//
// Tier: risk
// Since: v0.1.0
// Fix: one Set with the TTL, when the two calls stand next to each other and the TTL has no side effects
//
// # Why
//
// Two commands are two round trips. If the process is killed, the connection
// breaks or the context is cancelled between them, the key is there and never
// expires: a session that stays valid, a code that can be used next year, and
// memory that nobody frees. A SET also takes away the expiry that the key had
// before, so that this happens on every rewrite. SET has taken EX and PX in the
// same command since Redis 2.6.12.
//
// # Bad
//
//	if err := rdb.Set(ctx, "session:"+id, data, 0).Err(); err != nil {
//		return err
//	}
//	return rdb.Expire(ctx, "session:"+id, time.Hour).Err()
//
// # Good
//
//	return rdb.Set(ctx, "session:"+id, data, time.Hour).Err()
//
// Commands that take no expiry go with the EXPIRE into one TxPipelined.
//
// # Deliberately not flagged
//
//   - Both commands in one Pipeline, TxPipeline (MULTI) or script.
//   - A write that carries a TTL itself, when the EXPIRE only renews it, and an
//     EXPIRE after another one.
//   - SETNX and SET with NX: that is what setnxexpire is about.
//   - Collections, unless -collections is set: they have no one-command form.
//   - Presence keys, which a heartbeat writes again and again: a lost EXPIRE is
//     mended by the next beat.
//   - EXPIRE with 0 or less, which deletes.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
//   - -collections: report collections that get their expiry in a second
//     command, too.
package setexpire
