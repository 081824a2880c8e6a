// Package lossyqueue defines an Analyzer that reports queues whose pop loses
// the element when the consumer dies.
//
// # Analyzer lossyqueue
//
// lossyqueue: report a pop that hands out work, which is lost if the process dies
//
// An LPOP, RPOP, BLPOP, BRPOP, LMPOP, BLMPOP, ZPOPMIN or BZPOPMIN whose element
// is handed on as work is reported: it is decoded into a job, task or message,
// or passed to a handler, and the key, the type or the function speaks of a
// queue, job, task, work, worker or consumer, or the same list is pushed to as
// one. SPOP is reported where the key itself says so.
//
// Tier: risk
// Since: v0.1.0
// Fix: with -unsafe-fixes, LMove or BLMove into <queue>:processing, and a reminder where the LREM after the work belongs
//
// # Why
//
// A pop removes the element before anybody has worked on it. If the process
// crashes, is killed by a deployment, or loses the connection while the answer
// is on its way, the element is in no list any more: the job is lost and
// nothing tells. LMOVE (Redis 6.2; RPOPLPUSH before) moves it to a second list
// in the same step, from which it is removed when the work is done, and put
// back by a reaper if it never is.
//
// # Bad
//
//	for {
//		reply, err := rdb.BRPop(ctx, 5*time.Second, "queue:mail").Result()
//		if err != nil {
//			continue
//		}
//		send(reply[1])
//	}
//
// # Good
//
//	for {
//		job, err := rdb.BLMove(ctx, "queue:mail", "queue:mail:processing", "RIGHT", "LEFT", 5*time.Second).Result()
//		if err != nil {
//			continue
//		}
//		if send(job) == nil {
//			rdb.LRem(ctx, "queue:mail:processing", 1, job)
//		}
//	}
//
// A stream with a consumer group (Redis 5.0) keeps what is not acknowledged by
// itself.
//
// # Deliberately not flagged
//
//   - LMOVE, BLMOVE, RPOPLPUSH and BRPOPLPUSH into a processing list.
//   - Pops whose result is dropped (trimming), and pops from a processing
//     list in a reaper.
//   - A list that is pushed back to on every error path, and pops in a script
//     or MULTI that also stores the element.
//   - Lists of undo, history and recent items; wake-up and reply lists.
//   - A function of one statement that takes the key as a parameter: its
//     callers are reported instead.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
//   - -unsafe-fixes: offer the fix.
package lossyqueue
