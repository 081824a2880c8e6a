package eval

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/redislint/redislint/internal/keyexpr"
)

// An Effect is what a functional option sets one field of its target to. The
// value is anonymous where the option sets it only sometimes, or to something
// that only the option knows.
type Effect struct {
	Field string
	Value keyexpr.Key
}

// optionTarget is the struct that an option of the type changes: it is a
// function with a pointer to the struct, or an interface with such a method.
func optionTarget(t types.Type) *types.Struct {
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return targetOf(u)
	case *types.Interface:
		for i := range u.NumMethods() {
			if st := targetOf(u.Method(i).Signature()); st != nil {
				return st
			}
		}
	}
	return nil
}

// IsOption reports whether values of the type are functional options.
func IsOption(t types.Type) bool { return optionTarget(t) != nil }

func targetOf(sig *types.Signature) *types.Struct {
	if sig.Params().Len() != 1 || sig.Results().Len() > 1 {
		return nil
	}
	ptr, ok := sig.Params().At(0).Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	st, _ := ptr.Elem().Underlying().(*types.Struct)
	return st
}

// MadeOption is what the option that the function returns sets, or the function
// itself when it is one, with holes for its parameters and receiver; ok is
// false when it is no option, or not all that it does is known.
func (x *Index) MadeOption(fn *types.Func) (effects []Effect, ok bool) {
	fn = fn.Origin()
	if o, ok := x.made[fn]; ok {
		return o.effects, o.ok
	}
	decl := x.decls[fn]
	sig := fn.Signature()
	switch {
	case decl == nil:
		if x.Options != nil && fn.Pkg() != x.Pkg {
			effects, ok = x.Options(fn)
		}
	case decl.Body == nil || x.busy[fn]:
		return nil, false
	case targetOf(sig) != nil && (sig.Results().Len() == 0 || sig.Recv() != nil):
		effects, ok = x.effects(decl.params[0], decl.Body)
	case sig.Results().Len() == 1 && optionTarget(sig.Results().At(0).Type()) != nil && len(decl.Returns) == 1 && len(decl.Returns[0].Results) == 1:
		x.busy[fn] = true
		effects, ok = x.Option(decl.Returns[0].Results[0])
		delete(x.busy, fn)
	}
	x.made[fn] = optionEffects{effects, ok}
	return effects, ok
}

// Option is what the option that the expression holds sets.
func (x *Index) Option(e ast.Expr) ([]Effect, bool) {
	if x.depth >= maxDepth {
		return nil, false
	}
	x.depth++
	defer func() { x.depth-- }()
	switch n := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		if fn := x.lits[n]; fn != nil && len(fn.params) == 1 {
			return x.effects(fn.params[0], fn.Body)
		}
		return nil, false
	case *ast.Ident, *ast.SelectorExpr:
		return x.optionHeld(n)
	case *ast.CallExpr:
		if tv := x.Info.Types[n.Fun]; tv.IsType() && len(n.Args) == 1 {
			if _, ok := tv.Type.Underlying().(*types.Signature); ok {
				return x.Option(n.Args[0]) // optionFunc(func(o *options) { … })
			}
			break
		}
		fn := x.Callee(n)
		if fn == nil {
			return nil, false
		}
		if fn.Signature().Results().Len() != 1 {
			return nil, false // no option
		}
		effects, ok := x.MadeOption(fn)
		if !ok {
			return nil, false
		}
		var recv ast.Expr
		if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && x.Info.Selections[sel] != nil {
			recv = sel.X
		}
		return filled(effects, x.Filler(fn.Signature(), recv, n.Args, n)), true
	}
	return x.optionValue(e)
}

// optionHeld is the option that a variable or a function is.
func (x *Index) optionHeld(e ast.Expr) ([]Effect, bool) {
	var obj types.Object
	switch n := e.(type) {
	case *ast.Ident:
		obj = x.Info.Uses[n]
	case *ast.SelectorExpr:
		obj = x.Info.Uses[n.Sel]
	}
	switch obj := obj.(type) {
	case *types.Func:
		if obj.Signature().Recv() != nil || targetOf(obj.Signature()) == nil {
			return nil, false // a method value
		}
		return x.MadeOption(obj)
	case *types.Var:
		if obj.Pkg() != x.Pkg {
			if x.Options != nil && !obj.IsField() {
				return x.Options(obj)
			}
			return nil, false
		}
		if rhs, i, ok := x.Once(obj); ok && i < 0 && !obj.IsField() && !x.busy[obj] {
			x.busy[obj] = true
			defer delete(x.busy, obj)
			return x.Option(rhs)
		}
	default:
		return nil, false
	}
	return x.optionValue(e)
}

