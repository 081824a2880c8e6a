package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/report"
)

// help lists what redislint can be asked for.
func help(out io.Writer) {
	fmt.Fprint(out, "redislint finds Redis usage in Go code that works until it does not.\n\n")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name, meaning string) { fmt.Fprintf(w, "  %s\t%s\n", name, meaning) }
	row("redislint [flags] PACKAGES", "report on packages, such as ./...")
	for _, c := range commands() {
		name := "redislint " + c.name
		if c.args != "" {
			name += " " + c.args
		}
		row(name, c.summary)
	}
	row("go vet -vettool=$(which redislint) PACKAGES", "run under go vet")
	fmt.Fprintln(w, "\nFlags:")
	flags := config.Flags()
	flags.VisitAll(func(f *flag.Flag) {
		argument, usage := flag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "false" {
			usage += " (default " + f.DefValue + ")"
		}
		row("-"+f.Name+" "+argument, usage)
	})
	row("-fix", "apply the suggested fixes")
	row("-diff", "with -fix: print what would change, and change nothing")
	row("-json", "print findings as JSON, and exit with 0")
	row("-format NAME", "write findings as "+strings.Join(report.FormatNames(), ", ")+" (default text; see docs/output.md)")
	row("-color WHEN", "color text: auto, always, never (default auto: on a terminal, unless NO_COLOR is set)")
	row("-load HOW", "take packages that need not be read from export data or source: auto, export, source (default auto)")
	row("-baseline FILE", "leave out the findings that the file knows")
	row("-write-baseline", "write the findings to the -baseline file, and report none")
	row("-tags LIST", "build with these tags, such as -tags=integration,redis")
	row("-c N", "show the line of each finding, and N lines around it")
	fmt.Fprint(w, "\nExit codes: 0 nothing found, 1 the packages could not be analysed, 2 wrong usage, 3 something found.\n")
	w.Flush() // help has nobody to tell that it could not be read
}
