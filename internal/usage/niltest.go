package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"sort"

	"golang.org/x/tools/go/cfg"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// A NilTest is a branch that is taken when the error of a command is the
// client's Nil, the answer for what is not there.
type NilTest struct {
	// Expr is the comparison, or in a switch over the error the case's value.
	Expr ast.Expr
	// Whole: the comparison is the whole condition of an if statement, or of a
	// case without others.
	Whole bool
	// Value and Err are the variables that hold the command's answer and error,
	// where there are any.
	Value, Err *types.Var
}

// NilTests lists the branches for the client's Nil on the error of the command,
// in the function that sends it. At each the error is certainly this command's:
// on no path has the variable another value.
func (g *Graph) NilTests(c *command.Command) []NilTest {
	fn := g.p.funcOf[c]
	if fn == nil || fn.Body == nil {
		return nil // a package variable: nothing branches on it there
	}
	var out []NilTest
	for _, r := range g.results(c, fn) {
		isErr := func(e ast.Expr) bool { return g.errorOf(fn, &r, e) }
		for _, n := range g.own(fn).forNil {
			var test ast.Expr
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if isErr(n.X) && g.p.isNil(n.Y) || isErr(n.Y) && g.p.isNil(n.X) {
					test = n
				}
			case *ast.CallExpr:
				if isErr(n.Args[0]) {
					test = n
				}
			case *ast.SwitchStmt:
				if !isErr(n.Tag) {
					continue // a switch over something else
				}
				for _, s := range n.Body.List {
					if cl, ok := s.(*ast.CaseClause); ok && len(cl.List) == 1 && g.p.isNil(cl.List[0]) {
						out = append(out, NilTest{Expr: cl.List[0], Value: r.Value, Err: r.Err})
					}
				}
			}
			if test == nil {
				continue // the error of another command
			}
			if whole, branch := g.p.branchOf(c, test); branch {
				out = append(out, NilTest{Expr: test, Whole: whole, Value: r.Value, Err: r.Err})
			}
		}
	}
	return out
}

// inspectOwn walks a function's body without the literals in it.
func inspectOwn(body ast.Node, f func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, lit := n.(*ast.FuncLit); lit {
			return false
		}
		if n != nil {
			f(n)
		}
		return true
	})
}

// results are the places that take the command's result: where it is sent, and
// the calls on the variable that holds the command.
func (g *Graph) results(c *command.Command, fn *eval.Func) []Result {
	first := g.p.Result(c)
	if first.Command == nil {
		return []Result{first}
	}
	out := []Result{first}
	for _, id := range g.own(fn).uses[first.Command] {
		if !g.OnlyFrom(fn, first.Command, first.At, id.Pos()) {
			continue // it holds another command there, or may
		}
		if r := g.p.resultOf(c, id); r.Chain != "" {
			out = append(out, r)
		}
	}
	return out
}

// errorOf reports whether the expression is the error that the result gives, by
// a method that hands it on as it is.
func (g *Graph) errorOf(fn *eval.Func, r *Result, e ast.Expr) bool {
	switch r.Chain {
	case "Result", "Err", "Scan": // Scan: of a map or list
	default:
		return false
	}
	e = ast.Unparen(e)
	if e == r.Node {
		return isError(g.p.Info.TypeOf(e))
	}
	id, ok := e.(*ast.Ident)
	return ok && r.Err != nil && g.p.Info.Uses[id] == r.Err && g.OnlyFrom(fn, r.Err, r.At, id.Pos())
}

// isNil reports whether the expression is the client's Nil.
func (p *Package) isNil(e ast.Expr) bool { return p.isOfClient(e, "Nil") }

// isOfClient reports whether the expression is the client library's variable or
// constant of that name.
func (p *Package) isOfClient(e ast.Expr, name string) bool {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident: // a dot import
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return false
	}
	obj := p.Info.Uses[id]
	if obj == nil || obj.Name() != name || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
		return false
	}
	for _, f := range p.frontends {
		if f.Path(obj.Pkg().Path()) {
			return true
		}
	}
	return false
}

