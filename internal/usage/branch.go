package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/keyexpr"
)

// OffCluster reports whether the command stands on a branch that is taken only
// when the client is no cluster: beside or behind one that asked for a cluster,
// by the client's type or by a condition with the word cluster in it. An
// unexported function that is called on such branches alone is one as well.
func (p *Package) OffCluster(c *command.Command) bool {
	root := p.Root(c)
	return root != nil && p.offCluster(root, c.Call, maxCallers)
}

func (p *Package) offCluster(root *eval.Func, n ast.Node, depth int) bool {
	parents := p.parentsOf(root)
	for below, at := n, parents[n]; at != nil; below, at = at, parents[at] {
		switch s := at.(type) {
		case *ast.IfStmt:
			if below == s.Body && p.asksCluster(s.Cond, false) || below == s.Else && p.asksCluster(s.Cond, true) {
				return true
			}
		case *ast.BlockStmt:
			if p.leftBefore(s.List, below) {
				return true
			}
		case *ast.CaseClause:
			if sw := parents[parents[at]]; !p.clusterClause(s, sw) && p.switchesCluster(sw) {
				return true
			}
			if p.leftBefore(s.Body, below) {
				return true
			}
		case *ast.CommClause:
			if p.leftBefore(s.Body, below) {
				return true
			}
		}
	}
	if depth == 0 || root.Obj == nil || root.Obj.Exported() || len(p.callers[root.Obj]) == 0 {
		return false
	}
	for _, call := range p.callers[root.Obj] {
		fn := p.Index.FuncOf(call)
		if fn == nil || fn.Root() == root || !p.offCluster(fn.Root(), call, depth-1) {
			return false
		}
	}
	return true
}

// leftBefore reports whether a statement before the given one leaves the list
// when the client is a cluster.
func (p *Package) leftBefore(list []ast.Stmt, stmt ast.Node) bool {
	for _, s := range list {
		if s == stmt {
			return false
		}
		switch s := s.(type) {
		case *ast.IfStmt:
			if s.Else == nil && leaves(s.Body.List) && p.asksCluster(s.Cond, true) {
				return true
			}
		case *ast.SwitchStmt, *ast.TypeSwitchStmt:
			for _, clause := range clauses(s) {
				if p.clusterClause(clause, s) && leaves(clause.Body) {
					return true
				}
			}
		}
	}
	return false
}

// leaves reports whether the statements end by going elsewhere.
func leaves(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			id, ok := call.Fun.(*ast.Ident)
			return ok && id.Name == "panic"
		}
	}
	return false
}

// asksCluster reports whether the condition holds for clusters (yes), or for
// everything but clusters (not yes). The other conjuncts of a cluster's branch
// (len(keys) > 1) are taken to say why the other branch is right.
func (p *Package) asksCluster(cond ast.Expr, yes bool) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return p.asksCluster(e.X, !yes)
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			return p.asksCluster(e.X, yes) || p.asksCluster(e.Y, yes)
		case token.LOR:
			return yes && (p.asksCluster(e.X, yes) || p.asksCluster(e.Y, yes))
		case token.EQL:
			if p.isFalse(e.X) || p.isFalse(e.Y) {
				yes = !yes
			}
			return yes && p.saysCluster(e)
		case token.NEQ:
			if p.isFalse(e.X) || p.isFalse(e.Y) {
				yes = !yes
			}
			return !yes && p.saysCluster(e)
		}
	}
	return yes && p.saysCluster(cond)
}

// isFalse reports whether the operand is false or nil, so that being equal to
// it means not being a cluster.
func (p *Package) isFalse(e ast.Expr) bool {
	tv := p.Info.Types[e]
	return tv.IsNil() || tv.Value != nil && tv.Value.ExactString() == "false"
}

// saysCluster reports whether the expression tests for a cluster client's type,
// or a name or text in it has the word cluster.
func (p *Package) saysCluster(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			v, _ := p.Info.Uses[n].(*types.Var)
			if v != nil && !v.IsField() {
				if rhs, i, ok := p.Index.Once(v); ok && i == 1 {
					if as, ok := ast.Unparen(rhs).(*ast.TypeAssertExpr); ok && as.Type != nil {
						found = found || p.isClusterType(p.Info.TypeOf(as.Type))
					}
				}
			}
			found = found || HasWord([]string{n.Name}, "cluster", "clustered", "clustering")
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				if s, err := strconv.Unquote(n.Value); err == nil {
					found = found || HasWord([]string{s}, "cluster")
				}
			}
		}
		return !found
	})
	return found
}

