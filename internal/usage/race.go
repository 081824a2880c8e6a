package usage

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// A Race is a write of a variable that closures of all nodes share.
type Race struct {
	// At is where the variable is written: no command of the server's.
	At *command.Command
	// Each is the method that runs the closure for every node: "ForEachMaster".
	Each string
	Var  *types.Var
	Expr ast.Expr // what is written: keys, s.total, seen[key]
}

// Races lists what the closures that a cluster client or ring runs for all its
// nodes at once write outside of themselves while they hold no lock: the first
// write of each variable. Elements of a slice are left out, as each node may have
// its own.
func (p *Package) Races() []Race {
	var out []Race
	for _, fn := range p.eachNode() {
		seen := map[*types.Var]bool{}
		p.writes(fn, func(target ast.Expr) {
			v, shared := p.sharedBy(fn, target)
			if v == nil || seen[v] || !shared || p.locked(fn, target.Pos()) {
				return
			}
			seen[v] = true
			at := &command.Command{Pos: target.Pos(), End: target.End()}
			role := p.lits[fn.Lit]
			at.Call = role.call
			p.funcOf[at] = fn
			out = append(out, Race{At: at, Each: p.Index.Callee(role.call).Name(), Var: v, Expr: target})
		})
	}
	return out
}

// eachNode are the closures that run once for every node.
func (p *Package) eachNode() []*eval.Func {
	if p.Index == nil {
		return nil // the package reaches no client
	}
	var out []*eval.Func
	for _, fn := range p.Index.Funcs {
		if role, ok := p.lits[fn.Lit]; fn.Lit != nil && ok && role.what.Role == client.EachNode && p.Index.Callee(role.call) != nil {
			out = append(out, fn)
		}
	}
	return out
}

// writes visits what the function and the literals in it assign, in source
// order, apart from those that sync.Once runs.
func (p *Package) writes(fn *eval.Func, visit func(ast.Expr)) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f := p.Index.Callee(n); f != nil && f.FullName() == "(*sync.Once).Do" {
				return false // once for all nodes
			}
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, l := range n.Lhs {
					visit(l)
				}
			}
		case *ast.IncDecStmt:
			visit(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				for _, e := range []ast.Expr{n.Key, n.Value} {
					if e != nil {
						visit(e)
					}
				}
			}
		}
		return true
	})
}

// sharedBy is the variable that an assignment to the target changes, and whether it is
// declared outside of the function.
func (p *Package) sharedBy(fn *eval.Func, target ast.Expr) (v *types.Var, shared bool) {
	for e := target; ; {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			v, _ = p.Info.Uses[x].(*types.Var)
			return v, v != nil && (v.Pos() < fn.Lit.Pos() || v.Pos() >= fn.Lit.End())
		case *ast.SelectorExpr:
			if p.Info.Selections[x] == nil { // another package's variable
				v, _ = p.Info.Uses[x.Sel].(*types.Var)
				return v, v != nil
			}
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			if _, ok := p.Info.TypeOf(x.X).Underlying().(*types.Map); !ok {
				return nil, false // an element of its own, perhaps
			}
			e = x.X
		default:
			return nil, false // what a call returns
		}
	}
}

// locked reports whether a Lock stands before the place in the literal that
// holds it, or in one around it up to fn, or another goroutine's turn is waited
// for: a receive or send on a channel.
func (p *Package) locked(fn *eval.Func, at token.Pos) bool {
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && (at < lit.Pos() || at >= lit.End()) {
			return false // another function
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() > at {
			return true
		}
		f := p.Index.Callee(call)
		if f == nil {
			return true
		}
		switch sig := f.Signature(); f.Name() {
		case "Lock", "TryLock":
			found = found || sig.Recv() != nil && sig.Params().Len() == 0
		}
		return true
	})
	if found {
		return true
	}
	// A channel of one token is a lock as well.
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			found = found || n.Pos() < at && !p.local(fn, n.Chan)
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW && n.Pos() < at && !p.isDone(n.X)
		}
		return !found
	})
	return found
}

// local reports whether the channel is made by the function itself.
func (p *Package) local(fn *eval.Func, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	obj := p.Info.Uses[id]
	return obj != nil && fn.Lit.Pos() <= obj.Pos() && obj.Pos() < fn.Lit.End()
}

// isDone reports whether the channel is what Done of a context returns, or a
// timer's.
func (p *Package) isDone(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return p.isClock(e)
	}
	f := p.Index.Callee(call)
	return p.isClock(e) || f != nil && f.Name() == "Done"
}
