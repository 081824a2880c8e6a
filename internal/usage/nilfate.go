package usage

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/rediscmd"
)

// A Failure is where the client's Nil, the answer for what is not there, ends up
// as an error like any other.
type Failure struct {
	Pos token.Pos
	// How says what is done there: "returned", "logged" or "answered".
	How string
	// Where is the place, for people, in a package that imports this one; Pos is
	// then not valid.
	Where string
	// Via is the function that hands the error up to there; "" when it is the one
	// that sends the command.
	Via string
}

// NilFailure finds where the error of the command, or of the call that executes
// a batch, makes a failure of the client's Nil, on every path: it is logged as an
// error, answered with a status of 500 or more, or returned, also inside of
// another error, by a function whose callers are all in sight and do so in turn.
// It is nil where somebody tests for Nil, goes on without the answer, or does
// anything else with the error that might tell Nil from a failure.
func (g *Graph) NilFailure(at *command.Command) *Failure {
	root := g.p.Root(at)
	if root == nil || root.Body == nil {
		return nil // a package variable's initial value
	}
	return g.nilFailure(at, maxCallers)
}

func (g *Graph) nilFailure(at *command.Command, depth int) *Failure {
	fn := g.p.funcOf[at]
	if fn == nil || g.p.testsNil(fn.Root().Body) {
		return nil
	}
	var first *Failure
	for _, r := range g.results(at, fn) {
		f := &failing{g: g, fn: fn, r: r, depth: depth}
		if !f.judge() {
			if r.Err != nil || r.Use == Returned && f.handsErr(r.Node) {
				return nil // somebody may tell
			}
			continue // its value alone
		}
		if first == nil {
			first = &f.found
		}
	}
	return first
}

// failing judges one place that takes an error.
type failing struct {
	g     *Graph
	fn    *eval.Func
	r     Result
	depth int
	found Failure
}

// judge reports whether every path on which the error is the client's Nil makes
// a failure of it.
func (f *failing) judge() bool {
	p := f.g.p
	if f.r.Use == Dropped || f.r.Use == Blank || f.r.Elsewhere {
		return false // nobody has it, or out of sight
	}
	if f.r.Use == Returned {
		return f.handsErr(f.r.Node) && f.returns(f.r.Node.Pos())
	}
	if f.r.Err != nil {
		for _, a := range p.Index.Assigns(f.r.Err) {
			if a.Op == token.AND || a.Func != f.fn {
				return false // others have it
			}
		}
		if f.escapes() {
			return false
		}
	} else if f.r.Command == nil && !f.r.Cond {
		return false
	}
	start, ok := f.g.placeIn(f.fn, f.r.Node.Pos())
	if !ok {
		return false // dead code
	}
	as := func(cond ast.Expr) (bool, bool) {
		return p.failing(&f.r, cond, func(ast.Expr) (bool, bool) { return false, false })
	}
	seen := map[*cfg.Block]bool{}
	var follow func(b *cfg.Block, from int, asked bool) bool
	follow = func(b *cfg.Block, from int, asked bool) bool {
		for i := from; i < len(b.Nodes); i++ {
			switch f.event(b.Nodes[i], i > start.idx || b != start.block, asked) {
			case makesFailure:
				return true
			case losesIt:
				return false
			}
		}
		succs := branchTaken(b, as)
		asked = asked || len(succs) < len(b.Succs)
		for _, s := range succs {
			if s == start.block {
				return false // goes on with the next turn
			}
			if seen[s] {
				continue // visited
			}
			seen[s] = true
			if !follow(s, 0, asked) {
				return false // some way out makes no failure of it
			}
		}
		return len(succs) > 0
	}
	return follow(start.block, start.idx, false)
}

// handsErr reports whether an expression gives the error as its last result.
func (f *failing) handsErr(e ast.Expr) bool {
	switch t := f.g.p.Info.TypeOf(e).(type) {
	case *types.Tuple:
		return t.Len() > 0 && isError(t.At(t.Len()-1).Type())
	default:
		return t != nil && isError(t)
	}
}

