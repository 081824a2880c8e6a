package setexpire

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
	Name:     "setexpire",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("setexpire"),
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
	for _, expire := range p.Commands {
		if !expire.Is("EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT") || deletes(expire) {
			continue // the finding stands at the second command; a TTL of 0 or less removes the key
		}
		for _, first := range p.Together(expire) {
			if !writes(p, first) || !sameKey(first, expire) || !g.FollowsSuccess(first, expire) {
				continue // another key, or never one after the other
			}
			if first.Batch != nil && first.Batch == expire.Batch || g.ExpiredBetween(first, expire) {
				continue // one write to the connection; or a renewal of what an earlier EXPIRE set
			}
			if p.Rearmed(first) {
				continue // a presence key: the next beat sets it right
			}
			p.Report(pass, usage.Finding{Command: expire, Message: message(p, first, expire), Fix: merge(pass, p, first, expire)})
			break // one finding for each EXPIRE
		}
	}
	return nil, nil
}

// writes reports whether the command stores a key and leaves it without an
// expiry, or may, if nothing was there.
func writes(p *usage.Package, c *command.Command) bool {
	switch {
	case c.NX():
		return false // setnxexpire's
	case c.Is("SET", "GETSET", "MSET", "APPEND", "SETRANGE"):
		return c.TTL().Kind == command.TTLNone
	}
	return p.Settings.Collections && c.Is("HSET", "HMSET", "HSETNX", "SADD", "ZADD", "LPUSH", "RPUSH", "XADD", "PFADD", "GEOADD", "SETBIT")
}

func sameKey(first, expire *command.Command) bool {
	return slices.ContainsFunc(first.Keys(), func(k command.KeyArg) bool { return k.Text.Equal(expire.Key()) })
}

// deletes reports whether the EXPIRE is one that removes its key.
func deletes(c *command.Command) bool {
	n, known := c.TTL().Value.Int()
	return known && n <= 0
}

func message(p *usage.Package, first, expire *command.Command) string {
	name := first.Name
	if first.Via != nil {
		name += " in " + first.Via.Name
	}
	instead := "queue both in one TxPipelined"
	switch first.Name {
	case "SET":
		instead = "give the SET its TTL"
	case "GETSET":
		instead = "use SET with GET and EX (SetArgs with Get and TTL)"
	}
	return fmt.Sprintf("key %s has no expiry between its %s (%s) and this %s, and a crash or an error there leaves it for ever: %s",
		p.KeyText(expire.KeyArg()), name, p.Place(first.Pos), expire.Name, instead)
}

// merge is the fix where one Set with the TTL does the same.
func merge(pass *analysis.Pass, p *usage.Package, first, expire *command.Command) *analysis.SuggestedFix {
	if first.Method != "Set" && first.Method != "SetXX" {
		return nil // another form, whose TTL stands elsewhere
	}
	return fix.OneWrite(pass, p, first, expire)
}
