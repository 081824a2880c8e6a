// Package undeclaredkey defines an Analyzer that reports keys that a script makes up.
//
// # Analyzer undeclaredkey
//
// undeclaredkey: report Lua scripts that touch keys which KEYS does not name, which a cluster refuses
//
// A command in a script is reported when its key is a literal, or made of ARGV
// and literals alone. The finding stands at the redis.call where a literal of
// the package holds the text, else at the call that runs the script.
//
// Tier: risk; advice where no cluster is in sight
// Since: v0.2.0
// Fix: none
//
// # Why
//
// A cluster client sends a script to the node of its first key, since KEYS is
// all that it sees. A key that the script makes up may live on another node:
// "ERR Script attempted to access a non local key in a cluster node" (Redis
// 7.0). On a single node it works, so that the move to a cluster finds it.
//
// # Bad
//
//	rdb.Eval(ctx, "return redis.call('INCR', 'hits:' .. ARGV[1])", nil, page)
//
// # Good
//
//	rdb.Eval(ctx, "return redis.call('INCR', KEYS[1])", []string{"hits:" + page})
//
// # Deliberately not flagged
//
//   - A key that begins with, or otherwise holds, an element of KEYS.
//   - A key that the script reads from the server, which the code does not show.
//
// # Options
//
// None of its own. Without a cluster in sight, findings are shown by
// -rules=undeclaredkey and -rules=all.
package undeclaredkey
