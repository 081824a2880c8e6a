package lockextend

import (
	_ "embed"
	"fmt"
	"slices"

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
	Name:     "lockextend",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("lockextend"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands, usage.Flow, usage.Families},
	Run:      usage.Alone(run),
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Empty() {
		return nil, nil
	}
	g, keys := usage.FlowOf(pass), usage.FamiliesOf(pass)
	for _, c := range p.Commands {
		if !c.Is("EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT") || c.Script != nil {
			continue // renews nothing; a script may compare
		}
		key := c.KeyArg()
		if key == nil || !p.Decided(c, key) || !keys.Lock(c, key) || p.Switch(c, key) || p.Owned(key) {
			continue // judged at the callers; not a lock, or one that nobody else can hold
		}
		if p.ComparedUnderWatch(c) || justTaken(p, g, keys, c) {
			continue // the transaction fails when the lock changed hands; or it is the taker's first expiry
		}
		p.Report(pass, usage.Finding{Command: c, Message: message(p, keys, c), Fix: compareAndExpire(p, keys, c)})
	}
	return nil, nil
}

// justTaken reports whether the EXPIRE belongs to the taking of the lock: it
// follows a write of the key in the same function, and no loop repeats it alone.
func justTaken(p *usage.Package, g *usage.Graph, keys *usage.Evidence, c *command.Command) bool {
	if keys.ReadBefore(c, c.KeyArg()) && !slices.ContainsFunc(p.Together(c), func(o *command.Command) bool {
		return o.Is("GETSET") && o.Key().Equal(c.Key()) && g.FollowsSuccess(o, c)
	}) {
		return false // a comparison on the client's side
	}
	return slices.ContainsFunc(p.Together(c), func(o *command.Command) bool {
		if o.Is("SET", "SETNX") && o.Call == c.Call && c.Via != nil && o.Key().Equal(c.Key()) {
			return true // the helper takes it, too
		}
		if !o.Is("SET", "SETNX", "GETSET") || !o.Key().Equal(c.Key()) || p.Func(o) != p.Func(c) || !g.MayFollow(o, c) {
			return false
		}
		loop, again := g.InLoop(c)
		return !again || loop.Contains(o.Call.Pos())
	})
}

func message(p *usage.Package, keys *usage.Evidence, c *command.Command) string {
	when := "once this one has expired"
	if keys.ReadBefore(c, c.KeyArg()) {
		when = "that was taken after the separate GET"
	}
	instead := "compare the token and renew in one script"
	if p.Settings.Redis(8, 4) {
		instead = "use SET with IFEQ and the owner's token, or a script"
	}
	return fmt.Sprintf("%s of lock key %s can prolong another owner's lock %s, and tells its caller that the lock is still held: %s", c.Name, p.KeyText(c.KeyArg()), when, instead)
}

// compareAndExpire is the fix where the token's variable is in reach and the
// answer of the EXPIRE is not used as a boolean.
func compareAndExpire(p *usage.Package, keys *usage.Evidence, c *command.Command) *analysis.SuggestedFix {
	token := keys.TokenInReach(c, c.KeyArg())
	if c.Via != nil || c.Batch != nil || token == "" || c.Method != "Expire" && c.Method != "PExpire" {
		return nil
	}
	r := p.Result(c)
	if r.Chain != "Err" && r.Use != usage.Dropped && r.Use != usage.Blank {
		return nil // Eval answers another type
	}
	if p.Settings.Redis(8, 4) && p.Offers(c, "SetIFEQ") {
		return fix.SetIfEqual(c.Call, c.KeyArg().Expr, token)
	}
	return fix.CompareAndExpire(c.Call, c.KeyArg().Expr, token)
}
