// Package globkey defines an Analyzer that reports patterns given to commands
// that take keys literally.
//
// # Analyzer globkey
//
// globkey: report a key with a star given to DEL, GET, EXISTS or EXPIRE: it matches nothing
//
// Reported is a command that reads, expires or deletes a key whose constant text
// holds a star, or ends in a question mark. The finding stands where the text is
// chosen, also at a call of a helper.
//
// Tier: bug
// Since: v0.1.0
// Fix: none
//
// # Why
//
// Only KEYS, SCAN MATCH, PSUBSCRIBE and SORT BY and GET know patterns. DEL
// "page:*" deletes the one key of that name, which is not there, and answers 0
// and no error, so the cache stays as it was.
//
// # Bad
//
//	rdb.Del(ctx, "page:*")
//
// # Good
//
//	it := rdb.Scan(ctx, 0, "page:*", 100).Iterator()
//	for it.Next(ctx) {
//		rdb.Unlink(ctx, it.Val())
//	}
//	if err := it.Err(); err != nil {
//		return err
//	}
//
// # Deliberately not flagged
//
//   - Keys that the package writes with the same text, URLs and expressions.
//   - Helpers that look for patterns, and send a command on some of their ways only.
//   - Commands that write: they make the key that they name.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package globkey