// optionValue is what a value of a type with a method for it, as ttlOption(d)
// and withTTL{d} are, sets.
func (x *Index) optionValue(e ast.Expr) ([]Effect, bool) {
	t := x.Info.TypeOf(e)
	if t == nil || isInterface(t) {
		return nil, false
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil, false
	}
	if _, fn := n.Underlying().(*types.Signature); fn {
		return nil, false // a variable that holds a function: not known which
	}
	var method *types.Func
	for i := range n.NumMethods() {
		if m := n.Method(i); targetOf(m.Signature()) != nil {
			if method != nil {
				return nil, false // which of them is called is not known
			}
			method = m
		}
	}
	if method == nil {
		return nil, false
	}
	effects, ok := x.MadeOption(method)
	if !ok {
		return nil, false
	}
	return filled(effects, x.Filler(method.Signature(), e, nil, e)), true
}

func filled(effects []Effect, fill func(keyexpr.Hole) (keyexpr.Key, bool)) []Effect {
	out := make([]Effect, len(effects))
	for i, f := range effects {
		out[i] = Effect{f.Field, f.Value.Subst(fill)}
	}
	return out
}

// effects is what a function does to the struct that its parameter points to;
// not ok when the pointer goes elsewhere.
func (x *Index) effects(target *types.Var, body *ast.BlockStmt) ([]Effect, bool) {
	if body == nil {
		return nil, false
	}
	if target == nil || target.Name() == "_" {
		return nil, true // it cannot set anything
	}
	var out []Effect
	set := func(field string, k keyexpr.Key) {
		out = slices.DeleteFunc(out, func(f Effect) bool { return f.Field == field })
		out = append(out, Effect{field, k})
	}
	known, left := true, false // left: an earlier statement may have returned
	for _, st := range body.List {
		if as, ok := st.(*ast.AssignStmt); ok && as.Tok == token.ASSIGN && len(as.Lhs) == 1 && len(as.Rhs) == 1 && !left {
			if field, ok := x.fieldOfVar(as.Lhs[0], target); ok && x.mentions(as.Rhs[0], target) == 0 {
				set(field, x.Key(as.Rhs[0]))
				continue
			}
		}
		ast.Inspect(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ReturnStmt:
				left = true
			case *ast.SelectorExpr:
				if field, ok := x.fieldOfVar(n, target); ok {
					if x.assigned(st, n) {
						set(field, keyexpr.Of(keyexpr.Hole{Name: field}))
					}
					return false
				}
			case *ast.Ident:
				known = known && x.VarOf(n) != target
			}
			return known
		})
	}
	slices.SortFunc(out, func(a, b Effect) int {
		if a.Field < b.Field {
			return -1
		}
		return 1
	})
	return out, known
}

// fieldOfVar is the field of the variable's struct that the expression is.
func (x *Index) fieldOfVar(e ast.Expr, v *types.Var) (string, bool) {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok || x.VarOf(id) != v {
		return "", false
	}
	f, ok := x.Info.Uses[sel.Sel].(*types.Var)
	if !ok || !f.IsField() {
		return "", false // a method may set anything
	}
	return f.Name(), true
}

// assigned reports whether the statement may change the field.
func (x *Index) assigned(st ast.Stmt, field ast.Expr) bool {
	found := false
	ast.Inspect(st, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				found = found || l.Pos() <= field.Pos() && field.End() <= l.End()
			}
		case *ast.IncDecStmt:
			found = found || n.X.Pos() <= field.Pos() && field.End() <= n.X.End()
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && n.X.Pos() <= field.Pos() && field.End() <= n.X.End()
		}
		return !found
	})
	return found
}

// options is what the options among the elements set the field to: the last
// one that sets it does.
func (x *Index) options(elems []Elem, field string) keyexpr.Key {
	out := keyexpr.Unset()
	for _, el := range elems {
		effects, ok := []Effect(nil), false
		if el.Expr != nil && !el.Spread {
			effects, ok = x.Option(el.Expr)
		}
		if !ok {
			out = keyexpr.Of(keyexpr.Hole{Name: field})
			continue // it may set the field
		}
		for _, f := range effects {
			if f.Field == field {
				out = f.Value
			}
		}
	}
	return out
}

