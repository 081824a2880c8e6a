// Package eval evaluates Go expressions to symbolic text: what is known of the
// value of a key, a TTL or any other argument without running the program.
//
// The claim: two expressions that evaluate to equal keys hold the same text
// whenever both are reached in one run of their function, with no assignment
// between. What cannot be proved becomes a hole of its own identity, so the
// package errs towards "cannot tell", never towards "the same".
package eval

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/redislint/redislint/internal/keyexpr"
)

// A Func is one function body of the package: a declaration or a literal.
type Func struct {
	Decl   *ast.FuncDecl // nil for a literal
	Lit    *ast.FuncLit  // nil for a declaration
	Obj    *types.Func   // of a declaration
	Parent *Func         // the function that holds a literal; nil for package-level ones
	Body   *ast.BlockStmt
	File   *ast.File

	Calls   []*ast.CallExpr   // calls in source order, without those of nested literals
	Returns []*ast.ReturnStmt // without those of nested literals
	Loops   []Span            // for and range statements, bodies and headers
	params  []*types.Var
	recv    *types.Var
}

// Root is the declaration (or package-level literal) that f is part of.
func (f *Func) Root() *Func {
	for f.Parent != nil {
		f = f.Parent
	}
	return f
}

// Params lists the parameters in the order of the signature, without the receiver.
func (f *Func) Params() []*types.Var { return f.params }

// Recv is the receiver, or nil.
func (f *Func) Recv() *types.Var { return f.recv }

// A Span is a range of source.
type Span struct{ Pos, End token.Pos }

// Contains reports whether p lies in the span.
func (s Span) Contains(p token.Pos) bool { return s.Pos <= p && p < s.End }

// An Assign is one place that gives a variable or a field its value.
type Assign struct {
	Pos   token.Pos
	Rhs   ast.Expr // nil when the value is not an expression (range, zero value, inc/dec, address taken)
	Index int      // which result of Rhs, when Rhs is a call with several; else -1
	Op    token.Token
	Zero  bool // declared without a value
	Func  *Func
	Of    *types.Var // of a field: the variable that it is a field of; nil where that is no variable
}

// Index is what one walk over the files of a package finds: functions, calls,
// and every place that assigns a variable or a struct field.
type Index struct {
	Info  *types.Info
	Pkg   *types.Package
	Fset  *token.FileSet
	Funcs []*Func // in source order, literals after the functions that hold them
	// placed are the functions by place. Drivers parse the files of a package at
	// once, so that a later file may have smaller places than an earlier one.
	placed []*Func
	Loose  []*ast.CallExpr // calls outside of functions: initial values of package variables

	// Builder answers for functions of other packages: the symbolic result
	// of a call, with holes for its parameters. It may be nil.
	Builder func(fn *types.Func) (keyexpr.Key, bool)
	// Options answers for functions and variables of other packages: what the
	// option that they make or hold sets. It may be nil.
	Options func(types.Object) ([]Effect, bool)

	decls      map[*types.Func]*Func
	lits       map[*ast.FuncLit]*Func
	assigns    map[*types.Var][]Assign
	fields     map[*types.Var][]Assign
	elems      map[*types.Var][]Assign // x[i] = rhs, by x
	paramOf    map[*types.Var]paramRef
	callFunc   map[*ast.CallExpr]*Func
	builders   map[*types.Func]builder
	chose      map[chosenAt]builder
	made       map[*types.Func]optionEffects
	loops      map[*Func]map[*types.Var]optionLoop
	busy       map[any]bool
	depth      int
	litParents map[*ast.FuncLit]ast.Node
}

type paramRef struct {
	fn    *Func
	index int // -1: the receiver
}

type builder struct {
	key keyexpr.Key
	ok  bool
}

type optionEffects struct {
	effects []Effect
	ok      bool
}

// NewIndex walks the files once.
func NewIndex(fset *token.FileSet, info *types.Info, pkg *types.Package, files []*ast.File) *Index {
	x := &Index{
		Info: info, Pkg: pkg, Fset: fset,
		decls:      map[*types.Func]*Func{},
		lits:       map[*ast.FuncLit]*Func{},
		assigns:    map[*types.Var][]Assign{},
		fields:     map[*types.Var][]Assign{},
		elems:      map[*types.Var][]Assign{},
		paramOf:    map[*types.Var]paramRef{},
		callFunc:   map[*ast.CallExpr]*Func{},
		builders:   map[*types.Func]builder{},
		chose:      map[chosenAt]builder{},
		made:       map[*types.Func]optionEffects{},
		loops:      map[*Func]map[*types.Var]optionLoop{},
		busy:       map[any]bool{},
		litParents: map[*ast.FuncLit]ast.Node{},
	}
	for _, f := range files {
		x.file(f)
	}
	x.placed = slices.Clone(x.Funcs)
	slices.SortStableFunc(x.placed, func(a, b *Func) int { return int(a.start() - b.start()) })
	return x
}

