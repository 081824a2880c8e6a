package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// A Watching is what the function of a WATCH call does.
type Watching struct {
	// Writes are the writes outside of transactions, on whatever client, in
	// source order.
	Writes []*command.Command
	// Queues: it opens a transaction.
	Queues bool
	// WatchesMore: it watches keys by itself.
	WatchesMore bool
	// Open: something that it hands the connection to is not in sight.
	Open bool
}

// Watching is what the function that the WATCH call runs does; nil where that
// function is not in sight.
func (p *Package) Watching(watch *command.Command) *Watching {
	c := p.calls[watch.Call]
	if c == nil || c.Fn == nil {
		return nil
	}
	fn := p.runs(c.Fn)
	if fn == nil || fn.Body == nil {
		return nil
	}
	w := &Watching{}
	p.watched(fn, w, 0)
	return w
}

// runs is the function that the expression is: a literal, or one declared here.
func (p *Package) runs(e ast.Expr) *eval.Func {
	if lit := p.literal(e); lit != nil {
		return p.Index.LitOf(lit)
	}
	var id *ast.Ident
	switch n := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = n
	case *ast.SelectorExpr:
		id = n.Sel
	default:
		return nil
	}
	if fn, ok := p.Info.Uses[id].(*types.Func); ok {
		return p.Index.DeclOf(fn)
	}
	return nil
}

func (p *Package) watched(fn *eval.Func, w *Watching, depth int) {
	for _, f := range p.Index.Funcs {
		if f.Root() != fn.Root() || f.Body.Pos() < fn.Body.Pos() || fn.Body.End() < f.Body.End() {
			continue // not inside
		}
		for _, call := range f.Calls {
			if c := p.calls[call]; c != nil {
				switch {
				case (c.Role == client.MakesBatch || c.Role == client.RunsBatch) && c.Batch == command.Transaction:
					w.Queues = true
				case c.Role == client.Watches:
					w.WatchesMore = true
				}
			} else {
				p.handsTx(call, w, depth)
			}
			for _, c := range p.linked[call] {
				switch {
				case c.Is("MULTI"):
					w.Queues = true
				case c.Is("WATCH"):
					w.WatchesMore = true
				case c.Script == nil && c.Batch == nil && p.Writes(c):
					w.Writes = append(w.Writes, c)
				case c.BatchKind() == command.Pipeline && p.Writes(c):
					w.Writes = append(w.Writes, c) // no transaction
				case c.Via != nil && c.BatchKind() == command.Transaction:
					w.Queues = true
				}
			}
		}
	}
}

// handsTx looks at a call that gets the connection of the WATCH.
func (p *Package) handsTx(call *ast.CallExpr, w *Watching, depth int) {
	for _, a := range append(slices.Clone(call.Args), receiverOf(call)...) {
		if p.sortOf(p.Info.TypeOf(a)) != client.Tx {
			continue // another argument
		}
		fn := p.Index.Callee(call)
		var decl *eval.Func
		if fn != nil {
			decl = p.Index.DeclOf(fn)
		}
		if decl == nil || decl.Body == nil || depth == maxHanded {
			w.Open = true
			return
		}
		inner := &Watching{}
		p.watched(decl, inner, depth+1)
		w.Queues, w.WatchesMore, w.Open = w.Queues || inner.Queues, w.WatchesMore || inner.WatchesMore, w.Open || inner.Open
		return
	}
}

func receiverOf(call *ast.CallExpr) []ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return []ast.Expr{sel.X}
	}
	return nil
}

// A Retry is what a loop around a call makes of its failure.
type Retry uint8

const (
	// NoRetry: the loop, if any, does other work in each turn, or ends with the
	// first failure.
	NoRetry Retry = iota
	// EndlessRetry: the same again after every failure, without an end.
	EndlessRetry
	// ForgottenRetry: the same again a number of times, and when all of them
	// have failed, nil is returned.
	ForgottenRetry
)

// Retry tells what becomes of the error of a call that is sent in a loop until
// it succeeds. Failed reports whether an error value is one that the call may
// fail with again and again, such as the client's TxFailedErr.
func (g *Graph) Retry(at *command.Command, failed func(ast.Expr) bool) Retry {
	fn := g.p.funcOf[at]
	if fn == nil || fn.Body == nil {
		return NoRetry
	}
	loop := g.p.loopAround(at)
	if loop == nil {
		return NoRetry
	}
	start, ok := g.placeIn(fn, at.Pos)
	if !ok {
		return NoRetry
	}
	r := g.p.Result(at)
	errOf := func(is func(ast.Expr) (bool, bool)) assume {
		return func(cond ast.Expr) (bool, bool) { return g.p.failing(&r, cond, is) }
	}
	succeeded := g.turn(fn, start, loop, func(cond ast.Expr) (bool, bool) { return g.p.outcome(&r, at, cond) })
	if succeeded.again || len(succeeded.out) == 0 {
		return NoRetry // each turn is other work
	}
	every := g.turn(fn, start, loop, errOf(func(ast.Expr) (bool, bool) { return false, true }))
	if every.again && len(every.out) == 0 && !every.over {
		return EndlessRetry
	}
	same := g.turn(fn, start, loop, errOf(func(e ast.Expr) (bool, bool) { return failed(e), true }))
	if !same.again || len(same.out) > 0 || !same.over {
		return NoRetry // leaves the loop by itself
	}
	for _, b := range g.graph(fn).cfg.Blocks {
		if b.Stmt == loop && (b.Kind == cfg.KindForDone || b.Kind == cfg.KindRangeDone) && g.returnsNil(fn, b, errOf(func(e ast.Expr) (bool, bool) { return failed(e), true })) {
			return ForgottenRetry
		}
	}
	return NoRetry
}