func (p *Package) isClusterType(t types.Type) bool {
	for _, f := range p.frontends {
		if sort, kind, _ := f.TypeOf(t); sort == client.Client && kind == command.Cluster {
			return true
		}
	}
	return false
}

// clusterClause reports whether the clause of a switch is that of a cluster.
func (p *Package) clusterClause(c *ast.CaseClause, sw ast.Node) bool {
	for _, e := range c.List {
		if _, ok := sw.(*ast.TypeSwitchStmt); ok {
			if p.isClusterType(p.Info.TypeOf(e)) {
				return true
			}
		} else if p.saysCluster(e) {
			return true
		}
	}
	return false
}

func (p *Package) switchesCluster(sw ast.Node) bool {
	for _, c := range clauses(sw) {
		if p.clusterClause(c, sw) {
			return true
		}
	}
	return false
}

func clauses(sw ast.Node) []*ast.CaseClause {
	var body *ast.BlockStmt
	switch s := sw.(type) {
	case *ast.SwitchStmt:
		body = s.Body
	case *ast.TypeSwitchStmt:
		body = s.Body
	default:
		return nil
	}
	var out []*ast.CaseClause
	for _, s := range body.List {
		if c, ok := s.(*ast.CaseClause); ok {
			out = append(out, c)
		}
	}
	return out
}

// BySlot reports whether the code groups the keys by slot before it sends them:
// the argument is a group out of a map or slice of groups, and a name on its
// way, or that of the function around, speaks of slots.
func (p *Package) BySlot(c *command.Command, a *command.Arg) bool {
	if a.Expr == nil {
		return false
	}
	names := append(p.Index.Names(a.Expr), p.NamesAround(c)...)
	grouped := false
	e := a.Expr
	for range maxCallers {
		x, over := p.groupOf(c, e)
		if x == nil {
			break
		}
		grouped = grouped || isGroups(p.Info.TypeOf(x))
		names = append(names, p.Index.Names(x)...)
		if over != nil && over.Key != nil {
			names = append(names, p.Index.Names(over.Key)...)
		}
		e = x
	}
	return grouped && HasWord(names, "slot", "slots", "hashslot", "hashslots")
}

// groupOf is what a slice of keys was taken out of: the operand of an index
// expression or a selector, what a range statement goes over, or the argument
// of a closure that is called on the spot.
func (p *Package) groupOf(c *command.Command, e ast.Expr) (ast.Expr, *ast.RangeStmt) {
	switch n := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return n.X, nil
	case *ast.SelectorExpr:
		return n.X, nil
	case *ast.Ident:
		v, ok := p.Info.Uses[n].(*types.Var)
		if !ok {
			return nil, nil
		}
		if fn, i, ok := p.Index.ParamOf(v); ok && fn.Lit != nil {
			if call, ok := p.Index.LitParent(fn.Lit).(*ast.CallExpr); ok && ast.Unparen(call.Fun) == fn.Lit && i < len(call.Args) {
				return call.Args[i], nil
			}
			return nil, nil
		}
		if rhs, i, ok := p.Index.Once(v); ok && i <= 0 {
			return rhs, nil
		}
		for at := p.Parent(c, c.Call); at != nil; at = p.Parent(c, at) {
			if r, ok := at.(*ast.RangeStmt); ok && r.Value != nil {
				if id, ok := r.Value.(*ast.Ident); ok && (p.Info.Defs[id] == v || p.Info.Uses[id] == v) {
					return r.X, r
				}
			}
		}
	}
	return nil, nil
}

// isGroups reports whether the type is a map or slice of slices, or of structs
// that may hold them.
func isGroups(t types.Type) bool {
	if t == nil {
		return false
	}
	var elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Map:
		elem = u.Elem()
	case *types.Slice:
		elem = u.Elem()
	default:
		return false
	}
	if ptr, ok := elem.Underlying().(*types.Pointer); ok {
		elem = ptr.Elem()
	}
	switch elem.Underlying().(type) {
	case *types.Slice, *types.Struct:
		return true
	}
	return false
}

// Varies reports whether the key may differ from one turn of a loop to the
// next: the outermost loop around the command that does not hold from.
func (p *Package) Varies(c *command.Command, k keyexpr.Key, from token.Pos) bool {
	for f := p.funcOf[c]; f != nil; f = f.Parent {
		for _, l := range f.Loops {
			if l.Contains(c.Pos) && !l.Contains(from) && p.Index.VariesIn(k, l) {
				return true
			}
		}
	}
	return false
}
