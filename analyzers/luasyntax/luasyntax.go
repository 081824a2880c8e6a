package luasyntax

import (
	_ "embed"
	"errors"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "luasyntax",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("luasyntax"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	for _, given := range p.Scripts() {
		if given.Text == nil {
			continue // not constant
		}
		for _, problem := range given.Text.Problems() {
			at := *given.Command
			place := fmt.Sprintf("in line %d of this script ", problem.Line)
			if problem.Pos.IsValid() {
				at.Pos, at.End, place = problem.Pos, problem.End, ""
			}
			message := fmt.Sprintf("%s%s, so that every run that gets here fails: see COMMAND DOCS for its name and arguments", place, problem.Message)
			if errors.As(given.Text.Err, new(usage.SyntaxError)) {
				message = fmt.Sprintf("%sLua finds %s, so that Redis refuses the whole script at its first run: correct it", place, problem.Message)
			}
			p.ReportAt(pass, usage.Finding{Command: &at, Message: message})
		}
	}
	return nil, nil
}
