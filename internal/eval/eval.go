package eval

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"github.com/redislint/redislint/internal/keyexpr"
)

// Identities of values say by their first letter how far they can be compared:
//
//	g: the same everywhere (a package-level variable)
//	l: meaningful inside one function only (a local variable, one call)
//
// What is computed from parameters is a derived hole of keyexpr, which a call
// fills.
const local = 'l'

// maxDepth bounds the chain of locals, builders and conversions that one
// evaluation follows. Real keys need four; recursion needs a stop.
const maxDepth = 24

// Key evaluates the expression to symbolic text: strings as they are, numbers
// and booleans as go-redis sends them, a time.Duration as its nanoseconds.
func (x *Index) Key(e ast.Expr) keyexpr.Key {
	if e == nil {
		return keyexpr.Of(keyexpr.Hole{})
	}
	if x.depth >= maxDepth {
		return x.opaque(e)
	}
	x.depth++
	defer func() { x.depth-- }()
	e = ast.Unparen(e)
	tv := x.Info.Types[e]
	if tv.Value != nil {
		return keyexpr.Lit(constText(tv.Value))
	}
	if tv.IsNil() {
		return keyexpr.Lit("")
	}
	switch e := e.(type) {
	case *ast.Ident:
		return x.ident(e)
	case *ast.SelectorExpr:
		return x.selector(e)
	case *ast.BinaryExpr:
		return x.binary(e)
	case *ast.CallExpr:
		return x.call(e)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return x.Key(e.X)
		}
		if k := x.Key(e.X); e.Op == token.SUB {
			if n, ok := k.Int(); ok {
				return keyexpr.Lit(strconv.FormatInt(-n, 10))
			}
		}
		return x.derive(e.Op.String(), exprName(e.X), x.Key(e.X))
	case *ast.StarExpr:
		return x.derive("*", exprName(e.X), x.Key(e.X))
	case *ast.IndexExpr:
		return x.index(e)
	case *ast.TypeAssertExpr:
		return x.Key(e.X)
	case *ast.SliceExpr:
		if e.Low == nil && e.High == nil && e.Max == nil {
			return x.Key(e.X) // s[:] of a string or array is its whole text
		}
	case *ast.CompositeLit:
		if k, ok := x.bytesLit(e); ok {
			return k
		}
	}
	return x.opaque(e)
}

