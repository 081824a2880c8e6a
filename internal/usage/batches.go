package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// A Pipeline is a pipeline or transaction that a function of this package makes,
// and all that becomes of it.
type Pipeline struct {
	// Made is the call that makes it, or for Pipelined also runs it; it sends
	// nothing, and says where.
	Made *command.Command
	// Queued are the commands that are queued on it, in source order.
	Queued []*command.Command
	// Execs are the calls that execute it: Exec, Pipelined itself, or a function
	// of this package that it is given to.
	Execs []*command.Command
	// Ends: it is discarded somewhere.
	Ends bool
	// Escapes: somebody out of sight has it, who may do anything with it.
	Escapes bool
}

// Pipelines lists what is made by Pipeline, TxPipeline, Pipelined and
// TxPipelined in the package's functions.
func (p *Package) Pipelines() []*Pipeline {
	var out []*Pipeline
	for _, call := range p.callList {
		c := p.calls[call]
		fn := p.Index.FuncOf(call)
		if c.Role != client.MakesBatch && c.Role != client.RunsBatch || fn == nil || p.onPipe(c.Sender) {
			continue // none, in a package variable, or more of the same one
		}
		l := &Pipeline{Made: p.here(call)}
		root := fn.Root()
		for _, o := range p.roots[root] {
			if o.Batch != nil && o.Batch.Call == call && o.Script == nil {
				l.Queued = append(l.Queued, o)
			}
		}
		var u pipeUse
		if c.Role == client.RunsBatch {
			u.execs = append(u.execs, call)
			if lit := p.literal(c.Fn); lit == nil {
				u.escapes = true
			} else if f := p.Index.LitOf(lit); f != nil && len(f.Params()) == 1 && f.Params()[0] != nil {
				u.add(p.usesOf(root, f.Params()[0], 0))
			}
		} else if v := p.pipeVar(root, call); v != nil {
			u = p.usesOf(root, v, 0)
		} else {
			u = p.pipeUsed(root, call, 0)
		}
		for _, e := range u.execs {
			l.Execs = append(l.Execs, p.here(e))
		}
		l.Ends, l.Escapes = u.ends, u.escapes
		out = append(out, l)
	}
	return out
}

// here is a command that sends nothing and stands at the call.
func (p *Package) here(call *ast.CallExpr) *command.Command {
	c := &command.Command{Call: call, Pos: call.Fun.Pos(), End: call.Fun.End()}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		c.Pos, c.End, c.Method = sel.Sel.Pos(), sel.Sel.End(), sel.Sel.Name
	} else if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		c.Method = id.Name
	}
	if known := p.calls[call]; known != nil {
		c.Sender, c.Version = known.Sender, known.Version
	}
	if fn := p.Index.FuncOf(call); fn != nil {
		p.funcOf[c] = fn
	}
	return c
}

func (p *Package) onPipe(e ast.Expr) bool {
	return e != nil && p.sortOf(p.Info.TypeOf(e)) == client.Pipe
}

// pipeVar is the local variable that the call's value goes to, or nil.
func (p *Package) pipeVar(root *eval.Func, call *ast.CallExpr) *types.Var {
	var id *ast.Ident
	switch s := p.parentsOf(root)[call].(type) {
	case *ast.AssignStmt:
		for i := range s.Rhs {
			if s.Rhs[i] == ast.Expr(call) && i < len(s.Lhs) {
				id, _ = s.Lhs[i].(*ast.Ident)
			}
		}
	case *ast.ValueSpec:
		for i := range s.Values {
			if s.Values[i] == ast.Expr(call) && i < len(s.Names) {
				id = s.Names[i]
			}
		}
	}
	if id == nil {
		return nil
	}
	v := p.Index.VarOf(id)
	if v == nil || v.Parent() == p.Types.Scope() {
		return nil
	}
	return v
}

// pipeUse is what is done with a pipeline.
type pipeUse struct {
	execs         []*ast.CallExpr
	ends, escapes bool
}

func (u *pipeUse) add(o pipeUse) {
	u.execs = append(u.execs, o.execs...)
	u.ends, u.escapes = u.ends || o.ends, u.escapes || o.escapes
}

// usesOf is what a declaration does with the pipeline that a variable holds.
func (p *Package) usesOf(root *eval.Func, v *types.Var, depth int) (u pipeUse) {
	ast.Inspect(root.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.Info.Uses[id] == v {
			u.add(p.pipeUsed(root, id, depth))
		}
		return true
	})
	return u
}

