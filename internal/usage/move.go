package usage

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/redislint/redislint/internal/command"
)

// A Move is a pop that a move of the same client could stand in for.
type Move struct {
	// Move is the client's method: LMove, BLMove, RPopLPush, BRPopLPush.
	Move string
	Key  ast.Expr
	// Timeout of a blocking pop, which stands before the key; else nil.
	Timeout ast.Expr
	// Elements are the uses reply[1] of a blocking pop's answer, where a move
	// answers the element itself.
	Elements []*ast.IndexExpr
	// Stmt is the statement of the pop, in a block of its own lines.
	Stmt ast.Stmt
	// Column of Stmt, from 1.
	Column int
}

// AsMove tells how a typed pop of one list becomes a move, so that the code
// around it still compiles; nil when it does not, or when the client that it is
// sent on has no such method.
func (p *Package) AsMove(c *command.Command) *Move {
	if c.Via != nil || c.Batch != nil || c.Sender == nil || len(c.Keys()) != 1 || c.KeyArg().Spread || c.Call.Ellipsis.IsValid() {
		return nil
	}
	m := &Move{Key: c.KeyArg().Expr}
	args := c.Call.Args
	switch c.Method {
	case "LPop":
		m.Move = "LMove"
	case "RPop":
		m.Move = "LMove"
		if !p.moves(c, "LMove") {
			m.Move = "RPopLPush"
		}
	case "BLPop":
		m.Move = "BLMove"
	case "BRPop":
		m.Move = "BLMove"
		if !p.moves(c, "BLMove") {
			m.Move = "BRPopLPush"
		}
	default:
		return nil
	}
	if !p.moves(c, m.Move) || len(args) == 0 || args[len(args)-1] != m.Key || !repeatable(m.Key) || !isString(p.Info.TypeOf(m.Key)) {
		return nil
	}
	if c.Is("BLPOP", "BRPOP") {
		if len(args) < 2 {
			return nil
		}
		m.Timeout = args[len(args)-2]
		var ok bool
		if m.Elements, ok = p.elementsOnly(c); !ok {
			return nil
		}
	}
	for n := ast.Node(c.Call); n != nil; n = p.Parent(c, n) {
		s, ok := n.(ast.Stmt)
		if !ok {
			continue // inside of the statement
		}
		switch p.Parent(c, n).(type) {
		case nil, *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			if clause, ok := p.Parent(c, n).(*ast.CommClause); ok && clause.Comm == s {
				return nil // the case of a select
			}
			m.Stmt, m.Column = s, p.Fset.Position(s.Pos()).Column
			return m
		}
	}
	return nil
}

// moves reports whether the client that the command is sent on has the method,
// and the server is of a version that knows what it sends.
func (p *Package) moves(c *command.Command, method string) bool {
	if (method == "LMove" || method == "BLMove") && !p.Settings.Redis(6, 2) {
		return false
	}
	t := p.Info.TypeOf(c.Sender)
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, p.Types, method)
	_, ok := obj.(*types.Func)
	return ok
}

func isString(t types.Type) bool {
	return t != nil && (types.Identical(t, types.Typ[types.String]) || types.Identical(t, types.Typ[types.UntypedString]))
}

// repeatable reports whether the expression may be evaluated once more.
func repeatable(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return repeatable(e.X)
	case *ast.BinaryExpr:
		return e.Op == token.ADD && repeatable(e.X) && repeatable(e.Y)
	}
	return false
}

// elementsOnly lists the uses of a blocking pop's answer, if it is a variable
// of its own and all of them are reply[1].
func (p *Package) elementsOnly(c *command.Command) ([]*ast.IndexExpr, bool) {
	r := p.Result(c)
	root := p.Root(c)
	if r.Value == nil || r.Chain != "Result" && r.Chain != "Val" || root == nil || len(p.Index.Assigns(r.Value)) != 1 || p.Index.Assigns(r.Value)[0].Op != token.DEFINE {
		return nil, false
	}
	var out []*ast.IndexExpr
	ok := true
	ast.Inspect(root.Body, func(n ast.Node) bool {
		id, is := n.(*ast.Ident)
		if !is || p.Info.Uses[id] != r.Value {
			return true
		}
		index, is := p.Parent(c, id).(*ast.IndexExpr)
		if !is || index.X != id || p.Info.Types[index.Index].Value == nil || p.Info.Types[index.Index].Value.ExactString() != "1" {
			ok = false
			return true
		}
		out = append(out, index)
		return true
	})
	return out, ok && len(out) > 0
}
