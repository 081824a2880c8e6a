// Package pipelineresult defines an Analyzer that reports pipelines whose
// outcome nobody gets.
//
// # Analyzer pipelineresult
//
// pipelineresult: report pipelines that are never executed, and results that are read too early or not at all
//
// Reported are: a pipeline that commands are queued on and that nothing
// executes, where it is made; the value of a queued command that is taken
// before Exec; the error of a queued command that is taken before Exec and
// handed on as the outcome, where nobody reads the error of Exec; and Exec,
// Pipelined and TxPipelined as a statement of their own, where no queued
// command's error is read either.
//
// Tier: bug; advice for a check of a queued command's error before Exec, where that of Exec is read
// Since: v0.1.0
// Fix: none
//
// # Why
//
// A method of a Pipeliner only queues its command and returns it empty: its
// value is zero and its error nil until Exec has sent all of them and filled
// them in. Exec returns the first error among them; a connection that fails is
// in that error, too.
//
// # Bad
//
//	pipe := rdb.Pipeline()
//	name := pipe.Get(ctx, "user:"+id).Val() // always ""
//	pipe.Exec(ctx)
//
// # Good
//
//	pipe := rdb.Pipeline()
//	name := pipe.Get(ctx, "user:"+id)
//	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
//		return err
//	}
//	use(name.Val())
//
// # Deliberately not flagged
//
//   - Results that are read after Exec, also behind another branch or loop.
//   - _, _ = pipe.Exec(ctx), and Discard: said on purpose.
//   - A Pipeliner that the function was handed: its caller executes it. A value
//     that is taken before that is reported all the same.
//   - Pipelines that are stored, returned or given to functions out of sight, and
//     queued commands that are: their errors may be read there.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package pipelineresult
