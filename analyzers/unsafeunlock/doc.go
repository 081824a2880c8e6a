// Package unsafeunlock defines an Analyzer that reports locks released by a
// plain DEL.
//
// # Analyzer unsafeunlock
//
// unsafeunlock: report a lock released by a plain DEL, which may free another owner's lock
//
// A DEL, UNLINK or GETDEL of a lock key that does not compare the lock's value
// with the owner's token in the same atomic step is reported, also behind a
// client-side comparison such as if rdb.Get(key) == token.
//
// A key is a lock when it is taken with SETNX so that the answer decides who
// goes on, and given back with a delete; or when its name, or the name of the
// function or type around it, says lock, mutex, lease, semaphore or leader,
// together with a SETNX or a function that releases.
//
// Tier: risk
// Since: v0.1.0
// Fix: DEL becomes Eval of a compare-and-delete script, when the token's variable is in reach
//
// # Why
//
// A lock has a TTL, so it can run out while its owner still works: a pause of
// the garbage collector, a slow query, a sleeping machine. Somebody else then
// takes it, and the first owner's DEL frees the second one's lock: a third
// comes in, and two run at once. A GET before the DEL only narrows the window,
// since the lock can change hands between the two commands. The comparison and
// the delete must be one step on the server.
//
// # Bad
//
//	defer rdb.Del(ctx, "lock:"+job)
//
// # Good
//
//	var unlock = redis.NewScript(`
//	if redis.call("GET", KEYS[1]) == ARGV[1] then
//		return redis.call("DEL", KEYS[1])
//	end
//	return 0`)
//
//	defer unlock.Run(ctx, rdb, []string{"lock:" + job}, token)
//
// From Redis 8.4 on (go-redis v9.17), DELEX with IFEQ is the same in one
// command; it is offered when -redis-version says 8.4 or newer.
//
// # Deliberately not flagged
//
//   - A script that compares GET with an argument before DEL; DELEX IFEQ; a DEL
//     in a TxPipelined inside a WATCH on that key that compared the token.
//   - Lock libraries: go-redsync, bsm/redislock.
//   - Keys that hold their owner, such as slot:account:<request id>: nobody
//     else can have taken them.
//   - A forced release that says so in its name: ForceUnlock, ClearStaleLocks.
//   - The DEL right after this process's own setup failed.
//   - Claims, once-only markers and insert-if-absent records, which are no
//     locks, even if a failed attempt deletes them again.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
//   - -redis-version: 8.4 or newer offers DELEX in place of the script, in the fix
//     as well where the client has DelExArgs.
package unsafeunlock
