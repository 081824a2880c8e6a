package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// A SinkKind is what a function does with a value that Redis answered.
type SinkKind uint8

const (
	// Decoded: unmarshalled into a value of Type.
	Decoded SinkKind = 1 + iota
	// Passed: given to a function of the program that acts on it.
	Passed
	// Sent: on a channel.
	Sent
	// HandedUp: returned to the caller.
	HandedUp
)

func (k SinkKind) String() string {
	return [...]string{"", "decoded", "passed", "sent", "returned"}[k]
}

// A Sink is one place where the value of a command's answer ends up.
type Sink struct {
	Kind SinkKind
	// Name of the function that decodes or gets it; "" for a function value
	// without a name.
	Name string
	// Type is what it is decoded into, passed, sent or returned as.
	Type types.Type
	Node ast.Node
}

// Flows follows the value of the command's answer through the declaration that
// sends it: through variables, elements, conversions, and what functions make
// of it. Errors and booleans are not the value, nor is the list's name that a
// blocking pop answers first. Logging, measuring and comparing are no sinks.
func (p *Package) Flows(c *command.Command) []Sink {
	f := p.flowsOf(c, nil)
	if f == nil {
		return nil
	}
	return f.sinks
}

// flowsOf follows the answer. above are the helpers that it was followed up
// from.
func (p *Package) flowsOf(c *command.Command, above []*eval.Func) *flows {
	root := p.Root(c)
	if root == nil || root.Body == nil {
		return nil
	}
	f := &flows{p: p, root: root, parents: p.parentsOf(root), reply: c.Is("BLPOP", "BRPOP", "BZPOPMIN", "BZPOPMAX"),
		held: map[*types.Var][]token.Pos{}, whole: map[*types.Var]bool{}, seen: map[ast.Node]bool{}}
	f.uses = map[*types.Var][]*ast.Ident{}
	ast.Inspect(root.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if v, ok := p.Info.Uses[n].(*types.Var); ok && !v.IsField() {
				f.uses[v] = append(f.uses[v], n)
			}
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			f.blocks = append(f.blocks, eval.Span{Pos: n.Pos(), End: n.End()})
		}
		return true
	})
	if c.Via != nil {
		f.targets(c.Call, "", true) // a helper that fills what its caller points to
	}
	if p.handsUp(c, append(above, root)) {
		f.climb(c.Call, true)
	}
	if c.Batch != nil {
		f.place = p.placeInBatch(c, root)
		for _, call := range p.executes(c.Batch, root) {
			f.climb(call, false) // cmds, err := pipe.Exec(ctx)
		}
	}
	slices.SortStableFunc(f.sinks, func(a, b Sink) int { return int(a.Node.Pos() - b.Node.Pos()) })
	return f
}

// handsUp reports whether the answer is what the call gives: that of a helper
// may be a count of the elements that it used up itself. What a helper of
// another package does with them is not known, and assumed.
func (p *Package) handsUp(c *command.Command, above []*eval.Func) bool {
	fn := p.Index.Callee(c.Call)
	if c.Via == nil || fn == nil {
		return true
	}
	helper := p.Index.DeclOf(fn)
	if helper == nil || slices.Contains(above, helper) {
		return true
	}
	known := false
	for _, o := range p.roots[helper] {
		if o.Name != c.Name {
			continue // another command of the helper
		}
		f := p.flowsOf(o, above)
		if f == nil {
			continue // no body to follow it in
		}
		known = true
		if slices.ContainsFunc(f.sinks, func(s Sink) bool { return s.Kind == HandedUp }) {
			return true
		}
		for v := range fn.Signature().Results().Variables() {
			if len(f.held[v]) > 0 {
				return true // returned by its name
			}
		}
	}
	return !known
}

type flows struct {
	p       *Package
	root    *eval.Func
	parents map[ast.Node]ast.Node
	uses    map[*types.Var][]*ast.Ident
	held    map[*types.Var][]token.Pos // where the variable was given the value
	whole   map[*types.Var]bool        // holds the answer as it came, not a part of it
	seen    map[ast.Node]bool
	blocks  []eval.Span // outer ones first
	reply   bool        // the answer's first element is the list's name
	place   int         // of the command in its batch; -1: not known
	sinks   []Sink
}

func (f *flows) sink(kind SinkKind, name string, t types.Type, n ast.Node) {
	f.sinks = append(f.sinks, Sink{kind, name, t, n})
}

