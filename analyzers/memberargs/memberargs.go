package memberargs

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "memberargs",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("memberargs"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	for _, c := range p.Commands {
		if c.Script != nil {
			continue // Lua has no constants: the number may be held in a variable
		}
		switch {
		case c.Is("ZREM", "SREM"):
			if n := count(p, c); n != nil {
				p.Report(pass, usage.Finding{
					Command: c,
					Message: fmt.Sprintf("%s of %s takes members alone, so %s is one more member to remove, not a count as in LREM: drop it", c.Name, p.KeyText(c.KeyArg()), p.Source(n)),
				})
			}
		case c.Is("EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "FCALL", "FCALL_RO"):
			if k := numkeys(p, c); k != nil {
				p.Report(pass, usage.Finding{
					Command: c,
					Message: fmt.Sprintf("%s gets the key %s, which looks like the number of keys: the client sends that by itself, so the script sees it as KEYS[1]: pass the keys alone, nil for none", c.Name, p.Source(k)),
				})
			}
		}
	}
	return nil, nil
}

// count is the number before the members that somebody took for a count: a
// literal, while the members are none.
func count(p *usage.Package, c *command.Command) ast.Expr {
	if len(c.Args) < 3 {
		return nil // the one member, or of unknown number
	}
	first := &c.Args[1]
	if !number(first.Expr) || first.Spread || !p.Decided(c, first) {
		return nil // held in a variable or constant: a member
	}
	for i := range c.Args[2:] {
		if _, known := c.Args[2+i].Text.Int(); known {
			return nil // numbers are the members
		}
	}
	return first.Expr
}

// number reports whether the expression is an integer as it is written.
func number(e ast.Expr) bool {
	if e == nil {
		return false
	}
	if neg, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && neg.Op == token.SUB {
		e = neg.X
	}
	lit, ok := ast.Unparen(e).(*ast.BasicLit)
	return ok && lit.Kind == token.INT
}

// numkeys is the first key of a script if it is a literal that counts: the keys
// after it, or those that stand among the arguments.
func numkeys(p *usage.Package, c *command.Command) ast.Expr {
	keys := c.Keys()
	if len(keys) == 0 || keys[0].Spread || !p.Decided(c, keys[0].Arg) {
		return nil // not known here
	}
	lit, ok := keys[0].Expr.(*ast.BasicLit)
	n, known := keys[0].Text.Int()
	if !ok || !known || n < 0 {
		return nil // a name
	}
	rest := int64(len(c.Args)) - 3 // after the script, the number and this one
	if len(keys) > 1 && n != int64(len(keys)-1) || len(keys) == 1 && n > rest && !c.Opaque(3) {
		return nil // counts nothing: keys that are numbers
	}
	return lit
}
