package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// OnFirst reports whether the function sends b only where the answer of a, a
// counter, says that it has just begun: if n == 1 { … }, or behind
// if n > 1 { return }. A condition that only bounds the count is none: the next
// hit sends b again.
func (p *Package) OnFirst(a, b *command.Command) bool {
	r := p.Result(a)
	var below ast.Node = b.Call
	for n := p.Parent(b, b.Call); n != nil; below, n = n, p.Parent(b, n) {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.IfStmt:
			if below == n.Body && p.begins(&r, n.Cond, false) || below == n.Else && p.begins(&r, n.Cond, true) {
				return true
			}
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
			for _, e := range n.List {
				if sw, ok := p.Parent(b, p.Parent(b, n)).(*ast.SwitchStmt); ok && (sw.Tag == nil && p.begins(&r, e, false) || sw.Tag != nil && p.counts(&r, sw.Tag)) {
					return true
				}
			}
		}
		for _, st := range list {
			if st == below {
				break // after the command
			}
			if branch, ok := st.(*ast.IfStmt); ok && branch.Else == nil && eval.Leaves(branch.Body.List) && p.begins(&r, branch.Cond, true) {
				return true
			}
		}
	}
	return false
}

// begins reports whether the condition tells the first count from later ones,
// or (not) later ones from the first.
func (p *Package) begins(r *Result, cond ast.Expr, not bool) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.NOT && p.begins(r, e.X, !not)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return p.begins(r, e.X, not) || p.begins(r, e.Y, not)
		}
		x, y, op := e.X, e.Y, e.Op
		if !p.counts(r, x) {
			x, y = y, x
			op = map[token.Token]token.Token{token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ, token.EQL: token.EQL, token.NEQ: token.NEQ}[op]
		}
		if !p.counts(r, x) {
			return false
		}
		if not {
			op = map[token.Token]token.Token{token.NEQ: token.EQL, token.GTR: token.LEQ, token.GEQ: token.LSS}[op]
		}
		limit, known := int64(0), false
		if v := p.Info.Types[y].Value; v != nil {
			n, err := strconv.ParseInt(v.ExactString(), 10, 64)
			limit, known = n, err == nil
		}
		switch op {
		case token.EQL:
			return true // the count, or the step, of the first time
		case token.LEQ:
			return known && limit <= 1
		case token.LSS:
			return known && limit <= 2
		}
	}
	return false
}

// counts reports whether the expression is the command's answer, converted or not.
func (p *Package) counts(r *Result, e ast.Expr) bool {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 && p.Info.Types[call.Fun].IsType() {
		e = ast.Unparen(call.Args[0])
	}
	return p.role(r, e) == roleValue
}

// windowWords name a part of a key that changes with time.
var windowWords = []string{"window", "bucket", "minute", "hour", "day", "date", "today", "week", "month", "timestamp", "epoch"}

// Windowed reports whether the key holds a point in time, so that another key
// takes over when its window ends: time.Now() or what is worked out of it, a
// time.Time, or a name that says so.
func (p *Package) Windowed(a *command.Arg) bool {
	if a == nil {
		return false
	}
	for _, part := range a.Text.Parts {
		if part.Hole != nil && HasWord([]string{part.Hole.Name}, windowWords...) {
			return true
		}
	}
	return a.Expr != nil && p.ofTime(a.Expr, map[ast.Expr]bool{})
}

func (p *Package) ofTime(e ast.Expr, seen map[ast.Expr]bool) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || found || seen[x] || len(seen) > 200 {
			return !found && !(ok && seen[x])
		}
		seen[x] = true
		if t := p.Info.TypeOf(x); t != nil && isNamed(t, "time", "Time") {
			found = true
			return false
		}
		switch x := x.(type) {
		case *ast.Ident:
			if v, ok := p.Info.Uses[x].(*types.Var); ok {
				if rhs, _, once := p.Index.Once(v); once {
					found = p.ofTime(rhs, seen)
				}
			}
		case *ast.CallExpr:
			fn := p.Index.Callee(x)
			if fn == nil {
				break
			}
			if decl := p.Index.DeclOf(fn); decl != nil && decl.Body != nil && fn.Signature().Results().Len() == 1 {
				inspectOwn(decl.Body, func(n ast.Node) {
					if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
						found = found || p.ofTime(ret.Results[0], seen)
					}
				})
			}
		}
		return !found
	})
	return found
}

// CreatedWithTTL reports whether the counter is made by a write that carries an
// expiry: before it in the function, or elsewhere on the same family of keys.
func (e *Evidence) CreatedWithTTL(c *command.Command) bool {
	return slices.ContainsFunc(append(e.Of(c, c.KeyArg()), e.p.Together(c)...), func(o *command.Command) bool {
		return o.Is("SET", "SETEX", "PSETEX", "GETEX") && o.TTL().Kind == command.TTLSome && e.sameKey(c, c.KeyArg(), o)
	})
}

// TTLAsked reports whether the function asks for the key's TTL before the
// EXPIRE, so that one without an expiry gets it, however often the first was lost.
func (g *Graph) TTLAsked(expire *command.Command) bool {
	return slices.ContainsFunc(g.p.Together(expire), func(o *command.Command) bool {
		return o.Is("TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME") && o.Key().Equal(expire.Key()) && (o.Batch != nil || g.MayFollow(o, expire))
	})
}