// climb follows the value of an expression to what the code around it does
// with it. whole: the expression is the answer as it came.
func (f *flows) climb(e ast.Expr, whole bool) {
	if t := f.p.Info.TypeOf(e); f.seen[e] || t == nil || isError(t) || isBool(t) {
		return // followed, or no value
	}
	f.seen[e] = true
	switch n := f.parents[e].(type) {
	case *ast.ParenExpr:
		f.climb(n, whole)
	case *ast.StarExpr:
		f.climb(n, whole)
	case *ast.TypeAssertExpr:
		f.climb(n, whole)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			f.climb(n, whole)
		}
	case *ast.BinaryExpr:
		if n.Op == token.ADD {
			f.climb(n, false)
		}
	case *ast.SliceExpr:
		if n.X == e {
			f.climb(n, false)
		}
	case *ast.IndexExpr:
		if n.X == e && f.otherCommand(n) {
			return // another command of the batch
		}
		first := f.p.Info.Types[n.Index].Value
		if n.X != e || whole && f.reply && first != nil && first.ExactString() == "0" && isStrings(f.p.Info.TypeOf(e)) {
			return // the name of the list that answered
		}
		f.climb(n, false)
	case *ast.KeyValueExpr:
		if lit, ok := f.parents[n].(*ast.CompositeLit); ok && n.Value == e {
			f.climb(lit, false)
		}
	case *ast.CompositeLit:
		f.climb(n, false)
	case *ast.SelectorExpr:
		if call, ok := f.parents[n].(*ast.CallExpr); ok && ast.Unparen(call.Fun) == n {
			f.method(call, n, e, whole)
			return
		}
		f.climb(n, false)
	case *ast.CallExpr:
		f.call(n, e, whole)
	case *ast.AssignStmt:
		f.assign(n.Lhs, n.Rhs, e, n.End(), whole)
	case *ast.ValueSpec:
		var lhs []ast.Expr
		for _, name := range n.Names {
			lhs = append(lhs, name)
		}
		f.assign(lhs, n.Values, e, n.End(), whole)
	case *ast.RangeStmt:
		if n.X == e && n.Value != nil {
			f.hold(n.Value, n.Value.Pos(), false)
		}
	case *ast.SendStmt:
		if n.Value == e {
			f.sink(Sent, "", f.p.Info.TypeOf(e), n)
		}
	case *ast.ReturnStmt:
		if t := f.answer(e); t != nil {
			f.sink(HandedUp, "", t, n)
		}
	}
}

// otherCommand reports whether an element of what Exec answers belongs to
// another command than the one that is followed.
func (f *flows) otherCommand(n *ast.IndexExpr) bool {
	s, ok := f.p.Info.TypeOf(n.X).Underlying().(*types.Slice)
	if !ok || f.place < 0 || !f.p.isCommandType(s.Elem()) {
		return false
	}
	at, known := f.p.Index.Key(n.Index).Int()
	return known && at != int64(f.place)
}

// placeInBatch is the command's place among those of its batch, where all of
// them are queued one after the other; else -1.
func (p *Package) placeInBatch(c *command.Command, root *eval.Func) int {
	place, n := -1, 0
	for _, o := range p.roots[root] {
		if o.Batch != c.Batch {
			continue // not in the batch
		}
		if o.Via != nil || p.conditional(root, o) {
			return -1
		}
		if o == c {
			place = n
		}
		n++
	}
	return place
}

// executes lists the calls in a declaration that execute the batch and answer
// its commands.
func (p *Package) executes(b *command.Batch, root *eval.Func) []*ast.CallExpr {
	var out []*ast.CallExpr
	p.within(root, func(fn *eval.Func) {
		for _, call := range fn.Calls {
			switch c := p.calls[call]; {
			case c == nil:
			case c.Role == client.RunsBatch && b.Call == call:
				out = append(out, call)
			case c.Role == client.Executes && c.Sender != nil && p.originOf(c.Sender).batch == b:
				out = append(out, call)
			}
		}
	})
	return out
}

func isStrings(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(s.Elem(), types.Typ[types.String])
}

func (f *flows) assign(lhs, rhs []ast.Expr, e ast.Expr, at token.Pos, whole bool) {
	if len(rhs) == 1 && rhs[0] == e {
		for _, l := range lhs {
			f.hold(l, at, whole)
		}
		return
	}
	for i := range rhs {
		if rhs[i] == e && i < len(lhs) {
			f.hold(lhs[i], at, whole)
		}
	}
}

