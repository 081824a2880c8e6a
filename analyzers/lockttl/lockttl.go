package lockttl

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
	Name:     "lockttl",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("lockttl"),
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
		if !c.Is("SET", "SETNX") || !c.NX() || c.TTL().Kind != command.TTLNone {
			continue // takes no lock, or with an expiry that is not provably none
		}
		if !p.Decided(c, c.TTL().Arg) || p.Persistent(c) {
			continue // judged in the helper or at its callers; meant to stay
		}
		if !keys.Lock(c, c.KeyArg()) {
			continue // missingttl's
		}
		if keys.ExpiresLater(c) || keys.OtherTTL(c) {
			continue // setnxexpire's, or right; a choice on a TTL that callers make
		}
		if p.Switch(c, c.KeyArg()) {
			continue // a state that is switched on and off, and lasts in between
		}
		p.Report(pass, usage.Finding{Command: c, Message: message(p, c)})
	}
	return nil, nil
}

func message(p *usage.Package, c *command.Command) string {
	instead := "add EX and the seconds"
	switch arg := c.TTL().Arg; {
	case arg != nil && c.Method == "SetArgs":
		instead = "set TTL in SetArgs"
	case arg != nil:
		instead = "pass a TTL in place of 0"
	case c.Name == "SETNX":
		instead = "use SET with NX and EX"
	}
	return fmt.Sprintf("lock key %s is taken with no expiry: if its owner dies before it releases the lock, nobody can take it again until somebody deletes the key by hand; %s", p.KeyText(c.KeyArg()), instead)
}
