package main

import (
	"flag"
	"fmt"
	"os"
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
}

// plain reads the driver's flags of a run that only reports. ok is false for
// runs that x/tools' driver serves better: they apply fixes or measure it.
func plain(flags *flag.FlagSet) (out output, ok bool) {
	out.context = -1
	out.tests = flags.Lookup("in-tests").Value.String() == "true"
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

// report loads the packages that the patterns name, gathers what is to know of
// their modules in a first pass, judges them in a second, and returns the exit
// code.
func report(out output, options analyzers.Options, patterns []string) int {
	program, err := load.Load(packages.Config{Tests: out.tests}, usage.ClientPath(config.Current()), patterns...)
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
	graph, err := checker.Analyze([]*analysis.Analyzer{analyzers.New(options)}, program.Roots, nil)
	if err != nil {
		complain("%v", err)
		return exitError
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
			if code == 0 && len(act.Diagnostics) > 0 {
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
		if act.Err != nil && act.Package.Module != nil {
			failed[act.Package.Module.Path] = true
		}
	}
	var sources []index.Source
	for _, act := range graph.Roots {
		p, ok := act.Result.(*usage.Package)
		if !ok {
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
