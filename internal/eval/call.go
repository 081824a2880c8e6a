package eval

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/redislint/redislint/internal/keyexpr"
)

func (x *Index) call(e *ast.CallExpr) keyexpr.Key {
	if tv := x.Info.Types[e.Fun]; tv.IsType() {
		return x.conversion(tv.Type, e)
	}
	fn := x.Callee(e)
	if fn == nil {
		switch b, ok := x.builtin(e); {
		case !ok:
		case (b == "max" || b == "min") && isNumber(x.Info.TypeOf(e)):
			return x.derive(b, exprName(e.Args[0]), x.keys(e.Args)...)
		case b == "len":
			if h, ok := x.sliceParam(e.Args[0]); ok {
				h.Path = string(keyexpr.PathCount)
				return keyexpr.Of(h)
			}
		}
		return x.opaque(e)
	}
	if fn.Pkg() != nil {
		if k, ok := x.standard(fn, e); ok {
			return k
		}
	}
	if v := x.stringOf(e); v != nil {
		if k, ok := x.builderText(v, e); ok {
			return k
		}
		return x.opaque(e) // written to in a branch or a loop
	}
	if k, ok := x.Build(fn, e); ok {
		return k
	}
	return x.result(fn, e)
}

// conversion keeps the text where Go keeps it: between strings and bytes, and
// between integer types.
func (x *Index) conversion(to types.Type, e *ast.CallExpr) keyexpr.Key {
	if len(e.Args) != 1 {
		return x.opaque(e)
	}
	from := x.Info.TypeOf(e.Args[0])
	k := x.Key(e.Args[0])
	switch {
	case isText(to) && isText(from):
		return k
	case isNumber(to) && isNumber(from) && isInteger(from):
		return k
	case isInterface(to):
		return k
	}
	return x.derive("conv:"+types.TypeString(to, nil), exprName(e.Args[0]), k)
}

func isInterface(t types.Type) bool { return t != nil && types.IsInterface(t) }

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func (x *Index) keys(exprs []ast.Expr) []keyexpr.Key {
	out := make([]keyexpr.Key, 0, len(exprs))
	for _, e := range exprs {
		out = append(out, x.Key(e))
	}
	return out
}

// standard folds the text functions of the standard library.
func (x *Index) standard(fn *types.Func, e *ast.CallExpr) (keyexpr.Key, bool) {
	none := keyexpr.Key{}
	name := fn.Pkg().Path() + "." + fn.Name()
	if e.Ellipsis.IsValid() {
		if name == "fmt.Sprintf" && len(e.Args) == 2 {
			return x.formatted(e)
		}
		return none, false
	}
	switch name {
	case "fmt.Sprintf":
		if len(e.Args) == 0 {
			return none, false
		}
		return x.sprintf(e.Args[0], e.Args[1:])
	case "cmp.Or":
		if len(e.Args) > 0 {
			return x.derive(name, exprName(e.Args[0]), x.keys(e.Args)...), true
		}
	case "fmt.Sprint":
		var parts []keyexpr.Key
		for i, a := range e.Args {
			if i > 0 && !isText(x.Info.TypeOf(a)) && !isText(x.Info.TypeOf(e.Args[i-1])) {
				parts = append(parts, keyexpr.Lit(" "))
			}
			parts = append(parts, x.printed(a))
		}
		return keyexpr.Concat(parts...), true
	case "strings.Join":
		if len(e.Args) != 2 {
			return none, false
		}
		return x.joined(x.Elems(e.Args[0]), x.Key(e.Args[1]))
	case "strings.ReplaceAll":
		return keyexpr.Derive(keyexpr.Replaced, exprName(e.Args[0]), x.keys(e.Args)...), true
	case "strings.ToLower", "strings.ToUpper", "strings.TrimSpace":
		k := x.Key(e.Args[0])
		if s, ok := k.Const(); ok {
			switch fn.Name() {
			case "ToLower":
				return keyexpr.Lit(strings.ToLower(s)), true
			case "ToUpper":
				return keyexpr.Lit(strings.ToUpper(s)), true
			}
			return keyexpr.Lit(strings.TrimSpace(s)), true
		}
		return x.derive(fn.Name(), exprName(e.Args[0]), k), true
	case "strconv.Itoa", "strconv.FormatBool":
		return x.Key(e.Args[0]), true
	case "strconv.FormatInt", "strconv.FormatUint":
		if base, ok := x.Key(e.Args[1]).Int(); ok && base == 10 {
			return x.Key(e.Args[0]), true
		}
	case "time.Duration.Nanoseconds":
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
			return x.Key(sel.X), true
		}
	}
	return none, false
}

