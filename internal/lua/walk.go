package lua

import (
	"strconv"

	"github.com/yuin/gopher-lua/ast"

	"github.com/redislint/redislint/internal/keyexpr"
)

func itoa(n int) string { return strconv.Itoa(n) }

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

const (
	// maxSteps bounds the nodes that are walked, functions once for each call:
	// a script that takes more is Opaque. Long ones of public repositories have
	// about 2,000.
	maxSteps = 1 << 16
	// maxCalls bounds the nesting of calls of the script's own functions.
	maxCalls = 16
	// maxDepth bounds the nesting of blocks and expressions. Lua itself
	// refuses more than 200 (LUAI_MAXCCALLS of 5.1).
	maxDepth = 1000
	// maxParts, maxSize, maxList and maxGuards bound the parts and bytes of a text, the elements of
	// a table and the conditions on a command that are kept.
	maxParts  = 64
	maxSize   = 8 << 10
	maxList   = 256
	maxGuards = 64
)

// A kind is what a value is, as far as it matters.
type kind uint8

const (
	plain      kind = iota
	redisTable      // the global redis, server since 7
	callFunc        // redis.call
	pcallFunc       // redis.pcall
	registerFunc
	keysTable
	argvTable
	listTable // a table whose elements from 1 on are known
	builtin   // a function of Lua's library, by its name
	ownFunc   // a function of the script
)

// A val is a value while the script is walked.
type val struct {
	kind   kind
	text   keyexpr.Key
	spread bool
	list   []val  // of a listTable
	name   string // of a builtin
	fn     *ast.FunctionExpr
	scope  *scope // that fn was made in
	// What holds when the value is true, or false.
	ifTrue, ifFalse []Cond
	never           bool // the literal nil or false
}

func unknown() val         { return val{text: keyexpr.Of(keyexpr.Hole{})} }
func (v val) value() Value { return Value{Text: v.text, Spread: v.spread} }

func text(k keyexpr.Key) val {
	size := 0
	for _, p := range k.Parts {
		size += len(p.Text)
	}
	if len(k.Parts) > maxParts || size > maxSize {
		return unknown()
	}
	return val{text: k}
}

type variable struct{ val val }

type scope struct {
	outer *scope
	vars  map[string]*variable
}

func (s *scope) lookup(name string) *variable {
	for ; s != nil; s = s.outer {
		if v := s.vars[name]; v != nil {
			return v
		}
	}
	return nil
}

func (s *scope) set(name string, v val) { s.vars[name] = &variable{v} }

func inside(s *scope) *scope { return &scope{outer: s, vars: map[string]*variable{}} }

type walker struct {
	base    int // how many guards there were when the function was entered
	script  *Script
	spans   map[*ast.FuncCallExpr]span
	global  *scope
	guards  []Cond
	loops   int // how many loops are around
	steps   int
	depth   int
	tooDeep bool
	calls   int
	unique  int
	ends    *[]ending // where returns go: of the function being looked through
	log     []change  // every assignment, so that branches can be taken back
}

// An ending is a return while the script is walked.
type ending struct {
	vals   []val
	guards []Cond // all that hold
	since  []Cond // of them, those that hold since the function was entered
}

type change struct {
	to  *variable
	old val
}

func walk(s *Script, chunk []ast.Stmt, spans map[*ast.FuncCallExpr]span) {
	w := &walker{script: s, spans: spans, global: inside(nil)}
	w.global.set("redis", val{kind: redisTable})
	w.global.set("server", val{kind: redisTable})
	w.global.set("KEYS", val{kind: keysTable})
	w.global.set("ARGV", val{kind: argvTable})
	for _, name := range [...]string{"tostring", "tonumber", "unpack", "ipairs", "pairs", "pcall", "error", "type", "select", "next", "assert"} {
		w.global.set(name, val{kind: builtin, name: name})
	}
	for _, lib := range [...]string{"table", "string", "math", "cjson", "cmsgpack", "struct", "bit", "os"} {
		w.global.set(lib, val{kind: builtin, name: lib})
	}
	var ends []ending
	w.ends = &ends
	w.block(inside(w.global), chunk)
	if w.steps > maxSteps || w.tooDeep {
		s.Calls, s.Opaque = nil, true // half a walk would be wrong, not less
		return
	}
	for _, e := range ends {
		r := &Return{Guards: e.guards}
		for _, v := range e.vals {
			r.Values = append(r.Values, v.value())
		}
		s.Returns = append(s.Returns, r)
	}
}