// constText is a constant as it goes over the wire.
func constText(v constant.Value) string {
	switch v.Kind() {
	case constant.String:
		return constant.StringVal(v)
	case constant.Bool:
		if constant.BoolVal(v) {
			return "true"
		}
		return "false"
	case constant.Int:
		return v.ExactString()
	case constant.Float:
		if i := constant.ToInt(v); i.Kind() == constant.Int {
			return i.ExactString()
		}
		f, _ := constant.Float64Val(v)
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return v.ExactString()
}

// opaque is a hole that only this very expression is equal to.
func (x *Index) opaque(e ast.Expr) keyexpr.Key {
	return keyexpr.Of(keyexpr.Hole{ID: "l:" + strconv.Itoa(int(e.Pos())) + "-" + strconv.Itoa(int(e.End())), Name: exprName(e)})
}

// derive is a hole that is a function of its operands: equal wherever op and
// operands are.
func (x *Index) derive(op, name string, operands ...keyexpr.Key) keyexpr.Key {
	return keyexpr.Derive(op, name, operands...)
}

func (x *Index) ident(e *ast.Ident) keyexpr.Key {
	v := x.VarOf(e)
	if v == nil {
		return x.opaque(e)
	}
	return x.variable(v, e.Pos())
}

// variable is the value that v holds at the place.
func (x *Index) variable(v *types.Var, at token.Pos) keyexpr.Key {
	if v.Pkg() != nil && v.Pkg() != x.Pkg || v.Parent() != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return x.packageVar(v)
	}
	as := x.assigns[v]
	if p, ok := x.paramOf[v]; ok {
		if len(as) == 0 && p.fn.Decl != nil {
			if p.index < 0 {
				return keyexpr.Of(keyexpr.Hole{Kind: keyexpr.Recv, Name: v.Name()})
			}
			return keyexpr.Of(keyexpr.Hole{Kind: keyexpr.Param, Index: p.index, Name: v.Name()})
		}
		if k, ok := x.chosen(v, "", at); ok {
			return k
		}
		return x.versioned(v, as, at)
	}
	if len(as) == 1 && as[0].Zero {
		if k, ok := zeroText(v.Type()); ok {
			return k
		}
	}
	if rhs, i, ok := x.Once(v); ok && !x.busy[v] {
		x.busy[v] = true
		defer delete(x.busy, v)
		if i < 0 {
			k := x.Key(rhs)
			if len(k.Parts) == 1 && k.Parts[0].Hole != nil && k.Parts[0].Hole.Kind == keyexpr.Value {
				h := *k.Parts[0].Hole
				h.Name = v.Name() // the variable says more than the call that made it
				return keyexpr.Of(h)
			}
			return k
		}
		if ix, ok := ast.Unparen(rhs).(*ast.IndexExpr); ok && i == 0 {
			return x.Key(ix) // text, ok := table[kind]
		}
		if call, ok := ast.Unparen(rhs).(*ast.CallExpr); ok && i == 0 {
			if fn := x.Callee(call); fn != nil {
				if k, ok := x.Build(fn, call); ok { // key, err := builder(…)
					return k
				}
			}
		}
		return keyexpr.Of(keyexpr.Hole{ID: "l:" + objID(v), Name: v.Name()})
	}
	if k, ok := x.chosen(v, "", at); ok {
		return k
	}
	return x.versioned(v, as, at)
}

// versioned tells values of one variable apart by the assignments before the
// place: two uses with the same count have no assignment between them in the
// source, and code that jumps back (a loop) passes the assignments in it again.
func (x *Index) versioned(v *types.Var, as []Assign, at token.Pos) keyexpr.Key {
	n := 0
	for _, a := range as {
		if a.Op == token.AND {
			// Set through its address at an unknown time.
			return keyexpr.Of(keyexpr.Hole{ID: "l:" + objID(v) + "&" + strconv.Itoa(int(at)), Name: v.Name()})
		}
		if a.Pos <= at {
			n++
		}
	}
	return keyexpr.Of(keyexpr.Hole{ID: "l:" + objID(v) + "@" + strconv.Itoa(n), Name: v.Name()})
}

// ParamID is the identity that a parameter of a function literal has where
// nothing assigns it.
func ParamID(v *types.Var) string { return "l:" + objID(v) + "@0" }

func objID(o types.Object) string { return o.Name() + "#" + strconv.Itoa(int(o.Pos())) }

// zeroText is what a variable of the type holds before it is set; it is not known
// for a type that is nil.
func zeroText(t types.Type) (keyexpr.Key, bool) {
	if t == nil {
		return keyexpr.Key{}, false
	}
	b, ok := t.Underlying().(*types.Basic)
	switch {
	case !ok:
	case b.Info()&types.IsString != 0:
		return keyexpr.Key{}, true
	case b.Info()&types.IsNumeric != 0:
		return keyexpr.Lit("0"), true
	case b.Info()&types.IsBoolean != 0:
		return keyexpr.Lit("false"), true
	}
	return keyexpr.Key{}, false
}

// packageVar is a variable at package level: its initial value when nothing in
// its own package sets it again and others cannot, else one hole for the program.
func (x *Index) packageVar(v *types.Var) keyexpr.Key {
	if v.Pkg() == x.Pkg && !v.Exported() && !x.busy[v] {
		if rhs, i, ok := x.Once(v); ok && i < 0 {
			x.busy[v] = true
			defer delete(x.busy, v)
			if k := x.Key(rhs); !hasLocal(k) {
				return k
			}
		}
	}
	return keyexpr.Of(keyexpr.Hole{ID: "g:" + v.Pkg().Path() + "." + v.Name(), Name: v.Name()})
}

