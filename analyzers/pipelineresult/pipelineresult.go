package pipelineresult

import (
	_ "embed"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "pipelineresult",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("pipelineresult"),
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
		if g.TooEarly(c) == nil || !g.Reached(c) {
			continue // not queued, read after Exec or not at all; dead code
		}
		p.Report(pass, usage.Finding{
			Command: c,
			Message: fmt.Sprintf("%s is only queued here and its value is still empty, as it is until Exec has run: keep the command, call Exec, and read it then", what(p, c)),
		})
	}
	for _, l := range p.Pipelines() {
		if len(l.Queued) == 0 || l.Escapes || !g.Reached(l.Made) {
			continue // nothing is lost, others have it, or dead code
		}
		first := what(p, l.Queued[0])
		if len(l.Execs) == 0 {
			if !l.Ends {
				p.Report(pass, usage.Finding{
					Command: l.Made,
					Message: fmt.Sprintf("nothing executes this pipeline, so what is queued on it (%s) is never sent: call Exec and check its error", first),
				})
			}
			continue // discarded
		}
		seen := func(e *command.Command) bool {
			read, _ := p.ErrorSeen(e)
			return read
		}
		unread := !slices.ContainsFunc(l.Execs, seen)
		early := false
		for _, c := range l.Queued {
			taken, checked := p.ErrTooEarly(c)
			switch {
			case !taken:
			case unread && l.Made.Call != l.Execs[0].Call:
				early = true
				p.Report(pass, usage.Finding{
					Command: c,
					Message: fmt.Sprintf("%s is only queued here and its error is always nil, as it is until Exec has run, and nothing reads that of Exec: return the error of Exec", what(p, c)),
				})
			case checked && !unread:
				p.Report(pass, usage.Finding{
					Command: c, Tier: config.Advice,
					Message: fmt.Sprintf("%s is only queued here and its error is always nil, as it is until Exec has run: drop the check, the error of Exec tells", what(p, c)),
				})
			}
		}
		if early || slices.ContainsFunc(l.Queued, p.ReadLater) {
			continue // somebody asks a command of it
		}
		for _, e := range l.Execs {
			if read, onPurpose := p.ErrorSeen(e); read || onPurpose || len(p.At(e.Call)) > 0 || !g.Reached(e) {
				continue // read, dropped on purpose, a function that does more, or dead code
			}
			p.Report(pass, usage.Finding{
				Command: e,
				Message: fmt.Sprintf("nothing reads the error of %s, nor that of a queued command (%s), so when Redis is down or refuses one the code goes on as if all were done: check it", e.Method, first),
			})
		}
	}
	return nil, nil
}

func what(p *usage.Package, c *command.Command) string {
	if k := c.KeyArg(); k != nil {
		return c.Name + " of " + p.KeyText(k)
	}
	return c.Name
}
