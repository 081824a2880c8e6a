package setnxexpire

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
	Name:     "setnxexpire",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("setnxexpire"),
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
		if !expire.Is("EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT") {
			continue // the finding stands at the second command
		}
		for _, first := range p.Together(expire) {
			if !taken(first) || !first.Key().Equal(expire.Key()) || !g.FollowsSuccess(first, expire) {
				continue // another key, or a path on which the key was not free
			}
			if usage.Atomic(first, expire) || g.ExpiredBetween(first, expire) {
				continue // one transaction; or a renewal of what an earlier EXPIRE set
			}
			p.Report(pass, usage.Finding{Command: expire, Message: message(p, first, expire), Fix: merge(pass, p, first, expire)})
			break // one finding for each EXPIRE
		}
	}
	return nil, nil
}

// taken reports whether the command makes a key, if it is free, with no expiry.
func taken(c *command.Command) bool {
	return c.Is("SET", "SETNX") && c.NX() && c.TTL().Kind == command.TTLNone
}

func message(p *usage.Package, first, expire *command.Command) string {
	name := "SETNX"
	if first.Via != nil {
		name += " in " + first.Via.Name
	}
	return fmt.Sprintf("key %s has no expiry between its %s (%s) and this %s: a crash there leaves it for ever, and nobody can take it again; write SetNX(..., ttl) in one command",
		p.KeyText(expire.KeyArg()), name, p.Place(first.Pos), expire.Name)
}

// merge is the fix where one SetNX with the TTL does the same.
func merge(pass *analysis.Pass, p *usage.Package, first, expire *command.Command) *analysis.SuggestedFix {
	if first.Method != "SetNX" {
		return nil // another form, whose TTL stands elsewhere
	}
	return fix.OneWrite(pass, p, first, expire)
}
