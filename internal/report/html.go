package report

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/redislint/redislint/internal/config"
)

//go:embed report.html
var pageText string

// page panics on a template that does not parse, which the first test shows.
var page = template.Must(template.New("report").Parse(pageText))

type htmlPage struct {
	Modules, Version, Time, Summary string
	Tiles                           []htmlTile
	Severities                      []htmlSegment
	Charts                          []htmlChart
	Rules                           []htmlRule
	Clean                           []htmlRule // ran, and found nothing
	Problems                        []string
	Known                           int
	Total                           int
}

type htmlTile struct {
	Number int
	Label  string
	Class  string
}

// A htmlSegment is a part of a bar.
type htmlSegment struct {
	Severity string
	Count    int
	X, Width float64
}

type htmlChart struct {
	ID, Title, Note string
	Height          int
	Bars            []htmlBar
}

type htmlBar struct {
	Label, Short, Link string
	Y, TextY           int
	Segments           []htmlSegment
	Count              int
	CountX             float64
}

type htmlRule struct {
	Name, Title, URL, Tier, Severity string
	Count                            int
	Why, Instead                     template.HTML
	Findings                         []htmlFinding
}

type htmlFinding struct {
	ID, Place, Package, Message, Severity, Rule string
	Source                                      []htmlLine
	Related                                     []htmlRelated
	Fixes                                       []htmlFix
}

type htmlLine struct {
	Number              int
	Before, Mark, After string
	Hit                 bool
}

type htmlRelated struct{ Place, Message string }

type htmlFix struct {
	Message string
	Files   []htmlDiff
}

type htmlDiff struct {
	Name  string
	Lines []diffLine
}

func (r *Report) html() ([]byte, error) {
	fresh := r.Fresh()
	view := htmlPage{
		Modules: cmp.Or(strings.Join(r.Modules, ", "), "no module"), Version: r.Version, Summary: r.Summary(),
		Time: r.Time.Format("2006-01-02 15:04 MST"), Problems: r.Problems, Total: len(fresh), Known: len(r.Findings) - len(fresh),
	}
	byRule := map[string]map[config.Severity]int{}
	byPackage := map[string]map[config.Severity]int{}
	bySeverity := map[config.Severity]int{}
	fixable := 0
	files := map[string]bool{}
	count := func(all map[string]map[config.Severity]int, name string, s config.Severity) {
		if all[name] == nil {
			all[name] = map[config.Severity]int{}
		}
		all[name][s]++
	}
	for _, f := range fresh {
		count(byRule, f.Rule, f.Severity)
		count(byPackage, f.Package, f.Severity)
		bySeverity[f.Severity]++
		files[f.File] = true
		if len(f.Fixes) > 0 {
			fixable++
		}
	}
	view.Tiles = []htmlTile{
		{len(fresh), one(len(fresh), "finding", "findings"), ""},
		{len(byPackage), fmt.Sprintf("of %s with findings", plural(max(r.Packages, len(byPackage)), "package", "packages")), ""},
		{len(files), one(len(files), "file", "files"), ""},
		{fixable, "with a fix that -fix applies", ""},
	}
	if view.Known > 0 {
		view.Tiles = append(view.Tiles, htmlTile{view.Known, "known to the baseline, and left out", ""})
	}
	view.Severities = segments(bySeverity, float64(max(1, len(fresh))), 1000)
	if len(fresh) > 0 {
		view.Charts = []htmlChart{
			chart("rules", "By rule", byRule, short, func(name string) string { return "#rule-" + name }),
			chart("packages", "By package", byPackage, func(name string) string { return short(r.inModule(name)) }, nil),
		}
	}
	ran := map[string]Rule{}
	for _, rule := range r.Rules {
		ran[rule.Name] = rule
		if byRule[rule.Name] == nil {
			view.Clean = append(view.Clean, htmlRule{Name: rule.Name, Title: rule.Page.Title(), URL: rule.URL})
		}
	}
	for _, name := range largest(byRule) {
		rule := htmlRule{Name: cmp.Or(name, "settings"), Count: total(byRule[name])}
		if known, ok := ran[name]; ok {
			rule.Title, rule.URL, rule.Tier = known.Page.Title(), known.URL, known.Tier.String()
			// The rules' own documentation, whose printer escapes what it holds.
			rule.Why = template.HTML(known.Page.HTML("Why"))
			rule.Instead = template.HTML(known.Page.HTML("Good"))
		}
		for _, f := range fresh {
			if f.Rule == name {
				rule.Findings = append(rule.Findings, r.htmlFinding(f))
			}
		}
		rule.Severity = rule.Findings[0].Severity
		view.Rules = append(view.Rules, rule)
	}
	var out bytes.Buffer
	err := page.Execute(&out, view)
	return out.Bytes(), err
}

func one(n int, singular, plural string) string {
	if n == 1 {
		return singular
	}
	return plural
}