// sprintf prints operands by a format: a constant, or one of several that a
// table holds.
func (x *Index) sprintf(format ast.Expr, operands []ast.Expr) (keyexpr.Key, bool) {
	fk := x.Key(format)
	if text, ok := fk.Const(); ok {
		return x.print(text, operands)
	}
	formats := x.choices(format)
	var texts []keyexpr.Key
	for _, f := range formats {
		text, ok := f.Const()
		if !ok {
			return keyexpr.Key{}, false
		}
		k, ok := x.print(text, operands)
		if !ok {
			return keyexpr.Key{}, false
		}
		texts = append(texts, k)
	}
	if len(texts) == 0 {
		return keyexpr.Key{}, false
	}
	return common(texts, x.derive("fmt.Sprintf", exprName(format), append([]keyexpr.Key{fk}, x.keys(operands)...)...)), true
}

// print prints operands by a constant format.
func (x *Index) print(format string, operands []ast.Expr) (keyexpr.Key, bool) {
	args := make([]keyexpr.Key, 0, len(operands))
	for i, v := range keyexpr.Verbs(format, len(operands)) {
		switch v {
		case 's', 'v', 'q', 'x', 'X', 0:
			args = append(args, x.printed(operands[i]))
		default:
			args = append(args, x.Key(operands[i])) // %d prints the number, whatever String says
		}
	}
	return keyexpr.Sprintf(format, args)
}

// common is what several texts have in common, with a hole for the rest.
func common(texts []keyexpr.Key, rest keyexpr.Key) keyexpr.Key {
	h := keyexpr.Hole{}
	if len(rest.Parts) == 1 && rest.Parts[0].Hole != nil {
		h = *rest.Parts[0].Hole
	}
	return keyexpr.Common(texts, h)
}

// formatted is Sprintf(format, args...) of the function's own parameters, which
// its callers fill.
func (x *Index) formatted(e *ast.CallExpr) (keyexpr.Key, bool) {
	args, whole := x.Key(e.Args[1]).ParamOnly()
	format := x.Key(e.Args[0])
	n := len(format.Parts)
	if !whole || n == 0 || n > 2 || n == 2 && (format.Parts[0].Hole != nil || strings.Contains(format.Parts[0].Text, "%")) {
		return keyexpr.Key{}, false
	}
	index, whole := keyexpr.Key{Parts: format.Parts[n-1:]}.ParamOnly()
	if !whole {
		return keyexpr.Key{}, false
	}
	return keyexpr.Concat(keyexpr.Key{Parts: format.Parts[:n-1]}, keyexpr.Of(keyexpr.Hole{
		Kind: keyexpr.Param, Index: args, Path: string(keyexpr.PathFormatted) + strconv.Itoa(index), Name: exprName(e.Args[0]),
	})), true
}

// joined is strings.Join; callers fill the elements of a parameter.
func (x *Index) joined(elems []Elem, sep keyexpr.Key) (keyexpr.Key, bool) {
	keys := make([]keyexpr.Key, 0, len(elems))
	for _, el := range elems {
		if el.Spread {
			i, whole := el.Key.ParamOnly()
			text, ok := sep.Const()
			if !whole || !ok {
				return keyexpr.Key{}, false
			}
			el.Key = keyexpr.Of(keyexpr.Hole{
				Kind: keyexpr.Param, Index: i, Path: string(keyexpr.PathJoined) + text, Name: el.Key.Parts[0].Hole.Name,
			})
		}
		keys = append(keys, el.Key)
	}
	return keyexpr.Join(sep, keys), true
}

