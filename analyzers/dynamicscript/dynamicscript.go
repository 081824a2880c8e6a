package dynamicscript

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "dynamicscript",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("dynamicscript"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	for _, given := range p.Scripts() {
		if given.Text != nil {
			continue // the code shows all of it
		}
		value, ok := p.MadeAtRunTime(given)
		if !ok {
			continue // handed on, or chosen among constants
		}
		p.ReportAt(pass, usage.Finding{Command: given.Command, Message: fmt.Sprintf(
			"%s becomes part of the script's text: whoever supplies it writes code for the server, and each value stays in its cache as one more script; pass it as ARGV", value)})
	}
	return nil, nil
}