func total(counts map[config.Severity]int) int {
	n := 0
	for _, count := range counts {
		n += count
	}
	return n
}

// largest lists the names with the most findings first.
func largest(all map[string]map[config.Severity]int) []string {
	return slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(cmp.Compare(total(all[b]), total(all[a])), cmp.Compare(a, b))
	})
}

// segments lays counts side by side, the loudest first; whole is what fills the
// width.
func segments(counts map[config.Severity]int, whole, width float64) []htmlSegment {
	var out []htmlSegment
	x := 0.0
	for _, s := range config.Severities() {
		if counts[s] > 0 {
			w := float64(counts[s]) / whole * width
			out = append(out, htmlSegment{string(s), counts[s], x, w})
			x += w
		}
	}
	return out
}

const (
	chartBars   = 15  // at most
	chartRow    = 26  // height of one
	chartLabel  = 190 // where bars begin
	chartLength = 280 // of the longest one
)

func chart(id, title string, all map[string]map[config.Severity]int, label, link func(name string) string) htmlChart {
	names := largest(all)
	out := htmlChart{ID: id, Title: title}
	if rest := len(names) - chartBars; rest > 0 {
		out.Note = fmt.Sprintf("The %d with the most; %d more have fewer.", chartBars, rest)
		names = names[:chartBars]
	}
	most := 1
	for _, name := range names {
		most = max(most, total(all[name]))
	}
	for i, name := range names {
		bar := htmlBar{Label: cmp.Or(name, "settings"), Y: i*chartRow + 4, TextY: i*chartRow + 17, Count: total(all[name])}
		bar.Short = label(bar.Label)
		if link != nil {
			bar.Link = link(bar.Label)
		}
		for _, s := range segments(all[name], float64(most), chartLength) {
			s.X += chartLabel
			bar.Segments = append(bar.Segments, s)
			bar.CountX = s.X + s.Width + 8
		}
		out.Bars = append(out.Bars, bar)
	}
	out.Height = len(names)*chartRow + 4
	return out
}

// inModule is a package's path without that of the only module.
func (r *Report) inModule(path string) string {
	if len(r.Modules) == 1 {
		if rest, ok := strings.CutPrefix(path, r.Modules[0]+"/"); ok {
			return rest
		}
	}
	return path
}

// short keeps the end of a long name, which tells packages apart.
func short(name string) string {
	const longest = 26
	if runes := []rune(name); len(runes) > longest {
		return "…" + string(runes[len(runes)-longest+1:])
	}
	return name
}

func (r *Report) htmlFinding(f Finding) htmlFinding {
	out := htmlFinding{
		ID: f.fingerprint, Place: r.slashed(f.Place), Package: f.Package, Message: f.Message, Severity: string(f.Severity), Rule: f.Rule,
		Source: r.excerpt(f.Place),
	}
	for _, related := range f.Related {
		out.Related = append(out.Related, htmlRelated{r.slashed(related.Place), related.Message})
	}
	for _, fix := range f.Fixes {
		shown := htmlFix{Message: fix.Message}
		byFile := map[string][]Edit{}
		for _, e := range fix.Edits {
			byFile[e.File] = append(byFile[e.File], e)
		}
		for _, file := range slices.Sorted(maps.Keys(byFile)) {
			name, _ := r.Paths.Relative(file)
			if lines := r.diff(file, byFile[file]); len(lines) > 0 {
				shown.Files = append(shown.Files, htmlDiff{name, lines})
			}
		}
		if len(shown.Files) > 0 {
			out.Fixes = append(out.Fixes, shown)
		}
	}
	return out
}

// slashed prints a place alike on every system.
func (r *Report) slashed(p Place) string {
	name, _ := r.Paths.Relative(p.File)
	return fmt.Sprintf("%s:%d", name, p.Line)
}

const (
	excerptContext = 2
	excerptLines   = 12 // of the finding itself, at most
)

// excerpt is the source around a place, the place marked in its first line.
func (r *Report) excerpt(p Place) []htmlLine {
	src := r.source(p.File)
	last := min(max(p.Line, p.EndLine), p.Line+excerptLines-1)
	var out []htmlLine
	for n := max(1, p.Line-excerptContext); n <= min(len(src.lines), last+excerptContext); n++ {
		text := src.line(n)
		line := htmlLine{Number: n, Before: string(text), Hit: n >= p.Line && n <= last}
		if n == p.Line && p.Column > 0 && p.Column-1 <= len(text) {
			from, to := p.Column-1, len(text)
			if p.EndLine == p.Line {
				to = min(max(p.EndCol-1, from), len(text))
			} else if p.EndLine == 0 {
				to = from
			}
			line.Before, line.Mark, line.After = string(text[:from]), string(text[from:to]), string(text[to:])
		}
		out = append(out, line)
	}
	return out
}