// printed is an operand of Sprintf and its like: a type with a String method
// prints what the method returns.
func (x *Index) printed(a ast.Expr) keyexpr.Key {
	if x.Info.Types[a].Value == nil || !isPlain(x.Info.TypeOf(a)) {
		if m := stringMethod(x.Info.TypeOf(a)); m != nil {
			if k, ok := x.builder(m); ok {
				return x.fill(m, k, a, nil, a)
			}
			return x.derive(m.FullName(), exprName(a), x.Key(a))
		}
	}
	return x.Key(a)
}

func isPlain(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Basic)
	return ok
}

func stringMethod(t types.Type) *types.Func {
	if t == nil || isInterface(t) {
		return nil
	}
	for _, name := range [...]string{"Error", "String"} {
		obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
		m, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		sig := m.Signature()
		if sig.Params().Len() == 0 && sig.Results().Len() == 1 && isText(sig.Results().At(0).Type()) {
			return m
		}
	}
	return nil
}

// Build evaluates a call of a function whose result is known as text with holes
// for its parameters.
func (x *Index) Build(fn *types.Func, e *ast.CallExpr) (keyexpr.Key, bool) {
	k, ok := x.builder(fn)
	if !ok {
		return keyexpr.Key{}, false
	}
	var recv ast.Expr
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && x.Info.Selections[sel] != nil {
		recv = sel.X
	}
	return x.fill(fn, k, recv, e.Args, e), true
}

// fill puts the arguments of a call into the holes of a callee's text.
func (x *Index) fill(fn *types.Func, k keyexpr.Key, recv ast.Expr, args []ast.Expr, at ast.Expr) keyexpr.Key {
	return k.Subst(x.Filler(fn.Signature(), recv, args, at))
}

// Filler answers what a call puts into a hole of its callee: arguments for
// parameters, the receiver for the receiver, and for what the callee made up
// an identity of this one call.
func (x *Index) Filler(sig *types.Signature, recv ast.Expr, args []ast.Expr, at ast.Expr) func(keyexpr.Hole) (keyexpr.Key, bool) {
	return func(h keyexpr.Hole) (keyexpr.Key, bool) {
		switch h.Kind {
		case keyexpr.Param:
			if h.Path != "" && h.Path[0] != '.' {
				return x.gathered(h, sig, args, at), true
			}
			if h.Index >= len(args) || sig.Variadic() && h.Index >= sig.Params().Len()-1 {
				return keyexpr.Of(keyexpr.Hole{Name: h.Name}), true
			}
			return x.Path(args[h.Index], h.Path), true
		case keyexpr.Recv:
			if recv == nil {
				return keyexpr.Of(keyexpr.Hole{Name: h.Name}), true
			}
			return x.Path(recv, h.Path), true
		}
		if h.ID == "" || h.ID[0] != local {
			return keyexpr.Key{}, false
		}
		return keyexpr.Of(keyexpr.Hole{ID: "l:" + strconv.Itoa(int(at.Pos())) + h.ID, Name: h.Name}), true
	}
}

// gathered is what a callee makes of several arguments of a call: those of a
// variadic parameter, or the elements of a slice.
func (x *Index) gathered(h keyexpr.Hole, sig *types.Signature, args []ast.Expr, at ast.Expr) keyexpr.Key {
	unknown := keyexpr.Of(keyexpr.Hole{Name: h.Name})
	if h.Index > len(args) {
		return unknown
	}
	var elems []Elem
	var slice ast.Expr
	call, _ := at.(*ast.CallExpr)
	switch variadic := sig.Variadic() && h.Index == sig.Params().Len()-1; {
	case variadic && (call == nil || !call.Ellipsis.IsValid()):
		for _, a := range args[h.Index:] {
			elems = append(elems, Elem{Key: x.printed(a), Expr: a})
		}
	case h.Index < len(args):
		slice = args[h.Index]
		elems = x.Elems(slice)
	default:
		return unknown
	}
	if len(elems) == 1 && elems[0].Spread {
		if _, whole := elems[0].Key.ParamOnly(); whole && h.Path[0] != keyexpr.PathFormatted {
			outer := *elems[0].Key.Parts[0].Hole // handed on: the caller's callers know
			outer.Path = h.Path
			return keyexpr.Of(outer)
		}
	}
	switch arg := h.Path[1:]; h.Path[0] {
	case keyexpr.PathJoined:
		if k, ok := x.joined(elems, keyexpr.Lit(arg)); ok && len(elems) > 0 {
			return k
		}
		if slice != nil && len(elems) > 0 {
			return x.derive("strings.Join", h.Name, x.Key(slice), keyexpr.Lit(arg))
		}
	case keyexpr.PathFormatted:
		if i, err := strconv.Atoi(arg); err == nil && i < len(args) && slice == nil {
			if k, ok := x.sprintf(args[i], args[h.Index:]); ok {
				return k
			}
		}
	case keyexpr.PathOption:
		return x.options(elems, arg)
	case keyexpr.PathCount:
		if !slices.ContainsFunc(elems, func(el Elem) bool { return el.Spread }) {
			return keyexpr.Lit(strconv.Itoa(len(elems)))
		}
	case keyexpr.PathElement:
		if k, ok := x.elementAt(elems, arg); ok {
			return k
		}
	}
	return unknown
}

