package locktoken

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
	Name:     "locktoken",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("locktoken"),
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
	keys := usage.FamiliesOf(pass)
	for _, c := range p.Commands {
		if !c.Is("SET", "SETNX") || !c.NX() || len(c.Args) < 2 {
			continue // takes no lock
		}
		value, constant := c.Args[1].Text.Const()
		if !constant || !p.Decided(c, &c.Args[1]) {
			continue // a token, or one that nothing says is the same everywhere; judged where it is chosen
		}
		key := c.KeyArg()
		if !keys.Lock(c, key) || p.Switch(c, key) || p.Owned(key) {
			continue // a marker, a state, or a key that names its owner
		}
		release := keys.PlainRelease(c, key)
		if release == nil {
			continue // never given back, or by a comparison that this value makes no worse
		}
		p.Report(pass, usage.Finding{Command: c, Message: message(p, c, value, release)})
	}
	return nil, nil
}

func message(p *usage.Package, c *command.Command, value string, release *command.Command) string {
	return fmt.Sprintf("every process takes lock key %s with the same value %q, so that none can tell its own lock from another's when it gives it back (%s at %s): write a random token, and delete by a script that compares it",
		p.KeyText(c.KeyArg()), value, release.Name, p.Place(release.Pos))
}