// escapes reports whether the error goes anywhere but to comparisons with nil,
// returns, and calls whose result is not used: somebody may look at what it is.
func (f *failing) escapes() bool {
	p, found := f.g.p, false
	root := f.fn.Root()
	parents := p.parentsOf(root)
	ast.Inspect(f.fn.Body, func(n ast.Node) bool {
		if found {
			return false
		}
		id, ok := n.(*ast.Ident)
		if !ok || p.Info.Uses[id] != f.r.Err {
			return true
		}
		if inner := f.litAround(id); inner != f.fn.Lit {
			found = true // in another function, at another time
			return false
		}
		if !p.current(f.r.Err, f.r.At, id.Pos()) {
			return true // another error
		}
		found = !f.harmless(parents, id)
		return true
	})
	return found
}

func (f *failing) litAround(n ast.Node) *ast.FuncLit {
	parents := f.g.p.parentsOf(f.fn.Root())
	for at := parents[n]; at != nil; at = parents[at] {
		if lit, ok := at.(*ast.FuncLit); ok {
			return lit
		}
	}
	return nil
}

// harmless reports whether nothing can come of a use of the error that tells Nil
// from another one.
func (f *failing) harmless(parents map[ast.Node]ast.Node, id *ast.Ident) bool {
	for below, at := ast.Node(id), parents[id]; at != nil; below, at = at, parents[at] {
		switch s := at.(type) {
		case *ast.BinaryExpr:
			other := s.X
			if below == s.X {
				other = s.Y
			}
			return (s.Op == token.EQL || s.Op == token.NEQ) && below == ast.Node(id) && f.g.p.Info.Types[other].IsNil()
		case *ast.ReturnStmt:
			return true // looked at by event
		case *ast.ExprStmt:
			return true // nothing depends on it
		case *ast.AssignStmt:
			// It has another value from here on; or a new error is made of it.
			return slices.ContainsFunc(s.Lhs, func(l ast.Expr) bool { return l == below }) || f.makesError(s, below)
		case *ast.CallExpr, *ast.ParenExpr, *ast.SelectorExpr, *ast.CompositeLit, *ast.KeyValueExpr, *ast.UnaryExpr:
			// Part of what is made of it: its statement decides.
		default:
			return false
		}
	}
	return false
}

// makesError reports whether the statement makes one error of another.
func (f *failing) makesError(s *ast.AssignStmt, rhs ast.Node) bool {
	call, ok := rhs.(*ast.CallExpr)
	return ok && isError(f.g.p.Info.TypeOf(call))
}

type event uint8

const (
	nothing event = iota
	makesFailure
	losesIt
)

// event is what a node of the control flow, of a path on which the error is the
// client's Nil, does with it; after tells nodes behind the command's own, asked
// those of a branch for errors.
func (f *failing) event(n ast.Node, after, asked bool) event {
	p := f.g.p
	if ret, ok := n.(*ast.ReturnStmt); ok && after {
		if len(ret.Results) == 0 {
			return losesIt // a named result, perhaps
		}
		last := ast.Unparen(ret.Results[len(ret.Results)-1])
		switch {
		case p.role(&f.r, last) == roleErr:
			if f.returns(ret.Pos()) {
				return makesFailure
			}
		case f.wraps(last) && !f.saysMissing(ret):
			if f.returns(ret.Pos()) {
				return makesFailure
			}
		}
		return losesIt
	}
	if !after {
		return nothing
	}
	if s, ok := n.(*ast.ExprStmt); ok && asked {
		if call, ok := s.X.(*ast.CallExpr); ok {
			switch {
			case p.logsError(call) && f.mentions(call) && !f.saysMissing(call):
				f.found = Failure{Pos: call.Pos(), How: "logged"}
				return makesFailure
			case f.answers(call) && !f.saysMissing(call):
				f.found = Failure{Pos: call.Pos(), How: "answered"}
				return makesFailure
			}
		}
	}
	if as, ok := n.(*ast.AssignStmt); ok && f.r.Err != nil {
		for _, l := range as.Lhs {
			if id, ok := l.(*ast.Ident); ok && p.Index.VarOf(id) == f.r.Err && as.End() != f.r.At {
				return losesIt // another error from here on
			}
		}
	}
	return nothing
}

