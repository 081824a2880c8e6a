package usage

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/keyexpr"
)

// Of is the package that a rule which requires [Commands] looks at.
func Of(pass *analysis.Pass) *Package { return pass.ResultOf[Commands].(*Package) }

// Alone makes a rule's run wait for others on the same package: drivers that take
// the single rules run them at the same time, and what they ask is worked out
// once, on demand. The umbrella runs them one after the other anyway.
func Alone(run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		p := Of(pass)
		p.alone.Lock()
		defer p.alone.Unlock()
		return run(pass)
	}
}

// FlowOf is the control flow for a rule that requires [Flow].
func FlowOf(pass *analysis.Pass) *Graph { return pass.ResultOf[Flow].(*Graph) }

// A Finding is what a rule has to say of one command.
type Finding struct {
	// Command is where the finding stands: at its method's name.
	Command *command.Command
	Message string
	// Tier is the finding's own tier where it is not the rule's; 0: the rule's.
	// What rules.md calls info is config.Advice.
	Tier config.Tier
	// Fix is the one fix that may be offered, or nil.
	Fix     *analysis.SuggestedFix
	Related []analysis.RelatedInformation
}

// Report reports the finding unless its place is left alone, a comment or the
// settings silence it, or its tier is not asked for.
func (p *Package) Report(pass *analysis.Pass, f Finding) {
	rule := pass.Analyzer.Name
	for _, other := range f.Related {
		// A finding that stands for several is what their directives are for.
		p.silenced(rule, other.Pos)
	}
	if p.silenced(rule, f.Command.Pos) || !p.Judged(f.Command) || !p.wanted(rule, f.Tier) || p.allowed(rule, f.Command) {
		return
	}
	if p.brokenAt(p.Root(f.Command)) {
		return // what the function does is not known
	}
	if f.Command.Script != nil && !p.once(pass.Analyzer.Name, f.Command.Pos) {
		return // another run of the same script
	}
	d := analysis.Diagnostic{Pos: f.Command.Pos, End: f.Command.End, Message: f.Message, Related: f.Related}
	if f.Fix != nil && len(p.broken) == 0 {
		d.SuggestedFixes = []analysis.SuggestedFix{*f.Fix}
	}
	if at := Declared(f.Command); at.IsValid() {
		d.Related = append(d.Related, analysis.RelatedInformation{
			Pos: at, End: at, Message: fmt.Sprintf("%s sends %s", f.Command.Via.Name, f.Command.Name),
		})
	}
	if !p.Settings.Related {
		d.Related = nil
	}
	p.said(rule, d, f.Tier)
	pass.Report(d)
}

// said keeps the tier of a finding that has one of its own.
func (p *Package) said(rule string, d analysis.Diagnostic, tier config.Tier) {
	if tier == 0 {
		return
	}
	if p.tiers == nil {
		p.tiers = map[saidAt]config.Tier{}
	}
	p.tiers[saidAt{rule, d.Pos, d.Message}] = tier
}

type saidAt struct {
	rule    string
	pos     token.Pos
	message string
}

// TierOf is the tier of a finding of a rule that has run on the package: drivers
// hand on diagnostics, which have no room for it.
func (p *Package) TierOf(rule string, pos token.Pos, message string) config.Tier {
	if tier := p.tiers[saidAt{rule, pos, message}]; tier != 0 {
		return tier
	}
	entry, _ := config.Lookup(rule)
	return entry.Tier
}

// ReportAt is [Package.Report] for a finding that stands at a place of its own,
// which several calls may share: it is reported once.
func (p *Package) ReportAt(pass *analysis.Pass, f Finding) {
	if p.once(pass.Analyzer.Name, f.Command.Pos) {
		p.Report(pass, f)
	}
}

// once reports whether the rule reports at that place for the first time.
func (p *Package) once(rule string, pos token.Pos) bool {
	at := reportedAt{rule, pos}
	if p.reported[at] {
		return false
	}
	if p.reported == nil {
		p.reported = map[reportedAt]bool{}
	}
	p.reported[at] = true
	return true
}

type reportedAt struct {
	rule string
	pos  token.Pos
}

// wanted reports whether findings of the tier are asked for. A rule that runs
// by itself, without a selection, reports what it is for.
func (p *Package) wanted(rule string, tier config.Tier) bool {
	entry, ok := config.Lookup(rule)
	if !ok {
		return true // a test's own analyzer
	}
	if tier == 0 {
		tier = entry.Tier
	}
	return p.Settings.Enabled(rule, tier) || tier == entry.Tier && len(entry.Also) == 0 && p.Settings.Rules.Default()
}

// allowed reports whether the user allows the rule all keys that the command
// names; the pattern of KEYS counts as one.
func (p *Package) allowed(rule string, c *command.Command) bool {
	if c.Is("KEYS") && len(c.Args) > 0 {
		return p.Settings.Allowed(rule, c.Args[0].Text.Pattern())
	}
	for _, k := range c.Keys() {
		if !p.Settings.Allowed(rule, k.Text.Pattern()) {
			return false
		}
	}
	return len(c.Keys()) > 0
}

// AdvicePlace reports whether the command stands where an operator, not a
// server, runs it: a main package below cmd, tools, hack or scripts, or a path
// that says migration, admin, seed or example.
func (p *Package) AdvicePlace(c *command.Command) bool {
	dir := p.Types.Path()
	if p.module != "" {
		dir = strings.TrimPrefix(strings.TrimPrefix(dir, p.module), "/")
	}
	elems := strings.Split(dir, "/")
	if p.Types.Name() == "main" {
		for _, e := range elems {
			switch e {
			case "cmd", "tools", "hack", "scripts":
				return true
			}
		}
	}
	file := filepath.Base(p.Fset.Position(c.Pos).Filename)
	elems = append(elems, strings.TrimSuffix(file, ".go"))
	return slices.ContainsFunc(elems, func(e string) bool {
		return slices.ContainsFunc(keyexpr.Words(e), func(w string) bool {
			switch w {
			case "migrate", "migration", "migrations", "admin", "seed", "example", "examples":
				return true
			}
			return false
		})
	})
}

// KeyText prints a command's key for a message: quoted, unknown parts as "*";
// where nothing is known of it, the Go expression that supplies it.
func (p *Package) KeyText(a *command.Arg) string {
	if a == nil {
		return "a key"
	}
	pattern := a.Text.Pattern()
	if strings.Trim(pattern, "*") != "" || a.Expr == nil {
		return fmt.Sprintf("%q", pattern)
	}
	return p.Source(a.Expr)
}

// Source prints a short Go expression as it stands.
func (p *Package) Source(e ast.Expr) string {
	text := types.ExprString(e)
	if len(text) > 40 {
		text = text[:37] + "..."
	}
	return text
}

// Place prints a place for a message: file name and line.
func (p *Package) Place(pos token.Pos) string {
	at := p.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
}

// DumpLine prints what redislint understands of the line of a file: a line of
// text per command.
func (p *Package) DumpLine(file string, line int) []string {
	var out []string
	for _, c := range p.Commands {
		at := p.Fset.Position(c.Pos)
		if at.Line == line && sameFile(at.Filename, file) {
			out = append(out, c.String())
		}
	}
	return out
}

func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	abs, err := filepath.Abs(b)
	return err == nil && abs == a
}
