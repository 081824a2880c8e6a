// Package shardrace defines an Analyzer that reports variables which the closures
// of all nodes write at once.
//
// # Analyzer shardrace
//
// shardrace: report a ForEachMaster closure that writes a captured variable without a lock
//
// Reported is the first write of each variable, field, pointer or map from
// outside of the closure of ForEachMaster, ForEachShard or ForEachSlave while no
// Lock was called before: an append, an assignment, a counter. It is reported in
// the literals of the closure, too, and where a variable holds it.
//
// Tier: bug
// Since: v0.1.0
// Fix: none
//
// # Why
//
// go-redis (v6 to v9) starts a goroutine for each node and waits for all of them,
// so the closures run at once. Two appends of one slice lose each other's keys,
// and two writes of one map end the program.
//
// # Bad
//
//	var keys []string
//	err := cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
//		it := node.Scan(ctx, 0, "page:*", 100).Iterator()
//		for it.Next(ctx) {
//			keys = append(keys, it.Val())
//		}
//		return it.Err()
//	})
//
// # Good
//
//	var mu sync.Mutex
//	var keys []string
//	err := cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
//		it := node.Scan(ctx, 0, "page:*", 100).Iterator()
//		for it.Next(ctx) {
//			mu.Lock()
//			keys = append(keys, it.Val())
//			mu.Unlock()
//		}
//		return it.Err()
//	})
//
// # Deliberately not flagged
//
//   - Writes after a Lock, in sync.Once, or after a send or receive that makes the
//     closures take turns; package sync/atomic, channels and sync.Map.
//   - Elements of a slice: each node may have its own.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package shardrace