// branchOf reports whether something is done only where the condition holds:
// it is, or is a conjunct of, the condition of an if or the one value of a case.
func (p *Package) branchOf(c *command.Command, test ast.Expr) (whole, branch bool) {
	whole = true
	for n := ast.Node(test); ; {
		switch s := p.Parent(c, n).(type) {
		case *ast.ParenExpr:
			n = s
		case *ast.BinaryExpr:
			if s.Op != token.LAND {
				return false, false // another disjunct may hold; a comparison of booleans
			}
			n, whole = s, false
		case *ast.IfStmt:
			return whole, s.Cond == n
		case *ast.CaseClause:
			sw, ok := p.Parent(c, p.Parent(c, s)).(*ast.SwitchStmt)
			return whole, ok && sw.Tag == nil && len(s.List) == 1 && s.List[0] == n
		default:
			return false, false // kept as a boolean: what is done with it is not seen
		}
	}
}

// OnlyFrom reports whether the variable, where it stands at the place use of
// fn, has on every path the value that the assignment which ends at from gave it.
func (g *Graph) OnlyFrom(fn *eval.Func, v *types.Var, from, use token.Pos) bool {
	assigns := g.p.Index.Assigns(v)
	for _, a := range assigns {
		if a.Op == token.AND || a.Func != fn {
			return false // set through its address, or by a closure at any time
		}
	}
	fg := g.graph(fn)
	at, ok := fg.find(use)
	if !ok || !at.block.Live {
		return false // dead code
	}
	if fg.preds == nil {
		fg.preds = map[*cfg.Block][]*cfg.Block{}
		for _, b := range fg.cfg.Blocks {
			for _, s := range b.Succs {
				fg.preds[s] = append(fg.preds[s], b)
			}
		}
	}
	// last is the end of the last assignment among the first n nodes of a block.
	last := func(b *cfg.Block, n int) token.Pos {
		for n--; n >= 0; n-- {
			node := b.Nodes[n]
			// Assignments are in source order: the last that does not end behind the node.
			i := sort.Search(len(assigns), func(i int) bool { return assigns[i].Pos > node.End() })
			if i > 0 && assigns[i-1].Pos >= node.Pos() {
				return assigns[i-1].Pos
			}
		}
		return token.NoPos
	}
	if end := last(at.block, at.idx); end.IsValid() {
		return end == from
	}
	seen := map[*cfg.Block]bool{}
	queue := append([]*cfg.Block(nil), fg.preds[at.block]...)
	if len(queue) == 0 {
		return false // the value that it has from the start, or dead code
	}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if seen[b] || !b.Live {
			continue // visited, or nothing comes from there
		}
		seen[b] = true
		switch end := last(b, len(b.Nodes)); {
		case end == from:
		case end.IsValid() || len(fg.preds[b]) == 0:
			return false
		default:
			queue = append(queue, fg.preds[b]...)
		}
	}
	return true
}

// EmptyTest spells what the branch of the test should ask where the answer is a
// list or map that may be empty: "err == nil && len(m) == 0". It is "" where
// the answer is not in reach, the condition asks more, or an import of the file
// would be left without use.
func (g *Graph) EmptyTest(c *command.Command, t NilTest) string {
	fn := g.p.funcOf[c]
	if !t.Whole || t.Value == nil || t.Err == nil || fn == nil {
		return ""
	}
	switch t.Value.Type().Underlying().(type) {
	case *types.Map, *types.Slice:
	default:
		return ""
	}
	for _, v := range []*types.Var{t.Value, t.Err} {
		scope := g.p.Types.Scope().Innermost(t.Expr.Pos())
		if scope == nil {
			return "" // not known
		}
		if _, obj := scope.LookupParent(v.Name(), t.Expr.Pos()); obj != v {
			return "" // out of scope, or hidden
		}
		for _, a := range g.p.Index.Assigns(v) {
			if a.Pos > t.Expr.Pos() || a.Func != fn {
				continue
			}
			if !g.OnlyFrom(fn, v, g.p.Result(c).At, t.Expr.Pos()) {
				return "" // it holds something else
			}
		}
	}
	if !g.p.usedBesides(fn.File, t.Expr) {
		return ""
	}
	return t.Err.Name() + " == nil && len(" + t.Value.Name() + ") == 0"
}

// usedBesides reports whether the imports that the expression uses have uses of
// other kinds in the file: Nil of the client, Is of package errors may all go.
func (p *Package) usedBesides(file *ast.File, e ast.Expr) bool {
	needed := map[types.Object]bool{}
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if name, ok := p.Info.Uses[id].(*types.PkgName); ok {
				needed[name] = true
			}
		}
		return true
	})
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name != "Nil" && sel.Sel.Name != "Is" {
			if id, ok := sel.X.(*ast.Ident); ok {
				delete(needed, p.Info.Uses[id])
			}
		}
		return true
	})
	return len(needed) == 0
}