// loopAround is the innermost loop of the function itself that the call is in,
// one of a counter or a condition, or of none: not a walk over elements.
func (p *Package) loopAround(at *command.Command) ast.Stmt {
	for n := p.Parent(at, at.Call); n != nil; n = p.Parent(at, n) {
		switch s := n.(type) {
		case *ast.FuncLit:
			return nil
		case *ast.ForStmt:
			return s
		case *ast.RangeStmt:
			if b, ok := p.Info.TypeOf(s.X).Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 && s.Value == nil {
				return s
			}
			return nil
		}
	}
	return nil
}

// A loopTurn is where the rest of a loop's turn leads.
type loopTurn struct {
	again bool         // to the next turn
	out   []*cfg.Block // out of the loop, from its body
	over  bool         // the loop has a condition, which ends it
}

// turn follows the rest of the turn that the place is in.
func (g *Graph) turn(fn *eval.Func, from point, loop ast.Stmt, as assume) (t loopTurn) {
	body := loopBody(loop)
	inside := func(b *cfg.Block) bool {
		for _, n := range b.Nodes {
			return body.Pos() <= n.Pos() && n.End() <= body.End()
		}
		return b.Stmt != nil && body.Pos() <= b.Stmt.Pos() && b.Stmt.End() <= body.End()
	}
	t.over = true
	if f, ok := loop.(*ast.ForStmt); ok {
		t.over = f.Cond != nil
	}
	head := func(b *cfg.Block) bool {
		if b.Stmt != loop {
			return false
		}
		switch b.Kind {
		case cfg.KindForLoop, cfg.KindForPost, cfg.KindRangeLoop, cfg.KindForBody, cfg.KindRangeBody:
			return true
		}
		return false
	}
	seen := map[*cfg.Block]bool{}
	var visit func(b *cfg.Block)
	follow := func(b *cfg.Block) {
		succs := branchTaken(b, as)
		if len(succs) == 0 {
			t.out = append(t.out, b) // returns
		}
		for _, s := range succs {
			visit(s)
		}
	}
	visit = func(b *cfg.Block) {
		switch {
		case seen[b]:
		case head(b):
			t.again = true
		case b.Stmt == loop || !inside(b) && len(b.Nodes) > 0:
			seen[b] = true
			t.out = append(t.out, b)
		default:
			seen[b] = true
			follow(b)
		}
	}
	seen[from.block] = !head(from.block)
	follow(from.block)
	return t
}

func loopBody(loop ast.Stmt) *ast.BlockStmt {
	switch s := loop.(type) {
	case *ast.ForStmt:
		return s.Body
	case *ast.RangeStmt:
		return s.Body
	}
	return nil
}

// branchTaken lists the successors that the assumption leaves open.
func branchTaken(b *cfg.Block, as assume) []*cfg.Block {
	if len(b.Succs) == 2 && len(b.Nodes) > 0 {
		if cond, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr); ok {
			if val, known := as(cond); known && val {
				return b.Succs[:1]
			} else if known {
				return b.Succs[1:]
			}
		}
	}
	return b.Succs
}

// returnsNil reports whether every way on from the block returns nil for the
// function's error.
func (g *Graph) returnsNil(fn *eval.Func, from *cfg.Block, as assume) bool {
	seen := map[*cfg.Block]bool{}
	queue := []*cfg.Block{from}
	returns := 0
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if seen[b] {
			continue // visited
		}
		seen[b] = true
		succs := branchTaken(b, as)
		if len(succs) > 0 {
			queue = append(queue, succs...)
			continue // goes on
		}
		ret := b.Return()
		if ret == nil || len(ret.Results) == 0 || !g.p.Info.Types[ret.Results[len(ret.Results)-1]].IsNil() {
			return false
		}
		returns++
	}
	return returns > 0 && g.p.givesError(fn)
}

// givesError reports whether the last result of the function is an error.
func (p *Package) givesError(fn *eval.Func) bool {
	var sig *types.Signature
	if fn.Lit != nil {
		sig, _ = p.Info.TypeOf(fn.Lit).(*types.Signature)
	} else if fn.Obj != nil {
		sig = fn.Obj.Signature()
	}
	if sig == nil || sig.Results().Len() == 0 {
		return false
	}
	return isError(sig.Results().At(sig.Results().Len() - 1).Type())
}

// failing evaluates a condition under the assumption that the error of the
// result is not nil, and that is tells which other values it equals.
func (p *Package) failing(r *Result, cond ast.Expr, is func(ast.Expr) (bool, bool)) (val, known bool) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			v, ok := p.failing(r, e.X, is)
			return !v, ok
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			v1, ok1 := p.failing(r, e.X, is)
			v2, ok2 := p.failing(r, e.Y, is)
			stop := e.Op == token.LOR
			switch {
			case ok1 && v1 == stop || ok2 && v2 == stop:
				return stop, true
			case ok1 && ok2:
				return !stop, true
			}
		case token.EQL, token.NEQ:
			x, y := e.X, e.Y
			if p.role(r, x) != roleErr {
				x, y = y, x
			}
			if p.role(r, x) != roleErr {
				return false, false
			}
			if p.Info.Types[y].IsNil() {
				return e.Op == token.NEQ, true
			}
			v, ok := is(y)
			return v == (e.Op == token.EQL), ok
		}
	case *ast.CallExpr:
		if fn := p.Index.Callee(e); fn != nil && fn.FullName() == "errors.Is" && len(e.Args) == 2 && p.role(r, e.Args[0]) == roleErr {
			return is(e.Args[1])
		}
	}
	return false, false
}

// IsTxFailed reports whether the expression is the client's TxFailedErr.
func (p *Package) IsTxFailed(e ast.Expr) bool { return p.isOfClient(e, "TxFailedErr") }
