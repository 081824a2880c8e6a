package scriptpipeline

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
	Name:     "scriptpipeline",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("scriptpipeline"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Empty() {
		return nil, nil
	}
	for _, c := range p.Commands {
		if !p.RunsScript(c) {
			continue // sends the script's text, or a hash of the caller's own
		}
		switch c.BatchKind() {
		case command.Pipeline, command.Transaction, command.Queued:
		default:
			continue // sent at once: go-redis falls back to EVAL
		}
		if p.ScriptKnown(c) {
			continue // the server has it
		}
		p.Report(pass, usage.Finding{
			Command: c,
			Message: fmt.Sprintf("%s of a script in a pipeline sends EVALSHA alone, and a server that does not have the script, as after a restart or failover, answers NOSCRIPT: use Eval in the pipeline, or Load the script before", c.Method),
		})
	}
	return nil, nil
}