// hasLocal reports whether the text means nothing outside of its function.
func hasLocal(k keyexpr.Key) bool {
	return k.Any(func(h keyexpr.Hole) bool {
		return h.Kind != keyexpr.Value || h.ID == "" || h.ID[0] == local
	})
}

func (x *Index) selector(e *ast.SelectorExpr) keyexpr.Key {
	v, ok := x.Info.Uses[e.Sel].(*types.Var)
	if !ok {
		return x.opaque(e) // a method value
	}
	if !v.IsField() {
		return x.packageVar(v)
	}
	if k, ok := x.fieldOfLiteral(e); ok {
		return k
	}
	if k, ok := x.optioned(e.X, e.Sel.Name, e.Pos()); ok {
		return k
	}
	if k, ok := x.chosenField(e.X, "."+e.Sel.Name, e.Pos()); ok {
		return k
	}
	if k, ok := x.fieldOnce(v); ok {
		return k
	}
	// A field that this function sets before the place is no longer what the
	// receiver or parameter came with.
	version := 0
	if fn := x.enclosingFunc(e.Pos()); fn != nil {
		for _, a := range x.fields[v.Origin()] {
			if a.Pos <= e.Pos() && a.Func != nil && a.Func.Root() == fn.Root() && a.Op != token.DEFINE {
				version++
			}
		}
	}
	base := x.Key(e.X)
	if version == 0 && len(base.Parts) == 1 && base.Parts[0].Hole != nil {
		h := *base.Parts[0].Hole
		if h.Kind != keyexpr.Value && h.Mul == 0 {
			h.Path += "." + e.Sel.Name
			h.Name = e.Sel.Name
			return keyexpr.Of(h)
		}
	}
	return x.derive("."+e.Sel.Name+versionText(version), e.Sel.Name, base)
}

func versionText(n int) string {
	if n == 0 {
		return ""
	}
	return "@" + strconv.Itoa(n)
}

// enclosingFunc is the declaration that contains the place.
func (x *Index) enclosingFunc(p token.Pos) *Func {
	lo, hi := 0, len(x.placed)
	for lo < hi { // the last function that starts at or before p
		m := (lo + hi) / 2
		if x.placed[m].start() <= p {
			lo = m + 1
		} else {
			hi = m
		}
	}
	for i := lo - 1; i >= 0; i-- {
		if f := x.placed[i]; p < f.end() {
			return f
		} else if f.Parent == nil {
			break // functions at package level do not overlap
		}
	}
	return nil
}

func (f *Func) start() token.Pos {
	if f.Decl != nil {
		return f.Decl.Pos()
	}
	return f.Lit.Pos()
}

func (f *Func) end() token.Pos {
	if f.Decl != nil {
		return f.Decl.End()
	}
	return f.Lit.End()
}

// fieldOfLiteral looks a field up in the composite literal that a local holds.
func (x *Index) fieldOfLiteral(e *ast.SelectorExpr) (keyexpr.Key, bool) {
	id, ok := ast.Unparen(e.X).(*ast.Ident)
	if !ok {
		return keyexpr.Key{}, false
	}
	v := x.VarOf(id)
	if v == nil {
		return keyexpr.Key{}, false
	}
	rhs, i, ok := x.Once(v)
	if !ok || i >= 0 {
		return keyexpr.Key{}, false
	}
	val, state := x.Field(rhs, e.Sel.Name)
	if state != FieldSet {
		return keyexpr.Key{}, false
	}
	f, _ := x.Info.Uses[e.Sel].(*types.Var)
	if f == nil || x.setLater(f) {
		return keyexpr.Key{}, false
	}
	return x.Key(val), true
}

