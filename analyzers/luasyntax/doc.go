// Package luasyntax defines an Analyzer that reports scripts that Redis refuses.
//
// # Analyzer luasyntax
//
// luasyntax: report constant Lua scripts that do not parse, or that send commands which do not exist
//
// The text of a script that the code shows (a constant, a concatenation of
// constants, a file that //go:embed names) is parsed. What the parser refuses is
// reported in its line, and so is redis.call with a command that no server
// knows or with fewer arguments than the command takes. All servers have Lua 5.1,
// so that goto, labels and the operators of later versions count as what the
// server refuses. The finding stands
// inside the text where a literal of the package holds it, else at the call.
//
// Tier: bug
// Since: v0.2.0
// Fix: none
//
// # Why
//
// Redis compiles a script when it first sees it: EVAL and SCRIPT LOAD answer
// "ERR Error compiling script" (Redis 7.0), every time. A command that does not
// exist is found only when the line runs ("ERR Unknown Redis command called
// from script"), which may be the rare branch that no test takes.
//
// # Bad
//
//	var bump = redis.NewScript(`
//		local n = redis.call("INCR", KEYS[1]
//		return n`)
//
// # Good
//
//	var bump = redis.NewScript(`
//		local n = redis.call("INCR", KEYS[1])
//		return n`)
//
// # Deliberately not flagged
//
//   - Text that the parser and the Lua 5.1 of Redis read in different ways:
//     goto as a name, hexadecimal floats, vertical tabs, comments that begin
//     with --[=. Twenty thousand mutated scripts go through SCRIPT LOAD of a
//     real server in e2e/redis: none that it accepts is reported.
//   - Commands that newer servers know, commands of modules (names with a dot),
//     and commands under redis.pcall, which may ask what the server knows.
//   - Text that is not constant: dynamicscript has that.
//
// # Options
//
// None of its own.
package luasyntax
