package leakedclient

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/fix"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "leakedclient",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("leakedclient"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands, usage.Flow},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Index == nil {
		return nil, nil // reaches no client
	}
	g := usage.FlowOf(pass)
	for _, l := range g.Leaks() {
		f := usage.Finding{Command: l.Made, Message: message(p, &l), Fix: deferClose(p, g, &l)}
		if l.Return.IsValid() {
			f.Related = []analysis.RelatedInformation{{Pos: l.Return, End: l.Return, Message: "left here, and still open"}}
		}
		p.Report(pass, f)
	}
	return nil, nil
}

func message(p *usage.Package, l *usage.Leak) string {
	what, harm := "the client that "+l.Made.Method+" makes", "its pool and its connections stay"
	switch l.Holds {
	case usage.HoldsConn:
		what, harm = "this connection", "it never goes back to the pool, which runs empty"
	case usage.HoldsSubscription:
		what, harm = "this subscription", "its connection stays subscribed, and what reads from it runs on"
	}
	once := map[usage.Occasion]string{
		usage.EachTurn: " at every turn of a loop", usage.EachTick: " at every tick", usage.EachRequest: " for every HTTP request",
	}[l.Occasion]
	where := "at the end of the function"
	switch {
	case l.Never:
		where = "anywhere"
	case l.Again:
		where = "before the next turn of the loop makes another one"
	case l.Return.IsValid():
		where = "on the way out at " + p.Place(l.Return)
	}
	instead := "defer its Close where it is made"
	if l.Holds == usage.HoldsPool {
		instead = "make one client for the whole program, or defer its Close"
	}
	if l.Var == nil {
		instead = "keep it in a variable, and " + instead
	}
	return fmt.Sprintf("nothing closes %s%s %s, so %s: %s", what, once, where, harm, instead)
}

// deferClose is the fix where nothing closes it at all, and it is made by a
// statement of its own outside of loops.
func deferClose(p *usage.Package, g *usage.Graph, l *usage.Leak) *analysis.SuggestedFix {
	if l.Var == nil || !l.Never || l.Again {
		return nil
	}
	as, ok := p.Parent(l.Made, l.Made.Call).(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 1 {
		return nil
	}
	if _, loop := g.InLoop(l.Made); loop || p.Statement(l.Made, l.Made.Call).Stmt == nil {
		return nil // would close it when all turns are over; in the header of an if
	}
	return fix.DeferClose(as, l.Var.Name(), p.Fset.Position(as.Pos()).Column)
}
