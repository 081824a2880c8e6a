package lua

import (
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/redislint/redislint/internal/keyexpr"
)

func (w *walker) expr(s *scope, e ast.Expr) val {
	if e == nil {
		return unknown()
	}
	defer func() { w.depth-- }()
	if !w.enter() {
		return unknown()
	}
	switch e := e.(type) {
	case *ast.NilExpr, *ast.FalseExpr:
		return val{text: keyexpr.Of(keyexpr.Hole{}), never: true}
	case *ast.NumberExpr:
		return text(number(e.Value))
	case *ast.StringExpr:
		return text(keyexpr.Lit(e.Value))
	case *ast.IdentExpr:
		if v := s.lookup(e.Value); v != nil {
			return v.val.asCond()
		}
	case *ast.AttrGetExpr:
		return w.attribute(s, e).asCond()
	case *ast.FuncCallExpr:
		return w.call(s, e).asCond()
	case *ast.FunctionExpr:
		return val{kind: ownFunc, fn: e, scope: s}
	case *ast.Comma3Expr:
		v := unknown()
		v.spread = !e.AdjustRet
		return v
	case *ast.TableExpr:
		return w.table(s, e)
	case *ast.StringConcatOpExpr:
		return w.concat(s, e)
	case *ast.LogicalOpExpr:
		return w.logical(s, e)
	case *ast.UnaryNotOpExpr:
		v := w.expr(s, e.Expr)
		return val{text: keyexpr.Of(keyexpr.Hole{}), ifTrue: v.ifFalse, ifFalse: v.ifTrue}
	case *ast.RelationalOpExpr:
		return w.relation(s, e)
	case *ast.ArithmeticOpExpr:
		return arithmetic(e.Operator, w.expr(s, e.Lhs).text, w.expr(s, e.Rhs).text)
	case *ast.UnaryMinusOpExpr:
		return text(w.expr(s, e.Expr).text.Mul(-1))
	case *ast.UnaryLenOpExpr:
		switch v := w.expr(s, e.Expr); v.kind {
		case keysTable:
			return text(keyexpr.Of(keyexpr.Hole{ID: "lua:len:KEYS", Name: "#KEYS"}))
		case argvTable:
			return text(keyexpr.Of(keyexpr.Hole{ID: "lua:len:ARGV", Name: "#ARGV"}))
		case listTable:
			return text(keyexpr.Lit(itoa(len(v.list))))
		}
	}
	return unknown()
}

// asCond adds what the value says when it is tested by itself.
func (v val) asCond() val {
	if v.kind == plain && v.ifTrue == nil && v.ifFalse == nil && !v.never && v.text.Known() {
		v.ifTrue = []Cond{{Op: True, Left: v.value()}}
		v.ifFalse = []Cond{{Op: False, Left: v.value()}}
	}
	return v
}

// number is the text that Lua makes of a number: "%.14g".
func number(literal string) keyexpr.Key {
	if n, err := strconv.ParseInt(literal, 0, 64); err == nil && (literal == "0" || literal[0] != '0' || strings.HasPrefix(strings.ToLower(literal), "0x")) {
		return keyexpr.Lit(strconv.FormatInt(n, 10))
	}
	f, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		return keyexpr.Of(keyexpr.Hole{})
	}
	if f == float64(int64(f)) && f < 1e14 {
		return keyexpr.Lit(strconv.FormatInt(int64(f), 10))
	}
	return keyexpr.Lit(strconv.FormatFloat(f, 'g', 14, 64))
}

func (w *walker) attribute(s *scope, e *ast.AttrGetExpr) val {
	object := w.expr(s, e.Object)
	key := w.expr(s, e.Key).text
	name, isName := key.Const()
	n, isInt := key.Int()
	switch object.kind {
	case redisTable:
		switch {
		case !isName:
			w.script.Opaque = true // redis[f](…): call for all that is known
		case name == "call":
			return val{kind: callFunc}
		case name == "pcall":
			return val{kind: pcallFunc}
		case name == "register_function":
			return val{kind: registerFunc}
		default:
			return val{kind: builtin, name: "redis." + name}
		}
	case keysTable, argvTable:
		of := keysPath
		if object.kind == argvTable {
			of = argvPath
		}
		switch {
		case isInt && n >= 1 && n < 1<<20:
			return text(element(of, int(n)))
		case isName:
			return unknown() // KEYS[0], KEYS.x: nil
		}
		return text(some(of, 0, w.index(key), of+"["+strings.Trim(key.String(), "{}")+"]"))
	case listTable:
		if isInt && n >= 1 && n <= int64(len(object.list)) {
			return object.list[n-1]
		}
	case builtin:
		if isName {
			return val{kind: builtin, name: object.name + "." + name}
		}
	}
	return unknown()
}

