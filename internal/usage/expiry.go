package usage

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/keyexpr"
)

// Expires reports whether the command gives an expiry to a key that exists.
func Expires(c *command.Command) bool {
	return c.Is("EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT") || c.Name == "GETEX" && c.TTL().Kind == command.TTLSome
}

// Atomic reports whether the two commands run together or not at all. A plain
// pipeline does not promise that; a pipeline that the caller made may be MULTI.
func Atomic(a, b *command.Command) bool {
	return a.Batch != nil && a.Batch == b.Batch && a.Batch.Kind != command.Pipeline
}

// ExpiredBetween reports whether another EXPIRE of the key comes between a write
// and an EXPIRE: the one that counts, here or in the helper that sends the write.
func (g *Graph) ExpiredBetween(first, expire *command.Command) bool {
	return slices.ContainsFunc(g.p.Together(expire), func(o *command.Command) bool {
		if o == expire || !o.Is("EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT") || !o.Key().Equal(expire.Key()) {
			return false
		}
		return o.Call == first.Call || g.FollowsSuccess(first, o) && g.MayFollow(o, expire)
	})
}

// presenceWords name what is written again and again to say that somebody is there.
var presenceWords = []string{"heartbeat", "heartbeats", "presence", "online", "alive", "keepalive", "ping"}

// Rearmed reports whether the write is repeated by a timer, or says that it is a
// sign of life, so that what one of them loses the next one mends.
func (p *Package) Rearmed(c *command.Command) bool {
	return p.Occasion(c) == EachTick || HasWord(append(p.KeyNames(c.KeyArg()), p.NamesAround(c)...), presenceWords...)
}

// Persistent reports whether the settings say that the package, or all keys of
// the command, live without an expiry.
func (p *Package) Persistent(c *command.Command) bool {
	if p.Settings.PersistentPackage(p.module, p.Types.Path()) {
		return true
	}
	for _, k := range c.Keys() {
		if !p.Settings.Persistent(k.Text.Pattern()) {
			return false
		}
	}
	return len(c.Keys()) > 0
}

// Pattern is the package as a pattern for the settings: ./internal/store.
func (p *Package) Pattern() string {
	if rel, ok := strings.CutPrefix(p.Types.Path(), p.module); ok && p.module != "" {
		return "." + rel
	}
	return p.Types.Path()
}

// maxAbove bounds how far up a helper's callers are asked what they do after it.
const maxAbove = 3

// ExpiresLater reports whether some path after the write gives each of its keys
// an expiry by a second command: in its own function, or in every caller that
// the function has in this package.
func (e *Evidence) ExpiresLater(w *command.Command) bool { return e.expiresLater(w, maxAbove) }

func (e *Evidence) expiresLater(w *command.Command, depth int) bool {
	expired := func(k command.KeyArg) bool {
		return slices.ContainsFunc(e.p.Together(w), func(o *command.Command) bool {
			return Expires(o) && e.g.MayFollow(w, o) && (k.Spread || e.sameKey(w, k.Arg, o))
		})
	}
	if keys := w.Keys(); len(keys) > 0 && !slices.ContainsFunc(keys, func(k command.KeyArg) bool { return !expired(k) }) {
		return true
	}
	fn := e.p.Root(w)
	if depth == 0 || fn == nil || fn.Obj == nil {
		return false
	}
	callers := e.p.Callers(fn.Obj)
	for _, call := range callers {
		same := 0
		for _, c := range e.p.At(call) {
			if c.Name != w.Name || c.TTL().Kind != command.TTLNone {
				continue // another command of the helper
			}
			same++
			if !e.expiresLater(c, depth-1) {
				return false
			}
		}
		if same == 0 {
			return false
		}
	}
	return len(callers) > 0
}

// sameKey reports whether o's key is w's key a, or is made in the same way: a
// loop that writes keys and a second one that expires them.
func (e *Evidence) sameKey(w *command.Command, a *command.Arg, o *command.Command) bool {
	if o.Key().Equal(a.Text) {
		return true
	}
	id := e.Family(w, a)
	return id != "" && id == e.Family(o, o.KeyArg())
}