// mentions reports whether the error is part of the node.
func (f *failing) mentions(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && !found && f.g.p.role(&f.r, e) == roleErr {
			found = true
		}
		return !found
	})
	return found
}

// wraps reports whether the expression is a call that makes an error of this one.
func (f *failing) wraps(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || !f.mentions(call) {
		return false
	}
	t := f.g.p.Info.TypeOf(call)
	return t != nil && types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// saysMissing reports whether a text or name says that something is not there,
// or not valid: then that is what Nil is taken for.
func (f *failing) saysMissing(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || missingWords(n.Name)
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil {
				found = found || missingWords(s)
			}
		}
		return !found
	})
	return found
}

func missingWords(text string) bool {
	if HasWord([]string{text}, "notfound", "missing", "miss", "missed", "absent", "expired", "expire", "invalid", "unknown", "unauthorized", "unauthenticated",
		"forbidden", "denied", "nonexistent", "nonexist", "gone", "wrong", "incorrect", "notexist", "notexists") {
		return true
	}
	text = strings.ToLower(strings.ReplaceAll(text, "_", " "))
	for _, s := range [...]string{"not found", "notfound", "no such", "not exist", "notexist", "don't exist", "isn't", "doesn't", "not set", "no longer", "badrequest", "bad request", "404", "401", "403"} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// logsError reports whether the call logs at error level or above, or with
// package log, which has none.
func (p *Package) logsError(call *ast.CallExpr) bool {
	for e := ast.Expr(call); ; {
		c, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return false
		}
		fn := p.Index.Callee(c)
		if fn == nil {
			return false
		}
		if fn.Pkg() != nil && fn.Pkg().Path() == "log" {
			return strings.HasPrefix(fn.Name(), "Print") || strings.HasPrefix(fn.Name(), "Fatal") || strings.HasPrefix(fn.Name(), "Panic")
		}
		if p.isLogger(fn) {
			for _, level := range [...]string{"Error", "Fatal", "Panic", "Critical"} {
				rest, ok := strings.CutPrefix(fn.Name(), level)
				if ok && (rest == "" || !isLower(rest[0]) || rest == "f" || rest == "w" || rest == "ln") {
					return true
				}
			}
		}
		// log.Error().Err(err).Msg("…"): the call that it begins with decides.
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		e = sel.X
	}
}

func isLower(b byte) bool { return 'a' <= b && b <= 'z' }

// isLogger reports whether the function belongs to a logger: its package's or its
// receiver's name says so.
func (p *Package) isLogger(fn *types.Func) bool {
	names := []string{}
	if fn.Pkg() != nil {
		for elem := range strings.SplitSeq(fn.Pkg().Path(), "/") {
			names = append(names, elem)
		}
	}
	if recv := fn.Signature().Recv(); recv != nil {
		names = append(names, TypeNames(recv.Type())...)
	}
	return HasWord(names, "log", "logs", "logger", "logging", "slog", "zap", "logrus", "zerolog", "klog", "glog", "logx", "zlog", "xlog", "hlog", "seelog")
}

// answers reports whether the call answers a request with a server's failure.
func (f *failing) answers(call *ast.CallExpr) bool {
	if !handles(f.fn) {
		return false
	}
	for _, a := range call.Args {
		tv := f.g.p.Info.Types[a]
		if tv.Value == nil || tv.Value.Kind() != constant.Int {
			continue // no status
		}
		if n, ok := constant.Int64Val(tv.Value); ok && 500 <= n && n < 600 {
			return true
		}
	}
	return false
}

