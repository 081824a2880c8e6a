package pipelineclient

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/fix"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "pipelineclient",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("pipelineclient"),
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
	for _, c := range p.Commands {
		if c.Script != nil || c.Batch != nil || c.Is("WATCH", "UNWATCH", "MULTI", "EXEC", "DISCARD") {
			continue // the script's run answers for it, queued, or the transaction itself
		}
		in := p.Around(c)
		if in == nil || !in.Same || !p.Direct(c) || !g.Reached(c) {
			continue // in no such closure, another client on purpose, or dead code
		}
		what := c.Name
		if k := c.KeyArg(); k != nil {
			what += " of " + p.KeyText(k)
		}
		f := usage.Finding{Command: c}
		switch {
		case !p.Writes(c):
			if c.OnTx || c.Watch == nil {
				continue // runs before MULTI, or before the pipeline
			}
			f.Tier = config.Advice
			f.Message = fmt.Sprintf("%s goes to the outer client while Watch holds a connection, so closures wait for each other once the pool is in full use: send it on the closure's own connection", what)
		case !in.Watch:
			f.Message = fmt.Sprintf("%s is sent at once, on the outer client, and not with what this closure of %s queues: it happens before, and stays when the rest fails; queue it on the closure's pipeline", what, in.Method)
			f.Fix = queue(p, c, in)
		case in.Queues:
			f.Message = fmt.Sprintf("%s is not in the transaction of this closure of Watch, so it happens even when a watched key has changed, and again with each try: queue it in TxPipelined", what)
		default:
			continue // watchmisuse reports the Watch
		}
		p.Report(pass, f)
	}
	return nil, nil
}

// queue sends the command on the closure's pipeline, where its error is returned:
// other uses of the answer would read it before there is one, and a bare
// statement is uncheckederr's to fix.
func queue(p *usage.Package, c *command.Command, in *usage.Closure) *analysis.SuggestedFix {
	r := p.Result(c)
	if c.Via != nil || c.Sender == nil || in.Param == "" || in.Param == "_" || r.Use != usage.Returned || r.Chain != "Err" {
		return nil
	}
	return &analysis.SuggestedFix{
		Message:   "Queue it on the pipeline",
		TextEdits: []analysis.TextEdit{fix.Replace(c.Sender.Pos(), c.Sender.End(), in.Param)},
	}
}
