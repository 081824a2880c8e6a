package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/index"
	"github.com/redislint/redislint/internal/keyexpr"
)

// A summary is what a function sends to Redis when it is called, with holes for
// its parameters and its receiver, in the manner of vet's printf wrappers.
type summary struct {
	templates []template
	forwarder bool
	text      keyexpr.Key // what it returns as text
	builds    bool        // text is known
	// sets is what the functional option sets that the function makes or is.
	sets   []eval.Effect
	option bool // sets is known
}

// A template is one command of a summary.
type template struct {
	wire    []command.Arg // without expressions
	on      keyexpr.Key   // what it is sent on
	pipe    bool          // sent on a pipeline that on is
	kind    command.Kind
	typ     string
	batch   int // 0: direct; else commands of the summary with one number share a batch
	batchOf command.BatchKind
	each    bool
	watched bool
	may     bool
	guard   keyexpr.Key // [never] where a caller's arguments rule the command out
	settled bool        // a helper below is no forwarder: what it sends is its own doing
	version string
	inner   []string // the helpers it goes through, outermost first
	script  *command.InScript
}

const (
	// maxTemplates bounds what a function's callers see of it; a function that
	// sends more is a program of its own, not a helper.
	maxTemplates = 32
	// maxInner bounds the names of helpers that a command keeps, the outermost
	// first; it is followed through any number of them.
	maxInner = 12
)

// summaryOf is what calling the function sends; nil when that is nothing.
func (p *Package) summaryOf(fn *types.Func) *summary {
	fn = fn.Origin()
	if s, ok := p.summaries[fn]; ok {
		if i := slices.Index(p.summing, fn); i >= 0 {
			p.cycle(i)
		}
		return s
	}
	if s := p.declared(fn); s != nil {
		p.summaries[fn] = s
		return s
	}
	decl := p.Index.DeclOf(fn)
	if decl == nil {
		var s *summary
		if fn.Pkg() != nil && fn.Pkg() != p.Types {
			s = p.external(fn)
		}
		p.summaries[fn] = s
		return s
	}
	p.summaries[fn] = nil // recursion: what the cycle sends is seen where it is not cyclic
	p.summing = append(p.summing, fn)
	s := p.summarize(decl)
	p.summing = p.summing[:len(p.summing)-1]
	if s != nil && p.cyclic[fn] {
		for i := range s.templates {
			s.templates[i].guard = keyexpr.Key{} // another turn has other arguments
		}
	}
	p.summaries[fn] = s
	return s
}

// cycle notes that the functions being summarised, from the one of a number on,
// call each other in a circle.
func (p *Package) cycle(from int) {
	for _, fn := range p.summing[from:] {
		p.cyclic[fn] = true
	}
}

