package cmdstring

import (
	_ "embed"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "cmdstring",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("cmdstring"),
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
		at := g.TextAsValue(c)
		if at == nil {
			continue // no String, or one for people
		}
		p.Report(pass, usage.Finding{
			Command: c,
			Message: fmt.Sprintf("String of a command is a text for logs, %q and the answer behind it, and %s takes it for the answer itself: use Result or Val", example(c), p.Place(at.Pos())),
		})
	}
	return nil, nil
}

// example is how the text begins.
func example(c *command.Command) string {
	text := strings.ToLower(c.Name)
	for i := range c.Args {
		text += " " + c.Args[i].Text.Pattern()
	}
	return text + ":"
}
