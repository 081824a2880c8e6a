package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/redislint/redislint/internal/command"
)

// BoolUnread reports whether the call answers with a bool, that of a SETNX, and
// nothing in the function looks at it.
func (p *Package) BoolUnread(c *command.Command) bool {
	if !p.answersBool(c) && !p.givesBool(c.Call) {
		return false
	}
	r := p.Result(c)
	if r.Command != nil {
		return p.onlyErr(c, r.Command)
	}
	switch {
	case r.Chain == "Err" || r.Use == Dropped || r.Use == Blank:
		return true
	case r.Use == Returned || r.Cond:
		return false
	}
	return r.Value == nil && r.Err != nil && !r.Elsewhere
}

// givesBool reports whether a helper answers with a bool and an error.
func (p *Package) givesBool(call *ast.CallExpr) bool {
	t, ok := p.Info.TypeOf(call).(*types.Tuple)
	return ok && t.Len() == 2 && types.Identical(t.At(0).Type(), types.Typ[types.Bool]) && isError(t.At(1).Type())
}

// onlyErr reports whether all that is done with the variable, a command, is to
// ask for its error.
func (p *Package) onlyErr(c *command.Command, v *types.Var) bool {
	only := true
	ast.Inspect(p.Root(c).Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.Info.Uses[id] == v {
			sel, ok := p.Parent(c, id).(*ast.SelectorExpr)
			only = only && ok && sel.Sel.Name == "Err"
		}
		return only
	})
	return only
}

// NilFails reports whether the command's answer for what was not done, the
// client's Nil, goes up as an error: the function returns it next to another
// result, or hands it to a function that makes an error or a log line of it, and
// neither it nor a caller in this package tests for Nil. A bare error that an
// exported function returns may be tested by callers elsewhere.
func (p *Package) NilFails(c *command.Command) bool {
	root, r := p.Root(c), p.Result(c)
	if root == nil || root.Obj == nil || c.Via != nil || p.answersBool(c) || p.testsNil(root.Body) {
		return false
	}
	results := root.Obj.Signature().Results()
	for _, call := range p.Callers(root.Obj) {
		if up := p.Index.FuncOf(call); up != nil && p.testsNil(up.Root().Body) {
			return false
		}
	}
	second := results.Len() > 1 && slices.ContainsFunc(slices.Collect(results.Variables()), func(v *types.Var) bool {
		b, ok := v.Type().Underlying().(*types.Basic)
		return ok && b.Info()&types.IsBoolean != 0
	})
	fails := false
	ast.Inspect(root.Body, func(n ast.Node) bool {
		branch, ok := n.(*ast.IfStmt)
		if !ok || fails {
			return !fails
		}
		cond, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
		if !ok || cond.Op != token.NEQ || p.role(&r, cond.X) != roleErr || !p.Info.Types[cond.Y].IsNil() {
			return true
		}
		ast.Inspect(branch.Body, func(n ast.Node) bool {
			ret, ok := n.(*ast.ReturnStmt)
			if !ok || len(ret.Results) == 0 {
				return true
			}
			last := ast.Unparen(ret.Results[len(ret.Results)-1])
			switch e := last.(type) {
			case *ast.CallExpr:
				wraps := slices.ContainsFunc(e.Args, func(a ast.Expr) bool { return p.role(&r, a) == roleErr })
				fails = fails || wraps && isError(p.Info.TypeOf(e))
			default:
				fails = fails || second && p.role(&r, last) == roleErr
			}
			return true
		})
		return true
	})
	return fails
}

// testsNil reports whether the client's Nil is compared with anything, or asked
// for by name.
func (p *Package) testsNil(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && !found && p.isNil(e) {
			found = true
		}
		return !found
	})
	return found
}

// ReadBack reports whether the function reads the key again after the write, and
// may so find out whose it is.
func (g *Graph) ReadBack(c *command.Command) bool {
	return slices.ContainsFunc(g.p.Together(c), func(o *command.Command) bool {
		return o.Is("GET", "MGET", "GETEX") && o.Key().Equal(c.Key()) && g.MayFollow(c, o)
	})
}

// PlainRelease is a command that deletes the lock whoever holds it: on the same
// family of keys, or, where the key is a parameter, in a function that releases
// locks whose key is one, too. It is nil when there is none in the package.
func (e *Evidence) PlainRelease(c *command.Command, a *command.Arg) *command.Command {
	plain := func(o *command.Command) bool {
		return Deletes(o) && !(o.Script != nil && o.Script.Checked) && !e.p.Forced(o) && !e.p.ComparedUnderWatch(o) && !e.FailedSetup(o, o.KeyArg())
	}
	var through *command.Command // a call of what releases it: the release itself says more
	for _, o := range e.Of(c, a) {
		switch {
		case !plain(o):
			continue // compares, or is meant to take it from its owner
		case o.Via == nil:
			return o
		case through == nil:
			through = o
		}
	}
	if through != nil {
		return through
	}
	if !a.Text.FromParams() {
		return nil
	}
	for _, o := range e.p.Commands {
		if o.Via != nil || !plain(o) || !e.p.ReleaseLike(o) || o.KeyArg() == nil || o.Key().Pattern() != a.Text.Pattern() || !o.Key().FromParams() {
			continue // not a release of such a key
		}
		ours, theirs := e.p.Root(c), e.p.Root(o)
		if ours != nil && theirs != nil && ReceiverType(ours) == ReceiverType(theirs) {
			return o
		}
	}
	return nil
}

// Dropped reports whether nothing takes the command's answer or its error.
func (p *Package) Dropped(c *command.Command) bool {
	use := p.Result(c).Use
	return c.Via == nil && (use == Dropped || use == Blank)
}