// Path evaluates the fields (".opts.TTL") that follow an argument.
func (x *Index) Path(e ast.Expr, path string) keyexpr.Key {
	if path == "" {
		return x.Key(e)
	}
	field, rest, more := strings.Cut(path[1:], ".")
	val, state := x.Field(e, field)
	if state == FieldSet {
		if more {
			return x.Path(val, "."+rest)
		}
		return x.Key(val)
	}
	if state == FieldUnknown {
		if k, ok := x.chosenField(e, path, e.Pos()); ok {
			return k
		}
	}
	base := x.Key(e)
	if state == FieldUnknown && len(base.Parts) == 1 && base.Parts[0].Hole != nil && base.Parts[0].Hole.Kind != keyexpr.Value {
		h := *base.Parts[0].Hole
		h.Path += path
		h.Name = path[strings.LastIndexByte(path, '.')+1:]
		return keyexpr.Of(h)
	}
	if state == FieldZero {
		if k, ok := zeroText(fieldType(x.Info.TypeOf(e), path)); ok {
			return k
		}
	}
	name := path[strings.LastIndexByte(path, '.')+1:]
	k := base
	for f := range strings.SplitSeq(path[1:], ".") {
		k = x.derive("."+f, name, k)
	}
	return k
}

// fieldType is the type of the fields (".opts.TTL") that follow a value of the
// type, of the value itself for "", or nil.
func fieldType(t types.Type, path string) types.Type {
	if path == "" {
		return t
	}
	for name := range strings.SplitSeq(path[1:], ".") {
		st := structOf(t)
		if st == nil {
			return nil
		}
		t = nil
		for i := range st.NumFields() {
			if st.Field(i).Name() == name {
				t = st.Field(i).Type()
			}
		}
	}
	return t
}

// result is the hole of a call that nothing more is known of: the same builder
// called with the same arguments gives the same text. A call without any
// operand that varies (uuid.NewString(), time.Now()) is equal to itself alone.
func (x *Index) result(fn *types.Func, e *ast.CallExpr) keyexpr.Key {
	if x.Info.TypeOf(e) == nil || fn.Signature().Results().Len() != 1 {
		return x.opaque(e)
	}
	var operands []keyexpr.Key
	varies := fn.Pkg() == x.Pkg
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && x.Info.Selections[sel] != nil {
		operands = append(operands, x.Key(sel.X))
		varies = true
	}
	for _, a := range e.Args {
		k := x.Key(a)
		if _, ok := k.Const(); !ok {
			varies = true
		}
		operands = append(operands, k)
	}
	if !varies || len(operands) == 0 && fn.Pkg() != x.Pkg || random(fn) || x.Fresh(fn) {
		return x.opaque(e)
	}
	return x.derive(fn.FullName(), exprName(e.Fun), operands...)
}

// Fresh reports whether a function of this package returns what another call in
// it makes up (an id, the time), so that two calls of it differ.
func (x *Index) Fresh(fn *types.Func) bool {
	decl := x.decls[fn.Origin()]
	if decl == nil || x.busy[decl] || len(decl.Returns) != 1 || len(decl.Returns[0].Results) == 0 {
		return false
	}
	x.busy[decl] = true
	defer delete(x.busy, decl)
	return x.Key(decl.Returns[0].Results[0]).Any(func(h keyexpr.Hole) bool {
		// The identity of a call or another expression, by its place (see opaque).
		return h.Kind == keyexpr.Value && len(h.ID) > 2 && h.ID[:2] == "l:" && '0' <= h.ID[2] && h.ID[2] <= '9'
	})
}

