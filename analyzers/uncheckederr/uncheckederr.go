package uncheckederr

import (
	_ "embed"
	"fmt"
	"go/ast"

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
	Name:     "uncheckederr",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("uncheckederr"),
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
	for _, c := range p.Commands {
		if c.Script != nil {
			continue // the run of the script answers for what it does
		}
		published := c.Is("PUBLISH", "SPUBLISH")
		if !p.Writes(c) && !published {
			continue // nothing is lost but the answer
		}
		if !p.Direct(c) {
			continue // its error comes with the batch's
		}
		if !p.Unseen(c) {
			continue // somebody has the error, or dropped it on purpose
		}
		if c.Via != nil && last(p, c) != c {
			continue // the call gives another command
		}
		if !g.Reached(c) {
			continue // dead code
		}
		f := usage.Finding{Command: c, Message: message(p, c)}
		if published || c.Is("DEL", "UNLINK", "EXPIRE", "PEXPIRE") && p.OnTheWayOut(c) {
			f.Tier = config.Advice
		}
		if at := p.Statement(c, c.Call); at.Stmt != nil && p.ReturnsError(c) {
			// Not behind go or defer.
			if s, ok := at.Stmt.(*ast.ExprStmt); ok {
				f.Fix = fix.CheckErr(s, p.Fset.Position(s.Pos()).Column)
			}
		}
		p.Report(pass, f)
	}
	return nil, nil
}

// last is the last write that the call sends, which is what a helper returns.
func last(p *usage.Package, c *command.Command) (out *command.Command) {
	for _, o := range p.At(c.Call) {
		if o.Script == nil && (p.Writes(o) || o.Is("PUBLISH", "SPUBLISH")) {
			out = o
		}
	}
	return out
}

func message(p *usage.Package, c *command.Command) string {
	what := c.Name
	if k := c.KeyArg(); k != nil {
		what += " of " + p.KeyText(k)
	}
	if c.Via != nil {
		what += " that " + c.Via.Name + " sends"
	}
	return fmt.Sprintf("nothing reads the error of %s, so when Redis is down, full or read-only the code goes on as if it were done: check the command's Err()", what)
}
