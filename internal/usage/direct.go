package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/keyexpr"
	"github.com/redislint/redislint/internal/rediscmd"
)

// Writes reports whether the command may change data: by itself, or through the
// script in sight that it runs.
func (p *Package) Writes(c *command.Command) bool {
	if c.Info != nil && c.Info.Has(rediscmd.Write) {
		return true
	}
	if !runsScript(c) {
		return false
	}
	for _, o := range p.linked[c.Call] {
		if o.Script != nil && o.Info != nil && o.Info.Has(rediscmd.Write) {
			return true
		}
	}
	return false
}

// Direct reports whether the command is certainly sent at once: not on a batch,
// and not on an interface value that may hold a pipeline.
func (p *Package) Direct(c *command.Command) bool {
	if c.Batch != nil {
		return false
	}
	if c.Sender == nil {
		// Made by hand and never processed, or through a helper: what a helper
		// is given may be a pipeline as long as nobody in sight says what it is.
		h, ok := single(c.On)
		return c.Via != nil && !(ok && h.Kind == keyexpr.Param && h.Path == "" && c.Kind == command.AnyServer)
	}
	a := p.piped(c.Sender, 0)
	if v := p.paramOf(c.Sender); v != nil {
		return a == certainlyNot || a == perhaps && p.answersAtOnce(c, v)
	}
	return a != certainly
}

// answersAtOnce reports whether the function takes the value of a command that it
// sends on the same parameter before, so that it is given no pipeline.
func (p *Package) answersAtOnce(c *command.Command, v *types.Var) bool {
	return slices.ContainsFunc(p.Together(c), func(o *command.Command) bool {
		if o.Pos >= c.Pos || o.Script != nil || o.Sender == nil || p.paramOf(o.Sender) != v || len(p.Index.Assigns(v)) > 0 {
			return false
		}
		r := p.Result(o)
		return r.Value != nil && takesValue(&r)
	})
}

func (p *Package) paramOf(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := p.Info.Uses[id].(*types.Var)
	if !ok {
		return nil
	}
	if _, i, param := p.Index.ParamOf(v); !param || i < 0 {
		return nil
	}
	return v
}

type certainty uint8

const (
	certainlyNot certainty = iota
	perhaps
	certainly
)

// piped tells whether the expression is a pipeline: by its type, or for an
// interface that a pipeline implements as well (Cmdable) by what is in sight of
// its making; certainly, where one of several is.
func (p *Package) piped(e ast.Expr, depth int) certainty {
	t := p.Info.TypeOf(e)
	if t == nil || depth > 4 {
		return perhaps
	}
	if p.sortOf(t) == client.Pipe {
		return certainly
	}
	if !p.holdsPipe(t) {
		return certainlyNot
	}
	all := func(exprs []ast.Expr) certainty {
		out := certainlyNot
		if len(exprs) == 0 {
			return perhaps
		}
		for _, e := range exprs {
			out = max(out, p.piped(e, depth+1))
		}
		return out
	}
	assigned := func(as []eval.Assign) certainty {
		var exprs []ast.Expr
		for _, a := range as {
			switch {
			case a.Zero:
				continue // set later
			case a.Rhs == nil || a.Index >= 0 || a.Op == token.AND:
				return perhaps
			}
			exprs = append(exprs, a.Rhs)
		}
		return all(exprs)
	}
	switch n := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := p.Info.Uses[n].(*types.Var)
		if !ok {
			return perhaps
		}
		fn, i, param := p.Index.ParamOf(v)
		if !param {
			return assigned(p.Index.Assigns(v))
		}
		if fn.Obj == nil || i < 0 {
			return perhaps // a literal: who calls it with what is not seen
		}
		var exprs []ast.Expr
		for _, call := range p.callers[fn.Obj] {
			if i >= len(call.Args) {
				return perhaps // through a method expression, or of a call's results
			}
			exprs = append(exprs, call.Args[i])
		}
		return all(exprs)
	case *ast.SelectorExpr:
		if v, ok := p.Info.Uses[n.Sel].(*types.Var); ok && v.IsField() {
			return assigned(p.Index.FieldAssigns(v))
		} else if ok {
			return assigned(p.Index.Assigns(v))
		}
	case *ast.CallExpr:
		fn := p.Index.Callee(n)
		if fn == nil {
			return perhaps
		}
		decl := p.Index.DeclOf(fn)
		if decl == nil {
			return perhaps
		}
		var exprs []ast.Expr
		for _, r := range decl.Returns {
			if len(r.Results) > 0 {
				exprs = append(exprs, r.Results[0])
			}
		}
		return all(exprs)
	}
	return perhaps
}