// store changes a variable.
func (w *walker) store(to *variable, v val) {
	w.log = append(w.log, change{to, to.val})
	to.val = v
}

func (w *walker) enter() bool {
	w.steps++
	w.depth++
	w.tooDeep = w.tooDeep || w.depth > maxDepth
	return w.steps <= maxSteps && !w.tooDeep
}

// under runs f with the conditions added to the guards.
func (w *walker) under(conds []Cond, f func()) {
	n := len(w.guards)
	w.guards = append(w.guards, conds...)
	f()
	w.guards = w.guards[:n]
}

// block walks statements and reports whether control never leaves their end.
func (w *walker) block(s *scope, stmts []ast.Stmt) (ends bool) {
	defer func() { w.depth-- }()
	if !w.enter() {
		return false
	}
	n := len(w.guards)
	defer func() { w.guards = w.guards[:n] }()
	for _, stmt := range stmts {
		if w.stmt(s, stmt) {
			return true // what follows is never reached
		}
	}
	return false
}

func (w *walker) stmt(s *scope, stmt ast.Stmt) (ends bool) {
	defer func() { w.depth-- }()
	if !w.enter() {
		return false
	}
	switch n := stmt.(type) {
	case *ast.AssignStmt:
		for i, v := range w.assigned(s, n.Rhs, len(n.Lhs)) {
			w.assign(s, n.Lhs[i], v)
		}
	case *ast.LocalAssignStmt:
		if f, ok := only(n.Exprs).(*ast.FunctionExpr); ok && len(n.Names) == 1 {
			s.set(n.Names[0], val{kind: ownFunc, fn: f, scope: s}) // sees itself
			return false
		}
		for i, v := range w.assigned(s, n.Exprs, len(n.Names)) {
			s.set(n.Names[i], v)
		}
	case *ast.FuncCallStmt:
		call, ok := n.Expr.(*ast.FuncCallExpr)
		if !ok {
			return false // the parser makes no others
		}
		w.expr(s, call)
		return isError(s, call.Func)
	case *ast.DoBlockStmt:
		return w.block(inside(s), n.Stmts)
	case *ast.WhileStmt:
		w.loop(s, n.Stmts, func(s *scope) {
			cond := w.expr(s, n.Condition)
			w.under(cond.ifTrue, func() { w.block(inside(s), n.Stmts) })
		})
	case *ast.RepeatStmt:
		w.loop(s, n.Stmts, func(s *scope) {
			in := inside(s)
			w.block(in, n.Stmts)
			w.expr(in, n.Condition)
		})
	case *ast.IfStmt:
		return w.branches(s, n)
	case *ast.NumberForStmt:
		for _, e := range []ast.Expr{n.Init, n.Limit, n.Step} {
			w.expr(s, e)
		}
		w.loop(s, n.Stmts, func(s *scope) {
			in := inside(s)
			in.set(n.Name, text(w.fresh(n.Name)))
			w.block(in, n.Stmts)
		})
	case *ast.GenericForStmt:
		w.forIn(s, n)
	case *ast.FuncDefStmt:
		f := val{kind: ownFunc, fn: n.Func, scope: s}
		if n.Name.Func != nil {
			w.assign(s, n.Name.Func, f)
		}
	case *ast.ReturnStmt:
		var ret ending
		for _, e := range n.Exprs {
			ret.vals = append(ret.vals, w.expr(s, e))
		}
		ret.guards, ret.since = w.now(), append([]Cond(nil), w.guards[max(w.base, len(w.guards)-maxGuards):]...)
		*w.ends = append(*w.ends, ret)
		return true
	case *ast.BreakStmt, *ast.GotoStmt:
		return true
	}
	return false
}

func only(list []ast.Expr) ast.Expr {
	if len(list) == 1 {
		return list[0]
	}
	return nil
}

func (w *walker) now() []Cond {
	return append([]Cond(nil), w.guards[max(0, len(w.guards)-maxGuards):]...)
}

// fresh is a value that only equals itself: a loop's variable during one
// iteration.
func (w *walker) fresh(name string) keyexpr.Key {
	w.unique++
	return keyexpr.Of(keyexpr.Hole{ID: "lua:var#" + itoa(w.unique), Name: name})
}