// An optionLoop applies the options of a parameter to a local struct.
type optionLoop struct {
	param int
	end   token.Pos
}

// optionLoops finds the loops of a declaration that do nothing but apply the
// options of a parameter to a local variable:
//
//	for _, opt := range opts { opt(&o) }
func (x *Index) optionLoops(decl *Func) map[*types.Var]optionLoop {
	if loops, ok := x.loops[decl]; ok {
		return loops
	}
	loops := map[*types.Var]optionLoop{}
	x.loops[decl] = loops
	if decl.Body == nil || decl.Decl == nil {
		return loops
	}
	for _, st := range decl.Body.List {
		r, ok := st.(*ast.RangeStmt)
		if !ok || r.Value == nil {
			continue // not over options
		}
		over, ok := ast.Unparen(r.X).(*ast.Ident)
		if !ok {
			continue // not over a parameter
		}
		opts := x.VarOf(over)
		opt, _ := r.Value.(*ast.Ident)
		p, isParam := x.paramOf[opts]
		if opts == nil || opt == nil || !isParam || p.fn != decl || p.index < 0 || len(x.assigns[opts]) > 0 {
			continue // options from elsewhere
		}
		if s, ok := opts.Type().Underlying().(*types.Slice); !ok || optionTarget(s.Elem()) == nil {
			continue // not options
		}
		target, calls := (*types.Var)(nil), 0
		ast.Inspect(r.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			fun := ast.Unparen(call.Fun)
			if sel, ok := fun.(*ast.SelectorExpr); ok {
				fun = ast.Unparen(sel.X)
			}
			if id, ok := fun.(*ast.Ident); !ok || x.VarOf(id) != x.VarOf(opt) {
				return true
			}
			arg := ast.Unparen(call.Args[0])
			if addr, ok := arg.(*ast.UnaryExpr); ok && addr.Op == token.AND {
				arg = ast.Unparen(addr.X)
			}
			if id, ok := arg.(*ast.Ident); ok {
				target, calls = x.VarOf(id), calls+1
			}
			return true
		})
		if target == nil || calls != 1 || x.mentions(r.Body, target) != 1 {
			continue // it does more than apply them
		}
		if _, again := loops[target]; again {
			loops[target] = optionLoop{param: -1}
			continue // two lists of options: which one comes last is not followed
		}
		loops[target] = optionLoop{p.index, r.End()}
	}
	for v := range loops {
		if !x.keeps(decl, v) {
			delete(loops, v)
		}
	}
	return loops
}

// keeps reports whether nothing but its options changes the local struct: its
// address goes nowhere else, and no method that could change it is called.
func (x *Index) keeps(decl *Func, v *types.Var) bool {
	_, pointer := v.Type().Underlying().(*types.Pointer)
	taken := 0
	for _, a := range x.assigns[v] {
		switch {
		case a.Op == token.AND:
			taken++
		case a.Pos > v.Pos() && a.Op != token.DEFINE:
			return false
		}
	}
	if !pointer {
		return taken <= 1 // the loop's own
	}
	bare := 0
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			for _, r := range n.Results {
				if id, isIdent := ast.Unparen(r).(*ast.Ident); isIdent && x.VarOf(id) == v {
					bare-- // its caller gets it
				}
			}
		case *ast.SelectorExpr:
			if _, field := x.fieldOfVar(n, v); field {
				return false
			}
		case *ast.Ident:
			if x.Info.Uses[n] == v {
				bare++
			}
		}
		return true
	})
	return bare <= 1 // the loop's own
}

