package ttlsentinel

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
	Name:     "ttlsentinel",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("ttlsentinel"),
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
		if !c.Is("TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME") || c.Missing != "-2ns" {
			continue // v6 multiplies the sentinels by the unit; a helper may do anything
		}
		tests := g.SentinelTests(c)
		if len(tests) == 0 {
			continue // nothing takes them for something else
		}
		t := tests[0]
		what := fmt.Sprintf("%s at %s never sees them", p.Source(t.Expr), p.Place(t.Expr.Pos()))
		if t.Truncated {
			what = fmt.Sprintf("in the unit of %s at %s they are 0", p.Source(t.Expr), p.Place(t.Expr.Pos()))
		}
		f := usage.Finding{Command: c, Message: fmt.Sprintf(
			"%s answers -1 for no expiry and -2 for no key as nanoseconds, and %s: compare the answer itself with -1 and -2", c.Name, what)}
		for _, t := range tests {
			f.Related = append(f.Related, analysis.RelatedInformation{Pos: t.Expr.Pos(), End: t.Expr.End(), Message: "the comparison"})
		}
		p.Report(pass, f)
	}
	return nil, nil
}