// assigned evaluates the right side for n names: a call or ... at the end may
// give more than one value, and what is missing is nil.
func (w *walker) assigned(s *scope, rhs []ast.Expr, n int) []val {
	out := make([]val, n)
	for i := range out {
		out[i] = val{never: true, text: keyexpr.Of(keyexpr.Hole{})}
	}
	for i, e := range rhs {
		v := w.expr(s, e)
		if i < n {
			out[i] = v
		}
		_, call := e.(*ast.FuncCallExpr)
		_, dots := e.(*ast.Comma3Expr)
		if i == len(rhs)-1 && (call || dots) {
			for j := i + 1; j < n; j++ {
				out[j] = unknown()
			}
			if v.spread && i < n {
				out[i] = unknown()
			}
		}
	}
	return out
}

func (w *walker) assign(s *scope, to ast.Expr, v val) {
	switch to := to.(type) {
	case *ast.IdentExpr:
		if have := s.lookup(to.Value); have != nil {
			w.store(have, v)
		} else {
			w.global.set(to.Value, unknown())
			w.store(w.global.vars[to.Value], v)
		}
	case *ast.AttrGetExpr:
		w.expr(s, to.Key)
		// A table that changes is not known any more; one that appends at its
		// end grows.
		id, ok := to.Object.(*ast.IdentExpr)
		if !ok {
			w.expr(s, to.Object)
			return
		}
		have := s.lookup(id.Value)
		if have == nil {
			return // a global of another script
		}
		if n, isInt := w.expr(s, to.Key).text.Int(); isInt && have.val.kind == listTable && w.loops == 0 && n == int64(len(have.val.list)+1) {
			w.grow(have, v)
			return
		}
		w.store(have, unknown())
	}
}

// grow appends to a table of known elements.
func (w *walker) grow(to *variable, v val) {
	if len(to.val.list) >= maxList {
		w.store(to, unknown())
		return
	}
	grown := to.val
	grown.list = append(grown.list[:len(grown.list):len(grown.list)], v)
	w.store(to, grown)
}

func isError(s *scope, fun ast.Expr) bool {
	id, ok := fun.(*ast.IdentExpr)
	if !ok {
		return false
	}
	v := s.lookup(id.Value)
	return v != nil && v.val.kind == builtin && v.val.name == "error"
}

// An arm is one branch: what it assigned, unless it ends the block around.
type arm struct {
	cond  val
	ended bool
	final map[*variable]val
}

// branches walks an if with its elseifs. Behind it, what branches assign is
// unknown unless all agree, and what holds in every branch that gets there
// still holds.
func (w *walker) branches(s *scope, n *ast.IfStmt) (ends bool) {
	guards := len(w.guards)
	var arms []arm
	walked := func(cond val, conds []Cond, stmts []ast.Stmt) {
		a := arm{cond: cond}
		mark := len(w.log)
		w.under(conds, func() { a.ended = w.block(inside(s), stmts) })
		if !a.ended {
			a.final = map[*variable]val{}
			for _, c := range w.log[mark:] {
				a.final[c.to] = c.to.val
			}
		}
		for i := len(w.log) - 1; i >= mark; i-- {
			w.log[i].to.val = w.log[i].old
		}
		w.log = w.log[:mark]
		arms = append(arms, a)
	}
	for {
		cond := w.expr(s, n.Condition)
		walked(cond, cond.ifTrue, n.Then)
		w.guards = append(w.guards, cond.ifFalse...) // the rest of the chain
		next, more := elseIf(n)
		if !more {
			walked(val{}, nil, n.Else)
			break
		}
		n = next
	}
	w.guards = w.guards[:guards]
	w.merge(arms)
	first := 0
	for first < len(arms) && arms[first].ended {
		first++
	}
	if first == len(arms) {
		return true
	}
	alone := true
	for _, a := range arms[first+1:] {
		alone = alone && a.ended
	}
	for _, a := range arms[:first] {
		w.guards = append(w.guards, a.cond.ifFalse...)
	}
	if alone {
		w.guards = append(w.guards, arms[first].cond.ifTrue...)
	}
	return false
}

// merge assigns what the arms that go on agree on.
func (w *walker) merge(arms []arm) {
	changed := map[*variable]bool{}
	var order []*variable
	for _, a := range arms {
		for v := range a.final {
			if !changed[v] {
				changed[v] = true
				order = append(order, v)
			}
		}
	}
	for _, v := range order {
		var common val
		first, agree := true, true
		for _, a := range arms {
			if a.ended {
				continue // never gets here
			}
			final, ok := a.final[v]
			if !ok {
				final = v.val
			}
			if first {
				common, first = final, false
			} else {
				agree = agree && same(common, final)
			}
		}
		if !agree {
			common = unknown()
		}
		w.store(v, common)
	}
}

