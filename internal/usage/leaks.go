package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// Holding is what something that has to be closed holds until then.
type Holding uint8

const (
	// HoldsPool: a client, with its connections.
	HoldsPool Holding = iota
	// HoldsConn: one connection that was taken out of the pool.
	HoldsConn
	// HoldsSubscription: a connection of its own, and what reads from it.
	HoldsSubscription
)

// A Leak is something that has to be closed, and is not on some path that leaves
// the function which made it.
type Leak struct {
	// Made is the call that makes it: the command of a subscription, else one that
	// sends nothing and says where.
	Made  *command.Command
	Holds Holding
	// Var is the variable that holds it; nil where nothing does.
	Var *types.Var
	// Return is where the function is left; NoPos where it ends, or where the
	// next turn of a loop makes another one.
	Return token.Pos
	// Again: it is the next turn of a loop that loses it.
	Again bool
	// Never: nothing in the function closes it or hands it on.
	Never bool
	// Occasion is what makes a function with a new client in it run again.
	Occasion Occasion
}

// Leaks lists what the package's functions make and lose, in source order. What
// a program needs until it ends is none, nor what somebody else may close: all
// that is stored, returned, captured, or handed to a function that is not in
// sight or may do so.
func (g *Graph) Leaks() []Leak {
	var out []Leak
	for _, fn := range g.p.Index.Funcs {
		for _, call := range fn.Calls {
			holds, ok := g.p.opens(call)
			if !ok || g.p.untilTheEnd(fn.Root(), maxCallers) {
				continue // nothing to close, or the program ends with it
			}
			l := Leak{Holds: holds, Made: g.p.here(call)}
			if holds == HoldsSubscription {
				l.Made = g.p.linked[call][0]
			}
			if holds == HoldsPool {
				if l.Occasion = g.p.occasion(fn.Root(), call, maxCallers); l.Occasion == Once {
					continue // made a few times: nothing grows
				}
			}
			if g.loses(fn, call, &l) {
				out = append(out, l)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Leak) int { return int(a.Made.Pos - b.Made.Pos) })
	return out
}

// opens tells what the call makes that has to be closed: also a function of the
// user's own that does nothing but subscribe.
func (p *Package) opens(call *ast.CallExpr) (Holding, bool) {
	if c := p.calls[call]; c != nil && c.Role == client.MakesClient {
		return HoldsPool, true
	}
	switch p.clientType(p.Info.TypeOf(call)) {
	case "Conn":
		if fn := p.Index.Callee(call); fn != nil && fn.Name() == "Conn" && p.ofLibrary(fn.Pkg()) {
			return HoldsConn, true
		}
	case "PubSub":
		for _, c := range p.linked[call] {
			if c.Is("SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE") && !c.May && (c.Via == nil || c.Via.Forwarder) {
				return HoldsSubscription, true
			}
		}
	}
	return 0, false
}

// clientType is the name of the client library's type that t is or points to, or "".
func (p *Package) clientType(t types.Type) string {
	if t == nil {
		return ""
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && p.ofLibrary(n.Obj().Pkg()) {
		return n.Obj().Name()
	}
	return ""
}

// ofLibrary reports whether the package is the client library's own.
func (p *Package) ofLibrary(pkg *types.Package) bool {
	return pkg != nil && slices.ContainsFunc(p.frontends, func(f client.Frontend) bool { return f.Path(pkg.Path()) })
}

// untilTheEnd reports whether the function is main or init, or called by nothing
// but those, and not in a loop: when it returns the program ends, or it has the
// thing on purpose from its start on.
func (p *Package) untilTheEnd(root *eval.Func, depth int) bool {
	if root.Obj == nil {
		return true // the initial value of a package variable
	}
	if root.Obj.Name() == "init" && root.Obj.Signature().Recv() == nil {
		return true
	}
	if p.Types.Name() != "main" {
		return false
	}
	if root.Obj.Name() == "main" && root.Obj.Signature().Recv() == nil {
		return true
	}
	calls := p.callers[root.Obj]
	if len(calls) == 0 || depth == 0 {
		return false
	}
	return !slices.ContainsFunc(calls, func(call *ast.CallExpr) bool {
		fn := p.Index.FuncOf(call)
		if fn == nil || fn.Root() == root {
			return fn != nil
		}
		return p.occasion(fn.Root(), call, 0) != Once || !p.untilTheEnd(fn.Root(), depth-1)
	})
}

// loses reports whether what the call makes is lost on some path, and says how.
func (g *Graph) loses(fn *eval.Func, call *ast.CallExpr, l *Leak) bool {
	u := &usesOfOpened{p: g.p, fn: fn, root: fn.Root(), strict: l.Occasion == EachRequest || g.p.occasion(fn.Root(), call, maxCallers) == EachRequest}
	u.expr(call)
	if u.unknown {
		return false
	}
	if l.Var = u.v; u.v != nil {
		if l.Holds == HoldsPool && u.returned {
			return false // a constructor
		}
		if loop, ok := eval.LoopOf(fn, call.Pos()); ok && l.Holds == HoldsPool && !loop.Contains(u.v.Pos()) {
			return false // what comes after the loop has the last one
		}
	}
	start, ok := g.placeIn(fn, call.Pos())
	if !ok {
		return false // dead code
	}
	l.Never = len(u.released) == 0
	released := map[*cfg.Block][]int{}
	for _, pos := range u.released {
		at, ok := g.graph(fn).find(pos)
		if !ok {
			return false // not known when
		}
		released[at.block] = append(released[at.block], at.idx)
	}
	as := u.assumed(g, call)
	passes := func(b *cfg.Block, from int) bool {
		return slices.ContainsFunc(released[b], func(i int) bool { return i >= from })
	}
	if slices.Contains(released[start.block], start.idx) || passes(start.block, start.idx+1) {
		return false
	}
	seen := map[*cfg.Block]bool{}
	var visit func(b *cfg.Block) bool
	follow := func(b *cfg.Block) bool {
		if ret := b.Return(); ret != nil {
			if l.Return = ret.Pos(); ret.Pos() >= fn.Body.Rbrace {
				l.Return = fn.Body.Rbrace // falls off the end
			}
			return true
		}
		for _, s := range branchTaken(b, as) {
			if b.Kind == cfg.KindRangeLoop && s.Kind == cfg.KindRangeDone && u.drained(s.Stmt) {
				continue // the channel was closed, and with it the subscription
			}
			if visit(s) {
				return true
			}
		}
		return false
	}
	visit = func(b *cfg.Block) bool {
		if b == start.block && !seen[b] {
			// Round a loop, to another one.
			seen[b] = true
			if slices.ContainsFunc(released[b], func(i int) bool { return i < start.idx }) || u.assignedOutside(fn, call) {
				return false
			}
			l.Again = true
			return true
		}
		if seen[b] {
			return false
		}
		seen[b] = true
		return !passes(b, 0) && !u.replaced(b, call) && follow(b)
	}
	return follow(start.block)
}

// usesOfOpened is what becomes of something that has to be closed.
type usesOfOpened struct {
	p        *Package
	fn, root *eval.Func
	strict   bool // a literal that holds it does not outlive its function
	v        *types.Var
	channels []*types.Var // what its Channel gave
	ranges   []ast.Node   // loops over those
	open     []*types.Var // ok of v, ok := <-channel
	released []token.Pos  // where it is closed, or goes to others
	assigns  []*ast.Ident // where v gets another value
	depth    int
	returned bool // given back, or kept
	unknown  bool
}

// expr notes what the place of an expression that is the thing does with it.
func (u *usesOfOpened) expr(e ast.Expr) {
	parents := u.p.parentsOf(u.root)
	switch s := parents[e].(type) {
	case *ast.ParenExpr:
		u.expr(s)
		return
	case *ast.ExprStmt, *ast.BinaryExpr:
		return // dropped; compared with nil
	case *ast.SelectorExpr:
		call, ok := parents[s].(*ast.CallExpr)
		if !ok || call.Fun != ast.Expr(s) {
			break // a method value, which somebody calls
		}
		switch name := s.Sel.Name; {
		case name == "Close":
			u.release(e)
		case strings.HasPrefix(name, "Channel") && isChannel(u.p.Info.TypeOf(call)):
			u.channel(call)
		case u.p.sortOf(u.p.Info.TypeOf(call)) == client.Client && name != "Conn":
			u.returned = true // WithTimeout: of the same pool
			u.release(e)
		}
		return
	case *ast.AssignStmt:
		if slices.Contains(s.Lhs, e) {
			if id, ok := e.(*ast.Ident); ok {
				u.assigns = append(u.assigns, id)
			}
			return
		}
		if v := u.target(s.Lhs, s.Rhs, e); v != nil && u.depth == 0 {
			u.holds(v)
			return
		} else if i := slices.Index(s.Rhs, e); i >= 0 && len(s.Lhs) == len(s.Rhs) {
			if id, ok := s.Lhs[i].(*ast.Ident); ok && id.Name == "_" {
				return // dropped
			}
		}
	case *ast.ValueSpec:
		var lhs []ast.Expr
		for _, id := range s.Names {
			lhs = append(lhs, id)
		}
		if v := u.target(lhs, s.Values, e); v != nil && u.depth == 0 {
			u.holds(v)
			return
		}
	case *ast.CallExpr:
		if i := slices.Index(s.Args, e); i >= 0 && !u.keeps(s, i) {
			return // it only uses it
		}
	case *ast.ReturnStmt:
		u.returned = true
	}
	u.returned = true
	u.release(e)
}

// release notes that from here on it is closed, or somebody else's.
func (u *usesOfOpened) release(e ast.Expr) { u.released = append(u.released, e.Pos()) }

// target is the local variable that the expression is assigned to, or nil.
func (u *usesOfOpened) target(lhs, rhs []ast.Expr, e ast.Expr) *types.Var {
	i := slices.Index(rhs, e)
	if i < 0 || len(lhs) != len(rhs) {
		return nil
	}
	id, ok := lhs[i].(*ast.Ident)
	if !ok || id.Name == "_" {
		return nil
	}
	v := u.p.Index.VarOf(id)
	if v == nil || v.IsField() || v.Parent() == u.p.Types.Scope() {
		return nil
	}
	return v
}

// holds follows the variable that holds it.
func (u *usesOfOpened) holds(v *types.Var) {
	if u.v != nil || v.Pos() < u.fn.Body.Pos() || u.fn.Body.End() < v.Pos() {
		u.unknown = true // of the function around, a parameter or result
		return
	}
	for _, a := range u.p.Index.Assigns(v) {
		if a.Op == token.AND || a.Func != u.fn {
			u.unknown = true
			return
		}
	}
	u.v = v
	u.depth++
	u.each(v, u.expr)
	u.depth--
}

// each visits the uses of a variable in the function, those in its literals as
// what the literal does with it.
func (u *usesOfOpened) each(v *types.Var, visit func(ast.Expr)) {
	ast.Inspect(u.fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if uses(u.p.Info, n, v) && u.literalKeeps(n, v) {
				u.returned = true
				u.release(n)
			}
			return false
		case *ast.Ident:
			if u.p.Info.Uses[n] == v {
				visit(n)
			}
		}
		return true
	})
}

