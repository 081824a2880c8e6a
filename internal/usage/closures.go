package usage

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// A Closure is the function literal that a client calls and that a command is
// sent in at once.
type Closure struct {
	// Watch: of Watch; else of Pipelined or TxPipelined, whose name Method is.
	Watch  bool
	Method string
	// Param is the name of its parameter: the pipeline or the connection.
	Param string
	// Same: the command goes to the client that calls the literal.
	Same bool
	// Queues: a Watch's literal opens a transaction as well.
	Queues bool
}

// Around is the innermost literal that the client calls around a command which
// is sent at once; nil where there is none, or another literal in between may
// run at another time.
func (p *Package) Around(c *command.Command) *Closure {
	for fn := p.funcOf[c]; fn != nil && fn.Lit != nil; fn = fn.Parent {
		role, ok := p.lits[fn.Lit]
		if !ok {
			if call, ok := p.Index.LitParent(fn.Lit).(*ast.CallExpr); ok && ast.Unparen(call.Fun) == fn.Lit {
				continue // func() { … }()
			}
			return nil
		}
		out := &Closure{Method: p.here(role.call).Method}
		switch role.what.Role {
		case client.Watches:
			out.Watch = true
			if w := p.Watching(role.what.Command); w != nil {
				out.Queues = w.Queues
			}
		case client.RunsBatch:
		default:
			return nil
		}
		if ps := fn.Params(); len(ps) == 1 && ps[0] != nil {
			out.Param = ps[0].Name()
		}
		if role.what.Sender != nil {
			out.Same = p.Index.Key(p.originOf(role.what.Sender).sender).Equal(c.On)
		}
		return out
	}
	return nil
}

// OwnGoroutines lists, of the queued commands, those that a goroutine queues on
// a pipeline which another goroutine uses as well, with no lock: the goroutine is
// started in a loop that the pipeline is made outside of, or is one of several.
// Of each goroutine it is the first one.
func (p *Package) OwnGoroutines() []*command.Command {
	type use struct {
		at  ast.Node // what starts it
		cmd *command.Command
	}
	uses := map[*command.Batch][]use{}
	var order []*command.Batch
	for _, c := range p.Commands {
		if c.Batch == nil || c.Batch.Call == nil || c.Script != nil {
			continue // not queued, or on what others make
		}
		if role := p.calls[c.Batch.Call]; role == nil || role.Role != client.MakesBatch {
			continue // Pipelined: its closure ends before anything else can use it
		}
		at, locked := p.startedBy(c)
		if at == nil || locked {
			continue // in no goroutine of its own, or one at a time
		}
		if slices.ContainsFunc(uses[c.Batch], func(u use) bool { return u.at == at }) {
			continue // the goroutine has its finding
		}
		if len(uses[c.Batch]) == 0 {
			order = append(order, c.Batch)
		}
		uses[c.Batch] = append(uses[c.Batch], use{at, c})
	}
	var out []*command.Command
	for _, b := range order {
		for _, u := range uses[b] {
			if len(uses[b]) > 1 || p.loopBetween(u.cmd, u.at, b.Call) {
				out = append(out, u.cmd)
			}
		}
	}
	return out
}

// startedBy is the go statement, or the call of a group's Go, that starts the
// goroutine which queues the command on a pipeline from outside of it; locked
// reports whether a mutex is locked in it.
func (p *Package) startedBy(c *command.Command) (at ast.Node, locked bool) {
	root := p.Root(c)
	if root == nil {
		return nil, false
	}
	parents := p.parentsOf(root)
	for n := ast.Node(c.Call); n != nil; n = parents[n] {
		switch s := n.(type) {
		case *ast.GoStmt:
			if c.Via != nil && s.Call == c.Call {
				decl := (*eval.Func)(nil)
				if fn := p.Index.Callee(s.Call); fn != nil {
					decl = p.Index.DeclOf(fn)
				}
				return s, decl == nil || p.locks(decl.Body)
			}
			if lit, ok := ast.Unparen(s.Call.Fun).(*ast.FuncLit); ok && !spans(lit, c.Batch.Call) {
				return s, p.locks(lit.Body)
			}
		case *ast.CallExpr:
			fn := p.Index.Callee(s)
			if fn == nil || fn.FullName() != "(*sync.WaitGroup).Go" && fn.FullName() != "(*golang.org/x/sync/errgroup.Group).Go" || len(s.Args) != 1 {
				continue // runs nothing beside
			}
			if lit, ok := ast.Unparen(s.Args[0]).(*ast.FuncLit); ok && !spans(lit, c.Batch.Call) {
				return s, p.locks(lit.Body)
			}
		}
	}
	return nil, false
}