// same reports whether two values are provably one.
func same(a, b val) bool {
	return a.kind == b.kind && a.kind != listTable && a.fn == b.fn && a.name == b.name &&
		a.spread == b.spread && a.never == b.never && a.text.Equal(b.text)
}

// loop walks the body of a loop once, with everything that it assigns unknown.
func (w *walker) loop(s *scope, body []ast.Stmt, walk func(*scope)) {
	names := map[string]bool{}
	w.assigns(body, names)
	forget := func() {
		for name := range names {
			if v := s.lookup(name); v != nil {
				w.store(v, unknown())
			}
		}
	}
	forget()
	guards := len(w.guards)
	w.loops++
	walk(s)
	w.loops--
	w.guards = w.guards[:guards]
	forget()
}

// assigns collects the names that statements assign, in functions as well.
func (w *walker) assigns(stmts []ast.Stmt, names map[string]bool) {
	for _, stmt := range stmts {
		w.steps++
		if w.steps > maxSteps {
			return
		}
		switch n := stmt.(type) {
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				for {
					get, ok := to.(*ast.AttrGetExpr)
					if !ok {
						break
					}
					to = get.Object
				}
				if id, ok := to.(*ast.IdentExpr); ok {
					names[id.Value] = true
				}
			}
			w.assignsIn(n.Rhs, names)
		case *ast.LocalAssignStmt:
			w.assignsIn(n.Exprs, names)
		case *ast.FuncCallStmt:
			w.assignsIn([]ast.Expr{n.Expr}, names)
		case *ast.DoBlockStmt:
			w.assigns(n.Stmts, names)
		case *ast.WhileStmt:
			w.assigns(n.Stmts, names)
		case *ast.RepeatStmt:
			w.assigns(n.Stmts, names)
		case *ast.IfStmt:
			w.assigns(n.Then, names)
			w.assigns(n.Else, names)
		case *ast.NumberForStmt:
			w.assigns(n.Stmts, names)
		case *ast.GenericForStmt:
			w.assigns(n.Stmts, names)
		case *ast.FuncDefStmt:
			if id, ok := n.Name.Func.(*ast.IdentExpr); ok {
				names[id.Value] = true
			}
			w.assigns(n.Func.Stmts, names)
		case *ast.ReturnStmt:
			w.assignsIn(n.Exprs, names)
		}
	}
}

// assignsIn looks for table.insert, which changes its first argument, and for
// functions that assign.
func (w *walker) assignsIn(exprs []ast.Expr, names map[string]bool) {
	for _, e := range exprs {
		switch e := e.(type) {
		case *ast.FuncCallExpr:
			for _, a := range e.Args {
				if id, ok := a.(*ast.IdentExpr); ok {
					names[id.Value] = true // a table that the function may change
				}
			}
			w.assignsIn(e.Args, names)
		case *ast.FunctionExpr:
			w.assigns(e.Stmts, names)
		}
	}
}

// forIn walks for … in …; of ipairs and pairs over KEYS or ARGV the second
// variable is one of the elements.
func (w *walker) forIn(s *scope, n *ast.GenericForStmt) {
	element := unknown()
	over := val{}
	if call, ok := only(n.Exprs).(*ast.FuncCallExpr); ok && call.Func != nil {
		f := w.expr(s, call.Func)
		args := w.arguments(s, call.Args)
		if f.kind == builtin && (f.name == "ipairs" || f.name == "pairs") && len(args) > 0 {
			over = args[0]
		} else {
			w.apply(f, args, call)
		}
	} else {
		for _, e := range n.Exprs {
			w.expr(s, e)
		}
	}
	w.unique++
	of := map[kind]string{keysTable: keysPath, argvTable: argvPath}[over.kind]
	w.loop(s, n.Stmts, func(s *scope) {
		in := inside(s)
		for i, name := range n.Names {
			v := text(w.fresh(name))
			if i == 1 {
				v = element
				if of != "" {
					v = text(some(of, 0, "?"+itoa(w.unique), of+"[*]"))
				}
			}
			in.set(name, v)
		}
		w.block(in, n.Stmts)
	})
}