// returns reports whether the callers of the function, which returns the error at
// the place, all make a failure of it.
func (f *failing) returns(pos token.Pos) bool {
	p := f.g.p
	if f.fn.Lit != nil || f.fn.Obj == nil || !p.givesError(f.fn) {
		return false // who runs a literal is not seen
	}
	if handles(f.fn) {
		f.found = Failure{Pos: pos, How: "answered"} // by the framework
		return true
	}
	calls := p.callers[f.fn.Obj]
	if f.depth == 0 || p.asValue(f.fn.Obj) {
		return false // callers out of sight may test it
	}
	if f.fn.Obj.Exported() && p.Types.Name() != "main" {
		far := f.g.up(f.fn.Obj)
		if far == nil {
			return false // as above
		}
		f.found = *far
		f.found.Via = f.fn.Obj.Name()
	} else if len(calls) == 0 {
		return false // dead code, or reached in a way that is not seen
	}
	for _, call := range calls {
		up := p.here(call)
		if p.Root(up) == nil || p.Root(up) == f.fn.Root() {
			return false // in a package variable; by itself
		}
		got := f.g.nilFailure(up, f.depth-1)
		if got == nil {
			return false
		}
		if f.found.How == "" {
			f.found = *got
			f.found.Via = f.fn.Obj.Name()
		}
	}
	return f.found.How != "" || f.g.passing
}

// asValue reports whether the function is mentioned anywhere but in calls of it,
// so that it may have callers that are not seen.
func (p *Package) asValue(fn *types.Func) bool {
	if p.mentioned()[fn.Origin()] {
		return true
	}
	// A method may be called through an interface of this package; of an exported
	// one the module index knows.
	recv := fn.Signature().Recv()
	if recv == nil || fn.Exported() {
		return false
	}
	for _, obj := range p.Info.Uses {
		if m, ok := obj.(*types.Func); ok && m.Name() == fn.Name() && m != fn && m.Signature().Recv() != nil && types.IsInterface(m.Signature().Recv().Type()) {
			return true
		}
	}
	return false
}

// mentioned are the functions that the package mentions outside of calls.
func (p *Package) mentioned() map[*types.Func]bool {
	if p.values == nil {
		p.values = map[*types.Func]bool{}
		called := map[*ast.Ident]bool{}
		for _, call := range p.allCalls() {
			switch f := ast.Unparen(call.Fun).(type) {
			case *ast.Ident:
				called[f] = true
			case *ast.SelectorExpr:
				called[f.Sel] = true
			}
		}
		for id, obj := range p.Info.Uses {
			if fn, ok := obj.(*types.Func); ok && !called[id] {
				p.values[fn.Origin()] = true
			}
		}
	}
	return p.values
}

// Written reports whether the function has written the key of the command, asked
// whether it is there, or walked the keys that are, before the command.
func (p *Package) Written(c *command.Command) bool {
	k := c.KeyArg()
	if k == nil {
		return false
	}
	return slices.ContainsFunc(p.Together(c), func(o *command.Command) bool {
		if o == c || o.Pos > c.Pos || Deletes(o) {
			return false
		}
		if o.Is("KEYS", "SCAN") {
			return true // the keys are those that it has found
		}
		asks := o.Is("EXISTS", "HEXISTS", "TTL", "PTTL", "TYPE", "LLEN", "ZCARD", "SCARD", "SISMEMBER")
		if !asks && !(o.Info != nil && o.Info.Has(rediscmd.Write)) || o.Is("EXPIRE", "PEXPIRE", "LPOP", "RPOP") {
			return false
		}
		return slices.ContainsFunc(o.Keys(), func(other command.KeyArg) bool { return other.Text.Equal(k.Text) })
	})
}
