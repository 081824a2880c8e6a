// Package uncheckederr defines an Analyzer that reports writes whose error
// nobody can see.
//
// # Analyzer uncheckederr
//
// uncheckederr: report a write whose error nobody can see
//
// A write that is sent at once by a statement of its own is reported:
// rdb.Set(…), a bare call of a function that returns the go-redis command, a
// bare Run or Eval of a script that writes, and all of them behind go and
// defer.
//
// Tier: bug; advice for PUBLISH, and for DEL, UNLINK and EXPIRE in a defer or after another failure
// Since: v0.1.0
// Fix: return the error, in functions that return an error and nothing else
//
// # Why
//
// The methods of go-redis return a command, and the error is inside it. Nothing
// makes the caller look: errcheck and the compiler only see functions that
// return an error. A server that is down, out of memory (OOM), a replica
// (READONLY) or holds a value of another type (WRONGTYPE) refuses the write,
// and the code goes on as if it were done.
//
// # Bad
//
//	func (s *Store) Rename(ctx context.Context, id, name string) error {
//		s.rdb.HSet(ctx, "user:"+id, "name", name)
//		return nil
//	}
//
// # Good
//
//	func (s *Store) Rename(ctx context.Context, id, name string) error {
//		return s.rdb.HSet(ctx, "user:"+id, "name", name).Err()
//	}
//
// # Deliberately not flagged
//
//   - What is dropped on purpose: _ = rdb.Set(…), and a bare ….Err() or
//     ….Result(), which errcheck sees.
//   - Functions of the program's own that return an error or nothing: errcheck
//     sees the first, and the statement inside of the second is reported.
//   - Queued commands: their errors come with that of Exec. That includes a
//     parameter of type redis.Cmdable, which may be given a pipeline, unless
//     all calls in the package give it a client.
//   - Reads, and scripts whose text is not in sight or only reads.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package uncheckederr
