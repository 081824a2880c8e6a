// Package cmdstring defines an Analyzer that reports the text of a command used
// as its answer.
//
// # Analyzer cmdstring
//
// cmdstring: report String of a command used as its value: it gives "get key: value"
//
// The result of String, called on the command where it is sent, is reported
// where it is decoded or converted to a number, compared with a text that it
// never is, stored in a field, or, for a command on a key, returned. The finding
// stands at the command.
//
// Tier: bug
// Since: v0.1.0
// Fix: none
//
// # Why
//
// String of a go-redis command is for people: the command with its arguments,
// a colon, and the answer or the error. It compiles wherever Val does, because
// both are strings.
//
// # Bad
//
//	name := rdb.Get(ctx, "user:"+id).String() // "get user:1: Ann"
//	return name
//
// # Good
//
//	name, err := rdb.Get(ctx, "user:"+id).Result()
//	return name, err
//
// # Deliberately not flagged
//
//   - Logging, error texts, and what becomes part of a longer text.
//   - A search in the text (strings.Contains), which finds what it looks for.
//   - A comparison with a text of the form "get key: value".
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package cmdstring