// hold notes that the variable, or the one that the field or element belongs
// to, holds the value from a place on, and follows its uses.
func (f *flows) hold(l ast.Expr, at token.Pos, whole bool) {
	var id *ast.Ident
	for id == nil {
		switch n := ast.Unparen(l).(type) {
		case *ast.Ident:
			id = n
		case *ast.SelectorExpr:
			l, whole = n.X, false
		case *ast.IndexExpr:
			l, whole = n.X, false
		case *ast.StarExpr:
			l = n.X
		default:
			return
		}
	}
	v := f.p.Index.VarOf(id)
	if v == nil {
		return // the blank identifier
	}
	if isError(v.Type()) || isBool(v.Type()) || v == f.root.Recv() || v.Parent() == f.p.Types.Scope() || slices.Contains(f.held[v], at) {
		return // no value, or one that outlives the function
	}
	f.held[v] = append(f.held[v], at)
	f.whole[v] = whole
	for _, use := range f.uses[v] {
		if f.holds(v, use.Pos()) {
			f.climb(use, whole)
		}
	}
	f.bare(v, at)
}

// bare looks for returns without results behind the place, which return a
// named result.
func (f *flows) bare(v *types.Var, at token.Pos) {
	if f.root.Obj == nil {
		return
	}
	results := f.root.Obj.Signature().Results()
	for i := range results.Len() {
		if results.At(i) != v {
			continue // another variable
		}
		for _, r := range f.root.Returns {
			if len(r.Results) == 0 && r.Pos() >= at {
				f.sink(HandedUp, "", v.Type(), r)
				return
			}
		}
	}
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// holds reports whether the variable may still have the value at the place: no
// assignment that surely happens stands between them.
func (f *flows) holds(v *types.Var, at token.Pos) bool {
	given := token.NoPos
	for _, pos := range f.held[v] {
		if pos <= at {
			given = max(given, pos)
		}
	}
	return given.IsValid() && !slices.ContainsFunc(f.p.Index.Assigns(v), func(a eval.Assign) bool {
		return given < a.Pos && a.Pos <= at && a.Op != token.AND && f.block(a.Pos).Contains(at)
	})
}

// block is the innermost block of statements that ends no earlier than at the
// end of a statement.
func (f *flows) block(end token.Pos) eval.Span {
	var in eval.Span
	for _, b := range f.blocks {
		if b.Contains(end - 1) {
			in = b
		}
	}
	return in
}

// method follows a method call on the value: the client's own answer methods
// lead to it, other methods act on it.
func (f *flows) method(call *ast.CallExpr, sel *ast.SelectorExpr, e ast.Expr, whole bool) {
	if !f.p.isCommandType(f.p.Info.TypeOf(e)) {
		f.given(call, f.p.Info.TypeOf(e))
		return
	}
	switch sel.Sel.Name {
	case "Err", "SetErr", "Args", "Name", "FullName":
		return // not the value
	case "Scan", "ScanSlice":
		f.targets(call, "", false)
	default:
		f.climb(call, whole)
	}
}

// call follows the value into a call that it is an argument of.
func (f *flows) call(call *ast.CallExpr, e ast.Expr, whole bool) {
	if tv := f.p.Info.Types[call.Fun]; tv.IsType() {
		f.climb(call, whole)
		return
	}
	if tv := f.p.Info.Types[call.Fun]; tv.IsBuiltin() {
		if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && (id.Name == "append" || id.Name == "copy" || id.Name == "min" || id.Name == "max") {
			f.climb(call, false)
		}
		return // len, cap: not the value
	}
	if ast.Unparen(call.Fun) == e {
		return // the value is called: it came from elsewhere
	}
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		if fn := f.p.Index.LitOf(lit); fn != nil {
			for i, a := range call.Args {
				if a == e && i < len(fn.Params()) && fn.Params()[i] != nil {
					f.param(fn.Params()[i], lit.Body.Pos(), whole)
				}
			}
		}
		return
	}
	f.given(call, f.p.Info.TypeOf(e))
}

func (f *flows) param(v *types.Var, at token.Pos, whole bool) {
	if slices.Contains(f.held[v], at) {
		return // followed
	}
	f.held[v] = append(f.held[v], at)
	for _, use := range f.uses[v] {
		if f.holds(v, use.Pos()) {
			f.climb(use, whole)
		}
	}
}

var (
	decodeWords = []string{"unmarshal", "decode", "deserialize", "deserialise", "unpack", "unserialize"}
	actWords    = []string{
		"handle", "handler", "process", "processor", "execute", "exec", "run", "perform", "consume", "dispatch", "deliver",
		"work", "do", "send", "publish", "emit", "post", "submit", "invoke", "notify", "route", "start", "call", "on",
	}
	sayWords = []string{
		"log", "logger", "logf", "debug", "debugf", "info", "infof", "warn", "warnf", "warning", "warningf", "error", "errorf",
		"print", "printf", "println", "fatal", "fatalf", "panic", "trace", "tracef", "metric", "metrics", "observe", "record",
	}
)

