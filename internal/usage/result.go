package usage

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// A Use is what becomes of a command's result.
type Use uint8

const (
	// Used: some expression takes it.
	Used Use = iota
	// Dropped: the call is a statement of its own.
	Dropped
	// Blank: assigned to _ on purpose.
	Blank
	// Returned: handed to the caller.
	Returned
)

// A Result is what becomes of a command's result.
type Result struct {
	Use Use
	// Chain is the method called on the command at once: "Result", "Err",
	// "Val" …, or "".
	Chain string
	// Node is the call with its chain.
	Node ast.Expr
	// Command, Value and Err are the variables that hold the command itself,
	// its value and its error, where there are any; At is where they are set.
	Command, Value, Err *types.Var
	At                  token.Pos
	// Elsewhere: a field or an element holds a part of it.
	Elsewhere bool
	// Cond: the result is (part of) a condition.
	Cond bool
}

// Result tells what becomes of the command's result.
func (p *Package) Result(c *command.Command) Result { return p.resultOf(c, c.Call) }

// resultOf is the result that an expression which is the command gives.
func (p *Package) resultOf(c *command.Command, e ast.Expr) Result {
	r := Result{Node: e}
	var n ast.Node = e
	parent := p.Parent(c, n)
	// The chain: Set(…).Result(), Script.Run(…).Int().
	for {
		if par, ok := parent.(*ast.ParenExpr); ok {
			n, parent = par, p.Parent(c, par)
			continue // parentheses change nothing
		}
		sel, ok := parent.(*ast.SelectorExpr)
		if !ok {
			break
		}
		call, ok := p.Parent(c, sel).(*ast.CallExpr)
		if !ok || ast.Unparen(call.Fun) != sel {
			break
		}
		if r.Chain != "" && !p.isCommandType(p.Info.TypeOf(r.Node)) {
			break // a method of the answer: TTL(…).Val().Seconds()
		}
		r.Chain = sel.Sel.Name
		n, parent = call, p.Parent(c, call)
		r.Node = call
	}
	if call, ok := parent.(*ast.CallExpr); ok && p.integers(call, n) {
		n, parent = call, p.Parent(c, call) // int(Incr(…).Val())
	}
	switch s := parent.(type) {
	case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
		r.Use = Dropped
	case *ast.ReturnStmt:
		r.Use = Returned
	case *ast.AssignStmt:
		r.At = s.End()
		if len(s.Rhs) == 1 {
			r.bind(p, s.Lhs)
		} else {
			for i := range s.Rhs {
				if s.Rhs[i] == n && i < len(s.Lhs) {
					r.bind(p, s.Lhs[i:i+1])
				}
			}
		}
	case *ast.ValueSpec:
		r.At = s.End()
		var lhs []ast.Expr
		for _, name := range s.Names {
			lhs = append(lhs, name)
		}
		r.bind(p, lhs)
	case *ast.IfStmt, *ast.BinaryExpr, *ast.UnaryExpr:
		r.Cond = true
	}
	return r
}

// integers reports whether the call converts the operand from one plain integer
// type to another.
func (p *Package) integers(call *ast.CallExpr, operand ast.Node) bool {
	if len(call.Args) != 1 || call.Args[0] != operand || !p.Info.Types[call.Fun].IsType() {
		return false
	}
	for _, e := range [...]ast.Expr{call, call.Args[0]} {
		b, ok := types.Unalias(p.Info.TypeOf(e)).(*types.Basic)
		if !ok || b.Info()&types.IsInteger == 0 {
			return false
		}
	}
	return true
}