func uses(info *types.Info, in ast.Node, v *types.Var) (found bool) {
	ast.Inspect(in, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.Uses[id] == v {
			found = true
		}
		return !found
	})
	return found
}

// literalKeeps reports whether a literal that has the variable may close it, or
// live on with it: a goroutine for the life of the process.
func (u *usesOfOpened) literalKeeps(lit *ast.FuncLit, v *types.Var) bool {
	if !u.strict {
		return true
	}
	f := u.p.Index.LitOf(lit)
	if f == nil {
		return true
	}
	in := &usesOfOpened{p: u.p, fn: f, root: u.root, v: v, strict: true, depth: 1}
	in.each(v, in.expr)
	return in.unknown || len(in.released) > 0
}

// channel follows what Channel gave: whoever has it, has the subscription.
func (u *usesOfOpened) channel(e ast.Expr) {
	parents := u.p.parentsOf(u.root)
	switch s := parents[e].(type) {
	case *ast.ParenExpr:
		u.channel(s)
		return
	case *ast.ExprStmt, *ast.BinaryExpr:
		return
	case *ast.RangeStmt:
		u.ranges = append(u.ranges, s)
		return
	case *ast.UnaryExpr: // <-ch
		if as, ok := parents[s].(*ast.AssignStmt); ok && len(as.Lhs) == 2 && len(as.Rhs) == 1 {
			if id, ok := as.Lhs[1].(*ast.Ident); ok {
				if v := u.p.Index.VarOf(id); v != nil && len(u.p.Index.Assigns(v)) == 1 {
					u.open = append(u.open, v)
				}
			}
		}
		return
	case *ast.CallExpr:
		if i := slices.Index(s.Args, e); i >= 0 && !u.keeps(s, i) {
			return
		}
	case *ast.AssignStmt:
		if slices.Contains(s.Lhs, e) {
			return // holds another one from here on
		}
		if v := u.target(s.Lhs, s.Rhs, e); v != nil && !slices.Contains(u.channels, v) {
			u.channels = append(u.channels, v)
			u.each(v, u.channel)
			return
		}
	}
	u.release(e)
}

