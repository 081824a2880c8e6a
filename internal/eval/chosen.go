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

// chosen is the number or boolean that a variable, or a field of a struct that it
// holds (path ".TTL"; "" for the variable itself), has at the place, where
// conditions that its callers decide gave it another value:
//
//	if ttl < 0 { ttl = 0 }
//	var ttl time.Duration; if len(expire) > 0 { ttl = expire[0] }
//
// It is known where the function's parameters decide it and every assignment
// before the place is a statement of the block that declares the variable, or of
// a branch there.
func (x *Index) chosen(v *types.Var, path string, at token.Pos) (keyexpr.Key, bool) {
	fn := x.enclosingFunc(v.Pos())
	t := fieldType(v.Type(), path)
	if fn == nil || fn.Body == nil || x.depth >= maxDepth || len(x.assigns[v]) > maxSteps || !isChosen(t) || x.unsettled(v, path, fn, at) {
		return keyexpr.Key{}, false
	}
	// Conditions ask for the variable that they set: once for each value.
	which := chosenAt{v: v, path: path}
	for _, a := range x.assigns[v] {
		if a.Pos <= at {
			which.assigns++
		}
	}
	if b, ok := x.chose[which]; ok {
		return b.key, b.ok
	}
	x.depth++
	defer func() { x.depth-- }()
	k, ok := x.choose(v, path, fn, at)
	x.chose[which] = builder{k, ok}
	return k, ok
}

// maxSteps bounds the assignments of a variable that are followed; real helpers
// have three.
const maxSteps = 32

// chosenAt is a variable, or a field of it, after a number of its assignments.
type chosenAt struct {
	v       *types.Var
	path    string
	assigns int
}

func (x *Index) choose(v *types.Var, path string, fn *Func, at token.Pos) (keyexpr.Key, bool) {
	c := choice{x: x, v: v, path: path, at: at}
	block := fn.Body.List
	if p, param := x.paramOf[v]; !param {
		block = x.blockOf(fn, v.Pos())
	} else if p.index < 0 || fn.Decl == nil {
		return keyexpr.Key{}, false
	} else {
		c.value = keyexpr.Of(keyexpr.Hole{Kind: keyexpr.Param, Index: p.index, Path: path, Name: v.Name()})
		c.known = true
	}
	c.statements(block)
	if c.failed || !c.known {
		return keyexpr.Key{}, false
	}
	if _, constant := c.value.Const(); !constant && !c.value.FromParams() {
		return keyexpr.Key{}, false // its callers know no more
	}
	return c.value, true
}

// chosenField is [Index.chosen] for a field of the struct that the expression is.
func (x *Index) chosenField(e ast.Expr, path string, at token.Pos) (keyexpr.Key, bool) {
	e = ast.Unparen(e)
	if in, ok := e.(*ast.SelectorExpr); ok {
		if f, ok := x.Info.Uses[in.Sel].(*types.Var); ok && f.IsField() {
			return x.chosenField(in.X, "."+in.Sel.Name+path, at)
		}
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return keyexpr.Key{}, false
	}
	v := x.VarOf(id)
	if v == nil || v.IsField() || v.Pkg() != x.Pkg || v.Parent() == x.Pkg.Scope() || len(x.assigns[v]) == 0 {
		return keyexpr.Key{}, false // as the caller, or the program, set it
	}
	return x.chosen(v, path, at)
}

// sliceParam is the hole of a slice that the function was called with.
func (x *Index) sliceParam(e ast.Expr) (keyexpr.Hole, bool) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return keyexpr.Hole{}, false
	}
	v := x.VarOf(id)
	if v == nil || len(x.elems[v]) > 0 {
		return keyexpr.Hole{}, false
	}
	if _, slice := v.Type().Underlying().(*types.Slice); !slice {
		return keyexpr.Hole{}, false
	}
	k := x.Key(id)
	if _, whole := k.ParamOnly(); !whole {
		return keyexpr.Hole{}, false
	}
	return *k.Parts[0].Hole, true
}

// elementOf is the element of a slice that the function was called with, which
// a call fills.
func (x *Index) elementOf(slice, index ast.Expr) (keyexpr.Key, bool) {
	h, ok := x.sliceParam(slice)
	if !ok {
		return keyexpr.Key{}, false
	}
	n, ok := x.Key(index).Int()
	if !ok || n < 0 {
		return keyexpr.Key{}, false
	}
	h.Path = string(keyexpr.PathElement) + strconv.FormatInt(n, 10)
	return keyexpr.Of(h), true
}