func spans(outer, inner ast.Node) bool {
	return outer.Pos() <= inner.Pos() && inner.End() <= outer.End()
}

// locks reports whether the body locks a mutex.
func (p *Package) locks(body ast.Node) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if fn := p.Index.Callee(call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync" && (fn.Name() == "Lock" || fn.Name() == "Do") {
				found = true
			}
		}
		return !found
	})
	return found
}

// loopBetween reports whether the node is in a loop that the call is not in.
func (p *Package) loopBetween(c *command.Command, n ast.Node, call *ast.CallExpr) bool {
	for at := p.Parent(c, n); at != nil; at = p.Parent(c, at) {
		switch at.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if !spans(at, call) {
				return true
			}
		}
	}
	return false
}

// FilledElsewhere lists the calls of Exec on a pipeline in a field of a type of
// this package, in a function that runs in a goroutine of its own, where an
// exported method that this function does not call queues on the same field and
// neither locks a mutex.
func (p *Package) FilledElsewhere() []*command.Command {
	var out []*command.Command
	for _, call := range p.callList {
		c := p.calls[call]
		fn := p.Index.FuncOf(call)
		if c.Role != client.Executes || fn == nil {
			continue // does not execute
		}
		field := p.ownField(c.Sender)
		if field == nil || !p.ownGoroutine(fn) || p.locks(fn.Root().Body) {
			continue // a local, or sent by whoever fills it
		}
		for _, q := range p.Commands {
			root := p.Root(q)
			if q.Sender == nil || q.Batch == nil || p.ownField(q.Sender) != field || root == nil || root == fn.Root() {
				continue // not queued on that field, or by the same function
			}
			if root.Obj == nil || !root.Obj.Exported() || p.locks(root.Body) || p.callsFrom(fn.Root(), root.Obj, 0) {
				continue // the goroutine may fill it by itself, or takes turns
			}
			at := p.here(call)
			at.Batch = q.Batch
			out = append(out, at)
			break
		}
	}
	return out
}

func (p *Package) ownField(e ast.Expr) *types.Var {
	if e == nil {
		return nil
	}
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	v, ok := p.Info.Uses[sel.Sel].(*types.Var)
	if !ok || !v.IsField() || v.Pkg() != p.Types {
		return nil
	}
	return v
}

// ownGoroutine reports whether the function is a literal behind go, or one that
// all calls in sight start with go.
func (p *Package) ownGoroutine(fn *eval.Func) bool {
	if fn.Lit != nil {
		call, ok := p.Index.LitParent(fn.Lit).(*ast.CallExpr)
		if !ok || ast.Unparen(call.Fun) != fn.Lit {
			return false
		}
		_, ok = p.parentsOf(fn.Root())[call].(*ast.GoStmt)
		return ok
	}
	if fn.Obj == nil || fn.Obj.Exported() || len(p.callers[fn.Obj]) == 0 {
		return false
	}
	for _, call := range p.callers[fn.Obj] {
		from := p.Index.FuncOf(call)
		if from == nil {
			return false
		}
		if _, ok := p.parentsOf(from.Root())[call].(*ast.GoStmt); !ok {
			return false
		}
	}
	return true
}

// callsFrom reports whether the declaration calls the function, perhaps through
// others of the package, by itself.
func (p *Package) callsFrom(from *eval.Func, fn *types.Func, depth int) bool {
	if depth > maxHanded {
		return true // not known
	}
	for _, f := range p.Index.Funcs {
		if f.Root() != from {
			continue // another declaration
		}
		for _, call := range f.Calls {
			callee := p.Index.Callee(call)
			if callee == nil {
				continue // a value
			}
			if callee.Origin() == fn {
				return true
			}
			if decl := p.Index.DeclOf(callee); decl != nil && decl != from && p.callsFrom(decl, fn, depth+1) {
				return true
			}
		}
	}
	return false
}