// maxHanded bounds through how many functions a pipeline is followed.
const maxHanded = 3

// pipeUsed is what the expression around e does with the pipeline that e is.
func (p *Package) pipeUsed(root *eval.Func, e ast.Expr, depth int) (u pipeUse) {
	parents := p.parentsOf(root)
	switch s := parents[e].(type) {
	case *ast.ParenExpr:
		return p.pipeUsed(root, s, depth)
	case *ast.BinaryExpr:
		return u // compared with nil
	case *ast.AssignStmt:
		if slices.Contains(s.Lhs, e) {
			return u // holds another one from here on
		}
	case *ast.SelectorExpr:
		call, ok := parents[s].(*ast.CallExpr)
		if !ok || call.Fun != ast.Expr(s) {
			break // a method value
		}
		switch c := p.calls[call]; {
		case c == nil:
			switch s.Sel.Name {
			case "Len", "Cmds", "String":
				return u
			case "Close": // v8 and older
				u.ends = true
				return u
			}
		case c.Role == client.Sends || c.Role == client.Processes:
			return u
		case c.Role == client.Executes || c.Role == client.RunsBatch:
			u.execs = append(u.execs, call)
			return u
		case c.Role == client.Discards:
			u.ends = true
			return u
		}
	case *ast.CallExpr:
		if c := p.calls[s]; c != nil && c.Role == client.Sends {
			return u // Script.Run
		}
		fn := p.Index.Callee(s)
		if fn == nil || depth == maxHanded {
			break
		}
		decl := p.Index.DeclOf(fn)
		i := slices.Index(s.Args, e)
		if decl == nil || decl.Body == nil || i < 0 || i >= len(decl.Params()) || fn.Signature().Variadic() && i >= len(decl.Params())-1 {
			break
		}
		v := decl.Params()[i]
		if v == nil {
			return u // unnamed
		}
		inner := p.usesOf(decl, v, depth+1)
		if len(inner.execs) > 0 {
			u.execs = append(u.execs, s)
		}
		u.ends, u.escapes = inner.ends, inner.escapes
		return u
	}
	u.escapes = true
	return u
}

// HeldBack reports whether the command is on a batch of this function or one
// that it was handed, which has certainly not been executed when the call
// returns: not one that runs by itself, nor one that a helper makes and runs.
func (p *Package) HeldBack(c *command.Command) bool {
	switch c.BatchKind() {
	case command.Pipeline, command.Transaction, command.Queued:
	default:
		return false
	}
	if strings.HasSuffix(c.Type, "AutoPipeliner") || c.Script != nil || !p.isCommandType(p.Info.TypeOf(c.Call)) {
		return false
	}
	if c.Via == nil {
		return true
	}
	if c.Batch.Call == nil {
		return false
	}
	fn := p.Index.FuncOf(c.Batch.Call)
	if fn == nil || p.Index.FuncOf(c.Call) == nil || fn.Root() != p.Root(c) {
		return false // of another function
	}
	v := p.pipeVar(fn.Root(), c.Batch.Call)
	return v != nil && !slices.Contains(p.usesOf(fn.Root(), v, 0).execs, c.Call)
}

// valueMethods give a command's value, beside an error or none.
var valueMethods = []string{"Val", "Result", "Int", "Int64", "Uint64", "Float32", "Float64", "Bool", "Bytes", "Text", "Time", "Scan", "Slice", "StringSlice", "Int64Slice", "BoolSlice"}

// takesValue reports whether the place takes the command's value, and not only
// the error beside it.
func takesValue(r *Result) bool {
	if !slices.Contains(valueMethods, r.Chain) || r.Use == Dropped || r.Use == Blank {
		return false
	}
	return r.Chain == "Val" || r.Value != nil || r.Err == nil
}

// TooEarly finds a place that takes the value of a queued command before its
// batch has been executed: at once, or from the variable that holds the command.
func (g *Graph) TooEarly(c *command.Command) (read ast.Expr) {
	fn := g.p.funcOf[c]
	if fn == nil || fn.Body == nil || !g.p.HeldBack(c) {
		return nil
	}
	rs := g.results(c, fn)
	if takesValue(&rs[0]) {
		return rs[0].Node
	}
	execs, escapes := g.p.executedIn(c)
	if escapes {
		return nil // whoever has it may execute it
	}
	for _, r := range rs[1:] {
		if !takesValue(&r) || g.executedBetween(fn, c, execs, r.Node.Pos()) {
			continue // the error alone, or after Exec
		}
		return r.Node
	}
	return nil
}