// elementAt is the element of a number, or the fields that follow it: "0.TTL".
func (x *Index) elementAt(elems []Elem, path string) (keyexpr.Key, bool) {
	number, fields, more := strings.Cut(path, ".")
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 {
		return keyexpr.Key{}, false
	}
	for i, el := range elems {
		switch {
		case el.Spread:
			return keyexpr.Key{}, false // which one it is depends on how many these are
		case i < n:
		case more && el.Expr != nil:
			return x.Path(el.Expr, "."+fields), true
		case more:
			return keyexpr.Key{}, false
		case el.Expr != nil:
			return x.Key(el.Expr), true // as it is, where other uses print it
		default:
			return el.Key, true
		}
	}
	return keyexpr.Unset(), true
}

func isChosen(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0
}

// unsettled reports whether something other than plain statements before the
// place may set the variable or the field: a loop, a closure, a pointer.
func (x *Index) unsettled(v *types.Var, path string, fn *Func, at token.Pos) bool {
	assigns := x.assigns[v]
	if path != "" {
		if st := structOf(v.Type()); st != nil {
			for i := range st.NumFields() {
				for _, a := range x.fields[st.Field(i).Origin()] {
					if a.Op != token.DEFINE && sameFunc(a.Func, fn) && (a.Of == nil || a.Of == v) {
						return true // field by field is not followed
					}
				}
			}
		}
	}
	here := x.enclosingFunc(at)
	return slices.ContainsFunc(assigns, func(a Assign) bool {
		if a.Pos > at && here == fn {
			_, looped := LoopOf(fn, at)
			return looped
		}
		_, looped := LoopOf(fn, a.Pos-1)
		return a.Pos > at || looped || a.Op != token.ASSIGN && a.Op != token.DEFINE || a.Func != fn
	})
}

// A choice follows one variable through statements.
type choice struct {
	x     *Index
	v     *types.Var
	path  string
	at    token.Pos
	value keyexpr.Key
	known bool // it has a value
	// failed: something that is not followed may set it.
	failed bool
}

func (c *choice) statements(list []ast.Stmt) {
	for _, st := range list {
		if c.failed || st.End() > c.at {
			return // after the place, or around it
		}
		if !c.sets(st) {
			continue // about something else
		}
		switch st := st.(type) {
		case *ast.AssignStmt:
			c.assign(st.Lhs, st.Rhs)
		case *ast.DeclStmt:
			c.declare(st)
		case *ast.IfStmt:
			c.branch(st)
		case *ast.SwitchStmt:
			c.cases(st)
		default:
			c.failed = true
		}
	}
}

// sets reports whether the statement assigns the variable.
func (c *choice) sets(st ast.Stmt) bool {
	return slices.ContainsFunc(c.x.assigns[c.v], func(a Assign) bool { return st.Pos() < a.Pos && a.Pos <= st.End() })
}

func (c *choice) assign(lhs, rhs []ast.Expr) {
	for i, l := range lhs {
		if id, ok := ast.Unparen(l).(*ast.Ident); ok && c.x.VarOf(id) == c.v && len(lhs) == len(rhs) {
			c.value, c.known = c.x.Path(rhs[i], c.path), true
			return
		}
	}
	c.failed = true // one of several results
}

func (c *choice) declare(st *ast.DeclStmt) {
	decl, ok := st.Decl.(*ast.GenDecl)
	if !ok {
		return
	}
	for _, spec := range decl.Specs {
		spec, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue // a type
		}
		for i, name := range spec.Names {
			if c.x.VarOf(name) != c.v {
				continue // another variable
			}
			switch {
			case len(spec.Values) == len(spec.Names):
				c.value, c.known = c.x.Path(spec.Values[i], c.path), true
			case len(spec.Values) == 0:
				c.value, c.known = zeroText(fieldType(c.v.Type(), c.path))
			default:
				c.failed = true
			}
		}
	}
}

// branch follows both ways of an if statement that sets the variable.
func (c *choice) branch(st *ast.IfStmt) {
	before := *c
	if st.Init != nil || !c.known {
		c.failed = true
		return
	}
	c.statements(st.Body.List)
	then := *c
	*c = before
	switch e := st.Else.(type) {
	case *ast.BlockStmt:
		c.statements(e.List)
		c.failed = c.failed || Leaves(e.List)
	case *ast.IfStmt:
		c.branch(e)
	}
	c.failed = c.failed || then.failed || Leaves(st.Body.List)
	if !c.failed {
		c.value, c.failed = c.x.When(st.Cond, c.v.Name(), then.value, c.value)
	}
}

// cases follows all ways of a switch that sets the variable.
func (c *choice) cases(st *ast.SwitchStmt) {
	before := *c
	if st.Init != nil || !c.known {
		c.failed = true
		return
	}
	values := map[*ast.CaseClause]keyexpr.Key{}
	for _, n := range st.Body.List {
		clause, ok := n.(*ast.CaseClause)
		if !ok {
			continue // code that does not parse
		}
		way := before
		way.statements(clause.Body)
		c.failed = c.failed || way.failed || Leaves(clause.Body)
		values[clause] = way.value
	}
	if !c.failed {
		c.value, c.failed = c.x.WhenCase(st, c.v.Name(), func(clause *ast.CaseClause) keyexpr.Key {
			if clause == nil {
				return before.value
			}
			return values[clause]
		})
	}
}

