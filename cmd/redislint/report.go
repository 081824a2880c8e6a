package main

import (
	"flag"
	"fmt"
	"go/token"
	"maps"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/analyzers"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/index"
	"github.com/redislint/redislint/internal/load"
	"github.com/redislint/redislint/internal/report"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

const exitFindings = 3

// An output is what the flags say of how a run reports.
type output struct {
	json    bool
	context int // lines around a finding; -1: not even its own
	tests   bool
	all     []*config.Settings // of all main modules
	known   *baseliner         // nil: every finding is new

	how      load.How
	format   report.Format
	terminal bool // stderr is one
	color    bool
}

// plain reads the driver's flags of a run that only reports. ok is false for
// runs that x/tools' driver serves better: they apply fixes or measure it.
func plain(flags *flag.FlagSet, all []*config.Settings) (out output, ok bool) {
	out.context = -1
	out.terminal = terminal(os.Stderr)
	out.all = all
	out.tests = inTests(all)
	ok = true
	flags.Visit(func(f *flag.Flag) {
		switch value := f.Value.String(); f.Name {
		case "fix", "diff", "v":
			ok = ok && value == "false"
		case "debug", "cpuprofile", "memprofile", "trace":
			ok = ok && value == ""
		case "json":
			out.json = value == "true"
		case "test":
			out.tests = value == "true"
		case "c":
			n, err := strconv.Atoi(value)
			if err != nil {
				ok = false // the driver tells
			}
			out.context = n
		}
	})
	return out, ok
}

// inTests reports whether the tests of a module are to be judged, so that they
// must be loaded.
func inTests(all []*config.Settings) bool {
	return slices.ContainsFunc(all, func(s *config.Settings) bool { return s.InTests })
}

// run loads the packages that the patterns name, gathers what is to know of
// their modules in a first pass, judges them in a second, reports, and returns
// the exit code.
func run(out output, options analyzers.Options, patterns []string) int {
	progress := watch(out.terminal)
	defer progress.end()
	fail := func(err error) int {
		progress.end()
		complain("%v", err)
		return exitError
	}
	progress.on("loading packages")
	loading := load.Options{How: out.how}
	if out.how == load.Export {
		loading.Note = func(text string) { complain("%s", text) }
	}
	program, err := loading.Load(packages.Config{Tests: out.tests}, usage.ClientPath(out.all...), patterns...)
	if err != nil {
		return fail(err)
	}
	progress.end()
	problems := printErrors(program.Roots)
	progress = watch(out.terminal)
	defer func() { progress.end() }()
	progress.on("looking at %d packages", len(program.Packages))
	module, err := gather(program)
	if err != nil {
		return fail(err)
	}
	config.SetModule(module)
	if onPanic := options.OnPanic; onPanic != nil {
		options.OnPanic = func(rule, pkg string, value any) {
			progress.end()
			onPanic(rule, pkg, value)
		}
	}
	options.ShowRule = nil // the formats have a place for it
	umbrella := analyzers.New(options)
	progress.on("judging %d packages", len(program.Roots))
	graph, err := checker.Analyze([]*analysis.Analyzer{umbrella, config.Analyzer, usage.Commands}, program.Roots, nil)
	if err != nil {
		return fail(err)
	}
	progress.end()
	// The checker hands out the results of what it was asked for alone.
	judged := resultsOf(graph)
	graph.Roots = slices.DeleteFunc(graph.Roots, func(act *checker.Action) bool { return act.Analyzer != umbrella })
	var known map[*checker.Action][]analysis.Diagnostic
	if out.known != nil {
		if known, err = out.known.apply(program, graph, judged); err != nil {
			return fail(err)
		}
	}
	code := 0
	if len(problems) > 0 {
		code = exitError
	}
	if out.json {
		if err := graph.PrintJSON(os.Stdout); err != nil {
			return fail(err)
		}
		return code
	}
	r := &report.Report{
		Version: versionName(), Time: time.Now(), Paths: paths(out.format.Name), Read: os.ReadFile,
		Compared: out.known != nil && !out.known.write, Problems: problems,
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			if !act.Package.IllTyped { // else its errors are printed, and say more
				complain("%s was not judged: %v", act.Package.PkgPath, act.Err)
				r.Problems = append(r.Problems, fmt.Sprintf("%s was not judged: %v", act.Package.PkgPath, act.Err))
			}
			code = exitError
			continue
		}
		for _, d := range act.Diagnostics {
			r.Findings = append(r.Findings, judged[act.Package].finding(act, d, false))
		}
		if r.Compared {
			for _, d := range known[act] {
				r.Findings = append(r.Findings, judged[act.Package].finding(act, d, true))
			}
		}
		if code == 0 && !out.format.Quiet && slices.ContainsFunc(act.Diagnostics, fails(judged[act.Package].settings)) {
			code = exitFindings
		}
	}
	r.Packages, r.Modules = senders(graph, judged)
	r.Rules = rulesOf(judged)
	r.Settle()
	if err := out.print(r); err != nil {
		complain("%v", err)
		return exitError
	}
	if out.terminal || len(r.Fresh()) > 0 {
		complain("%s", r.Summary())
	}
	return code
}

// fails tells which findings of a package make a run fail: all but those of a
// rule whose severity the user set to info.
func fails(settings *config.Settings) func(analysis.Diagnostic) bool {
	return func(d analysis.Diagnostic) bool { return settings.Severity(d.Category, config.Risk) != config.Info }
}

// A verdict is what the passes on a package leave beside findings.
type verdict struct {
	settings *config.Settings
	commands *usage.Package // nil in a package with errors
}