// declared is the summary that the wrappers setting gives a function.
func (p *Package) declared(fn *types.Func) *summary {
	if len(p.Settings.Wrappers) == 0 {
		return nil
	}
	name := strings.Replace(fn.FullName(), "(*", "(", 1)
	for _, w := range p.Settings.Wrappers {
		if w.Func != name {
			continue // another function
		}
		params := fn.Signature().Params()
		hole := func(i int) command.Arg {
			h := keyexpr.Hole{Kind: keyexpr.Param, Index: i, Name: "?"}
			if i < params.Len() {
				h.Name = params.At(i).Name()
			}
			return command.Arg{Text: keyexpr.Of(h)}
		}
		t := template{wire: []command.Arg{{Text: keyexpr.Lit(w.Command)}}, on: keyexpr.Of(keyexpr.Hole{})}
		if w.Key >= 0 {
			key := hole(w.Key)
			key.Spread = w.Key < params.Len() && isSlice(params.At(w.Key).Type())
			t.wire = append(t.wire, key)
		}
		if w.Value >= 0 {
			t.wire = append(t.wire, hole(w.Value))
		}
		if w.TTL >= 0 {
			ttl := hole(w.TTL)
			if w.Command == "SET" {
				ttl.Unit, ttl.Negative = "s", "keepttl"
				ttl.If = []keyexpr.Key{ttl.Text}
				t.wire = append(t.wire, command.Arg{Text: keyexpr.Lit("EX"), If: ttl.If})
			}
			t.wire = append(t.wire, ttl)
		}
		return &summary{templates: []template{t}, forwarder: true}
	}
	return nil
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// summaryOfLit is what calling a function literal sends.
func (p *Package) summaryOfLit(lit *eval.Func) *summary {
	if s, ok := p.litSummaries[lit]; ok {
		return s
	}
	p.litSummaries[lit] = nil // recursion
	params := map[string]int{}
	for i, v := range lit.Params() {
		if v != nil {
			params[eval.ParamID(v)] = i
		}
	}
	open := func(k keyexpr.Key) keyexpr.Key {
		return k.Rename(func(h keyexpr.Hole) keyexpr.Hole {
			if i, ok := params[h.ID]; ok && h.Kind == keyexpr.Value {
				return keyexpr.Hole{Kind: keyexpr.Param, Index: i, Name: h.Name}
			}
			return h
		})
	}
	s := &summary{}
	for _, call := range lit.Calls {
		for _, c := range p.link(call) {
			if c.Sender != nil && p.madeIn(lit, c) || len(s.templates) == maxTemplates {
				continue // a batch of the closure's own is judged there
			}
			t := template{
				on: open(c.On), kind: c.Kind, typ: c.Type, each: c.Each, version: c.Version,
				watched: c.Watch != nil, may: true, settled: c.Via != nil && !c.Via.Forwarder,
			}
			decides := false
			for _, a := range c.Wire {
				a.Expr, a.Given, a.Text = nil, false, open(a.Text)
				a.If, a.Unless = openAll(a.If, open), openAll(a.Unless, open)
				decides = decides || a.Text.FromParams()
				t.wire = append(t.wire, a)
			}
			if decides {
				s.templates = append(s.templates, t)
			}
		}
	}
	if len(s.templates) == 0 {
		s = nil
	}
	p.litSummaries[lit] = s
	return s
}

// madeIn reports whether the command is queued on a batch that the literal makes.
func (p *Package) madeIn(lit *eval.Func, c *command.Command) bool {
	return c.Batch != nil && c.Batch.Call != nil && lit.Body.Pos() <= c.Batch.Call.Pos() && c.Batch.Call.End() <= lit.Body.End()
}

func openAll(in []keyexpr.Key, open func(keyexpr.Key) keyexpr.Key) []keyexpr.Key {
	var out []keyexpr.Key
	for _, k := range in {
		out = append(out, open(k))
	}
	return out
}

func (p *Package) summarize(decl *eval.Func) *summary {
	if p.left[decl.File] && !p.Settings.Generated && !generated(decl.File) {
		return nil // test support: it gives no evidence
	}
	if p.brokenAt(decl) {
		return nil // what it does is not known
	}
	s := &summary{}
	var commands []*command.Command
	p.within(decl, func(fn *eval.Func) {
		for _, call := range fn.Calls {
			if w := p.watching(call); w != nil {
				commands = append(commands, w)
			}
			commands = append(commands, p.link(call)...)
		}
	})
	s.forwarder = p.forwards(decl, commands)
	numbers := map[*command.Batch]int{}
	for _, c := range commands {
		if len(s.templates) == maxTemplates {
			break
		}
		t, ok := p.template(decl, c)
		if !ok {
			continue // nothing of it is for callers to decide or to follow
		}
		if c.Batch != nil {
			if numbers[c.Batch] == 0 {
				numbers[c.Batch] = len(numbers) + 1
			}
			t.batch, t.batchOf = numbers[c.Batch], c.Batch.Kind
		}
		s.templates = append(s.templates, t)
	}
	s.text, s.builds = p.Index.Summary(decl.Obj)
	s.sets, s.option = p.Index.MadeOption(decl.Obj)
	if len(s.templates) == 0 && !s.builds && !s.option {
		return nil
	}
	return s
}

// asGiven reports whether the argument is a parameter of the helper of any type,
// itself, given to the client's method or to a helper that hands it on.
func (p *Package) asGiven(decl *eval.Func, c *command.Command, a *command.Arg) bool {
	id, ok := ast.Unparen(a.Expr).(*ast.Ident)
	if !ok || a.Spread || a.Unit != command.AnyValue && (a.Unit != "" || c.Via != nil) {
		return false
	}
	v, ok := p.Info.Uses[id].(*types.Var)
	if !ok || !isAny(v.Type()) || len(p.Index.Assigns(v)) > 0 {
		return false
	}
	fn, index, ok := p.Index.ParamOf(v)
	return ok && fn == decl && index >= 0
}

// within visits a declaration and the literals in it.
func (p *Package) within(decl *eval.Func, visit func(*eval.Func)) {
	if p.bodies == nil {
		p.bodies = map[*eval.Func][]*eval.Func{}
		for _, fn := range p.Index.Funcs {
			p.bodies[fn.Root()] = append(p.bodies[fn.Root()], fn)
		}
	}
	for _, fn := range p.bodies[decl] {
		visit(fn)
	}
}

func (p *Package) template(decl *eval.Func, c *command.Command) (template, bool) {
	t := template{
		on: c.On, kind: c.Kind, typ: c.Type, each: c.Each, version: c.Version,
		watched: c.Watch != nil, may: c.May || p.conditional(decl, c),
		settled: c.Via != nil && !c.Via.Forwarder,
		guard:   p.guard(decl, c),
	}
	if t.kind == command.AnyServer && p.OffCluster(c) {
		t.kind = command.Single // its callers do not see the branch that it stands on
	}
	if c.Via != nil {
		for v := c.Via; v != nil && len(t.inner) < maxInner; v = v.Inner {
			t.inner = append(t.inner, v.Name)
		}
	}
	open := false
	for i, a := range c.Wire {
		if p.refused(decl, c, &a) {
			a.If = nil // whoever passes 0 does not get here
		}
		if i == 1 && runsScript(c) && !a.Text.FromParams() {
			// What the script does comes with its commands; its text is long.
			a.Text = keyexpr.Of(keyexpr.Hole{Name: "script"})
		}
		switch {
		case p.asGiven(decl, c, &a):
			a.Unit = command.AnyValue
		case a.Unit == command.AnyValue:
			a.Unit = "" // what the inner helper is given is made here
		}
		a.Expr, a.Given = nil, false
		t.wire = append(t.wire, a)
		open = open || a.Text.FromParams()
	}
	if c.Script != nil {
		script := *c.Script
		script.Run = nil
		t.script = &script
	}
	if c.Batch != nil {
		if h, ok := single(c.On); ok && h.Kind != keyexpr.Value {
			t.pipe = c.Batch.Call == nil
		}
	}
	if c.Via != nil && !open && !c.On.FromParams() {
		return t, false // decided below, and seen there
	}
	return t, true
}

func single(k keyexpr.Key) (keyexpr.Hole, bool) {
	if len(k.Parts) == 1 && k.Parts[0].Hole != nil {
		return *k.Parts[0].Hole, true
	}
	return keyexpr.Hole{}, false
}

// conditional reports whether a branch, a loop or a closure that the client
// does not run by itself lies between the function and the command.
func (p *Package) conditional(decl *eval.Func, c *command.Command) bool {
	parents := p.parentsOf(decl)
	var below ast.Node = c.Call
	for n := parents[c.Call]; n != nil; below, n = n, parents[n] {
		switch n := n.(type) {
		case *ast.IfStmt:
			if below == n.Body || below == n.Else {
				return true
			}
		case *ast.CaseClause, *ast.CommClause, *ast.ForStmt, *ast.RangeStmt:
			return true
		case *ast.FuncLit:
			if role, ok := p.lits[n]; !ok || role.what.Role == client.EachNode {
				return true
			}
		}
	}
	return false
}

// forwards reports whether the function does nothing but send one command:
// every statement is the command itself, a return, or the passing on of an
// error, and what it sends it has from its parameters.
func (p *Package) forwards(decl *eval.Func, commands []*command.Command) bool {
	if len(commands) != 1 || decl.Body == nil || len(decl.Body.List) > 4 {
		return false
	}
	c := commands[0]
	if c.Via != nil && !c.Via.Forwarder {
		return false // decided, and judged, in the function that it calls
	}
	if p.funcOf[c] != nil && p.funcOf[c] != decl && p.funcOf[c].Lit != nil {
		return false
	}
	for _, st := range decl.Body.List {
		switch st := st.(type) {
		case *ast.ReturnStmt, *ast.ExprStmt, *ast.DeclStmt:
		case *ast.AssignStmt:
			if len(st.Rhs) != 1 {
				return false
			}
		case *ast.IfStmt:
			// if err != nil { return … }
			if st.Else != nil || len(st.Body.List) != 1 {
				return false
			}
			if _, ok := st.Body.List[0].(*ast.ReturnStmt); !ok {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Forwarder reports whether the function is a one-statement forwarder: what it
// hands on, its callers answer for.
func (p *Package) Forwarder(fn *eval.Func) bool {
	if fn == nil || fn.Decl == nil || fn.Obj == nil {
		return false
	}
	s := p.summaryOf(fn.Obj)
	return s != nil && s.forwarder
}

// A callee is the user's own function, interface method or closure that a call
// reaches.
type callee struct {
	fn   *types.Func // nil for a closure
	obj  types.Object
	sig  *types.Signature
	recv ast.Expr
	// static is the type that a method is called on: the interface that the
	// call asks for may be wider than the one that declares the method.
	static types.Type
	args   []ast.Expr
	pos    token.Pos
	end    token.Pos

	summary *summary
	may     bool
	closure bool // it sees the variables of the function that makes it
}

// calleeOf finds what the call calls, also through a method expression and
// through a variable that is assigned once: a method value or a literal. It is
// nil when that sends nothing.
func (p *Package) calleeOf(call *ast.CallExpr) *callee {
	c := &callee{args: call.Args, pos: call.Fun.Pos(), end: call.Fun.End()}
	fun := ast.Unparen(call.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = ast.Unparen(f.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(f.X)
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		c.pos, c.end = sel.Sel.Pos(), sel.Sel.End()
	}
	for range 3 {
		switch f := fun.(type) {
		case *ast.Ident:
			c.obj = p.Info.Uses[f]
		case *ast.SelectorExpr:
			c.obj = p.Info.Uses[f.Sel]
			if s := p.Info.Selections[f]; s != nil {
				switch s.Kind() {
				case types.MethodVal:
					c.recv, c.static = f.X, holder(s)
				case types.MethodExpr:
					if len(c.args) == 0 {
						return nil
					}
					c.recv, c.args = c.args[0], c.args[1:]
				}
			}
		case *ast.FuncLit:
			lit := p.Index.LitOf(f)
			if c.obj == nil {
				return nil // func() { … }(): its commands stand in it
			}
			if role, ok := p.lits[f]; lit == nil || ok && role.call != nil {
				return nil // the client library calls it
			}
			c.sig, _ = p.Info.TypeOf(f).(*types.Signature)
			c.summary, c.closure = p.summaryOfLit(lit), true
			return c.sends()
		default:
			return nil
		}
		switch obj := c.obj.(type) {
		case *types.Func:
			if obj.Pkg() == nil {
				return nil
			}
			c.fn, c.sig = obj, obj.Signature()
			if c.summary = p.summaryOf(obj); c.summary == nil {
				c.summary, c.may = p.implemented(obj, c.static)
			}
			return c.sends()
		case *types.Var:
			if obj.Pkg() != nil && obj.Pkg() != p.Types {
				c.sig, _ = obj.Type().Underlying().(*types.Signature)
				if c.sig != nil && !obj.IsField() {
					c.summary = p.external(obj)
				}
				return c.sends()
			}
			rhs, i, once := p.Index.Once(obj)
			if !once || i >= 0 || obj.IsField() {
				return nil
			}
			fun = ast.Unparen(rhs)
		default:
			return nil
		}
	}
	return nil
}

func (c *callee) sends() *callee {
	if c.summary == nil || len(c.summary.templates) == 0 || c.sig == nil {
		return nil
	}
	return c
}

// through is what a call of the user's own function, interface method or
// closure sends.
func (p *Package) through(call *ast.CallExpr) []*command.Command {
	to := p.calleeOf(call)
	if to == nil {
		return nil
	}
	s, args := to.summary, to.args
	fill := p.Index.Filler(to.sig, to.recv, args, call)
	if to.closure {
		inner := fill
		fill = func(h keyexpr.Hole) (keyexpr.Key, bool) {
			if h.Kind == keyexpr.Value {
				return keyexpr.Key{}, false // a variable that the closure shares with the caller
			}
			return inner(h)
		}
	}
	batches := map[int]*command.Batch{}
	var out []*command.Command
	for i := range s.templates {
		t := &s.templates[i]
		guard := t.guard.Subst(fill)
		if ruledOut(guard) {
			continue // not with these arguments
		}
		c := &command.Command{
			Call: call, Pos: to.pos, End: to.end, Method: to.name(), Kind: t.kind, Type: t.typ, Each: t.each,
			Version: t.version, May: t.may || to.may,
		}
		c.Via = &command.Via{Name: to.name(), Forwarder: s.forwarder && !t.settled}
		if to.obj != nil && to.obj.Pkg() != nil {
			c.Via.Pkg = to.obj.Pkg().Path()
			if to.obj.Pkg() == p.Types {
				c.Via.Pos = to.obj.Pos()
			}
		}
		for v, j := c.Via, 0; j < len(t.inner); j++ {
			v.Inner = &command.Via{Name: t.inner[j]}
			v = v.Inner
		}
		c.Wire = p.fillWire(t.wire, func(a command.Arg) []command.Arg { return p.fillArg(to.sig, a, args, call, fill) })
		c.On = t.on.Subst(fill)
		if t.script != nil {
			script := *t.script
			script.Token = script.Token.Subst(fill)
			c.Script = &script
		}
		p.sendOn(c, t, args, to.recv, batches)
		if !c.Finish() && !c.Nameless() {
			continue // the name of the command is the caller's, and not constant
		}
		if c.Watch == nil {
			c.Watch = p.enclosingWatch(p.Index.FuncOf(call))
		}
		if guard.FromParams() {
			p.guards[c] = guard
		}
		out = append(out, c)
	}
	return out
}

func (c *callee) name() string {
	if c.obj != nil {
		return c.obj.Name()
	}
	return "func"
}

// fillWire fills the arguments of a template; one that counts others gets their
// number once that is known.
func (p *Package) fillWire(wire []command.Arg, fill func(command.Arg) []command.Arg) []command.Arg {
	var out []command.Arg
	counting, end, from := -1, 0, 0
	for i, a := range wire {
		filled := fill(a)
		if a.Counts > 0 && len(filled) == 1 {
			counting, end, from = len(out), i+1+a.Counts, len(out)+1
		}
		out = append(out, filled...)
		if counting < 0 || i+1 != end {
			continue // nothing is counted, or not all of it is there
		}
		counted := out[from:]
		if slices.ContainsFunc(counted, func(a command.Arg) bool { return a.Spread }) {
			out[counting].Counts = len(counted)
		} else {
			out[counting].Counts = 0
			out[counting].Text = keyexpr.Lit(strconv.Itoa(len(counted)))
		}
		counting = -1
	}
	return out
}

// fillArg gives a template's argument the values of one call.
func (p *Package) fillArg(sig *types.Signature, a command.Arg, args []ast.Expr, call *ast.CallExpr, fill func(keyexpr.Hole) (keyexpr.Key, bool)) []command.Arg {
	given := a.Text.FromParams()
	conds := func(in []keyexpr.Key) []keyexpr.Key {
		var out []keyexpr.Key
		for _, k := range in {
			given = given || k.FromParams()
			out = append(out, k.Subst(fill))
		}
		return out
	}
	a.If, a.Unless = conds(a.If), conds(a.Unless)
	a.Given = given
	i, alone := a.Text.ParamOnly()
	if alone && a.Spread {
		var elems []command.Arg
		if sig.Variadic() && i == sig.Params().Len()-1 {
			elems = client.Variadic(p.Index, args[min(i, len(args)):], call.Ellipsis.IsValid())
		} else if i < len(args) {
			elems = client.Elements(p.Index, args[i])
		}
		for j := range elems {
			elems[j].Given, elems[j].If, elems[j].Unless, elems[j].Mixed = true, a.If, a.Unless, a.Mixed && elems[j].Spread
		}
		return elems
	}
	if alone && i < len(args) && !(sig.Variadic() && i >= sig.Params().Len()-1) {
		a.Expr = args[i]
	}
	if h, ok := single(a.Text); ok && h.Kind == keyexpr.Param && h.Path != "" && element(h.Path) && sig.Variadic() && !call.Ellipsis.IsValid() {
		if n, err := strconv.Atoi(h.Path[1:]); err == nil && h.Index == sig.Params().Len()-1 && h.Index+n < len(args) {
			a.Expr = args[h.Index+n]
		}
	}
	a.Text = a.Text.Subst(fill)
	return []command.Arg{a}
}

// sendOn works out what a helper's command is sent on at one call of it.
func (p *Package) sendOn(c *command.Command, t *template, args []ast.Expr, recv ast.Expr, batches map[int]*command.Batch) {
	var sender ast.Expr
	if h, ok := single(t.on); ok && h.Path == "" {
		switch h.Kind {
		case keyexpr.Param:
			if h.Index < len(args) {
				sender = args[h.Index]
			}
		case keyexpr.Recv:
			sender = recv
		}
	}
	if sender != nil && (t.pipe || t.kind == command.AnyServer && t.batch == 0) && p.sendable(sender) {
		o := p.originOf(sender)
		c.Kind, c.Each, c.Batch, c.Watch, c.OnTx = o.kind, t.each || o.each, o.batch, o.watch, o.onTx
		if o.typ != "" {
			c.Type = o.typ
		}
		c.On = p.Index.Key(o.sender)
		return
	}
	if t.batch > 0 {
		if batches[t.batch] == nil {
			batches[t.batch] = &command.Batch{Kind: t.batchOf}
		}
		c.Batch = batches[t.batch]
	}
	if t.watched {
		c.Watch = &command.Watch{}
	}
}

// sendable reports whether commands can be sent on the expression's type.
func (p *Package) sendable(e ast.Expr) bool {
	return p.sortOf(p.Info.TypeOf(e)) != client.Other
}

// implemented is the summary of an interface method: what all its
// implementations in sight send that send anything. may is set when others,
// which send nothing or more, could be meant as well.
func (p *Package) implemented(fn *types.Func, static types.Type) (s *summary, may bool) {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return nil, false
	}
	asked := recv.Type()
	if static != nil {
		if param, ok := types.Unalias(static).(*types.TypeParam); ok {
			static = param.Constraint()
		}
		if i, ok := static.Underlying().(*types.Interface); ok && i.IsMethodSet() {
			asked = static
		}
	}
	iface, ok := asked.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return nil, false
	}
	senders := 0
	for _, m := range p.reached(fn, asked, iface) {
		one := p.summaryOf(m)
		if one == nil || len(one.templates) == 0 {
			may = true
			continue // in memory, or a mock: it hides nobody
		}
		senders++
		if s == nil {
			s = one
			continue
		}
		may = true
		if !sameShape(s, one) {
			s = shared(s, one)
		}
	}
	if senders == 0 {
		return p.elsewhere(fn)
	}
	if len(s.templates) == 0 {
		return nil, false // nothing that all send
	}
	return s, may
}

// reached lists the methods that a call of fn on the interface may reach. Calls
// are many, and so may be types: each question is answered once.
func (p *Package) reached(fn *types.Func, asked types.Type, iface *types.Interface) []*types.Func {
	question := dispatch{asked, fn}
	if methods, ok := p.dispatched[question]; ok {
		return methods
	}
	var methods []*types.Func
	for _, n := range p.implementing(fn, asked, iface) {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), false, n.Obj().Pkg(), fn.Name())
		m, ok := obj.(*types.Func)
		if !ok || types.IsInterface(m.Signature().Recv().Type()) {
			continue // an embedded interface: the same question again
		}
		methods = append(methods, m)
	}
	p.dispatched[question] = methods
	return methods
}

// implementing lists the types in sight that implement the interface.
func (p *Package) implementing(fn *types.Func, asked types.Type, iface *types.Interface) []*types.Named {
	question := sought{asked, fn.Pkg()}
	if found, ok := p.found[question]; ok {
		return found
	}
	named, _ := types.Unalias(asked).(*types.Named)
	var found []*types.Named
	for _, pkg := range p.implementers(fn) {
		scope := pkg.Scope()
		for _, name := range scope.Names() {
			n := implements(scope.Lookup(name))
			if n == nil {
				continue // not a type with methods
			}
			if n = index.Instance(p.instances, n, named); n != nil && types.Implements(types.NewPointer(n), iface) {
				found = append(found, n)
			}
		}
	}
	p.found[question] = found
	return found
}

type (
	// dispatch is a call of a method on an interface, which may be wider than
	// the one that declares the method.
	dispatch struct {
		iface types.Type
		fn    *types.Func
	}
	// sought is an interface, and the package of the method, which is in sight.
	sought struct {
		iface types.Type
		pkg   *types.Package
	}
)

// holder is the type that a selected method is asked of: what embedded fields
// lead to, or the operand's own.
func holder(s *types.Selection) types.Type {
	t := s.Recv()
	path := s.Index()
	for _, i := range path[:len(path)-1] {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok || i >= st.NumFields() {
			return nil
		}
		t = st.Field(i).Type()
	}
	return t
}

// shared is what two implementations both send.
func shared(a, b *summary) *summary {
	out := &summary{}
	for i := range a.templates {
		if slices.ContainsFunc(b.templates, func(t template) bool { return sameWire(&a.templates[i], &t) }) {
			t := a.templates[i]
			t.may = true
			out.templates = append(out.templates, t)
		}
	}
	out.forwarder = a.forwarder && b.forwarder && len(out.templates) == 1
	return out
}

func embeds(n *types.Named) bool {
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Embedded() {
			return true
		}
	}
	return false
}

// implementers are the packages whose types are looked at: this one, the
// interface's own, and direct imports that reach a client.
func (p *Package) implementers(fn *types.Func) []*types.Package {
	out := []*types.Package{p.Types}
	if fn.Pkg() != p.Types {
		out = append(out, fn.Pkg())
	}
	for _, imp := range p.Types.Imports() {
		if imp != fn.Pkg() && p.reaches(imp) {
			out = append(out, imp)
		}
	}
	return out
}

func sameShape(a, b *summary) bool {
	if len(a.templates) != len(b.templates) {
		return false
	}
	for i := range a.templates {
		if !sameWire(&a.templates[i], &b.templates[i]) {
			return false
		}
	}
	return true
}

func sameWire(x, y *template) bool {
	if len(x.wire) != len(y.wire) {
		return false
	}
	for j := range x.wire {
		if !x.wire[j].Text.Equal(y.wire[j].Text) && x.wire[j].Text.String() != y.wire[j].Text.String() {
			return false
		}
	}
	return true
}

// Declared is where the function that a command goes through is declared, or NoPos.
func Declared(c *command.Command) token.Pos {
	if c.Via == nil {
		return token.NoPos
	}
	return c.Via.Pos
}