// random lists where the standard library gives another answer at every call.
func random(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "math/rand", "math/rand/v2", "crypto/rand", "bufio", "io":
		return true
	case "time":
		return fn.Name() == "Now" || fn.Name() == "Since" || fn.Name() == "Until"
	}
	return false
}

// Summary is what a function of this package returns as its first result, as
// text with holes for its parameters and receiver. It is known when one return
// statement decides it; returns of an empty string beside an error do not count.
func (x *Index) Summary(fn *types.Func) (keyexpr.Key, bool) {
	return x.builder(fn)
}

func (x *Index) builder(fn *types.Func) (keyexpr.Key, bool) {
	fn = fn.Origin()
	if b, ok := x.builders[fn]; ok {
		return b.key, b.ok
	}
	decl := x.decls[fn]
	if decl == nil {
		if x.Builder != nil && fn.Pkg() != x.Pkg {
			k, ok := x.Builder(fn)
			x.builders[fn] = builder{k, ok}
			return k, ok
		}
		return keyexpr.Key{}, false
	}
	if x.busy[fn] || x.depth >= maxDepth {
		return keyexpr.Key{}, false // recursion: no fixed text
	}
	x.busy[fn] = true
	defer delete(x.busy, fn)
	k, ok := x.returned(decl)
	x.builders[fn] = builder{k, ok}
	return k, ok
}

func (x *Index) returned(fn *Func) (keyexpr.Key, bool) {
	res := fn.Obj.Signature().Results()
	if fn.Body == nil || res.Len() == 0 || res.Len() > 2 || !isText(res.At(0).Type()) && !isNumber(res.At(0).Type()) {
		return keyexpr.Key{}, false
	}
	var texts []ast.Expr
	for _, r := range fn.Returns {
		if len(r.Results) != res.Len() {
			return keyexpr.Key{}, false // named results, or a call with several
		}
		if res.Len() == 2 && !x.Info.Types[r.Results[1]].IsNil() {
			if s, ok := x.Key(r.Results[0]).Const(); ok && s == "" {
				continue // the failure path
			}
		}
		texts = append(texts, r.Results[0])
	}
	if len(texts) == 0 || len(texts) > maxChoices {
		return keyexpr.Key{}, false
	}
	k := x.Key(texts[0])
	if len(texts) > 1 {
		if !isText(res.At(0).Type()) {
			// Numbers have nothing in common, but the callers may choose one.
			k := x.decided(fn.Body.List, fn.Obj.Name(), nil)
			if k == nil || res.Len() != 1 || !k.FromParams() {
				return keyexpr.Key{}, false
			}
			return *k, true
		}
		k = common(x.keys(texts), x.own(fn))
		if k.Literal() == "" {
			return keyexpr.Key{}, false
		}
	}
	if !k.Known() {
		return keyexpr.Key{}, false
	}
	if opaque(k) {
		return keyexpr.Key{}, false // nothing but its own call
	}
	return k, true
}

// own is the hole of what the function returns, by its parameters.
func (x *Index) own(fn *Func) keyexpr.Key {
	var operands []keyexpr.Key
	if fn.Obj.Signature().Recv() != nil {
		operands = append(operands, keyexpr.Of(keyexpr.Hole{Kind: keyexpr.Recv}))
	}
	for i := range fn.params {
		operands = append(operands, keyexpr.Of(keyexpr.Hole{Kind: keyexpr.Param, Index: i}))
	}
	return x.derive(fn.Obj.FullName(), fn.Obj.Name(), operands...)
}

// opaque reports whether the text is one value of the function's own making.
func opaque(k keyexpr.Key) bool {
	return len(k.Parts) == 1 && k.Parts[0].Hole != nil && k.Parts[0].Hole.Kind == keyexpr.Value &&
		strings.HasPrefix(k.Parts[0].Hole.ID, "l:")
}