// resultsOf is what the packages were judged with.
func resultsOf(graph *checker.Graph) map[*packages.Package]verdict {
	all := map[*packages.Package]verdict{}
	for _, act := range graph.Roots {
		v := all[act.Package]
		switch result := act.Result.(type) {
		case *config.Settings:
			v.settings = result
		case *usage.Package:
			v.commands = result
		}
		all[act.Package] = v
	}
	return all
}

// finding is a diagnostic as reports have it.
func (v verdict) finding(act *checker.Action, d analysis.Diagnostic, known bool) report.Finding {
	tier := config.Bug // of what is no rule's: settings that are wrong
	severity := config.Error
	if d.Category != "" {
		if v.commands != nil {
			tier = v.commands.TierOf(d.Category, d.Pos, d.Message)
		}
		severity = v.settings.Severity(d.Category, tier)
	}
	fset := act.Package.Fset
	f := report.Finding{
		Rule: d.Category, Tier: tier, Severity: severity, Package: act.Package.PkgPath, Place: placeOf(fset, d.Pos, d.End),
		Message: d.Message, URL: d.URL, Known: known, Identity: identity(act, d).Identity(),
	}
	for _, related := range d.Related {
		f.Related = append(f.Related, report.Related{Place: placeOf(fset, related.Pos, related.End), Message: related.Message})
	}
	for _, fix := range d.SuggestedFixes {
		edits, ok := editsOf(fset, fix)
		if ok {
			f.Fixes = append(f.Fixes, report.Fix{Message: fix.Message, Edits: edits})
		}
	}
	return f
}

func placeOf(fset *token.FileSet, pos, end token.Pos) report.Place {
	from := fset.Position(pos)
	p := report.Place{File: from.Filename, Line: from.Line, Column: from.Column}
	if to := fset.Position(end); end > pos && to.Filename == from.Filename && (to.Line > from.Line || to.Line == from.Line && to.Column > from.Column) {
		p.EndLine, p.EndCol = to.Line, to.Column
	}
	return p
}

// editsOf is not ok for a file that a tool made of the one which the user has.
func editsOf(fset *token.FileSet, fix analysis.SuggestedFix) (edits []report.Edit, ok bool) {
	for _, e := range fix.TextEdits {
		from, to := fset.PositionFor(e.Pos, false), fset.PositionFor(e.Pos, false)
		if e.End.IsValid() {
			to = fset.PositionFor(e.End, false)
		}
		if fset.Position(e.Pos).Filename != from.Filename {
			return nil, false
		}
		edits = append(edits, report.Edit{File: from.Filename, Start: from.Offset, End: to.Offset, New: string(e.NewText)})
	}
	return edits, len(edits) > 0
}

// senders counts the packages that send commands, and names the modules.
func senders(graph *checker.Graph, judged map[*packages.Package]verdict) (count int, modules []string) {
	sends, in := map[string]bool{}, map[string]bool{}
	for _, act := range graph.Roots {
		if c := judged[act.Package].commands; c != nil && !c.Empty() {
			sends[act.Package.PkgPath] = true // a variant with tests has the same
		}
		if m := act.Package.Module; m != nil {
			in[m.Path] = true
		}
	}
	return len(sends), slices.Sorted(maps.Keys(in))
}

// rulesOf lists the rules that ran on a package.
func rulesOf(judged map[*packages.Package]verdict) []report.Rule {
	var out []report.Rule
	for _, rule := range analyzers.All() {
		entry, _ := config.Lookup(rule.Name)
		page, err := ruledoc.Parse(rule.Name, rule.Doc)
		if err != nil {
			continue // a test holds that all can be read
		}
		severity := config.Severity("")
		for _, v := range judged {
			if v.settings != nil && v.settings.Runs(entry) {
				// Main modules may differ; the loudest is what a reader sees first.
				own := v.settings.Severity(rule.Name, 0)
				if severity == "" || slices.Index(config.Severities(), own) < slices.Index(config.Severities(), severity) {
					severity = own
				}
			}
		}
		if severity != "" {
			out = append(out, report.Rule{Name: rule.Name, URL: rule.URL, Tier: entry.Tier, Severity: severity, Page: page})
		}
	}
	return out
}

// gather is the first pass: what each package tells of itself, without the
// index, makes the index.
func gather(program *load.Program) (*index.Index, error) {
	config.SetModule(nil)
	graph, err := checker.Analyze([]*analysis.Analyzer{usage.Commands}, program.Packages, nil)
	if err != nil {
		return nil, err
	}
	failed := map[string]bool{} // modules with packages that could not be looked at
	for _, act := range graph.Roots {
		if (act.Err != nil || act.Package.IllTyped) && act.Package.Module != nil {
			failed[act.Package.Module.Path] = true
		}
	}
	var sources []index.Source
	for _, act := range graph.Roots {
		p, ok := act.Result.(*usage.Package)
		if !ok || p.Skipped() {
			continue // broken, and reported as such
		}
		source := p.Known(act.Package.Syntax)
		if m := act.Package.Module; m != nil {
			source.Main = m.Main
			source.Whole = m.Main && program.Whole(m.Path) && !failed[m.Path]
		}
		sources = append(sources, source)
	}
	return index.Build(sources), nil
}

// printErrors prints what is wrong with the packages and what they import, each
// once, and returns it.
func printErrors(roots []*packages.Package) (lines []string) {
	say := func(line string) {
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
			fmt.Fprintln(os.Stderr, line)
		}
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		for _, err := range p.Errors {
			say(err.Error())
		}
		if p.Module != nil && p.Module.Error != nil {
			say(p.Module.Error.Err)
		}
	})
	return lines
}
