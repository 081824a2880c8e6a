package unsafeunlock

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
	Name:     "unsafeunlock",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("unsafeunlock"),
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
		if !usage.Deletes(c) {
			continue // DELEX compares by itself; what else removes a key is no release
		}
		if c.Script != nil && c.Script.Checked {
			continue // a compare-and-delete script
		}
		if p.Forced(c) {
			continue // it says that it takes the lock from its owner
		}
		if p.ComparedUnderWatch(c) {
			continue // the transaction fails when the lock changed hands
		}
		for _, k := range c.Keys() {
			if !decidedHere(p, c, k.Arg) {
				continue // the helper, or its callers, answer for it
			}
			if p.Owned(k.Arg) {
				continue // nobody else can have taken a key that holds its owner
			}
			if !keys.Lock(c, k.Arg) || keys.FailedSetup(c, k.Arg) {
				continue // not a lock, or one whose work never began
			}
			p.Report(pass, usage.Finding{Command: c, Message: message(p, keys, c, k.Arg), Fix: compareAndDelete(p, keys, c, k.Arg)})
			break // one finding a call
		}
	}
	return nil, nil
}

// decidedHere: what a function's own name decides (Unlock), it decides, though
// the key is its parameter; else the key decides.
func decidedHere(p *usage.Package, c *command.Command, key *command.Arg) bool {
	if p.ReleaseLike(c) {
		return c.Via == nil || !p.ReleasesByName(c, key)
	}
	return p.Decided(c, key)
}

func message(p *usage.Package, keys *usage.Evidence, c *command.Command, key *command.Arg) string {
	instead := "compare the token and delete in one script"
	if p.Settings.Redis(8, 4) {
		instead = "use DELEX with IFEQ and the owner's token"
	}
	if c.Script != nil {
		// A script that reads the key does so in one go: what it lacks is the comparison.
		return fmt.Sprintf("%s of lock key %s in a script that does not compare its value with the owner's token can release another owner's lock once this one has expired: compare before the %s", c.Name, p.KeyText(key), c.Name)
	}
	if keys.ReadBefore(c, key) {
		return fmt.Sprintf("%s of lock key %s after a separate GET can release another owner's lock that was taken in between: %s", c.Name, p.KeyText(key), instead)
	}
	return fmt.Sprintf("%s of lock key %s can release another owner's lock once this one has expired: %s", c.Name, p.KeyText(key), instead)
}

// compareAndDelete is the fix where the token's variable is in reach: DELEX where
// the server and the client have it, else a script, if the answer of the DEL is
// not used as a number.
func compareAndDelete(p *usage.Package, keys *usage.Evidence, c *command.Command, key *command.Arg) *analysis.SuggestedFix {
	token := keys.TokenInReach(c, key)
	if c.Via != nil || c.Batch != nil || len(c.Keys()) != 1 || token == "" || c.Is("GETDEL") {
		return nil
	}
	if p.Settings.Redis(8, 4) && p.Offers(c, "DelExArgs") {
		if f := fix.DelEx(c.Call, key.Expr, p.ClientName(c), token); f != nil {
			return f
		}
	}
	r := p.Result(c)
	if r.Chain != "Err" && r.Use != usage.Dropped && r.Use != usage.Blank {
		return nil // Eval answers another type
	}
	return fix.CompareAndDelete(c.Call, key.Expr, token)
}