// stringOf is the variable whose text the call b.String() of a strings.Builder
// or bytes.Buffer is, or nil.
func (x *Index) stringOf(call *ast.CallExpr) *types.Var {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "String" {
		return nil
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok || !isNamed(x.Info.TypeOf(id), "strings", "Builder") && !isNamed(x.Info.TypeOf(id), "bytes", "Buffer") {
		return nil
	}
	return x.VarOf(id)
}

// builderText reads a builder that is filled in a straight line before the
// place: by statements of the block that declares it.
func (x *Index) builderText(v *types.Var, e ast.Expr) (keyexpr.Key, bool) {
	fn := x.enclosingFunc(e.Pos())
	if fn == nil || fn.Body == nil || x.busy[v] || !(fn.Body.Pos() <= v.Pos() && v.Pos() < fn.Body.End()) {
		return keyexpr.Key{}, false // another function writes to it
	}
	x.busy[v] = true
	defer delete(x.busy, v)
	var parts []keyexpr.Key
	for _, st := range x.blockOf(fn, v.Pos()) {
		if st.Pos() > e.Pos() {
			break // written to later
		}
		if st.Pos() <= v.Pos() && v.Pos() < st.End() {
			if as, ok := st.(*ast.AssignStmt); ok && !emptyBuilder(as) {
				return keyexpr.Key{}, false // it begins with something
			}
			continue // the declaration
		}
		es, ok := st.(*ast.ExprStmt)
		if !ok || st.Pos() <= e.Pos() && e.End() <= st.End() {
			if x.writes(st, v) {
				return keyexpr.Key{}, false // in a branch or a loop
			}
			continue // the statement reads it at most
		}
		w, ok := es.X.(*ast.CallExpr)
		if !ok || !x.writes(w, v) {
			continue // another call
		}
		k, ok := x.write(w, v)
		if !ok {
			return keyexpr.Key{}, false
		}
		parts = append(parts, k)
	}
	return keyexpr.Concat(parts...), len(parts) > 0
}

// emptyBuilder reports whether the statement declares a builder that holds
// nothing: b := strings.Builder{}, or new(strings.Builder).
func emptyBuilder(as *ast.AssignStmt) bool {
	if len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return false
	}
	rhs := ast.Unparen(as.Rhs[0])
	if addr, ok := rhs.(*ast.UnaryExpr); ok && addr.Op == token.AND {
		rhs = addr.X
	}
	switch n := rhs.(type) {
	case *ast.CompositeLit:
		return len(n.Elts) == 0
	case *ast.CallExpr:
		id, ok := n.Fun.(*ast.Ident)
		return ok && id.Name == "new"
	}
	return false
}

// blockOf is the innermost list of statements around a place of the function.
func (x *Index) blockOf(fn *Func, at token.Pos) []ast.Stmt {
	list := fn.Body.List
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if n == nil || at < n.Pos() || n.End() <= at {
			return false
		}
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		}
		return true
	})
	return list
}

func (x *Index) write(w *ast.CallExpr, v *types.Var) (keyexpr.Key, bool) {
	fn := x.Callee(w)
	if fn == nil || len(w.Args) == 0 {
		return keyexpr.Key{}, fn != nil && fn.Name() == "Grow"
	}
	sel, ok := ast.Unparen(w.Fun).(*ast.SelectorExpr)
	if !ok {
		return keyexpr.Key{}, false
	}
	if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok && x.VarOf(id) == v {
		switch fn.Name() {
		case "WriteString", "Write":
			return x.Key(w.Args[0]), true
		case "WriteByte", "WriteRune":
			if n, ok := x.Key(w.Args[0]).Int(); ok && n > 0 && n < 128 {
				return keyexpr.Lit(string(rune(n))), true
			}
		case "Grow":
			return keyexpr.Key{}, true
		}
		return keyexpr.Key{}, false
	}
	if fn.FullName() == "fmt.Fprintf" && len(w.Args) >= 2 {
		return x.sprintf(w.Args[1], w.Args[2:])
	}
	return keyexpr.Key{}, false
}

// writes reports whether the node does more with a builder than read it.
func (x *Index) writes(n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && x.VarOf(id) == v && (n.Sel.Name == "String" || n.Sel.Name == "Len") {
				return false
			}
		case *ast.Ident:
			found = found || x.VarOf(n) == v
		}
		return !found
	})
	return found
}

