package usage

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/directive"
)

// readDirectives reads the directives of the files that are judged.
func (p *Package) readDirectives() {
	var judged []*ast.File
	for _, f := range p.files {
		if !p.left[f] {
			judged = append(judged, f)
		}
	}
	p.directives = directive.Read(p.Fset, judged, func(name string) (string, bool) {
		rule, ok := config.Lookup(name)
		return rule.Name, ok
	})
}

// silenced reports whether a comment silences the rule at the position, or the
// settings do in the file.
func (p *Package) silenced(rule string, pos token.Pos) bool {
	if p.directives == nil {
		return false // a package that reaches no client
	}
	// First, so that a directive that is needed counts as used.
	by := p.directives.Silences(rule, pos)
	return by || p.off(rule, pos) || p.Settings.Nolint && p.directives.Nolint(pos)
}

func (p *Package) off(rule string, pos token.Pos) bool {
	return p.Settings.Off(rule, p.Fset.Position(pos).Filename)
}

// Note reports what is no finding on a command, as of a directive.
func (p *Package) Note(pass *analysis.Pass, pos, end token.Pos, message string, tier config.Tier) {
	rule := pass.Analyzer.Name
	if p.silenced(rule, pos) || !p.wanted(rule, tier) {
		return
	}
	d := analysis.Diagnostic{Pos: pos, End: end, Message: message}
	p.said(rule, d, tier)
	pass.Report(d)
}

// DirectiveProblems lists the directives that are not well-formed.
func (p *Package) DirectiveProblems() []directive.Problem {
	if p.directives == nil {
		return nil
	}
	return p.directives.Problems()
}

// UnusedDirectives lists the directives that have silenced nothing of a rule
// that ran.
func (p *Package) UnusedDirectives(ran []string) []directive.Unused {
	if p.directives == nil || len(ran) == 0 {
		return nil
	}
	names := map[string]bool{}
	for _, name := range ran {
		names[name] = true
	}
	return p.directives.Unused(func(rule string, pos token.Pos) bool { return names[rule] && !p.off(rule, pos) })
}

// WholeModule reports whether all packages of this one's module are in sight.
func (p *Package) WholeModule() bool { return p.Settings.Module.Whole(p.Types.Path()) }
