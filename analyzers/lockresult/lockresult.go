package lockresult

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
	Name:     "lockresult",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("lockresult"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands, usage.Flow, usage.Families},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Empty() {
		return nil, nil
	}
	g, keys := usage.FlowOf(pass), usage.FamiliesOf(pass)
	for _, c := range p.Commands {
		if !c.Is("SET", "SETNX") || !c.NX() || c.Batch != nil {
			continue // takes no lock; or answers in a script, or once the pipeline has run
		}
		if !keys.Lock(c, c.KeyArg()) || p.Switch(c, c.KeyArg()) {
			continue // data that is added once, or a state that is switched on
		}
		if g.ReadBack(c) {
			continue // whose lock it is comes out of a GET
		}
		switch {
		case p.BoolUnread(c):
			p.Report(pass, usage.Finding{Command: c, Message: unread(p, c)})
		case p.NilFails(c):
			p.Report(pass, usage.Finding{Command: c, Message: fails(p, c)})
		case p.Dropped(c):
			p.Report(pass, usage.Finding{Command: c, Message: unread(p, c)})
		}
	}
	return nil, nil
}

func unread(p *usage.Package, c *command.Command) string {
	return fmt.Sprintf("nothing reads whether this %s took lock key %s, so the code goes on as if it held the lock while another owner does: read the answer, and stop when it is false", c.Name, p.KeyText(c.KeyArg()))
}

func fails(p *usage.Package, c *command.Command) string {
	return fmt.Sprintf("SET with NX answers redis.Nil while somebody else holds lock key %s, and that goes up as a failure here: test errors.Is(err, redis.Nil) first, which means that the lock is taken", p.KeyText(c.KeyArg()))
}
