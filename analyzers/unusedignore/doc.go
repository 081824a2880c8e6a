// Package unusedignore defines an Analyzer that reports directives that
// silence nothing.
//
// # Analyzer unusedignore
//
// unusedignore: report an ignore directive that silences nothing
//
// A //redislint:ignore or //redislint:file-ignore comment is reported when the
// rules that it names ran and found nothing where it stands, when it gives no
// reason, and when it names a rule that does not exist.
//
// Tier: risk; advice for a directive that silences nothing, wherever the whole module is not in sight (go vet, gopls, a part of the packages)
// Since: v0.1.0
// Fix: none
//
// # Why
//
// A directive outlives what it was written for: the command goes, or gets its
// TTL, and the comment stays. The next mistake on that line is then silenced
// by a reason that somebody else gave for something else. A directive without a
// reason, or with a misspelt rule, is worse: it silences nothing, and whoever
// wrote it believes that it does.
//
// # Bad
//
//	//redislint:ignore keyscommand a handful of keys, in a tool of ours
//	iter := rdb.Scan(ctx, 0, "debug:*", 0).Iterator()
//
// # Good
//
//	iter := rdb.Scan(ctx, 0, "debug:*", 0).Iterator()
//
// # Deliberately not flagged
//
//   - A directive for a rule that did not run: it is off, for the package's
//     path or altogether.
//   - A directive in a package that reaches no Redis client, in a test file or
//     in a generated file, unless -in-tests or -generated is set.
//   - //nolint comments: they may be for other linters. golangci-lint's own
//     nolintlint looks at those.
//
// # Options
//
// None of its own. Whether a directive silences anything is known to those who
// run all the rules: the umbrella analyzer does, and so do the binary, go vet and gopls.
// By itself, as golangci-lint and nogo run it, the rule reports directives
// without a reason and with unknown rules.
package unusedignore
