package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/analyzers"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/index"
	"github.com/redislint/redislint/internal/load"
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
}

// plain reads the driver's flags of a run that only reports. ok is false for
// runs that x/tools' driver serves better: they apply fixes or measure it.
func plain(flags *flag.FlagSet, all []*config.Settings) (out output, ok bool) {
	out.context = -1
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

// report loads the packages that the patterns name, gathers what is to know of
// their modules in a first pass, judges them in a second, and returns the exit
// code.
func report(out output, options analyzers.Options, patterns []string) int {
	program, err := load.Load(packages.Config{Tests: out.tests}, usage.ClientPath(out.all...), patterns...)
	if err != nil {
		complain("%v", err)
		return exitError
	}
	code := 0
	if printErrors(program.Roots) {
		code = exitError
	}
	module, err := gather(program)
	if err != nil {
		complain("%v", err)
		return exitError
	}
	config.SetModule(module)
	options.ShowRule = func() bool { return !out.json }
	umbrella := analyzers.New(options)
	graph, err := checker.Analyze([]*analysis.Analyzer{umbrella, config.Analyzer}, program.Roots, nil)
	if err != nil {
		complain("%v", err)
		return exitError
	}
	// The checker hands out the results of what it was asked for alone.
	settings := settingsOf(graph)
	graph.Roots = slices.DeleteFunc(graph.Roots, func(act *checker.Action) bool { return act.Analyzer != umbrella })
	if out.known != nil {
		if err := out.known.apply(program, graph, settings); err != nil {
			complain("%v", err)
			return exitError
		}
	}
	if out.json {
		if err := graph.PrintJSON(os.Stdout); err != nil {
			complain("%v", err)
			return exitError
		}
		return code
	}
	judged := checker.Graph{}
	for _, act := range graph.Roots {
		switch {
		case act.Err == nil:
			judged.Roots = append(judged.Roots, act)
			if code == 0 && slices.ContainsFunc(act.Diagnostics, fails(settings[act.Package])) {
				code = exitFindings
			}
			continue
		case !act.Package.IllTyped: // else its errors are printed, and say more
			complain("%s was not judged: %v", act.Package.PkgPath, act.Err)
		}
		code = exitError
	}
	if err := judged.PrintText(os.Stderr, out.context); err != nil {
		return exitError // and nowhere to say so
	}
	return code
}

// fails tells which findings of a package make a run fail: all but those of a
// rule whose severity the user set to info.
func fails(settings *config.Settings) func(analysis.Diagnostic) bool {
	return func(d analysis.Diagnostic) bool { return settings.Severity(d.Category, config.Risk) != config.Info }
}

// settingsOf is what the packages were judged with.
func settingsOf(graph *checker.Graph) map[*packages.Package]*config.Settings {
	all := map[*packages.Package]*config.Settings{}
	for _, act := range graph.Roots {
		if s, ok := act.Result.(*config.Settings); ok {
			all[act.Package] = s
		}
	}
	return all
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
// once, and reports whether anything is.
func printErrors(roots []*packages.Package) (found bool) {
	printed := map[string]bool{}
	say := func(line string) {
		found = true
		if !printed[line] {
			printed[line] = true
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
	return found
}
