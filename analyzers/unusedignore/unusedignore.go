package unusedignore

import (
	_ "embed"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "unusedignore",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("unusedignore"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands},
	Run: usage.Alone(func(pass *analysis.Pass) (any, error) {
		After(pass, nil)
		return nil, nil
	}),

	RunDespiteErrors: true, // in functions without any
}

// Skipped reports whether type errors kept the rules from looking at the package,
// so that nothing is known of its directives either.
func Skipped(pass *analysis.Pass) bool {
	p, ok := pass.ResultOf[usage.Commands].(*usage.Package)
	return ok && p.Skipped()
}

// After reports directives, after these rules have run on the package.
func After(pass *analysis.Pass, ran []string) {
	p := usage.Of(pass)
	for _, problem := range p.DirectiveProblems() {
		p.Note(pass, problem.Pos, problem.End, problem.Message, config.Risk)
	}
	if p.Broken() {
		return // what they are for may be in code that is not judged
	}
	tier := config.Risk
	if !p.WholeModule() {
		// What a rule finds with the module in sight is still to be silenced.
		tier = config.Advice
	}
	for _, unused := range p.UnusedDirectives(ran) {
		verb := " finds"
		if len(unused.Rules) > 1 {
			verb = " find"
		}
		p.Note(pass, unused.Pos, unused.End, strings.Join(unused.Rules, " and ")+verb+" nothing to ignore here, and what comes later would be silenced unseen: take it out of the directive", tier)
	}
}
