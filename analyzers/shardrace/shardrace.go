package shardrace

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
	Name:     "shardrace",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("shardrace"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	for _, r := range p.Races() {
		p.Report(pass, usage.Finding{
			Command: r.At,
			Message: fmt.Sprintf("%s calls this closure for all nodes at once, and all of them write %s, which loses what others wrote or crashes: hold a sync.Mutex around it, or send to a channel", r.Each, p.Source(r.Expr)),
		})
	}
	return nil, nil
}