// mentions counts the uses of the variable in a node.
func (x *Index) mentions(n ast.Node, v *types.Var) int {
	count := 0
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && x.VarOf(id) == v {
			count++
		}
		return true
	})
	return count
}

func isNamed(t types.Type, pkg, name string) bool {
	if t == nil {
		return false
	}
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == pkg
}

// An Elem is one element of a slice, or with Spread the pattern of any number
// of them (zero or more).
type Elem struct {
	Key    keyexpr.Key
	Expr   ast.Expr // nil when the element has no expression of its own
	Spread bool
}

// Elems evaluates a slice, array or variadic expression element by element.
func (x *Index) Elems(e ast.Expr) []Elem {
	if x.depth >= maxDepth {
		return []Elem{{Key: x.opaque(e), Spread: true}}
	}
	x.depth++
	defer func() { x.depth-- }()
	e = ast.Unparen(e)
	if x.Info.Types[e].IsNil() {
		return nil
	}
	switch n := e.(type) {
	case *ast.CompositeLit:
		var out []Elem
		for _, el := range n.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				el = kv.Value
			}
			out = append(out, Elem{Key: x.Key(el), Expr: el})
		}
		return out
	case *ast.CallExpr:
		if b, ok := x.builtin(n); ok {
			switch {
			case b == "append" && len(n.Args) > 0:
				out := x.Elems(n.Args[0])
				for i, a := range n.Args[1:] {
					if n.Ellipsis.IsValid() && i == len(n.Args)-2 {
						out = append(out, x.Elems(a)...)
					} else {
						out = append(out, Elem{Key: x.Key(a), Expr: a})
					}
				}
				return out
			case b == "make":
				if len(n.Args) > 1 {
					if size, ok := x.Key(n.Args[1]).Int(); ok && size == 0 {
						return nil
					}
				}
				return []Elem{{Key: keyexpr.Of(keyexpr.Hole{Name: "?"}), Expr: n, Spread: true}}
			}
		}
		if tv := x.Info.Types[n.Fun]; tv.IsType() && len(n.Args) == 1 {
			return x.Elems(n.Args[0])
		}
	case *ast.Ident:
		if v := x.VarOf(n); v != nil && !x.busy[v] {
			if out, ok := x.elemsOf(v, n.Pos()); ok {
				return out
			}
		}
	}
	k := x.Key(e)
	if len(k.Parts) == 1 && k.Parts[0].Hole != nil && k.Parts[0].Hole.Kind == keyexpr.Value {
		// What the slice is says nothing of one element.
		k = keyexpr.Of(keyexpr.Hole{Name: k.Parts[0].Hole.Name})
	}
	return []Elem{{Key: k, Expr: e, Spread: true}}
}

func (x *Index) builtin(c *ast.CallExpr) (string, bool) {
	id, ok := ast.Unparen(c.Fun).(*ast.Ident)
	if !ok {
		return "", false
	}
	_, ok = x.Info.Uses[id].(*types.Builtin)
	return id.Name, ok
}

