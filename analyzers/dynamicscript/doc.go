// Package dynamicscript defines an Analyzer that reports scripts made at run time.
//
// # Analyzer dynamicscript
//
// dynamicscript: report Lua scripts whose text holds run-time values, which is code injection and fills the server's script cache
//
// A text given to Eval, ScriptLoad, FunctionLoad or NewScript, or to a helper
// that hands it on, is reported when a value that is only known at run time is
// concatenated or formatted into it.
//
// Tier: risk
// Since: v0.2.0
// Fix: none
//
// # Why
//
// Redis keeps every script that it has run, by the digest of its text, until
// SCRIPT FLUSH or a restart (7.0; since 7.4 scripts run by EVAL are evicted, 500
// are kept). With a value in the text each value is one more script: memory grows
// and EVALSHA never hits. And a value with a quote in it ends the string that it
// stands in: what follows runs as code on the server, with all its keys.
//
// # Bad
//
//	rdb.Eval(ctx, fmt.Sprintf("return redis.call('SET', KEYS[1], '%s')", name), []string{key})
//
// # Good
//
//	rdb.Eval(ctx, "return redis.call('SET', KEYS[1], ARGV[1])", []string{key}, name)
//
// # Deliberately not flagged
//
//   - Constants, also when concatenated or formatted from constants, and embedded files.
//   - A text that is chosen among constants by a condition, a map or a switch.
//   - A function that hands on its parameter: its callers are judged.
//   - Text read from a file or a configuration as a whole.
//
// # Options
//
// None of its own.
package dynamicscript