// executedIn lists what executes the batch of the command in its function.
func (p *Package) executedIn(c *command.Command) (execs []*ast.CallExpr, escapes bool) {
	root := p.Root(c)
	e := c.Sender
	if c.Batch.Call != nil {
		if role := p.calls[c.Batch.Call]; role != nil && role.Role == client.MakesBatch {
			v := p.pipeVar(root, c.Batch.Call)
			if v == nil {
				return nil, true
			}
			u := p.usesOf(root, v, 0)
			return u.execs, u.escapes
		}
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil, true // a field, which others execute
	}
	v, ok := p.Info.Uses[id].(*types.Var)
	if !ok {
		return nil, true
	}
	if _, _, param := p.Index.ParamOf(v); !param {
		return nil, true
	}
	u := p.usesOf(root, v, 0)
	return u.execs, u.escapes
}

// executedBetween reports whether, after the command and before the place, one of the
// calls can have run. A call in a literal may run at any time.
func (g *Graph) executedBetween(fn *eval.Func, c *command.Command, calls []*ast.CallExpr, use token.Pos) bool {
	from, ok := g.at(c, fn)
	if !ok {
		return true // not known
	}
	to, ok := g.placeIn(fn, use)
	if !ok || !g.before(from, to) {
		return true // in another turn of a loop, perhaps
	}
	for _, call := range calls {
		if g.p.Index.FuncOf(call) != fn {
			return true
		}
		at, ok := g.placeIn(fn, call.Pos())
		if !ok || g.before(from, at) && g.before(at, to) {
			return true
		}
	}
	return false
}

func (g *Graph) placeIn(fn *eval.Func, pos token.Pos) (point, bool) {
	n, ok := g.graph(fn).find(pos)
	if !ok || !n.block.Live {
		return point{}, false
	}
	return point{fn: fn, block: n.block, idx: n.idx, pos: pos}, true
}

// before reports whether b can be reached from a in one turn of the loops that
// both are in.
func (g *Graph) before(a, b point) bool {
	if a.block == b.block && a.idx == b.idx {
		return a.pos < b.pos
	}
	return g.walk(a, b, nil)
}

// ErrorSeen reports whether somebody reads the error of the call, drops it on
// purpose, or takes what it answers instead.
func (p *Package) ErrorSeen(at *command.Command) (seen, onPurpose bool) {
	switch r := p.Result(at); r.Use {
	case Dropped:
		return false, false
	case Blank:
		return false, true
	}
	return true, false
}

// ErrTooEarly reports whether the error of a queued command is taken at once,
// when it is still nil; checked tells a condition on it from handing it on.
func (p *Package) ErrTooEarly(c *command.Command) (taken, checked bool) {
	if !p.HeldBack(c) {
		return false, false
	}
	r := p.Result(c)
	if r.Use == Dropped || r.Use == Blank {
		return false, false
	}
	if r.Chain != "Err" && !(r.Chain == "Result" && r.Value == nil && r.Err != nil) {
		return false, false
	}
	return true, r.Cond || r.Err != nil && p.onlyChecked(c, r.Err)
}

// onlyChecked reports whether the error of an if statement's own is nothing but
// compared and handed on inside of it.
func (p *Package) onlyChecked(c *command.Command, v *types.Var) bool {
	for n := ast.Node(c.Call); n != nil; n = p.Parent(c, n) {
		if s, ok := n.(*ast.IfStmt); ok {
			return s.Init != nil && s.Init.Pos() <= v.Pos() && v.Pos() < s.Init.End()
		}
	}
	return false
}

// ReadLater reports whether somebody may see the error of a queued command: it
// is kept, and more is asked of it than its value.
func (p *Package) ReadLater(c *command.Command) bool {
	r := p.Result(c)
	switch {
	case r.Use == Dropped || r.Use == Blank:
		return false
	case r.Chain != "":
		return false // taken at once, when there is none yet
	case r.Command == nil:
		return true // out of sight
	}
	root := p.Root(c)
	if root == nil {
		return true
	}
	seen := false
	ast.Inspect(root.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || p.Info.Uses[id] != r.Command || seen {
			return !seen
		}
		if as, ok := p.Parent(c, id).(*ast.AssignStmt); ok && slices.Contains(as.Lhs, ast.Expr(id)) {
			return true
		}
		sel, ok := p.Parent(c, id).(*ast.SelectorExpr)
		seen = !ok || sel.Sel.Name != "Val"
		return true
	})
	return seen
}
