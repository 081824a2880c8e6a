// Package scriptpipeline defines an Analyzer that reports scripts that are run
// by their hash in a pipeline.
//
// # Analyzer scriptpipeline
//
// scriptpipeline: report Script.Run and EvalSha on a pipeline, where nothing falls back to EVAL
//
// Run, RunRO, EvalSha or EvalShaRO of a redis.Script on a Pipeliner is reported,
// unless the package loads scripts, or runs the same script outside of
// pipelines.
//
// Tier: bug
// Since: v0.1.0
// Fix: none
//
// # Why
//
// Script.Run sends EVALSHA, and EVAL with the text when the server answers
// NOSCRIPT. In a pipeline the answer comes after Run has returned, so nothing is
// sent again: on a server that never saw the script, was restarted or took over
// in a failover, the command fails with NOSCRIPT.
//
// # Bad
//
//	pipe := rdb.Pipeline()
//	limit.Run(ctx, pipe, []string{"hits:" + id}, 10)
//	_, err := pipe.Exec(ctx)
//
// # Good
//
//	pipe := rdb.Pipeline()
//	limit.Eval(ctx, pipe, []string{"hits:" + id}, 10)
//	_, err := pipe.Exec(ctx)
//
// # Deliberately not flagged
//
//   - Script.Eval in a pipeline, and everything that is sent at once.
//   - Packages that load a script (Load, ScriptLoad) or run the same one outside
//     of pipelines, which makes the server know it.
//   - EvalSha of the client with a hash: the program keeps it by itself.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package scriptpipeline