// DeclOf is the function of this package that declares fn, or nil.
func (x *Index) DeclOf(fn *types.Func) *Func { return x.decls[fn.Origin()] }

// LitOf is the function of a literal of this package.
func (x *Index) LitOf(lit *ast.FuncLit) *Func { return x.lits[lit] }

// FuncOf is the function that holds the call, not counting the literals in it.
func (x *Index) FuncOf(call *ast.CallExpr) *Func { return x.callFunc[call] }

// LitParent is the node that directly holds a function literal (a call, an
// assignment, a go or defer statement's call, a return …).
func (x *Index) LitParent(lit *ast.FuncLit) ast.Node { return x.litParents[lit] }

// Assigns lists the places that assign the variable, in source order.
func (x *Index) Assigns(v *types.Var) []Assign { return x.assigns[v] }

// FieldAssigns lists the places of this package that set the struct field.
func (x *Index) FieldAssigns(v *types.Var) []Assign { return x.fields[v.Origin()] }

// ElemAssigns lists the places that set an element of the variable (x[i] = v).
func (x *Index) ElemAssigns(v *types.Var) []Assign { return x.elems[v] }

// ParamOf tells which parameter of which function the variable is; index -1 is
// the receiver.
func (x *Index) ParamOf(v *types.Var) (fn *Func, index int, ok bool) {
	p, ok := x.paramOf[v]
	return p.fn, p.index, ok
}

func (x *Index) file(file *ast.File) {
	var stack []*Func
	top := func() *Func {
		if len(stack) == 0 {
			return nil
		}
		return stack[len(stack)-1]
	}
	var path []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			last := path[len(path)-1]
			path = path[:len(path)-1]
			if f := top(); f != nil && (ast.Node(f.Decl) == last || ast.Node(f.Lit) == last) {
				stack = stack[:len(stack)-1]
			}
			return true
		}
		path = append(path, n)
		cur := top()
		switch n := n.(type) {
		case *ast.FuncDecl:
			fn := &Func{Decl: n, Body: n.Body, File: file}
			fn.Obj, _ = x.Info.Defs[n.Name].(*types.Func)
			if fn.Obj != nil {
				x.decls[fn.Obj] = fn
			}
			x.params(fn, n.Recv, n.Type)
			x.Funcs = append(x.Funcs, fn)
			stack = append(stack, fn)
		case *ast.FuncLit:
			fn := &Func{Lit: n, Body: n.Body, Parent: cur, File: file}
			x.params(fn, nil, n.Type)
			x.lits[n] = fn
			if len(path) > 1 {
				x.litParents[n] = path[len(path)-2]
			}
			x.Funcs = append(x.Funcs, fn)
			stack = append(stack, fn)
		case *ast.CallExpr:
			x.callFunc[n] = cur
			if cur != nil {
				cur.Calls = append(cur.Calls, n)
			} else {
				x.Loose = append(x.Loose, n)
			}
		case *ast.ReturnStmt:
			if cur != nil {
				cur.Returns = append(cur.Returns, n)
			}
		case *ast.ForStmt:
			if cur != nil {
				cur.Loops = append(cur.Loops, Span{n.Pos(), n.End()})
			}
		case *ast.RangeStmt:
			if cur != nil {
				cur.Loops = append(cur.Loops, Span{n.Pos(), n.End()})
			}
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if e != nil {
					x.assign(cur, e, Assign{Pos: e.Pos(), Index: -1, Func: cur})
				}
			}
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				a := Assign{Pos: n.End(), Index: -1, Op: n.Tok, Func: cur}
				switch {
				case len(n.Rhs) == len(n.Lhs):
					a.Rhs = n.Rhs[i]
				case len(n.Rhs) == 1:
					a.Rhs, a.Index = n.Rhs[0], i
				}
				x.assign(cur, l, a)
			}
		case *ast.IncDecStmt:
			x.assign(cur, n.X, Assign{Pos: n.End(), Index: -1, Op: n.Tok, Func: cur})
		case *ast.ValueSpec:
			for i, name := range n.Names {
				a := Assign{Pos: n.End(), Index: -1, Op: token.DEFINE, Func: cur}
				switch {
				case len(n.Values) == len(n.Names):
					a.Rhs = n.Values[i]
				case len(n.Values) == 1:
					a.Rhs, a.Index = n.Values[0], i
				default:
					a.Zero = true
				}
				x.assign(cur, name, a)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				// Whoever has the address may set it at any time.
				if _, lit := ast.Unparen(n.X).(*ast.CompositeLit); !lit {
					x.assign(cur, n.X, Assign{Pos: n.End(), Index: -1, Op: token.AND, Func: cur})
				}
			}
		case *ast.CompositeLit:
			x.literal(cur, n)
		case *ast.TypeSwitchStmt:
			// The symbol of a type switch is one object a clause, each set once
			// and by nothing that Assign could name: no entry is right.
		}
		return true
	})
}