// DeletedLater reports whether every path on which the write succeeds deletes
// its keys again before the function ends.
func (e *Evidence) DeletedLater(w *command.Command) bool {
	for _, k := range w.Keys() {
		deletes := func(o *command.Command) bool {
			return Deletes(o) && slices.ContainsFunc(o.Keys(), func(d command.KeyArg) bool { return d.Text.Equal(k.Text) })
		}
		if k.Spread || !e.g.Always(w, deletes) {
			return false
		}
	}
	return len(w.Keys()) > 0
}

// OtherTTL reports whether the write without an expiry is one way of a choice
// on a TTL that the other way sends: if ttl > 0 { Set(…, ttl) } else
// { Set(…, 0) }. Together they hand the TTL on.
func (e *Evidence) OtherTTL(w *command.Command) bool {
	return slices.ContainsFunc(e.p.Together(w), func(o *command.Command) bool {
		ttl := o.TTL()
		if o == w || ttl.Kind != command.TTLSome || ttl.Arg == nil || ttl.Arg.Expr == nil || !o.Key().Equal(w.Key()) {
			return false
		}
		if _, known := ttl.Value.Const(); known || e.g.MayFollow(w, o) || e.g.MayFollow(o, w) {
			return false
		}
		vars := e.p.variables(ttl.Arg.Expr)
		for _, c := range [...]*command.Command{o, w} {
			for n := e.p.Parent(c, c.Call); n != nil; n = e.p.Parent(c, n) {
				if branch, ok := n.(*ast.IfStmt); ok && slices.ContainsFunc(e.p.variables(branch.Cond), func(v *types.Var) bool { return slices.Contains(vars, v) }) {
					return true
				}
			}
		}
		return false
	})
}

// variables lists the variables and fields that an expression reads.
func (p *Package) variables(e ast.Expr) []*types.Var {
	var out []*types.Var
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := p.Info.Uses[id].(*types.Var); ok && isNumber(v.Type()) {
				out = append(out, v)
			}
		}
		return true
	})
	return out
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// Counter reports whether the value that the command writes is a number.
func (p *Package) Counter(c *command.Command) bool {
	if len(c.Args) < 2 {
		return false
	}
	if _, ok := c.Args[1].Text.Int(); ok {
		return true
	}
	t := types.Type(nil)
	if c.Args[1].Expr != nil {
		t = p.Info.TypeOf(c.Args[1].Expr)
	}
	return t != nil && isNumber(t)
}

// TTLInBatch reports whether another command of the same batch gives an expiry.
func (p *Package) TTLInBatch(c *command.Command) bool {
	return c.Batch != nil && slices.ContainsFunc(p.Together(c), func(o *command.Command) bool {
		return o != c && o.Batch == c.Batch && o.TTL().Kind == command.TTLSome
	})
}

// refused reports whether the function never reaches the command when the
// parameter that is the argument's condition is 0: it returns before, or has a
// branch of its own for that.
func (p *Package) refused(decl *eval.Func, c *command.Command, a *command.Arg) bool {
	if len(a.If) != 1 || decl.Body == nil {
		return false
	}
	h, ok := single(a.If[0])
	if !ok || h.Kind != keyexpr.Param || h.Path != "" || h.Index >= len(decl.Params()) || decl.Params()[h.Index] == nil {
		return false
	}
	v := decl.Params()[h.Index]
	tested := false
	zero := func(cond ast.Expr) (bool, bool) {
		val, known := p.withZero(v, cond)
		tested = tested || known
		return val, known
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if branch, ok := n.(*ast.IfStmt); ok {
			zero(branch.Cond)
		}
		return !tested
	})
	if !tested {
		return false // the common case, without a graph
	}
	g := &Graph{p: p, funcs: map[*eval.Func]*funcGraph{}}
	to, ok := g.at(c, decl)
	fg := g.graph(decl)
	if !ok || fg.cfg == nil || len(fg.cfg.Blocks) == 0 {
		return false
	}
	seen := map[*cfg.Block]bool{}
	for queue := []*cfg.Block{fg.cfg.Blocks[0]}; len(queue) > 0; queue = queue[1:] {
		if b := queue[0]; b == to.block {
			return false
		} else if !seen[b] {
			seen[b] = true
			queue = append(queue, g.next(b, zero, token.NoPos)...)
		}
	}
	return true
}