// index names the element of an index that is not constant; the same index is
// the same element.
func (w *walker) index(key keyexpr.Key) string {
	if c := key.Canonical(); c != "" {
		return c
	}
	w.unique++
	return "?" + itoa(w.unique)
}

func (w *walker) table(s *scope, e *ast.TableExpr) val {
	out := val{kind: listTable}
	for i, f := range e.Fields {
		if f.Key != nil {
			w.expr(s, f.Key)
			out.kind = plain
		}
		v := w.expr(s, f.Value)
		if v.spread && i < len(e.Fields)-1 {
			v = unknown() // only the last one gives all its values
		}
		out.list = append(out.list, v)
	}
	if out.kind == plain || len(out.list) > maxList {
		return unknown()
	}
	return out
}

func (w *walker) concat(s *scope, e *ast.StringConcatOpExpr) val {
	// a .. b .. c .. d nests to the right: a loop keeps the stack flat.
	keys := []keyexpr.Key{w.expr(s, e.Lhs).text}
	rhs := e.Rhs
	for {
		next, ok := rhs.(*ast.StringConcatOpExpr)
		if !ok {
			break
		}
		keys = append(keys, w.expr(s, next.Lhs).text)
		rhs = next.Rhs
	}
	keys = append(keys, w.expr(s, rhs).text)
	if len(keys) > maxParts {
		return unknown()
	}
	return text(keyexpr.Concat(keys...)).asCond()
}

func (w *walker) logical(s *scope, e *ast.LogicalOpExpr) val {
	left := w.expr(s, e.Lhs)
	var right val
	conds := left.ifTrue
	if e.Operator == "or" {
		conds = left.ifFalse
	}
	mark := len(w.log)
	w.under(conds, func() { right = w.expr(s, e.Rhs) })
	for _, c := range w.log[mark:] {
		w.store(c.to, unknown()) // a function on the right side may not have run
	}
	out := unknown()
	if e.Operator == "and" {
		out.ifTrue = join(left.ifTrue, right.ifTrue)
		return out
	}
	out.ifFalse = join(left.ifFalse, right.ifFalse)
	switch {
	case left.never:
		return right
	case right.never:
		// x or nil
		out.ifTrue = left.ifTrue
	}
	if _, constant := left.text.Const(); constant && left.kind == plain {
		return left
	}
	return out
}

func join(a, b []Cond) []Cond { return append(append([]Cond(nil), a...), b...) }

func (w *walker) relation(s *scope, e *ast.RelationalOpExpr) val {
	left, right := w.expr(s, e.Lhs), w.expr(s, e.Rhs)
	out := unknown()
	op := Op(e.Operator)
	if op == Equal || op == NotEqual {
		if left.never {
			left, right = right, left
		}
		if right.never {
			// A missing key is false in Lua, never nil; who compares with nil
			// means the same, so the branch says nothing sure.
			if _, isNil := e.Rhs.(*ast.NilExpr); isNil {
				return out
			}
			out.ifTrue, out.ifFalse = left.ifFalse, left.ifTrue
			if op == NotEqual {
				out.ifTrue, out.ifFalse = out.ifFalse, out.ifTrue
			}
			return out
		}
	}
	if left.kind != plain || right.kind != plain {
		return out
	}
	out.ifTrue = []Cond{{op, left.value(), right.value()}}
	out.ifFalse = []Cond{{negated[op], left.value(), right.value()}}
	return out
}