// holdsPipe reports whether a value of the type may be a pipeline: an interface,
// or a type parameter's constraint, that the client library's Pipeliner implements.
func (p *Package) holdsPipe(t types.Type) bool {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	if !iface.IsMethodSet() {
		return true // a union of types
	}
	for m := range iface.Methods() {
		for r := range m.Signature().Results().Variables() {
			ptr, ok := types.Unalias(r.Type()).(*types.Pointer)
			if !ok || !p.isCommandType(ptr) {
				continue // no command
			}
			n, ok := types.Unalias(ptr.Elem()).(*types.Named)
			if !ok {
				continue // as above
			}
			obj := n.Obj().Pkg().Scope().Lookup("Pipeliner")
			return obj != nil && types.Implements(obj.Type(), iface)
		}
	}
	return false
}

// Unseen reports whether nothing can see what becomes of the command: the call,
// which gives the client's command, is a statement of its own, also behind go
// or defer.
func (p *Package) Unseen(c *command.Command) bool {
	r := p.Result(c)
	return r.Use == Dropped && r.Chain == "" && p.isCommandType(p.Info.TypeOf(c.Call))
}

// OnTheWayOut reports whether the command is deferred, or sent where something
// else has failed already: in a branch for an error, or before a return of one.
func (p *Package) OnTheWayOut(c *command.Command) bool {
	for n := ast.Node(c.Call); n != nil; n = p.Parent(c, n) {
		switch parent := p.Parent(c, n).(type) {
		case *ast.DeferStmt:
			return true
		case *ast.IfStmt:
			if n == parent.Body && p.asksError(parent.Cond, token.NEQ) || n == parent.Else && p.asksError(parent.Cond, token.EQL) {
				return true
			}
		case *ast.BlockStmt:
			if p.fails(parent.List) {
				return true
			}
		case *ast.CaseClause:
			if p.fails(parent.Body) {
				return true
			}
		case *ast.CommClause:
			if p.fails(parent.Body) {
				return true
			}
		case *ast.FuncLit:
			if _, called := p.lits[parent]; called {
				continue // the client runs it in its place
			}
			if call, ok := p.Parent(c, parent).(*ast.CallExpr); !ok || ast.Unparen(call.Fun) != parent {
				return false // runs at another time
			}
		}
	}
	return false
}

// asksError reports whether the condition, or a part of it, compares an error
// with nil in the given way, or what recover answers.
func (p *Package) asksError(cond ast.Expr, op token.Token) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op == op && p.Info.Types[b.Y].IsNil() {
			if t := p.Info.TypeOf(b.X); t != nil && isError(t) {
				found = true
			}
			if call, ok := ast.Unparen(b.X).(*ast.CallExpr); ok {
				if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && id.Name == "recover" && p.Info.Types[call.Fun].IsBuiltin() {
					found = true
				}
			}
		}
		return true
	})
	return found
}

// fails reports whether the statements end in the return of an error that is
// made for it: a variable of the package, or a call.
func (p *Package) fails(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	ret, ok := list[len(list)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	last := ast.Unparen(ret.Results[len(ret.Results)-1])
	if t := p.Info.TypeOf(last); t == nil || !types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
		return false
	}
	switch e := last.(type) {
	case *ast.CallExpr:
		fn := p.Index.Callee(e)
		return fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "fmt" || fn.Pkg().Path() == "errors")
	case *ast.Ident:
		v, ok := p.Info.Uses[e].(*types.Var)
		return ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
	case *ast.SelectorExpr:
		v, ok := p.Info.Uses[e.Sel].(*types.Var)
		return ok && !v.IsField()
	}
	return false
}

// Reached reports whether the place of the command can be reached from the
// start of its function.
func (g *Graph) Reached(c *command.Command) bool {
	for fn := g.p.funcOf[c]; fn != nil; fn = fn.Parent {
		pt, ok := g.at(c, fn)
		if ok && !pt.block.Live {
			return false
		}
	}
	return true
}

// ReturnsError reports whether the function that sends the command, a literal
// by itself, returns an error and nothing else.
func (p *Package) ReturnsError(c *command.Command) bool {
	fn := p.funcOf[c]
	if fn == nil {
		return false
	}
	var sig *types.Signature
	if fn.Lit != nil {
		sig, _ = p.Info.TypeOf(fn.Lit).(*types.Signature)
	} else if fn.Obj != nil {
		sig = fn.Obj.Signature()
	}
	return sig != nil && sig.Results().Len() == 1 && isError(sig.Results().At(0).Type())
}