func (x *Index) params(fn *Func, recv *ast.FieldList, typ *ast.FuncType) {
	if recv != nil {
		for _, f := range recv.List {
			for _, name := range f.Names {
				if v, ok := x.Info.Defs[name].(*types.Var); ok {
					fn.recv = v
					x.paramOf[v] = paramRef{fn, -1}
				}
			}
		}
	}
	if typ.Params == nil {
		return
	}
	for _, f := range typ.Params.List {
		if len(f.Names) == 0 {
			fn.params = append(fn.params, nil)
		}
		for _, name := range f.Names {
			v, _ := x.Info.Defs[name].(*types.Var)
			if v != nil {
				x.paramOf[v] = paramRef{fn, len(fn.params)}
			}
			fn.params = append(fn.params, v)
		}
	}
}

func (x *Index) assign(cur *Func, l ast.Expr, a Assign) {
	switch l := ast.Unparen(l).(type) {
	case *ast.Ident:
		if v := x.VarOf(l); v != nil {
			if v.IsField() {
				return
			}
			x.assigns[v] = append(x.assigns[v], a)
		}
	case *ast.SelectorExpr:
		if v, ok := x.Info.Uses[l.Sel].(*types.Var); ok {
			if v.IsField() {
				a.Of = x.holder(l.X)
				x.fields[v.Origin()] = append(x.fields[v.Origin()], a)
			} else {
				x.assigns[v] = append(x.assigns[v], a)
			}
		}
		if in, ok := ast.Unparen(l.X).(*ast.SelectorExpr); ok {
			// o.redis.ttl = d changes o.redis as well, to something that no
			// expression is.
			a.Rhs, a.Index, a.Zero = nil, -1, false
			x.assign(cur, in, a)
		}
	case *ast.IndexExpr:
		if id, ok := ast.Unparen(l.X).(*ast.Ident); ok {
			if v := x.VarOf(id); v != nil {
				x.elems[v] = append(x.elems[v], a)
			}
		}
	case *ast.StarExpr:
		// A store through a pointer: what it points to was address-taken
		// where the pointer came from.
	}
}

// holder is the variable at the bottom of a selector: o of o.redis.ttl.
func (x *Index) holder(e ast.Expr) *types.Var {
	for {
		switch n := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = n.X
		case *ast.Ident:
			return x.VarOf(n)
		default:
			return nil
		}
	}
}

// VarOf is the variable that the identifier declares or means, or nil.
func (x *Index) VarOf(id *ast.Ident) *types.Var {
	if v, ok := x.Info.Defs[id].(*types.Var); ok {
		return v
	}
	v, _ := x.Info.Uses[id].(*types.Var)
	return v
}

func (x *Index) literal(cur *Func, lit *ast.CompositeLit) {
	st := structOf(x.Info.TypeOf(lit))
	if st == nil {
		return
	}
	for i, e := range lit.Elts {
		var field *types.Var
		val := e
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			id, ok := kv.Key.(*ast.Ident)
			if !ok {
				continue
			}
			field, _ = x.Info.Uses[id].(*types.Var)
			val = kv.Value
		} else if i < st.NumFields() {
			field = st.Field(i)
		}
		if field != nil {
			x.fields[field.Origin()] = append(x.fields[field.Origin()], Assign{Pos: val.End(), Rhs: val, Index: -1, Op: token.DEFINE, Func: cur})
		}
	}
}

func structOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

// Once is the one expression that gives the variable its value for its whole
// life, with which result of it (-1: itself); ok is false when there are none
// or several, or when its address is taken.
func (x *Index) Once(v *types.Var) (rhs ast.Expr, index int, ok bool) {
	as := x.assigns[v]
	if len(as) != 1 || as[0].Rhs == nil || as[0].Op != token.DEFINE && as[0].Op != token.ASSIGN {
		return nil, 0, false
	}
	return as[0].Rhs, as[0].Index, true
}

// LoopOf is the innermost loop of fn that contains p.
func LoopOf(fn *Func, p token.Pos) (Span, bool) {
	var in Span
	found := false
	for _, l := range fn.Loops {
		if l.Contains(p) && (!found || l.Pos >= in.Pos) {
			in, found = l, true
		}
	}
	return in, found
}

// Callee is the function or method that the call names statically, or nil
// (function values, built-ins and conversions). Methods of interfaces are
// returned as the interface's method.
func (x *Index) Callee(call *ast.CallExpr) *types.Func {
	return Callee(x.Info, call)
}

// Callee is [Index.Callee] without an index.
func Callee(info *types.Info, call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr: // f[T](…)
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	var id *ast.Ident
	switch f := ast.Unparen(fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return nil
	}
	fn, _ := info.Uses[id].(*types.Func)
	return fn
}
