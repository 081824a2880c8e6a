package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// A Statement is one of a list of statements.
type Statement struct {
	Stmt ast.Stmt
	List []ast.Stmt
	Open token.Pos // the brace or colon before the list
}

// Statement is the statement of a block or clause that the node, inside the
// command's declaration, is directly part of; its Stmt is nil when the node's
// parent is something else, as the header of an if.
func (p *Package) Statement(c *command.Command, n ast.Node) Statement {
	stmt, ok := p.Parent(c, n).(ast.Stmt)
	if !ok {
		return Statement{}
	}
	switch b := p.Parent(c, stmt).(type) {
	case *ast.BlockStmt:
		return Statement{stmt, b.List, b.Lbrace}
	case *ast.CaseClause:
		return Statement{stmt, b.Body, b.Colon}
	case *ast.CommClause:
		if b.Comm != stmt {
			return Statement{stmt, b.Body, b.Colon}
		}
	}
	return Statement{}
}

// A Taking is how a statement takes a value and an error out of one call.
type Taking struct {
	Value, Err       string // the variables; "" when the statement returns them
	NewValue, NewErr bool   // declared by the statement
}

// Taking reports whether the statement does nothing but assign the result, a
// slice of strings and an error, to two variables, or return it.
func (p *Package) Taking(r Result, s ast.Stmt) (t Taking, ok bool) {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return t, len(s.Results) == 1 && s.Results[0] == r.Node
	case *ast.AssignStmt:
		if len(s.Lhs) != 2 || len(s.Rhs) != 1 || s.Rhs[0] != r.Node {
			return t, false
		}
		value, ok1 := s.Lhs[0].(*ast.Ident)
		err, ok2 := s.Lhs[1].(*ast.Ident)
		if !ok1 || !ok2 || value.Name == "_" || err.Name == "_" {
			return t, false // what is dropped would have to be declared
		}
		if !types.Identical(p.Info.TypeOf(value), types.NewSlice(types.Typ[types.String])) {
			return t, false
		}
		t = Taking{Value: value.Name, Err: err.Name}
		t.NewValue, t.NewErr = p.Info.Defs[value] != nil, p.Info.Defs[err] != nil
		return t, true
	}
	return t, false
}

// Unused gives names for what a fix declares in the function of the command:
// the wanted one if nothing in the package has it, else with a number. A name
// is given once a function, so that fixes side by side do not meet.
func (p *Package) Unused(c *command.Command) func(want string) string {
	if p.names == nil {
		p.names, p.given = map[string]bool{}, map[givenName]bool{}
		for _, m := range []map[*ast.Ident]types.Object{p.Info.Defs, p.Info.Uses} {
			for id := range m {
				p.names[id.Name] = true
			}
		}
	}
	root := p.Root(c)
	return func(want string) string {
		for n := 1; ; n++ {
			name := want
			if n > 1 {
				name += strconv.Itoa(n)
			}
			if at := (givenName{root, name}); !p.names[name] && !p.given[at] {
				p.given[at] = true
				return name
			}
		}
	}
}

// UnusedInPackage is a name for a variable of the package that a fix declares:
// the wanted one if nothing in the package has it, else with a number.
func (p *Package) UnusedInPackage(c *command.Command, want string) string {
	for name := p.Unused(c); ; {
		got := name(want)
		if at := (givenName{nil, got}); !p.given[at] {
			p.given[at] = true
			return got
		}
	}
}

// givenName is a name that a fix was given in a function, or for the package.
type givenName struct {
	root *eval.Func
	name string
}

// Imported is the name that the file of the command has for the package, or "".
func (p *Package) Imported(c *command.Command) func(path string) string {
	return func(path string) string {
		fn := p.Func(c)
		if fn == nil {
			return ""
		}
		for _, spec := range fn.File.Imports {
			var obj types.Object = p.Info.Implicits[spec]
			if spec.Name != nil {
				obj = p.Info.Defs[spec.Name]
			}
			if name, ok := obj.(*types.PkgName); ok && name.Imported().Path() == path && name.Name() != "." && name.Name() != "_" {
				return name.Name()
			}
		}
		return ""
	}
}

// ClientName is the name that the file of the command has for the package of the
// client that it is sent on: redis. It is "" for another sender, and for
// libraries before v8, whose methods take no context.
func (p *Package) ClientName(c *command.Command) string {
	if c.Sender == nil || c.Version != "v9" && c.Version != "v8" {
		return ""
	}
	t := p.Info.TypeOf(c.Sender)
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !p.isCommandType(t) {
		return ""
	}
	name := p.Imported(c)(n.Obj().Pkg().Path())
	if name == "" {
		return ""
	}
	if scope := p.Types.Scope().Innermost(c.Pos); scope != nil {
		if _, obj := scope.LookupParent(name, c.Pos); obj == nil || obj.Parent() == p.Types.Scope() {
			return ""
		}
	}
	return name
}

// Visible tells whether a name means something where the command stands.
func (p *Package) Visible(c *command.Command) func(name string) bool {
	return func(name string) bool {
		scope := p.Types.Scope().Innermost(c.Pos)
		if scope == nil {
			return true // not known: rather no fix
		}
		_, obj := scope.LookupParent(name, c.Pos)
		return obj != nil
	}
}

// Offers reports whether the command is sent by a method called on a sender that
// has a method of this name of the client library, too: newer releases have more.
func (p *Package) Offers(c *command.Command, method string) bool {
	if c.Sender == nil {
		return false
	}
	sel, ok := ast.Unparen(c.Call.Fun).(*ast.SelectorExpr)
	if !ok || sel.X != c.Sender {
		return false // a method expression or value
	}
	fn, ok := member(p.Info.TypeOf(c.Sender), method).(*types.Func)
	if !ok || fn.Signature().Results().Len() != 1 {
		return false
	}
	return p.isCommandType(fn.Signature().Results().At(0).Type())
}

// Iterates reports whether the command is sent by a method called on a sender
// that has the client library's Scan, too, whose answer has an iterator; path is
// the library's.
func (p *Package) Iterates(c *command.Command) (path string, ok bool) {
	if c.Sender == nil {
		return "", false
	}
	if sel, ok := ast.Unparen(c.Call.Fun).(*ast.SelectorExpr); !ok || sel.X != c.Sender {
		return "", false // a method expression or value
	}
	fn, ok := member(p.Info.TypeOf(c.Sender), "Scan").(*types.Func)
	if !ok || fn.Signature().Results().Len() != 1 {
		return "", false
	}
	t := fn.Signature().Results().At(0).Type()
	if !p.isCommandType(t) || member(t, "Iterator") == nil {
		return "", false
	}
	pkg := fn.Pkg()
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		if n, ok := types.Unalias(ptr.Elem()).(*types.Named); ok {
			pkg = n.Obj().Pkg()
		}
	}
	return pkg.Path(), true
}