// elemsOf collects what the assignments, appends and element stores before the
// place put into a local slice.
func (x *Index) elemsOf(v *types.Var, at token.Pos) ([]Elem, bool) {
	if _, param := x.paramOf[v]; param {
		return nil, false
	}
	if v.Parent() == nil || v.Pkg() != x.Pkg {
		return nil, false
	}
	as := x.assigns[v]
	if len(as) == 0 {
		return nil, false
	}
	x.busy[v] = true
	defer delete(x.busy, v)
	var out []Elem
	for _, a := range as {
		if a.Pos > at {
			if fn := x.enclosingFunc(at); fn != nil && inSameLoop(fn, a.Pos, at) {
				return nil, false // an append later in the loop shows here on the next turn
			}
			continue
		}
		switch {
		case a.Zero:
			out = nil
			continue
		case a.Rhs == nil || a.Index >= 0:
			return nil, false
		}
		looped := x.inLoop(as[0].Pos, a.Pos)
		if call, ok := ast.Unparen(a.Rhs).(*ast.CallExpr); ok {
			if b, ok := x.builtin(call); ok && b == "append" && len(call.Args) > 0 {
				if id, ok := ast.Unparen(call.Args[0]).(*ast.Ident); ok && x.VarOf(id) == v {
					maybe := looped || x.conditional(as[0].Pos, a.Pos)
					loop := x.loopBetween(as[0].Pos, a.Pos)
					for i, arg := range call.Args[1:] {
						if call.Ellipsis.IsValid() && i == len(call.Args)-2 {
							out = append(out, x.varied(x.Elems(arg), maybe, loop)...)
						} else {
							out = append(out, x.varied([]Elem{{Key: x.Key(arg), Expr: arg}}, maybe, loop)...)
						}
					}
					continue
				}
			}
		}
		if looped || x.conditional(as[0].Pos, a.Pos) {
			return nil, false
		}
		out = x.Elems(a.Rhs)
	}
	if sets := x.elems[v]; len(sets) > 0 {
		var kept []Elem
		for _, el := range out {
			if call, ok := el.Expr.(*ast.CallExpr); ok && el.Spread {
				if b, ok := x.builtin(call); ok && b == "make" {
					continue // make(…, n): the stores below fill it
				}
			}
			kept = append(kept, el)
		}
		out = kept
		for _, a := range sets {
			if a.Rhs == nil || a.Index >= 0 {
				return nil, false
			}
			out = append(out, x.varied([]Elem{{Key: x.Key(a.Rhs), Expr: a.Rhs}}, x.inLoop(as[0].Pos, a.Pos), x.loopBetween(as[0].Pos, a.Pos))...)
		}
	}
	return out, true
}

// varied turns elements that a loop or a branch adds into patterns: what
// belongs to one turn of the loop is not the same in the next.
func (x *Index) varied(elems []Elem, maybe bool, loop Span) []Elem {
	if !maybe {
		return elems
	}
	out := make([]Elem, len(elems))
	for i, el := range elems {
		el.Spread = true
		el.Key = el.Key.Rename(func(h keyexpr.Hole) keyexpr.Hole {
			if x.VariesIn(keyexpr.Of(h), loop) {
				h.ID = ""
			}
			return h
		})
		out[i] = el
	}
	return out
}

// loopBetween is the outermost loop around p that does not contain from: the
// whole function where a closure lies between them, nothing without a loop.
func (x *Index) loopBetween(from, p token.Pos) Span {
	fn := x.enclosingFunc(p)
	if fn == nil {
		return Span{}
	}
	if x.enclosingFunc(from) != fn {
		return Span{fn.start(), fn.end()} // a closure may run any number of times
	}
	var out Span
	for _, l := range fn.Loops {
		if l.Contains(p-1) && !l.Contains(from-1) && (out == Span{} || l.Pos < out.Pos) {
			out = l
		}
	}
	return out
}

// inLoop reports whether a loop around p does not contain from.
func (x *Index) inLoop(from, p token.Pos) bool {
	fn := x.enclosingFunc(p)
	if fn == nil {
		return false
	}
	if f := x.enclosingFunc(from); f != fn {
		return true // a closure: it may run any number of times
	}
	for _, l := range fn.Loops {
		if l.Contains(p-1) && !l.Contains(from-1) {
			return true
		}
	}
	return false
}

func inSameLoop(fn *Func, a, b token.Pos) bool {
	for _, l := range fn.Loops {
		if l.Contains(a-1) && l.Contains(b) {
			return true
		}
	}
	return false
}

// conditional reports whether a branch around p does not contain from.
func (x *Index) conditional(from, p token.Pos) bool {
	fn := x.enclosingFunc(p)
	if fn == nil {
		return false
	}
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if n == nil || found || n.Pos() > p || n.End() < p {
			return false
		}
		switch n := n.(type) {
		case *ast.IfStmt:
			for _, b := range []ast.Stmt{n.Body, n.Else} {
				if b != nil && b.Pos() < p && p <= b.End() && !(b.Pos() <= from && from <= b.End()) {
					found = true
				}
			}
		case *ast.CaseClause:
			if !(n.Pos() <= from && from <= n.End()) {
				found = true
			}
		case *ast.CommClause:
			if !(n.Pos() <= from && from <= n.End()) {
				found = true
			}
		}
		return !found
	})
	return found
}
