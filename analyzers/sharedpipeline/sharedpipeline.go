package sharedpipeline

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
	Name:     "sharedpipeline",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("sharedpipeline"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands, usage.Flow},
	Run:      usage.Alone(run),
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Empty() {
		return nil, nil
	}
	g := usage.FlowOf(pass)
	for _, c := range p.OwnGoroutines() {
		if c.Version != "v9" || !g.Reached(c) {
			continue // older pipelines lock; dead code
		}
		what := c.Name
		if k := c.KeyArg(); k != nil {
			what += " of " + p.KeyText(k)
		}
		p.Report(pass, usage.Finding{
			Command: c,
			Message: fmt.Sprintf("several goroutines queue on this pipeline at once (%s), which has no lock in v9 of the client, so commands overwrite each other and are lost: queue them in one goroutine, or hold a mutex", what),
		})
	}
	for _, e := range p.FilledElsewhere() {
		if e.Version != "v9" || !g.Reached(e) {
			continue // as above
		}
		p.Report(pass, usage.Finding{
			Command: e,
			Message: fmt.Sprintf("this goroutine executes a pipeline that others fill at the same time, which has no lock in v9 of the client, so commands are lost or sent twice: hold a mutex around %s and around what queues", e.Method),
		})
	}
	return nil, nil
}