func arithmetic(op string, a, b keyexpr.Key) val {
	x, isX := a.Int()
	y, isY := b.Int()
	const limit = 1 << 31
	small := func(n int64) bool { return -limit < n && n < limit }
	if isX && isY && small(x) && small(y) {
		switch op {
		case "+":
			return text(keyexpr.Lit(strconv.FormatInt(x+y, 10)))
		case "-":
			return text(keyexpr.Lit(strconv.FormatInt(x-y, 10)))
		case "*":
			return text(keyexpr.Lit(strconv.FormatInt(x*y, 10)))
		}
	}
	if op == "*" && isY {
		return text(a.Mul(y))
	}
	if op == "*" && isX {
		return text(b.Mul(x))
	}
	return text(keyexpr.Derive("lua:"+op, "", a, b))
}

// arguments evaluates what is passed: the last one may stand for several.
func (w *walker) arguments(s *scope, list []ast.Expr) []val {
	var out []val
	for i, e := range list {
		v := w.expr(s, e)
		switch {
		case !v.spread:
		case i < len(list)-1 && len(v.list) > 0:
			v = v.list[0]
		case i < len(list)-1:
			v = unknown()
		case v.kind == listTable:
			out = append(out, v.list...)
			continue
		}
		out = append(out, v)
	}
	return out
}

func (w *walker) call(s *scope, e *ast.FuncCallExpr) val {
	if e.Func == nil { // s:format(x)
		object := w.expr(s, e.Receiver)
		args := w.arguments(s, e.Args)
		if e.Method == "format" && object.kind == plain {
			return format(append([]val{object}, args...))
		}
		w.callbacks(args)
		return unknown()
	}
	f := w.expr(s, e.Func)
	args := w.arguments(s, e.Args)
	if t, ok := only(e.Args).(*ast.TableExpr); ok && f.kind == registerFunc {
		for _, field := range t.Fields { // callback = function(keys, args) … end
			args = append(args, w.expr(s, field.Value))
		}
	}
	if f.kind == builtin {
		switch f.name {
		case "table.insert":
			w.insert(s, e.Args, args)
			return unknown()
		case "pcall":
			if len(args) > 0 {
				w.apply(args[0], args[1:], e)
			}
			return unknown()
		}
	}
	return w.apply(f, args, e)
}

// apply calls f with the arguments; e is the call in the text.
func (w *walker) apply(f val, args []val, e *ast.FuncCallExpr) val {
	switch f.kind {
	case callFunc, pcallFunc:
		return w.command(args, f.kind == pcallFunc, e)
	case ownFunc:
		return w.inline(f, args)
	case registerFunc:
		for _, a := range args {
			if a.kind == ownFunc {
				w.inline(a, []val{{kind: keysTable}, {kind: argvTable}})
			}
		}
		return unknown()
	case builtin:
		return w.library(f.name, args)
	}
	w.script.Opaque = true // a function that is not in sight
	w.callbacks(args)
	return unknown()
}

// callbacks looks through functions that are given away: they run, if at all,
// with arguments that are not known.
func (w *walker) callbacks(args []val) {
	for _, a := range args {
		if a.kind == ownFunc {
			w.loops++
			mark := len(w.log)
			w.inline(a, nil)
			for _, c := range w.log[mark:] {
				w.store(c.to, unknown())
			}
			w.loops--
		}
	}
}

func (w *walker) library(name string, args []val) val {
	first := unknown()
	if len(args) > 0 {
		first = args[0]
	}
	switch name {
	case "tostring", "tonumber":
		if len(args) == 1 && first.kind == plain {
			// The same value in another coat; nil stays nil.
			first.spread = false
			return first
		}
	case "unpack", "table.unpack":
		return unpacked(first, args)
	case "string.lower", "string.upper", "redis.sha1hex":
		if len(args) == 1 && first.kind == plain {
			return text(keyexpr.Derive("lua:"+name, "", first.text))
		}
	case "string.format":
		return format(args)
	case "loadstring", "load", "dofile", "setfenv":
		w.script.Opaque = true
	default:
		w.callbacks(args)
	}
	return unknown()
}