// setLater reports whether the package assigns the field outside of literals.
func (x *Index) setLater(f *types.Var) bool {
	for _, a := range x.fields[f.Origin()] {
		if a.Op != token.DEFINE {
			return true
		}
	}
	return false
}

// fieldOnce is the constant that an unexported field of this package always
// holds: set in one place, and to a constant.
func (x *Index) fieldOnce(v *types.Var) (keyexpr.Key, bool) {
	as := x.fields[v.Origin()]
	if v.Pkg() != x.Pkg || v.Exported() || len(as) == 0 || x.busy[v] {
		return keyexpr.Key{}, false
	}
	x.busy[v] = true
	defer delete(x.busy, v)
	var first keyexpr.Key
	for i, a := range as {
		if a.Rhs == nil || a.Index >= 0 {
			return keyexpr.Key{}, false
		}
		k := x.Key(a.Rhs)
		if _, ok := k.Const(); !ok || i > 0 && !k.Equal(first) {
			return keyexpr.Key{}, false
		}
		first = k
	}
	return first, true
}

// FieldState tells how much is known of a struct literal's field.
type FieldState int8

const (
	FieldUnknown FieldState = iota // not a literal in reach
	FieldZero                      // a literal that leaves the field out
	FieldSet                       // the literal's value
)

// Field finds the value that a struct literal (or a pointer to one, or a local
// that holds one) gives to the field.
func (x *Index) Field(e ast.Expr, name string) (ast.Expr, FieldState) {
	lit := x.Literal(e)
	if lit == nil {
		return nil, FieldUnknown
	}
	st := structOf(x.Info.TypeOf(lit))
	if st == nil {
		return nil, FieldUnknown
	}
	for i, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value, FieldSet
			}
		} else if i < st.NumFields() && st.Field(i).Name() == name {
			return el, FieldSet
		}
	}
	// A local may have the field set after the literal.
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if v := x.VarOf(id); v != nil {
			for i := range st.NumFields() {
				f := st.Field(i)
				if f.Name() != name {
					continue
				}
				var set ast.Expr
				for _, a := range x.fields[f.Origin()] {
					if a.Op == token.DEFINE || !sameFunc(a.Func, x.enclosingFunc(lit.Pos())) {
						continue // another literal, or another function's variable
					}
					if a.Of != nil && a.Of != v && !x.addressed(v) {
						continue // another variable of the function
					}
					if set != nil || a.Rhs == nil {
						return nil, FieldUnknown
					}
					set = a.Rhs
				}
				if set != nil {
					// Set after the literal, perhaps only sometimes: the value is not certain.
					return nil, FieldUnknown
				}
			}
		}
	}
	return nil, FieldZero
}

// addressed reports whether the variable is a pointer, or its address is taken.
func (x *Index) addressed(v *types.Var) bool {
	_, pointer := v.Type().Underlying().(*types.Pointer)
	return pointer || slices.ContainsFunc(x.assigns[v], func(a Assign) bool { return a.Op == token.AND })
}

func sameFunc(a, b *Func) bool { return a != nil && b != nil && a.Root() == b.Root() }

