package usage

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// A SentinelTest compares a time to live with a negative number that it never
// is: the client answers -1 (no expiry) and -2 (no key) nanoseconds.
type SentinelTest struct {
	Expr ast.Expr
	// Truncated: the time was turned into another unit first, where -1 and -2
	// nanoseconds are 0.
	Truncated bool
}

// What an expression holds of a time to live.
type ttlForm uint8

const (
	noTTL      ttlForm = iota
	nanos              // nanoseconds, a Duration or a number
	fractional         // a floating-point number of a larger unit
	truncated          // whole numbers of a larger unit
)

// SentinelTests lists the comparisons that take the negative answers of a TTL
// command for others than they are. None where the code tells them rightly
// besides: before the conversion, or by the same number.
func (g *Graph) SentinelTests(c *command.Command) []SentinelTest {
	fn := g.p.funcOf[c]
	if fn == nil || fn.Body == nil {
		return nil // a package variable: nothing compares it there
	}
	t := ttlTests{g: g, fn: fn, results: g.results(c, fn), right: map[int64]bool{}}
	for _, n := range g.own(fn).tests {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			x, y, op := n.X, n.Y, n.Op
			if t.g.p.Info.Types[x].Value != nil {
				x, y, op = y, x, mirrored(op)
			}
			t.compare(x, y, op, n)
		case *ast.SwitchStmt:
			for _, s := range n.Body.List {
				if cl, ok := s.(*ast.CaseClause); ok {
					for _, e := range cl.List {
						t.compare(n.Tag, e, token.EQL, e)
					}
				}
			}
		}
	}
	var out []SentinelTest
	for _, w := range t.wrong {
		if w.test.Truncated && t.raw || !w.test.Truncated && t.right[w.sentinel] {
			continue // told rightly elsewhere
		}
		out = append(out, w.test)
	}
	return out
}

func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

type ttlTests struct {
	g       *Graph
	fn      *eval.Func
	results []Result
	wrong   []wrongTest
	right   map[int64]bool // sentinels that are compared with as they are
	raw     bool           // the sign of the answer itself is tested
}

type wrongTest struct {
	test     SentinelTest
	sentinel int64
}

func (t *ttlTests) compare(x, y ast.Expr, op token.Token, whole ast.Expr) {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return
	}
	v := t.g.p.Info.Types[y].Value
	if v == nil {
		return // not constant
	}
	v = constant.ToInt(v)
	n, exact := constant.Int64Val(v)
	if v.Kind() != constant.Int || !exact {
		return // no number that a sentinel could be taken for
	}
	switch form := t.form(x, 4); {
	case form == nanos && n < 0 && n%1000 == 0:
		unit := int64(1000)
		for n/unit < -9 && n%(unit*1000) == 0 {
			unit *= 1000
		}
		for _, minutes := range []int64{3600e9, 60e9} {
			if n%minutes == 0 {
				unit = minutes
				break
			}
		}
		t.wrong = append(t.wrong, wrongTest{SentinelTest{Expr: whole}, n / unit})
	case form == nanos && n <= 0:
		t.raw = true
		t.right[n] = true
	case form == fractional && n < 0,
		form == truncated && (n < 0 || n == 0 && (op == token.LSS || op == token.GEQ)):
		t.wrong = append(t.wrong, wrongTest{SentinelTest{Expr: whole, Truncated: true}, n})
	case form == fractional:
		t.raw = true // the sign is still there
	}
}

// form tells what the expression holds of the time to live; depth bounds the
// variables that it is followed through.
func (t *ttlTests) form(e ast.Expr, depth int) ttlForm {
	p := t.g.p
	e = ast.Unparen(e)
	for i := range t.results {
		r := &t.results[i]
		if e == r.Node && r.Chain == "Val" {
			return nanos
		}
		if id, ok := e.(*ast.Ident); ok && r.Value != nil && p.Info.Uses[id] == r.Value && (r.Chain == "Val" || r.Chain == "Result") {
			if t.g.OnlyFrom(t.fn, r.Value, r.At, id.Pos()) {
				return nanos
			}
			return noTTL // it may be another one by then
		}
	}
	if depth == 0 {
		return noTTL
	}
	switch e := e.(type) {
	case *ast.Ident:
		if v, ok := p.Info.Uses[e].(*types.Var); ok {
			if rhs, i, once := p.Index.Once(v); once && i < 0 && rhs != nil {
				return t.form(rhs, depth-1)
			}
		}
	case *ast.BinaryExpr:
		by := p.Info.Types[e.Y].Value
		if e.Op != token.QUO || by == nil || t.form(e.X, depth-1) != nanos {
			return noTTL
		}
		if isFloat(p.Info.TypeOf(e)) {
			return fractional
		}
		if n, ok := constant.Int64Val(constant.ToInt(by)); ok && n >= 1000 {
			return truncated
		}
	case *ast.CallExpr:
		if p.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			form := t.form(e.Args[0], depth-1)
			if b, ok := p.Info.TypeOf(e).Underlying().(*types.Basic); form == fractional && ok && b.Info()&types.IsInteger != 0 {
				return truncated
			}
			return form
		}
		sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		if !ok || t.form(sel.X, depth-1) != nanos || p.Info.TypeOf(sel.X).String() != "time.Duration" {
			return noTTL
		}
		switch sel.Sel.Name {
		case "Nanoseconds":
			return nanos
		case "Seconds", "Minutes", "Hours":
			return fractional
		case "Milliseconds", "Microseconds":
			return truncated
		}
	}
	return noTTL
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}
