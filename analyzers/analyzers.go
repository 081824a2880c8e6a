// Package analyzers is the public API of redislint: all rules, and one
// analyzer that runs those that are enabled.
//
// A driver takes either [Analyzer], or the single rules (each package below
// this one exports its Analyzer), never both: every finding would come twice.
package analyzers

import (
	"errors"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/analyzers/unusedignore"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
)

//go:generate go run ../internal/tools/gendocs

// Rejected: rule ideas that were weighed and not taken, so that nobody has to
// weigh them twice. A rule is admitted if what it reports is wrong, seen in
// real code, and told apart from what is right by types and flow.
//
//   - "use a pipeline" for any two commands in a row: right code is reported,
//     because the second often depends on the first (loopcommand takes the
//     case that is worth it).
//   - "HSET without EXPIRE": collections have no one-command form, and real
//     code keeps most of them on purpose (setexpire has them under
//     -collections).
//   - "Get without a check for redis.Nil": callers that treat every error as
//     a miss are right, and the common form (redisnil takes the error that
//     is passed on as a failure).
//   - "idempotency key as a lock": a claim that is never given back is not a
//     lock; reporting its DEL on failure is wrong advice.
//   - "large value" and "hot key": not visible in code.
//   - "no Close of a client": most clients live as long as their process
//     (leakedclient takes those made per request).

// All returns the analyzers of all rules, by name. Each runs on its own,
// enabled or not: the driver decides.
func All() []*analysis.Analyzer { return slices.Clone(all) }

// Analyzer runs all enabled rules in one pass.
var Analyzer = New(Options{})

// Options are what a driver can choose for the analyzer that it gets from [New].
type Options struct {
	// ShowRule reports whether the rule's name is appended to the message,
	// " [rule]", as a driver whose output has no place for the category needs.
	// It is asked once a package, after the driver has parsed its flags. Nil:
	// never.
	ShowRule func() bool
	// OnPanic is called instead of letting the panic of a rule end the run;
	// the other rules go on. Nil: panics are the driver's.
	OnPanic func(rule, pkg string, value any)
}

// New returns an analyzer "redislint" that runs all enabled rules in one
// pass. Each diagnostic has the rule as its Category and the rule's page as
// its URL.
//
// It does not require the rules' analyzers, only what they require: gopls
// takes reports of analyzers that are merely required for a mistake, and a
// rule that is off must cost nothing.
func New(options Options) *analysis.Analyzer {
	requires := []*analysis.Analyzer{config.Analyzer}
	for _, rule := range all {
		for _, r := range rule.Requires {
			if !slices.Contains(requires, r) {
				requires = append(requires, r)
			}
		}
	}
	return &analysis.Analyzer{
		Name: "redislint",
		Doc: "find Redis usage that works until it does not\n\n" +
			"Reports commands that a crash, a second owner, a bigger keyspace or a cluster turns into an incident. " +
			"\"redislint rules\" lists the rules, \"redislint explain RULE\" shows the page of one.",
		URL:      "https://github.com/redislint/redislint",
		Flags:    config.Flags(),
		Requires: requires,
		Run:      func(pass *analysis.Pass) (any, error) { return nil, run(pass, options) },

		RunDespiteErrors: true,
	}
}

func run(pass *analysis.Pass, options Options) error {
	settings := pass.ResultOf[config.Analyzer].(*config.Settings)
	showRule := options.ShowRule != nil && options.ShowRule()
	if settings.Problem != nil && len(pass.Files) > 0 {
		at := pass.Files[0].Package
		pass.Report(analysis.Diagnostic{Pos: at, Message: "redislint's settings are not in force: " + settings.Problem.Error()})
	}
	if unusedignore.Skipped(pass) {
		return errors.New("analysis skipped due to errors in package") // in the words of x/tools
	}
	var errs []error
	var ran []string
	var last *analysis.Pass
	for _, rule := range all {
		// The generated lists agree, so there is an entry.
		entry, _ := config.Lookup(rule.Name)
		if !settings.Runs(entry) {
			continue
		}
		sub := *pass
		sub.Analyzer = rule
		sub.Report = func(d analysis.Diagnostic) {
			d.Category = rule.Name
			d.URL = ruledoc.URL(rule.Name)
			if showRule {
				d.Message += " [" + rule.Name + "]"
			}
			pass.Report(d)
		}
		if rule == unusedignore.Analyzer {
			last = &sub
			continue // it asks what the others found
		}
		done, err := runRule(&sub, options)
		if done {
			ran = append(ran, rule.Name)
		}
		errs = append(errs, err)
	}
	if last != nil {
		unusedignore.After(last, ran)
	}
	return errors.Join(errs...)
}

// runRule reports whether the rule has looked at the whole package.
func runRule(pass *analysis.Pass, options Options) (done bool, err error) {
	if options.OnPanic != nil {
		defer func() {
			if value := recover(); value != nil {
				options.OnPanic(pass.Analyzer.Name, pass.Pkg.Path(), value)
			}
		}()
	}
	_, err = pass.Analyzer.Run(pass)
	return err == nil, err
}