// Literal is the composite literal that the expression is, points to, or reads
// from a variable assigned once; nil when there is none in reach.
func (x *Index) Literal(e ast.Expr) *ast.CompositeLit {
	for range maxDepth {
		switch n := ast.Unparen(e).(type) {
		case *ast.CompositeLit:
			return n
		case *ast.UnaryExpr:
			if n.Op != token.AND {
				return nil
			}
			e = n.X
		case *ast.Ident:
			v := x.VarOf(n)
			if v == nil || v.Exported() && v.Parent() == x.Pkg.Scope() {
				return nil
			}
			rhs, i, ok := x.initial(v)
			if !ok || i >= 0 {
				return nil
			}
			e = rhs
		case *ast.CallExpr:
			if tv := x.Info.Types[n.Fun]; tv.IsType() && len(n.Args) == 1 {
				e = n.Args[0]
				continue
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// initial is [Index.Once] for a variable whose address may be taken.
func (x *Index) initial(v *types.Var) (ast.Expr, int, bool) {
	var first *Assign
	as := x.assigns[v]
	for i := range as {
		if as[i].Op == token.AND {
			continue // its fields may be set later: Field looks for that
		}
		if first != nil {
			return nil, 0, false
		}
		first = &as[i]
	}
	if first == nil || first.Rhs == nil {
		return nil, 0, false
	}
	return first.Rhs, first.Index, true
}

func (x *Index) bytesLit(e *ast.CompositeLit) (keyexpr.Key, bool) {
	if !isText(x.Info.TypeOf(e)) {
		return keyexpr.Key{}, false
	}
	var b []byte
	for _, el := range e.Elts {
		n, ok := x.Key(el).Int()
		if !ok || n < 0 || n > 255 {
			return keyexpr.Key{}, false
		}
		b = append(b, byte(n))
	}
	return keyexpr.Lit(string(b)), true
}

// isText reports whether the type is a string or a byte slice underneath.
func isText(t types.Type) bool {
	if t == nil {
		return false
	}
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		return isTextOnly(p.Constraint())
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	return false
}

// isTextOnly reports whether all types of a constraint are text: ~string.
func isTextOnly(constraint types.Type) bool {
	iface, ok := constraint.Underlying().(*types.Interface)
	if !ok || iface.NumEmbeddeds() == 0 {
		return false
	}
	for e := range iface.EmbeddedTypes() {
		union, ok := e.(*types.Union)
		if !ok {
			if types.IsInterface(e) && isTextOnly(e) || !types.IsInterface(e) && isText(e) {
				continue // one type, or another constraint
			}
			return false
		}
		for term := range union.Terms() {
			if !isText(term.Type()) {
				return false
			}
		}
	}
	return true
}

func isNumber(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

func (x *Index) binary(e *ast.BinaryExpr) keyexpr.Key {
	l, r := x.Key(e.X), x.Key(e.Y)
	switch t := x.Info.TypeOf(e); {
	case e.Op == token.ADD && isText(t):
		return keyexpr.Concat(l, r)
	case isNumber(t):
		a, ok1 := l.Int()
		b, ok2 := r.Int()
		if ok1 && ok2 {
			if n, ok := fold(e.Op, a, b); ok {
				return keyexpr.Lit(strconv.FormatInt(n, 10))
			}
		}
		if e.Op == token.MUL {
			if ok1 && a == 0 || ok2 && b == 0 {
				return keyexpr.Lit("0")
			}
			if ok1 {
				l, r, b, ok2 = r, l, a, true
			}
			if ok2 {
				return l.Mul(b)
			}
		}
	}
	return x.derive(e.Op.String(), exprName(e.X), l, r)
}

func fold(op token.Token, a, b int64) (int64, bool) {
	x, y := constant.MakeInt64(a), constant.MakeInt64(b)
	switch op {
	case token.ADD, token.SUB, token.MUL:
	case token.QUO:
		if b == 0 {
			return 0, false
		}
		op = token.QUO_ASSIGN // integer division
	default:
		return 0, false
	}
	return constant.Int64Val(constant.BinaryOp(x, op, y))
}

func (x *Index) index(e *ast.IndexExpr) keyexpr.Key {
	if id, ok := ast.Unparen(e.X).(*ast.Ident); ok {
		if v := x.VarOf(id); v != nil && len(x.elems[v]) == 0 {
			if lit := x.Literal(id); lit != nil {
				if val, ok := x.element(lit, x.Key(e.Index)); ok {
					return x.Key(val)
				}
			}
		}
	}
	if k, ok := x.elementOf(e.X, e.Index); ok {
		return k
	}
	rest := x.derive("[]", exprName(e.X), x.Key(e.X), x.Key(e.Index))
	if choices := x.choices(e); len(choices) > 0 {
		return common(choices, rest)
	}
	return rest
}

// maxChoices bounds a set of possible values; real tables have a dozen.
const maxChoices = 64

// choices are the texts that an element of a table, chosen at run time, may
// have: m[kind] where nothing changes m. That the table has the element is
// taken for granted. It is nil where that is not known.
func (x *Index) choices(e ast.Expr) []keyexpr.Key {
	for range 3 {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			break
		}
		v := x.VarOf(id)
		if v == nil {
			return nil
		}
		rhs, i, ok := x.Once(v)
		if !ok || i > 0 {
			return nil // v, ok := m[kind] is one as well
		}
		e = rhs
	}
	ix, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok || !isText(x.Info.TypeOf(ix)) {
		return nil
	}
	id, ok := ast.Unparen(ix.X).(*ast.Ident)
	if !ok {
		return nil
	}
	v := x.VarOf(id)
	if v == nil || len(x.elems[v]) > 0 || x.busy[v] {
		return nil
	}
	lit := x.Literal(id)
	if lit == nil || len(lit.Elts) == 0 || len(lit.Elts) > maxChoices {
		return nil
	}
	x.busy[v] = true
	defer delete(x.busy, v)
	var out []keyexpr.Key
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			el = kv.Value
		}
		out = append(out, x.Key(el))
	}
	return out
}

// element finds a constant index or key in a literal.
func (x *Index) element(lit *ast.CompositeLit, at keyexpr.Key) (ast.Expr, bool) {
	want, ok := at.Const()
	if !ok {
		return nil, false
	}
	for i, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if k, ok := x.Key(kv.Key).Const(); ok && k == want {
				return kv.Value, true
			}
		} else if strconv.Itoa(i) == want {
			return el, true
		}
	}
	return nil, false
}