func isChannel(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// keeps reports whether the function that gets it as an argument may close it, or
// keep it: all that are not in sight may.
func (u *usesOfOpened) keeps(call *ast.CallExpr, i int) bool {
	if u.depth > maxHanded {
		return true
	}
	fn := u.p.Index.Callee(call)
	if fn == nil {
		return true
	}
	decl := u.p.Index.DeclOf(fn)
	if decl == nil || decl.Body == nil || i >= len(decl.Params()) || fn.Signature().Variadic() && i >= len(decl.Params())-1 {
		return true
	}
	if _, started := u.p.parentsOf(u.root)[call].(*ast.GoStmt); started {
		return true // it may be there for the life of the process
	}
	v := decl.Params()[i]
	if v == nil {
		return false // unnamed
	}
	in := &usesOfOpened{p: u.p, fn: decl, root: decl, v: v, depth: u.depth + 1}
	if isChannel(v.Type()) {
		in.each(v, in.channel)
	} else {
		in.each(v, in.expr)
	}
	return in.unknown || len(in.released) > 0 || len(in.assigns) > 0
}

// drained reports whether the loop ends when the subscription is closed.
func (u *usesOfOpened) drained(loop ast.Stmt) bool { return slices.Contains(u.ranges, ast.Node(loop)) }

// replaced reports whether the variable gets another value in the block, which
// is another story.
func (u *usesOfOpened) replaced(b *cfg.Block, call *ast.CallExpr) bool {
	return slices.ContainsFunc(b.Nodes, func(n ast.Node) bool {
		return slices.ContainsFunc(u.assigns, func(id *ast.Ident) bool {
			return n.Pos() <= id.Pos() && id.End() <= n.End() && !(n.Pos() <= call.Pos() && call.End() <= n.End())
		})
	})
}

// assignedOutside reports whether the loop around the call has the variable from
// outside of it: what comes before or after may look after it.
func (u *usesOfOpened) assignedOutside(fn *eval.Func, call *ast.CallExpr) bool {
	loop, ok := eval.LoopOf(fn, call.Pos())
	return u.v != nil && (!ok || !loop.Contains(u.v.Pos()))
}

// assumed is what holds on the paths from the call on: the variable is not nil,
// the channel is open, and the conditions that it was made under are still true.
func (u *usesOfOpened) assumed(g *Graph, call *ast.CallExpr) assume {
	held := map[string]bool{}
	parents := u.p.parentsOf(u.root)
	for below, at := ast.Node(call), parents[call]; at != nil; below, at = at, parents[at] {
		if _, lit := at.(*ast.FuncLit); lit {
			break // another function
		}
		if s, ok := at.(*ast.IfStmt); ok && below == ast.Node(s.Body) {
			held[types.ExprString(s.Cond)] = true
		}
	}
	var eval func(cond ast.Expr) (bool, bool)
	eval = func(cond ast.Expr) (val, known bool) {
		cond = ast.Unparen(cond)
		if held[types.ExprString(cond)] {
			return true, true
		}
		switch e := cond.(type) {
		case *ast.Ident:
			if v, ok := u.p.Info.Uses[e].(*types.Var); ok && slices.Contains(u.open, v) {
				return true, true
			}
		case *ast.UnaryExpr:
			if e.Op == token.NOT {
				v, ok := eval(e.X)
				return !v, ok
			}
		case *ast.BinaryExpr:
			switch e.Op {
			case token.LAND, token.LOR:
				v1, ok1 := eval(e.X)
				v2, ok2 := eval(e.Y)
				stop := e.Op == token.LOR
				switch {
				case ok1 && v1 == stop || ok2 && v2 == stop:
					return stop, true
				case ok1 && ok2:
					return !stop, true
				}
			case token.EQL, token.NEQ:
				x, y := ast.Unparen(e.X), e.Y
				if u.p.Info.Types[x].IsNil() {
					x, y = ast.Unparen(y), x
				}
				id, ok := x.(*ast.Ident)
				if ok && u.p.Info.Types[y].IsNil() && u.v != nil && u.p.Info.Uses[id] == u.v {
					return e.Op == token.NEQ, true
				}
			}
		}
		return false, false
	}
	return eval
}
