package popindex

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
	Name:     "popindex",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("popindex"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands, usage.Flow},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Empty() {
		return nil, nil
	}
	g := usage.FlowOf(pass)
	for _, c := range p.Commands {
		if !c.Is("BLPOP", "BRPOP") || c.Via != nil || c.Method != "BLPop" && c.Method != "BRPop" {
			continue // another answer, or one that a helper takes apart
		}
		at := g.NameAsElement(c)
		if at == nil {
			continue // element 1 is used, or the name is what matters
		}
		p.Report(pass, usage.Finding{
			Command: c,
			Message: fmt.Sprintf("%s answers the list's name and then the element, and %s at %s takes the name for the element: use element 1", c.Name, p.Source(at), p.Place(at.Pos())),
		})
	}
	return nil, nil
}