// exprName is what people would call the value.
func exprName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.CallExpr:
		return exprName(e.Fun)
	case *ast.IndexExpr:
		return exprName(e.X)
	case *ast.StarExpr:
		return exprName(e.X)
	case *ast.UnaryExpr:
		return exprName(e.X)
	case *ast.TypeAssertExpr:
		return exprName(e.X)
	case *ast.BinaryExpr:
		return exprName(e.X)
	}
	return "?"
}

// Names lists the names that had a part in making the value: variables,
// fields, constants and builder functions, through variables assigned once.
func (x *Index) Names(e ast.Expr) []string {
	var names []string
	seen := map[ast.Node]bool{}
	var walk func(e ast.Expr, depth int)
	walk = func(e ast.Expr, depth int) {
		if e == nil || depth > 6 || seen[e] {
			return
		}
		seen[e] = true
		switch e := ast.Unparen(e).(type) {
		case *ast.Ident:
			if e.Name == "nil" || e.Name == "_" {
				return
			}
			names = append(names, e.Name)
			if v := x.VarOf(e); v != nil {
				if rhs, _, ok := x.Once(v); ok {
					walk(rhs, depth+1)
				}
			}
		case *ast.SelectorExpr:
			names = append(names, e.Sel.Name)
		case *ast.CallExpr:
			fn := x.Callee(e)
			if fn == nil || fn.Pkg() == nil || !standardText(fn.Pkg().Path()) {
				walk(e.Fun, depth+1)
			}
			for _, a := range e.Args {
				walk(a, depth+1)
			}
		case *ast.BinaryExpr:
			walk(e.X, depth+1)
			walk(e.Y, depth+1)
		case *ast.IndexExpr:
			walk(e.X, depth+1)
		case *ast.UnaryExpr:
			walk(e.X, depth+1)
		case *ast.StarExpr:
			walk(e.X, depth+1)
		case *ast.CompositeLit:
			for _, el := range e.Elts {
				walk(el, depth+1)
			}
		}
	}
	walk(e, 0)
	return names
}

func standardText(path string) bool {
	switch path {
	case "fmt", "strings", "strconv", "bytes", "path":
		return true
	}
	return false
}
