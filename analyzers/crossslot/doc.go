// Package crossslot defines an Analyzer that reports commands whose keys need
// not share a cluster slot.
//
// # Analyzer crossslot
//
// crossslot: report keys of one command, transaction or script that need not share a cluster slot
//
// On a cluster client, one command, TxPipeline, WATCH or script with two or
// more keys is reported unless all its keys are provably in one hash slot:
// MGET, MSET, DEL of several keys, RENAME, SUNIONSTORE, LMOVE, PFMERGE,
// several streams of one XREAD, EVAL with several KEYS, and the like. The
// finding on a transaction stands at the first queued command that leaves the
// slot of the first one.
//
// Tier: risk; bug when the client is certainly a cluster client and the computed slots differ
// Since: v0.1.0
// Fix: with -unsafe-fixes, a hash tag, where all keys are built in one function from one shared part
//
// # Why
//
// A cluster keeps each key on the node that owns its slot: CRC16 of the key
// modulo 16384, or of the part between the first "{" and the next "}" if that
// is not empty. A command whose keys lie in two slots is answered with
//
//	CROSSSLOT Keys in request don't hash to the same slot
//
// go-redis refuses a TxPipeline or WATCH over two slots itself (seen with v9.17
// and v9.23 against Redis 7.0 with three masters). A single node, as in
// development and most tests, accepts all of it, so the first to see the error is
// production, on the day of the move to a cluster.
//
// Under WATCH, reads on the watched connection count as well: it leads to the one
// node that has the watched key.
//
// # Bad
//
//	var rdb *redis.ClusterClient
//	rdb.Rename(ctx, "cart:"+id, "order:"+id)
//
// # Good
//
//	var rdb *redis.ClusterClient
//	rdb.Rename(ctx, "cart:{"+id+"}", "order:{"+id+"}")
//
// Where the keys must stay apart, send one command for each key in a plain
// Pipeline: go-redis splits it by node.
//
// # Deliberately not flagged
//
//   - Clients that are not known to be a cluster: *redis.Client always, and,
//     with -cluster=auto, interface values where neither this package nor one
//     that it imports builds a cluster client.
//   - Keys with one provably equal hash tag, the same key twice, one key.
//   - Plain pipelines of single-key commands, pipelines that a caller hands in,
//     and closures of ForEachMaster and its sisters.
//   - Keys that the code groups by slot first: a group out of a map or slice of
//     groups, where a name speaks of slots.
//   - Branches taken only when the client is no cluster: beside or behind a test
//     for *redis.ClusterClient, or a condition with the word cluster in a name.
//   - Functions that hand on keys which are all their parameters: the callers
//     that choose them are reported.
//   - DEL, EXISTS, MGET, MSET, TOUCH and UNLINK where SetCommandInfoResolver is
//     called in sight (go-redis v9.18), which splits them by slot. They are
//     reported then in a plain pipeline, where go-redis refuses them even with one
//     key, and where MSET has a value that is no string, on which it panics.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
//   - -cluster: always takes every client that may be a cluster client for
//     one; never believes only the type *redis.ClusterClient.
package crossslot
