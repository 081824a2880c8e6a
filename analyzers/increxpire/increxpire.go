package increxpire

import (
	_ "embed"
	"fmt"
	"unicode"
	"unicode/utf8"

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
	Name:     "increxpire",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("increxpire"),
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
	for _, expire := range p.Commands {
		if !expire.Is("EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT") || g.TTLAsked(expire) {
			continue // the finding stands at the second command; one that looks for a lost expiry is right
		}
		for _, incr := range p.Together(expire) {
			if !counts(incr) || !incr.Key().Equal(expire.Key()) || !g.FollowsSuccess(incr, expire) {
				continue // another key, or never one after the other
			}
			if incr.Batch != nil && incr.Batch == expire.Batch || g.ExpiredBetween(incr, expire) || keys.CreatedWithTTL(incr) {
				continue // one write to the connection; a renewal; or a key that has its expiry from the start
			}
			first := p.OnFirst(incr, expire)
			if !first && (expire.Has(2, "NX") || p.Windowed(expire.KeyArg())) {
				continue // sent at every hit: the next one mends it, and no window slides
			}
			var fixed *analysis.SuggestedFix
			if first { // else the time that starts anew may be meant
				fixed = oneScript(pass, p, incr, expire)
			}
			p.Report(pass, usage.Finding{Command: expire, Message: message(p, incr, expire, first), Fix: fixed})
			break // one finding for each EXPIRE
		}
	}
	return nil, nil
}

func counts(c *command.Command) bool {
	return c.Is("INCR", "INCRBY", "INCRBYFLOAT", "DECR", "DECRBY", "HINCRBY", "HINCRBYFLOAT")
}

func message(p *usage.Package, incr, expire *command.Command, first bool) string {
	name := incr.Name
	if incr.Via != nil {
		name += " in " + incr.Via.Name
	}
	if first {
		return fmt.Sprintf("only the first %s (%s) of counter %s is followed by this %s, and a crash or an error between them leaves the counter for ever, so that a limit on it never ends: send both in one script",
			name, p.Place(incr.Pos), p.KeyText(expire.KeyArg()), expire.Name)
	}
	return fmt.Sprintf("this %s after every %s (%s) of counter %s starts its time anew, so that a counter that is hit often never ends, and a crash between them leaves it until the next hit: set the expiry with the first count only, in one script",
		expire.Name, name, p.Place(incr.Pos), p.KeyText(expire.KeyArg()))
}

// oneScript is the fix where the EXPIRE follows the Incr at once.
func oneScript(pass *analysis.Pass, p *usage.Package, incr, expire *command.Command) *analysis.SuggestedFix {
	r := p.Result(incr)
	if incr.Via != nil || incr.Method != "Incr" || r.Chain != "Result" && r.Chain != "Err" {
		return nil // Run answers another type
	}
	fn := p.Root(incr)
	client := p.ClientName(incr)
	if fn == nil || fn.Decl == nil || client == "" {
		return nil
	}
	return fix.CountWithTTL(pass, p, incr, expire, fix.Script{Decl: fn.Decl, Client: client, Name: p.UnusedInPackage(incr, unexported(fn.Decl.Name.Name)+"Script")})
}

func unexported(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(r)) + name[n:]
}