// format is string.format, whose verbs Go shares.
func format(args []val) val {
	if len(args) == 0 {
		return unknown()
	}
	pattern, ok := args[0].text.Const()
	if !ok {
		return unknown()
	}
	var keys []keyexpr.Key
	for _, a := range args[1:] {
		if a.spread || a.kind != plain {
			return unknown()
		}
		keys = append(keys, a.text)
	}
	if k, ok := keyexpr.Sprintf(pattern, keys); ok {
		return text(k)
	}
	return unknown()
}

// unpacked is what unpack(t, from, to) gives.
func unpacked(t val, args []val) val {
	from, known := int64(1), true
	if len(args) > 1 {
		from, known = args[1].text.Int()
	}
	open := unknown()
	open.spread = true
	if !known || from < 1 || len(args) > 2 && t.kind != listTable {
		return open
	}
	switch t.kind {
	case keysTable, argvTable:
		of := keysPath
		if t.kind == argvTable {
			of = argvPath
		}
		if from >= 1<<20 {
			return open
		}
		return val{text: some(of, int(from), "", of+"["+itoa(int(from))+"...]"), spread: true}
	case listTable:
		to := int64(len(t.list))
		if len(args) > 2 {
			if to, known = args[2].text.Int(); !known || to > int64(len(t.list)) {
				return open
			}
		}
		if from > to {
			return val{kind: listTable, spread: true}
		}
		return val{kind: listTable, spread: true, list: t.list[from-1 : to]}
	}
	return open
}

func (w *walker) insert(s *scope, exprs []ast.Expr, args []val) {
	if len(exprs) == 0 {
		return
	}
	id, ok := exprs[0].(*ast.IdentExpr)
	if !ok {
		return
	}
	v := s.lookup(id.Value)
	if v == nil {
		return
	}
	if len(args) == 2 && v.val.kind == listTable && w.loops == 0 {
		w.grow(v, args[1])
		return
	}
	w.store(v, unknown())
}

// command is one redis.call.
func (w *walker) command(args []val, protected bool, e *ast.FuncCallExpr) val {
	if len(args) == 0 {
		return unknown()
	}
	if name, ok := args[0].text.Const(); !ok || name == "" || args[0].spread || args[0].kind != plain {
		w.script.Opaque = true
		return unknown()
	}
	span := w.spans[e]
	c := &Call{Offset: span.offset, End: span.end, Protected: protected, Guards: w.now(), Loop: w.loops > 0, Order: len(w.script.Calls)}
	for _, a := range args {
		v := a.value()
		if a.kind != plain {
			v = unknown().value() // a table: the server refuses it
		}
		c.Args = append(c.Args, v)
	}
	w.script.Calls = append(w.script.Calls, c)
	return text(keyexpr.Of(keyexpr.Hole{ID: replyID + itoa(c.Order), Name: c.Name()}))
}

// inline looks through a call of the script's own function.
func (w *walker) inline(f val, args []val) val {
	if w.calls >= maxCalls {
		w.script.Opaque = true // it calls itself
		return unknown()
	}
	in := inside(f.scope)
	for i, name := range f.fn.ParList.Names {
		switch {
		case i < len(args) && !args[i].spread:
			in.set(name, args[i])
		case i < len(args) || len(args) > 0 && args[len(args)-1].spread || args == nil:
			in.set(name, unknown())
		default:
			in.set(name, val{text: keyexpr.Of(keyexpr.Hole{}), never: true})
		}
	}
	outer, base, guards := w.ends, w.base, len(w.guards)
	w.base = guards
	var ends []ending
	w.ends = &ends
	w.calls++
	ended := w.block(in, f.fn.Stmts)
	w.calls--
	w.ends, w.base = outer, base
	w.guards = w.guards[:guards]
	return answer(ends, ended)
}

// answer is what a function gives that ends in these ways.
func answer(ends []ending, ended bool) val {
	var yes []ending // those that can be true
	for _, e := range ends {
		if len(e.vals) > 0 && !e.vals[0].never {
			yes = append(yes, e)
		}
	}
	switch {
	case len(ends) == 1 && ended && len(yes) == 1 && len(yes[0].vals) == 1:
		return yes[0].vals[0]
	case len(yes) == 1:
		out := unknown()
		out.ifTrue = join(yes[0].since, yes[0].vals[0].ifTrue)
		return out
	}
	return unknown()
}
