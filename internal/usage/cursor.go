package usage

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/redislint/redislint/internal/command"
)

// A Cursor is what becomes of the cursor that a SCAN answers.
type Cursor uint8

const (
	// CursorUsed: it goes somewhere, or that is not known.
	CursorUsed Cursor = iota
	// CursorDropped: it is assigned to _.
	CursorDropped
	// CursorCompared: it is only compared or printed, so that no SCAN gets it.
	CursorCompared
)

// Cursor tells what becomes of the cursor of a SCAN whose answer is taken apart
// where it is sent, or from the variable that holds the command.
func (g *Graph) Cursor(c *command.Command) Cursor {
	fn := g.p.funcOf[c]
	if fn == nil {
		return CursorUsed // a package variable
	}
	if c.Via != nil {
		if !g.p.answersCursor(c) {
			return CursorUsed // that the helper knows
		}
		as, _ := g.p.Parent(c, c.Call).(*ast.AssignStmt)
		return g.cursorIn(c, as)
	}
	out := CursorUsed
	for _, r := range g.results(c, fn) {
		if r.Chain != "Result" && r.Chain != "Val" {
			continue // an iterator, or the command as a whole
		}
		as, _ := g.p.Parent(c, r.Node).(*ast.AssignStmt)
		if out = g.cursorIn(c, as); out == CursorUsed {
			return out
		}
	}
	return out
}

// cursorIn tells what becomes of the cursor, the second value of an assignment.
func (g *Graph) cursorIn(c *command.Command, as *ast.AssignStmt) Cursor {
	if as == nil || len(as.Rhs) != 1 || len(as.Lhs) < 2 {
		return CursorUsed // returned, or given away
	}
	id, ok := as.Lhs[1].(*ast.Ident)
	if !ok {
		return CursorUsed // a field
	}
	if id.Name == "_" {
		return CursorDropped
	}
	v := g.p.Index.VarOf(id)
	if v == nil || !g.onlyCompared(c, v) {
		return CursorUsed
	}
	return CursorCompared
}

// answersCursor reports whether the helper that sends the SCAN hands its answer
// on as the client gives it: elements, cursor, error. It sends nothing else.
func (p *Package) answersCursor(c *command.Command) bool {
	results, ok := p.Info.TypeOf(c.Call).(*types.Tuple)
	if !ok || results.Len() != 3 || !c.Via.Forwarder || len(p.At(c.Call)) != 1 {
		return false
	}
	cursor, ok := results.At(1).Type().Underlying().(*types.Basic)
	return ok && cursor.Kind() == types.Uint64 && isSlice(results.At(0).Type()) && isError(results.At(2).Type())
}

// onlyCompared reports whether every use of the local variable is a comparison,
// an assignment to it, or something that prints it.
func (g *Graph) onlyCompared(c *command.Command, v *types.Var) bool {
	root := g.p.Root(c)
	if v.Parent() == nil || v.Parent() == g.p.Types.Scope() || root == nil {
		return false
	}
	if _, _, param := g.p.Index.ParamOf(v); param {
		return false
	}
	only := true
	ast.Inspect(root.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || g.p.Info.Uses[id] != v {
			return true
		}
		switch s := g.p.Parent(c, id).(type) {
		case *ast.BinaryExpr:
			switch s.Op {
			case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ:
				return true
			}
		case *ast.AssignStmt:
			for i, l := range s.Lhs {
				if l == id {
					return true
				}
				if len(s.Rhs) == len(s.Lhs) && s.Rhs[i] == id {
					if blank, ok := l.(*ast.Ident); ok && blank.Name == "_" {
						return true
					}
				}
			}
		case *ast.CallExpr:
			f := g.p.Index.Callee(s)
			if f != nil && HasWord([]string{f.Name(), receiverName(f)}, sayWords...) {
				return true
			}
		}
		only = false
		return true
	})
	return only
}

// IteratorUnchecked reports whether the iterator of a SCAN is walked by a local
// variable whose Err is never asked for.
func (p *Package) IteratorUnchecked(c *command.Command) bool {
	r := p.Result(c)
	root := p.Root(c)
	if r.Chain != "Iterator" || r.Value == nil || root == nil {
		return false
	}
	walked, open := false, false
	ast.Inspect(root.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || p.Info.Uses[id] != r.Value {
			return true
		}
		sel, ok := p.Parent(c, id).(*ast.SelectorExpr)
		switch {
		case ok && sel.X == id && sel.Sel.Name == "Next":
			walked = true
		case ok && sel.X == id && sel.Sel.Name == "Val":
		default:
			open = true // Err, or handed on
		}
		return true
	})
	return walked && !open
}