// withZero evaluates a condition for v = 0.
func (p *Package) withZero(v *types.Var, cond ast.Expr) (val, known bool) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		val, known = p.withZero(v, e.X)
		return !val, known && e.Op == token.NOT
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			stop := e.Op == token.LOR
			v1, ok1 := p.withZero(v, e.X)
			v2, ok2 := p.withZero(v, e.Y)
			if ok1 && v1 == stop || ok2 && v2 == stop {
				return stop, true
			}
			return !stop, ok1 && ok2
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			x, y := p.numberFor(v, e.X), p.numberFor(v, e.Y)
			if x != nil && y != nil && (p.Info.Types[e.X].Value == nil || p.Info.Types[e.Y].Value == nil) {
				return constant.Compare(x, e.Op, y), true
			}
		}
	}
	return false, false
}

// numberFor is the value of an expression for v = 0: a constant, or v itself.
func (p *Package) numberFor(v *types.Var, e ast.Expr) constant.Value {
	if val := p.Info.Types[e].Value; val != nil && (val.Kind() == constant.Int || val.Kind() == constant.Float) {
		return val
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && p.Info.Uses[id] == v {
		return constant.MakeInt64(0)
	}
	return nil
}

// Earlier reports whether the expression can be evaluated at an earlier place
// instead: it calls nothing, and what it reads is there and the same.
func (p *Package) Earlier(e ast.Expr, to token.Pos) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			ok = ok && p.Info.Types[n.Fun].IsType()
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.FuncLit, *ast.IndexExpr, *ast.StarExpr, *ast.TypeAssertExpr:
			ok = false // it may panic
		case *ast.Ident:
			obj := p.Info.Uses[n]
			v, isVar := obj.(*types.Var)
			if !isVar {
				// A constant, a type or a package.
				ok = ok && (obj == nil || obj.Pkg() != p.Types || obj.Parent() == p.Types.Scope() || obj.Pos() < to)
				break
			}
			assigns := p.Index.Assigns(v)
			if v.IsField() {
				assigns = p.Index.FieldAssigns(v)
			} else if v.Pos() > to && v.Parent() != p.Types.Scope() {
				ok = false
			}
			for _, a := range assigns {
				ok = ok && !(a.Pos > to && a.Pos <= e.Pos())
			}
		}
		return ok
	})
	return ok
}

// Removable reports whether a piece of a function can be taken out and the
// package still compiles: what it uses, other than what moved keeps in use, is
// used elsewhere as well.
func (p *Package) Removable(n ast.Node, moved ast.Expr) bool {
	need := map[types.Object]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			switch obj := p.Info.Uses[id].(type) {
			case *types.PkgName:
				need[obj] = true
			case *types.Var:
				need[obj] = !obj.IsField() && obj.Parent() != p.Types.Scope() && obj.Pkg() == p.Types
			}
		}
		return true
	})
	ast.Inspect(moved, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			delete(need, p.Info.Uses[id])
		}
		return true
	})
	for id, obj := range p.Info.Uses {
		if need[obj] && !(n.Pos() <= id.Pos() && id.Pos() < n.End()) {
			delete(need, obj)
		}
	}
	for obj, needed := range need {
		if v, ok := obj.(*types.Var); needed && !(ok && n.Pos() <= v.Pos() && v.Pos() < n.End()) {
			if _, _, param := p.Index.ParamOf(v); !param || !ok {
				return false
			}
		}
	}
	return true
}

// Qualifier is the name that the package of an import path has at a place; add
// says that the file must import it first. It is "" where something else has
// that name.
func (p *Package) Qualifier(file *ast.File, pos token.Pos, path, name string) (qualifier string, add bool) {
	scope := p.Types.Scope().Innermost(pos)
	if scope == nil {
		return "", false
	}
	for _, spec := range file.Imports {
		imported := p.Info.PkgNameOf(spec)
		if imported == nil || imported.Imported().Path() != path || imported.Name() == "_" || imported.Name() == "." {
			continue // another package, or one without a name
		}
		if _, obj := scope.LookupParent(imported.Name(), pos); obj == imported {
			return imported.Name(), false
		}
		return "", false // shadowed
	}
	if _, obj := scope.LookupParent(name, pos); obj != nil {
		return "", false
	}
	return name, true
}

// File is the file that the command stands in, or nil outside of functions.
func (p *Package) File(c *command.Command) *ast.File {
	if fn := p.Root(c); fn != nil {
		return fn.File
	}
	return nil
}