func (r *Result) bind(p *Package, lhs []ast.Expr) {
	blank := 0
	for i, l := range lhs {
		id, ok := l.(*ast.Ident)
		if !ok {
			r.Elsewhere = true
			continue // a field or an element: it outlives this function
		}
		if id.Name == "_" {
			blank++
			continue
		}
		v := p.Index.VarOf(id)
		if v == nil {
			continue // does not type-check
		}
		switch {
		case isError(v.Type()):
			r.Err = v
		case r.Chain == "" && len(lhs) == 1 && p.isCommandType(v.Type()):
			r.Command = v
		case i == 0 || r.Value == nil:
			r.Value = v
		}
	}
	if blank == len(lhs) {
		r.Use = Blank
	}
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// isCommandType reports whether the type is one of a client's commands
// (*redis.StringCmd): it has Err and belongs to the library.
func (p *Package) isCommandType(t types.Type) bool {
	pkg := ""
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		pkg = n.Obj().Pkg().Path()
	}
	for _, f := range p.frontends {
		if f.Path(pkg) {
			return true
		}
	}
	return false
}

// Outcome evaluates a condition under the assumption that the command did what
// it is for: no error, and a true or OK answer. known is false when the
// condition does not depend on that.
func (p *Package) Outcome(c *command.Command, cond ast.Expr) (val, known bool) {
	r := p.Result(c)
	return p.outcome(&r, c, cond)
}

func (p *Package) outcome(r *Result, c *command.Command, cond ast.Expr) (val, known bool) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			v, ok := p.outcome(r, c, e.X)
			return !v, ok
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			v1, ok1 := p.outcome(r, c, e.X)
			v2, ok2 := p.outcome(r, c, e.Y)
			stop := e.Op == token.LOR
			switch {
			case ok1 && v1 == stop || ok2 && v2 == stop:
				return stop, true
			case ok1 && ok2:
				return !stop, true
			}
			return false, false
		case token.EQL, token.NEQ:
			x, y := e.X, e.Y
			if p.Info.Types[x].Value != nil || p.Info.Types[x].IsNil() {
				x, y = y, x
			}
			equal := e.Op == token.EQL
			switch p.role(r, x) {
			case roleErr:
				if p.Info.Types[y].IsNil() {
					return equal, true
				}
				return !equal, true // err == redis.Nil, err == ErrX
			case roleValue:
				tv := p.Info.Types[y]
				if tv.Value == nil {
					return false, false
				}
				switch tv.Value.ExactString() {
				case "true", "1", `"OK"`:
					return equal, true
				case "false", "0", `""`:
					return !equal, true
				}
			}
		}
	case *ast.CallExpr:
		if fn := p.Index.Callee(e); fn != nil && fn.FullName() == "errors.Is" && len(e.Args) == 2 && p.role(r, e.Args[0]) == roleErr {
			return false, true
		}
		if p.role(r, e) == roleValue {
			return true, true
		}
	case *ast.Ident:
		if p.role(r, e) == roleValue {
			if b, ok := p.Info.TypeOf(e).Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
				return true, true
			}
		}
	}
	return false, false
}

type role uint8

const (
	roleNone role = iota
	roleErr
	roleValue
)

// role tells whether an expression reads the command's error or its value.
func (p *Package) role(r *Result, e ast.Expr) role {
	e = ast.Unparen(e)
	if e == r.Node {
		if r.Chain == "Err" || r.Chain == "" && isError(p.Info.TypeOf(e)) {
			return roleErr
		}
		return roleValue
	}
	switch n := e.(type) {
	case *ast.Ident:
		v, ok := p.Info.Uses[n].(*types.Var)
		if !ok || v != r.Err && v != r.Value || !p.current(v, r.At, n.Pos()) {
			return roleNone
		}
		if v == r.Err {
			return roleErr
		}
		return roleValue
	case *ast.CallExpr:
		sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
		if !ok {
			return roleNone
		}
		id, ok := ast.Unparen(sel.X).(*ast.Ident)
		if !ok || r.Command == nil || p.Info.Uses[id] != r.Command || !p.current(r.Command, r.At, n.Pos()) {
			return roleNone
		}
		if sel.Sel.Name == "Err" {
			return roleErr
		}
		return roleValue
	}
	return roleNone
}

// current reports whether the variable still holds at the place what was
// assigned at from: no assignment stands between them.
func (p *Package) current(v *types.Var, from, at token.Pos) bool {
	var last eval.Assign
	for _, a := range p.Index.Assigns(v) {
		if a.Pos <= at && a.Pos >= last.Pos {
			last = a
		}
	}
	return last.Pos == from
}
