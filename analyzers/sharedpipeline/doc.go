// Package sharedpipeline defines an Analyzer that reports pipelines which
// several goroutines use at once.
//
// # Analyzer sharedpipeline
//
// sharedpipeline: report a go-redis v9 pipeline that several goroutines use with no lock
//
// Reported is a command that a goroutine queues on a pipeline from outside of
// it, where the goroutine is started in a loop which the pipeline is made
// outside of, or is one of several; and Exec, in a goroutine of its own, on a
// field that an exported method fills.
//
// Tier: bug
// Since: v0.1.0
// Fix: none
//
// # Why
//
// Since go-redis v9.0 a pipeline has no lock: it appends to a slice. Commands
// that goroutines queue at the same time overwrite each other and are never
// sent, and Exec may send half of a batch. Pipelines of v8 and v7 lock.
//
// # Bad
//
//	pipe := rdb.Pipeline()
//	for _, id := range ids {
//		wg.Go(func() { pipe.Set(ctx, "user:"+id, load(id), time.Hour) })
//	}
//	wg.Wait()
//	_, err := pipe.Exec(ctx)
//
// # Good
//
//	for _, id := range ids {
//		wg.Go(func() { users <- load(id) })
//	}
//	pipe := rdb.Pipeline()
//	for range ids {
//		u := <-users
//		pipe.Set(ctx, "user:"+u.ID, u, time.Hour)
//	}
//	_, err := pipe.Exec(ctx)
//
// # Deliberately not flagged
//
//   - Pipelines of go-redis v8 and older.
//   - A pipeline that is made inside of the goroutine, or one goroutine that has
//     it to itself.
//   - Goroutines and methods that lock a mutex.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package sharedpipeline