// given follows the value into a function: one that decodes it fills its
// targets or answers them, one that acts on it is where it ends, and what any
// other makes of it is followed on.
func (f *flows) given(call *ast.CallExpr, t types.Type) {
	if f.p.calls[call] != nil {
		f.climb(call, false) // a command on what it names: the job behind an ID
		return
	}
	fn := f.p.Index.Callee(call)
	if fn == nil {
		f.sink(Passed, calledName(call.Fun), t, call) // a function value
		f.climb(call, false)
		return
	}
	names := []string{fn.Name()}
	if HasWord(names, decodeWords...) {
		f.targets(call, fn.Name(), true)
		if r := f.answer(call); r != nil && isOwn(r) {
			f.sink(Decoded, fn.Name(), r, call)
		}
		f.climb(call, false)
		return
	}
	if HasWord(names, sayWords...) || HasWord([]string{receiverName(fn)}, "log", "logger", "logging") {
		return // told, not worked on
	}
	answer := f.answer(call)
	if HasWord(names, actWords...) && !standard(fn) || answer == nil && f.ours(fn) {
		f.sink(Passed, fn.Name(), t, call)
	}
	if answer != nil {
		f.climb(call, false)
	}
}

// answer is the type of the first result that is a value: no error, no boolean.
func (f *flows) answer(e ast.Expr) types.Type {
	switch t := f.p.Info.TypeOf(e).(type) {
	case nil:
		return nil
	case *types.Tuple:
		for i := range t.Len() {
			if r := t.At(i).Type(); !isError(r) && !isBool(r) {
				return r
			}
		}
		return nil
	default:
		if isError(t) || isBool(t) {
			return nil
		}
		return t
	}
}

// targets notes the variables that a call fills through pointers.
func (f *flows) targets(call *ast.CallExpr, name string, decodes bool) {
	for _, a := range call.Args {
		t := f.p.Info.TypeOf(a)
		if t == nil || !isPointer(t) && !types.IsInterface(t) || isContext(t) || f.p.isCommandType(t) {
			continue // passed by value
		}
		target := ast.Unparen(a)
		addr, taken := target.(*ast.UnaryExpr)
		if taken = taken && addr.Op == token.AND; taken {
			target = addr.X
		} else if name == "" {
			continue // only an address that is taken on the spot is surely filled
		}
		if decodes && (isOwn(t) || types.IsInterface(t)) {
			f.sink(Decoded, name, t, call)
		}
		f.hold(target, call.End(), false)
	}
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// isOwn reports whether the type is more than text, bytes or a number.
func isOwn(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return isOwn(u.Elem())
	case *types.Struct, *types.Map, *types.Interface:
		return true
	case *types.Slice:
		return isOwn(u.Elem())
	}
	return false
}

// ours reports whether the function belongs to the program that is analysed.
func (f *flows) ours(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	return fn.Pkg() == f.p.Types || f.p.module != "" && within(fn.Pkg().Path(), f.p.module)
}

func within(path, module string) bool {
	return path == module || len(path) > len(module) && path[:len(module)] == module && path[len(module)] == '/'
}

// standard reports whether the function is Go's own: those act on texts.
func standard(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return true
	}
	path := fn.Pkg().Path()
	for i := range len(path) {
		switch path[i] {
		case '.':
			return false
		case '/':
			return true
		}
	}
	return true
}

func receiverName(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return ""
	}
	names := TypeNames(recv.Type())
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

func calledName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return calledName(e.X)
	}
	return ""
}

// TypeNames lists what a type is called, through pointers, slices, maps and
// channels: the name of the type and that of its package.
func TypeNames(t types.Type) []string {
	for range 6 {
		switch u := types.Unalias(t).(type) {
		case nil:
			return nil
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		case *types.Chan:
			t = u.Elem()
		case *types.Named:
			out := []string{u.Obj().Name()}
			if pkg := u.Obj().Pkg(); pkg != nil {
				out = append(out, pkg.Name())
			}
			return out
		default:
			return nil
		}
	}
	return nil
}

// HelperNames lists what says in a helper what its command is for: its name and
// those of its receiver's type and its parameters, and the helpers that it goes
// through; nil for a command sent here.
func (p *Package) HelperNames(c *command.Command) []string {
	if c.Via == nil {
		return nil
	}
	var out []string
	for v := c.Via; v != nil; v = v.Inner {
		out = append(out, v.Name)
	}
	if fn := p.Index.Callee(c.Call); fn != nil {
		out = append(out, receiverName(fn))
		for v := range fn.Signature().Params().Variables() {
			out = append(out, v.Name())
		}
	}
	return out
}
