package setnxexpire

import (
	_ "embed"
	"fmt"
	"go/ast"
	"time"

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
			if atomic(first, expire) || settled(p, g, first, expire) {
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

// atomic reports whether the two commands run together or not at all. A plain
// pipeline does not promise that; a pipeline that the caller made may be MULTI.
func atomic(a, b *command.Command) bool {
	return a.Batch != nil && a.Batch == b.Batch && a.Batch.Kind != command.Pipeline
}

// settled reports whether another EXPIRE of the key comes between: the one that
// counts, here or in the helper that sends the SETNX.
func settled(p *usage.Package, g *usage.Graph, first, expire *command.Command) bool {
	for _, o := range p.Together(expire) {
		if o == expire || !o.Is("EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT") || !o.Key().Equal(expire.Key()) {
			continue // not another EXPIRE of the key
		}
		if o.Call == first.Call || g.FollowsSuccess(first, o) && g.MayFollow(o, expire) {
			return true
		}
	}
	return false
}

func message(p *usage.Package, first, expire *command.Command) string {
	name := "SETNX"
	if first.Via != nil {
		name += " in " + first.Via.Name
	}
	return fmt.Sprintf("key %s has no expiry between its %s (%s) and this %s: a crash there leaves it for ever, and nobody can take it again; write SetNX(..., ttl) in one command",
		p.KeyText(expire.KeyArg()), name, p.Place(first.Pos), expire.Name)
}

// merge is the fix where one SetNX with the TTL does the same: the calls are
// adjacent, and the TTL means the same at the first.
func merge(pass *analysis.Pass, p *usage.Package, first, expire *command.Command) *analysis.SuggestedFix {
	file := p.File(expire)
	if file == nil || first.Via != nil || expire.Via != nil || first.Method != "SetNX" || first.Batch != expire.Batch || !first.On.Equal(expire.On) {
		return nil
	}
	var unit time.Duration
	switch expire.Method {
	case "Expire":
		unit = time.Second
	case "PExpire":
		unit = time.Millisecond
	default:
		return nil // a point in time
	}
	zero, ttl := lastArg(first.Call), lastArg(expire.Call)
	if lit, ok := zero.(*ast.BasicLit); !ok || lit.Value != "0" || ttl == nil {
		return nil
	}
	if n, known := expire.TTL().Value.Int(); known && (n < int64(unit) || n%int64(unit) != 0) {
		return nil // EXPIRE rounds it, SET does not
	}
	m, ok := fix.Adjacent(file, first.Call, expire.Call, func(cond ast.Expr) (bool, bool) { return p.Outcome(first, cond) })
	if !ok || !p.Earlier(ttl, first.Call.Pos()) {
		return nil
	}
	if m.Gone != nil && !p.Removable(m.Gone, ttl) || m.Error != nil && !p.Removable(m.Error, ttl) {
		return nil
	}
	at := p.Fset.File(file.FileStart)
	source, err := pass.ReadFile(at.Name())
	if err != nil {
		return nil // no fix without the source
	}
	return fix.SetNXWithTTL(source, file.FileStart, zero, ttl, m)
}

func lastArg(call *ast.CallExpr) ast.Expr {
	if len(call.Args) == 0 || call.Ellipsis.IsValid() {
		return nil
	}
	return call.Args[len(call.Args)-1]
}
