package emptykeys

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "emptykeys",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("emptykeys"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	for _, c := range p.Commands {
		list := p.MayBeEmpty(c)
		if list == nil {
			continue // something is sent for certain, or that is asked before
		}
		name := p.Source(list)
		p.Report(pass, usage.Finding{
			Command: c,
			Message: fmt.Sprintf("%s of %s fails with \"wrong number of arguments\" when %s is empty, and nothing here asks for that: send it only if len(%s) > 0", c.Name, what(p, c, name), name, name),
		})
	}
	return nil, nil
}

// what names the command's key, or where its keys are the list, that.
func what(p *usage.Package, c *command.Command, name string) string {
	if k := c.KeyArg(); k != nil && !k.Spread {
		return p.KeyText(k)
	}
	return name
}