// optioned is the field of a local struct that options were applied to, or of
// the result of a function that does so: the value that the options give it,
// with a hole for them.
func (x *Index) optioned(e ast.Expr, field string, at token.Pos) (keyexpr.Key, bool) {
	if x.depth >= maxDepth {
		return keyexpr.Key{}, false
	}
	x.depth++
	defer func() { x.depth-- }()
	e = ast.Unparen(e)
	if addr, ok := e.(*ast.UnaryExpr); ok && addr.Op == token.AND {
		e = ast.Unparen(addr.X)
	}
	switch n := e.(type) {
	case *ast.CallExpr:
		fn := x.Callee(n)
		if fn == nil {
			return keyexpr.Key{}, false
		}
		k, ok := x.optionedResult(fn.Origin(), field)
		if !ok {
			return keyexpr.Key{}, false
		}
		var recv ast.Expr
		if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && x.Info.Selections[sel] != nil {
			recv = sel.X
		}
		return x.fill(fn, k, recv, n.Args, n), true
	case *ast.Ident:
		v := x.VarOf(n)
		fn := x.enclosingFunc(at)
		if v == nil || fn == nil || v.Pkg() != x.Pkg || v.Parent() == x.Pkg.Scope() {
			return keyexpr.Key{}, false
		}
		if _, param := x.paramOf[v]; param {
			return keyexpr.Key{}, false
		}
		k, ok := keyexpr.Key{}, false
		if loop, looped := x.optionLoops(fn.Root())[v]; !looped {
			if rhs, i, once := x.Once(v); once && i <= 0 {
				if _, call := ast.Unparen(rhs).(*ast.CallExpr); call {
					k, ok = x.optioned(rhs, field, rhs.Pos())
				}
			}
		} else if loop.param >= 0 && at >= loop.end {
			set := keyexpr.Of(keyexpr.Hole{Kind: keyexpr.Param, Index: loop.param, Path: string(keyexpr.PathOption) + field, Name: field})
			k, ok = keyexpr.Derive(keyexpr.OptionOr, field, set, x.first(v, field)), true
		}
		return k, ok && !x.setBefore(v, field, fn, at)
	}
	return keyexpr.Key{}, false
}

// optionedResult is the field of the struct that a function of this package
// makes from its options.
func (x *Index) optionedResult(fn *types.Func, field string) (keyexpr.Key, bool) {
	decl := x.decls[fn]
	if decl == nil || x.busy[decl] || len(decl.Returns) == 0 {
		return keyexpr.Key{}, false
	}
	last := decl.Returns[len(decl.Returns)-1]
	if len(last.Results) == 0 || len(decl.Body.List) == 0 || decl.Body.List[len(decl.Body.List)-1] != ast.Stmt(last) {
		return keyexpr.Key{}, false
	}
	x.busy[decl] = true
	defer delete(x.busy, decl)
	for _, r := range decl.Returns {
		if r != last && (len(r.Results) < 2 || x.Info.Types[r.Results[len(r.Results)-1]].IsNil()) {
			return keyexpr.Key{}, false // another result, and no failure
		}
	}
	return x.optioned(last.Results[0], field, last.Pos())
}

// setBefore reports whether the function itself assigns the field before the
// place, outside of literals.
func (x *Index) setBefore(v *types.Var, field string, fn *Func, at token.Pos) bool {
	st := structOf(v.Type())
	if st == nil {
		return true
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() != field {
			continue // another field
		}
		return slices.ContainsFunc(x.fields[st.Field(i).Origin()], func(a Assign) bool {
			return a.Op != token.DEFINE && a.Pos <= at && sameFunc(a.Func, fn)
		})
	}
	return true // promoted: not followed
}

// first is what the field of a local struct holds before options change it.
func (x *Index) first(v *types.Var, field string) keyexpr.Key {
	unknown := keyexpr.Of(keyexpr.Hole{ID: "l:" + objID(v) + "." + field, Name: field})
	var init *Assign
	for i := range x.assigns[v] {
		if a := &x.assigns[v][i]; a.Op != token.AND {
			init = a
			break
		}
	}
	if init == nil {
		return unknown
	}
	zero := func() keyexpr.Key {
		if k, ok := zeroText(fieldType(v.Type(), "."+field)); ok {
			return k
		}
		return unknown
	}
	if init.Zero {
		if _, pointer := v.Type().Underlying().(*types.Pointer); pointer {
			return unknown
		}
		return zero()
	}
	rhs := init.Rhs
	for range 3 {
		if rhs == nil || init.Index >= 0 {
			return unknown
		}
		if call, ok := ast.Unparen(rhs).(*ast.CallExpr); ok {
			if b, ok := x.builtin(call); ok && b == "new" {
				return zero()
			}
			fn := x.Callee(call)
			if fn == nil || x.decls[fn.Origin()] == nil || len(x.decls[fn.Origin()].Returns) != 1 || len(x.decls[fn.Origin()].Returns[0].Results) != 1 {
				return unknown
			}
			if fn.Signature().Params().Len() > 0 || fn.Signature().Recv() != nil {
				return unknown // made of its arguments
			}
			rhs = x.decls[fn.Origin()].Returns[0].Results[0] // defaultOptions()
			continue
		}
		switch val, state := x.Field(rhs, field); state {
		case FieldSet:
			return x.Key(val)
		case FieldZero:
			return zero()
		}
		return unknown
	}
	return unknown
}
