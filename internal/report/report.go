// Package report writes the findings of a run in the forms that people and
// other programs read.
//
// Every form holds the same findings in the same order, and is a pure function
// of a [Report]: it is made in memory, so that whoever writes it out writes all
// of it or nothing.
package report

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
)

// A Report is what a run has found.
type Report struct {
	Version string    // of redislint
	Time    time.Time // of the run
	Modules []string  // paths of the modules that were judged
	Paths   Paths
	// Read returns the text of a source file. A file that cannot be read has
	// no excerpts, and its fixes no lines.
	Read     func(name string) ([]byte, error)
	Rules    []Rule // those that ran, by name
	Findings []Finding
	Packages int      // how many send commands
	Problems []string // what kept packages from being judged
	Compared bool     // with a baseline

	sources map[string]*source
}

// A Rule is one that ran.
type Rule struct {
	Name     string
	URL      string
	Tier     config.Tier
	Severity config.Severity // of findings of its tier
	Page     *ruledoc.Page
}

// A Place is a part of a file. Lines and columns count from 1, columns in
// bytes, as everywhere in Go; the end is exclusive, and 0 if there is none.
type Place struct {
	File            string // as the go command names it
	Line, Column    int
	EndLine, EndCol int
}

// A Finding is one finding.
type Finding struct {
	Rule     string // "": what is found is not a rule's
	Tier     config.Tier
	Severity config.Severity
	Package  string // its import path
	Place
	Message string
	URL     string
	Related []Related
	Fixes   []Fix
	Known   bool // to the baseline
	// Identity is what the finding is known by while code moves about. Several
	// findings may have one.
	Identity string

	fingerprint string
}

// Related is a place that a finding is also about.
type Related struct {
	Place
	Message string
}

// A Fix is what may be done about a finding: all of it or nothing.
type Fix struct {
	Message string
	Edits   []Edit
}

// An Edit replaces the bytes from Start to End.
type Edit struct {
	File       string
	Start, End int
	New        string
}

// A Format is a form of the report.
type Format struct {
	Name    string
	Meaning string
	// Quiet: a run that finds something ends with 0, since whoever reads the
	// report judges it.
	Quiet bool
	// Render returns nil for text, which is printed as it is (see Text).
	Render func(*Report) ([]byte, error)
}

// Formats lists the forms, text first.
func Formats() []Format {
	return []Format{
		{"text", "a line each, on stderr", false, nil},
		{"json", "flat JSON, see docs/output.md", false, (*Report).json},
		{"sarif", "SARIF 2.1.0, for GitHub code scanning and editors", true, (*Report).sarif},
		{"github", "workflow commands, which GitHub Actions shows beside the lines", false, (*Report).github},
		{"gitlab", "a Code Quality report", false, (*Report).gitlab},
		{"checkstyle", "Checkstyle XML, which most CI systems read", false, (*Report).checkstyle},
		{"html", "one page that tells a team where it stands", false, (*Report).html},
	}
}

// FormatNames lists their names.
func FormatNames() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// Settle sorts the findings by file, line, column, rule and message, leaves
// out those that are there twice, and gives each a fingerprint. A Report is
// settled before it is written.
func (r *Report) Settle() {
	slices.SortFunc(r.Rules, func(a, b Rule) int { return cmp.Compare(a.Name, b.Name) })
	name := map[string]string{}
	for _, f := range r.Findings {
		if name[f.File] == "" {
			name[f.File], _ = r.Paths.Relative(f.File)
		}
	}
	order := func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(name[a.File], name[b.File]),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
		)
	}
	slices.SortStableFunc(r.Findings, order)
	// A package and its variant with tests find the same.
	r.Findings = slices.CompactFunc(r.Findings, func(a, b Finding) bool { return order(a, b) == 0 })
	count := map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		count[f.Identity]++
		f.fingerprint = fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", f.Identity, count[f.Identity])))[:32]
	}
}

// Fresh lists the findings that no baseline knows.
func (r *Report) Fresh() []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Known })
}

// Summary says in one line what was found where.
func (r *Report) Summary() string {
	fresh := r.Fresh()
	if len(fresh) == 0 {
		return "nothing found in " + plural(r.Packages, "package that sends", "packages that send") + " commands"
	}
	in, rules := map[string]bool{}, map[string]int{}
	for _, f := range fresh {
		in[f.Package] = true
		rules[f.Rule]++
	}
	var parts []string
	for _, name := range slices.SortedFunc(maps.Keys(rules), func(a, b string) int {
		return cmp.Or(cmp.Compare(rules[b], rules[a]), cmp.Compare(a, b))
	}) {
		parts = append(parts, fmt.Sprintf("%d %s", rules[name], cmp.Or(name, "of the settings")))
	}
	// Findings on directives are in packages that send nothing, too.
	return fmt.Sprintf("%s in %d of %s commands: %s", plural(len(fresh), "finding", "findings"),
		len(in), plural(max(r.Packages, len(in)), "package that sends", "packages that send"), strings.Join(parts, ", "))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
