package watchmisuse

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
	Name:     "watchmisuse",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("watchmisuse"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands, usage.Flow},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Index == nil {
		return nil, nil // reaches no client
	}
	g := usage.FlowOf(pass)
	for _, c := range p.Watches() {
		if p.Func(c) == nil || !g.Reached(c) {
			continue // a package variable, which tries once; dead code
		}
		report := func(format string, args ...any) {
			p.Report(pass, usage.Finding{Command: c, Message: fmt.Sprintf(format, args...)})
		}
		if w := p.Watching(c); w != nil && !w.WatchesMore && !w.Open {
			switch {
			case len(c.Args) == 0 && (w.Queues || len(w.Writes) > 0):
				report("this Watch is given no key, so it watches nothing and a change by another client goes unseen: pass the keys that the closure reads")
			case !w.Queues && len(w.Writes) > 0:
				what := w.Writes[0].Name
				if k := w.Writes[0].KeyArg(); k != nil {
					what += " of " + p.KeyText(k)
				}
				report("the closure of this Watch writes (%s) in no transaction, so it writes even when a watched key has changed: queue the write in tx.TxPipelined", what)
			}
		}
		switch g.Retry(c, p.IsTxFailed) {
		case usage.EndlessRetry:
			report("this loop tries Watch again after every error, without an end when Redis is down or the closure's own error stays: try again after redis.TxFailedErr alone, a number of times")
		case usage.ForgottenRetry:
			report("when every try ends with redis.TxFailedErr this loop ends and nil is returned, so the write is lost and nobody knows: return the last error after the loop")
		}
	}
	return nil, nil
}
