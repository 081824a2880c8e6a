// Command redislint finds Redis usage that works until it does not.
//
//	redislint ./...                                report on packages
//	redislint -fix ./...                           apply the suggested fixes
//	redislint rules                                list the rules
//	redislint explain RULE                         show the page of a rule
//	redislint dump FILE:LINE                       show what is understood of a line
//	redislint gopls -o PATH                        build a gopls that has redislint
//	redislint version                              show the version
//	go vet -vettool=$(which redislint) ./...       run under go vet
//
// Exit codes: 0 nothing found, 1 the packages could not be analysed, 2 wrong
// usage, 3 something found (always 0 with -json or -fix, as the driver has it).
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/redislint/redislint/analyzers"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/settings"
)

const (
	exitError = 1 // packages could not be loaded or analysed
	exitUsage = 2
)

func main() {
	args := os.Args[1:]
	if len(args) == 0 {
		help(os.Stderr)
		os.Exit(exitUsage)
	}
	for _, c := range commands() {
		if args[0] == c.name {
			os.Exit(c.run(args[1:]))
		}
	}
	options := analyzers.Options{
		ShowRule: func() bool {
			// go vet (1.26) asks for JSON whatever its user wants, and makes
			// its text out of that.
			json := flag.Lookup("json").Value.String() == "true"
			return !json || strings.HasSuffix(flag.Arg(0), ".cfg")
		},
		OnPanic: func(rule, pkg string, value any) {
			complain("rule %s failed on package %s: %v (please report it)", rule, pkg, value)
		},
	}
	switch {
	case asksVersion(args):
		os.Exit(buildID())
	case vetProtocol(args):
		if foreign(args) {
			return
		}
		settings.Lazy("").Use()
	default:
		flags, ok := check(args)
		all := readSettings()
		out, plain := plain(flags, all)
		if ok {
			err := out.read(flags, plain)
			if err == nil {
				out.known, err = newBaseliner(flags, plain)
			}
			if err != nil {
				complain("%v", err)
				os.Exit(exitUsage)
			}
		}
		if ok && plain {
			os.Exit(run(out, options, flags.Args()))
		}
		// Test files give neither findings nor evidence, unless asked for, and
		// loading them doubles the work.
		test := "-test=" + strconv.FormatBool(inTests(all))
		os.Args = append([]string{os.Args[0], test}, args...)
	}

	// A wrong flag is one line; the driver's set of flags would print all.
	flag.CommandLine = flag.NewFlagSet("redislint", flag.ExitOnError)
	flag.CommandLine.Usage = func() {}
	singlechecker.Main(analyzers.New(options))
}

// vetProtocol reports whether the go command asks, as in go vet -vettool.
func vetProtocol(args []string) bool {
	return strings.HasSuffix(args[len(args)-1], ".cfg") ||
		slices.ContainsFunc(args, func(arg string) bool {
			name := strings.TrimLeft(arg, "-")
			return name != arg && (name == "flags" || name == "V" || strings.HasPrefix(name, "V="))
		})
}

// readSettings reads the settings files of all main modules, and has every pass
// take its own. It ends the process if one of them is wrong.
func readSettings() []*config.Settings {
	files, err := settings.Main("")
	if err != nil {
		complainOf(err)
		os.Exit(exitUsage)
	}
	files.Use()
	return files.All()
}

// complainOf prints an error that holds a line for each thing that is wrong.
func complainOf(err error) {
	for line := range strings.Lines(err.Error()) {
		complain("%s", strings.TrimSpace(line))
	}
}

// check looks at the flags and patterns of a run of our own before any driver
// does. It ends the process where the driver would end it with more than one
// clear line; ok is false where one line of the driver tells what is wrong.
func check(args []string) (flags *flag.FlagSet, ok bool) {
	set := config.Flags()
	flags = &set
	flags.Init("redislint", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	driverFlags(flags)
	baselineFlags(flags)
	outputFlags(flags)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		help(os.Stdout)
		os.Exit(0)
	case err != nil:
		return flags, false
	case flags.NArg() == 0:
		complain("no packages named; redislint ./... takes all of this module")
		os.Exit(exitUsage)
	case flags.NArg() == 1 && flags.Arg(0) == "help": // the standard library has no such package
		help(os.Stdout)
		os.Exit(0)
	}
	for _, pattern := range flags.Args() {
		if strings.HasPrefix(pattern, "-") {
			complain("%s stands behind the packages; flags come first: redislint %s ./...", pattern, pattern)
			os.Exit(exitUsage)
		}
	}
	if err := buildTags(flags.Lookup("tags")); err != nil {
		complain("%v", err)
		os.Exit(exitError)
	}
	if problems := matchNothing(flags.Args()); len(problems) > 0 {
		for _, problem := range problems {
			complain("%s", problem)
		}
		os.Exit(exitError)
	}
	return flags, true
}

// driverFlags defines the flags of singlechecker, so that those that take a
// value are told from those that do not. A test compares the list with what
// the binary says.
func driverFlags(flags *flag.FlagSet) {
	for _, name := range []string{"V", "all", "diff", "fix", "flags", "json", "source", "test", "v"} {
		flags.Bool(name, false, "")
	}
	for _, name := range []string{"c", "cpuprofile", "debug", "memprofile", "tags", "trace"} {
		flags.String(name, "", "")
	}
}

func complain(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "redislint: "+format+"\n", args...)
}

// A command is what can stand in place of packages.
type command struct {
	name, args, summary string
	run                 func(args []string) (exit int)
}

func commands() []command {
	return []command{
		{"rules", "", "list the rules", rules},
		{"explain", "RULE", "show what a rule reports, why, and what it leaves alone", explain},
		{"dump", "FILE:LINE", "show what redislint understands of a line, for reports of wrong findings", dump},
		{"gopls", "-o PATH", "build a gopls that has redislint, for editors", gopls},
		{"version", "", "show the version", version},
	}
}

func rules(args []string) int {
	if len(args) > 0 {
		complain("rules takes no arguments, got %q", args[0])
		return exitUsage
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RULE\tTIER\tREPORTS")
	for _, rule := range analyzers.All() {
		entry, _ := config.Lookup(rule.Name)
		summary, _, _ := strings.Cut(rule.Doc, "\n")
		fmt.Fprintf(w, "%s\t%s\t%s\n", rule.Name, entry.Tier, strings.TrimPrefix(summary, "report "))
	}
	if err := w.Flush(); err != nil {
		complain("%v", err)
		return exitError
	}
	return 0
}

func explain(args []string) int {
	var names []string
	for _, rule := range analyzers.All() {
		names = append(names, rule.Name)
	}
	if len(args) != 1 {
		complain("explain takes one rule; valid: %s", strings.Join(names, ", "))
		return exitUsage
	}
	for _, rule := range analyzers.All() {
		if rule.Name != args[0] {
			continue
		}
		fmt.Printf("%s: %s\n\n%s\n", rule.Name, rule.Doc, rule.URL)
		return 0
	}
	complain("unknown rule %q; valid: %s", args[0], strings.Join(names, ", "))
	return exitUsage
}

func version(args []string) int {
	if len(args) > 0 {
		complain("version takes no arguments, got %q", args[0])
		return exitUsage
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		complain("this binary was built without module support and has no version")
		return exitError
	}
	fmt.Printf("redislint %s (%s)\n", info.Main.Version, info.GoVersion)
	return 0
}
