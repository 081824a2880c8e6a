// Package memberargs defines an Analyzer that reports counts among members and
// keys.
//
// # Analyzer memberargs
//
// memberargs: report a count given to ZREM or SREM, or as the keys of a script
//
// Reported are an integer written before the members of ZREM or SREM, as LREM
// has it, and a script's KEYS whose first is the text of a number that counts
// what follows: []string{"0"}, []string{"2", "a", "b"}.
//
// Tier: bug
// Since: v0.1.0
// Fix: none
//
// # Why
//
// ZREM and SREM take members alone: the count is one more member, which is
// removed if it is there. go-redis sends the number of a script's keys by itself,
// so "0" becomes KEYS[1], and what follows moves.
//
// # Bad
//
//	rdb.ZRem(ctx, "board", 1, member)
//	rdb.Eval(ctx, script, []string{"0"}, 10)
//
// # Good
//
//	rdb.ZRem(ctx, "board", member)
//	rdb.Eval(ctx, script, nil, 10)
//
// # Deliberately not flagged
//
//   - Numbers in variables and named constants, the only member, and numbers
//     among numbers.
//   - Keys that are numbers and count nothing; raw EVAL, which takes the number.
//   - Lua scripts, where a constant may be held in a variable.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package memberargs