// WhenCase is what a switch chooses of the texts of its clauses, asked for in any
// order: nil stands for none of them. Failed says that a caller does not decide
// it.
func (x *Index) WhenCase(st *ast.SwitchStmt, name string, text func(*ast.CaseClause) keyexpr.Key) (k keyexpr.Key, failed bool) {
	var clauses []*ast.CaseClause
	k = text(nil)
	for _, n := range st.Body.List {
		clause, ok := n.(*ast.CaseClause)
		if !ok || fallsThrough(clause) {
			return k, true
		}
		if clause.List == nil {
			k = text(clause)
		} else {
			clauses = append(clauses, clause)
		}
	}
	for i := len(clauses) - 1; i >= 0; i-- {
		then := text(clauses[i])
		for j := len(clauses[i].List) - 1; j >= 0; j-- {
			e := clauses[i].List[j]
			if st.Tag != nil {
				k = keyexpr.Choose("==", name, x.Key(st.Tag), x.Key(e), then, k)
			} else if k, failed = x.When(e, name, then, k); failed {
				return k, true
			}
		}
	}
	return k, false
}

func fallsThrough(clause *ast.CaseClause) bool {
	if len(clause.Body) == 0 {
		return false
	}
	branch, ok := clause.Body[len(clause.Body)-1].(*ast.BranchStmt)
	return ok && branch.Tok == token.FALLTHROUGH
}

// decided is the number or boolean that the statements return, where the
// function's parameters choose among several returns. Rest is what follows the
// statements; nil where nothing does.
func (x *Index) decided(list []ast.Stmt, name string, rest *keyexpr.Key) *keyexpr.Key {
	for i, st := range list {
		if !returns(st) {
			continue // what it assigns is seen where that is read
		}
		var k keyexpr.Key
		var failed bool
		switch st := st.(type) {
		case *ast.ReturnStmt:
			if len(st.Results) != 1 {
				return nil // a named result
			}
			k = x.Key(st.Results[0])
			return &k
		case *ast.BlockStmt:
			return x.decided(slices.Concat(st.List, list[i+1:]), name, rest)
		case *ast.IfStmt:
			after := x.decided(list[i+1:], name, rest)
			then, otherwise := x.decided(st.Body.List, name, after), after
			if st.Else != nil {
				otherwise = x.decided([]ast.Stmt{st.Else}, name, after)
			}
			if st.Init != nil || then == nil || otherwise == nil {
				return nil
			}
			k, failed = x.When(st.Cond, name, *then, *otherwise)
		case *ast.SwitchStmt:
			after := x.decided(list[i+1:], name, rest)
			failed = st.Init != nil
			var open bool
			k, open = x.WhenCase(st, name, func(clause *ast.CaseClause) keyexpr.Key {
				way := after
				if clause != nil {
					way = x.decided(clause.Body, name, after)
				} else if complete(st) {
					return keyexpr.Key{} // never asked for
				}
				if way == nil {
					failed = true
					return keyexpr.Key{}
				}
				return *way
			})
			failed = failed || open
		default:
			failed = true // a loop
		}
		if failed {
			return nil
		}
		return &k
	}
	return rest
}

// complete reports whether the switch has a default.
func complete(st *ast.SwitchStmt) bool {
	return slices.ContainsFunc(st.Body.List, func(n ast.Stmt) bool {
		clause, ok := n.(*ast.CaseClause)
		return ok && clause.List == nil
	})
}

// returns reports whether the statement may return from its function, or jump.
func returns(st ast.Stmt) bool {
	found := false
	ast.Inspect(st, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt:
			found = true
		}
		return !found
	})
	return found
}

// Leaves reports whether the end of the statements is not reached.
func Leaves(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch list[len(list)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// When is the text of then where the condition holds, and else that of
// otherwise; failed says that the condition is not one that a caller decides.
func (x *Index) When(cond ast.Expr, name string, then, otherwise keyexpr.Key) (k keyexpr.Key, failed bool) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return x.When(e.X, name, otherwise, then)
		}
		return k, true
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			if then, failed = x.When(e.Y, name, then, otherwise); failed {
				return k, true
			}
			return x.When(e.X, name, then, otherwise)
		case token.LOR:
			if otherwise, failed = x.When(e.Y, name, then, otherwise); failed {
				return k, true
			}
			return x.When(e.X, name, then, otherwise)
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return keyexpr.Choose(e.Op.String(), name, x.Key(e.X), x.Key(e.Y), then, otherwise), false
		}
		return k, true
	}
	return keyexpr.Choose("==", name, x.Key(cond), keyexpr.Lit("true"), then, otherwise), false
}
