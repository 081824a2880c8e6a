package usage

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/redislint/redislint/internal/command"
)

// A NilText is a comparison of an error's text with that of the client's Nil.
type NilText struct {
	// At sends nothing, and says where.
	At   *command.Command
	Expr ast.Expr // the comparison
	// Err is the error; nil where the comparison cannot be spelled with it.
	Err ast.Expr
	// Not: the comparison is for inequality.
	Not bool
	// Client and Errors are the names of the client library and of package errors
	// in the file, or "".
	Client, Errors string
}

const nilText = "redis: nil"

// NilTexts lists the comparisons of err.Error() with the text of the client's Nil
// in source order: ==, !=, a case of a switch, and functions of package strings.
func (p *Package) NilTexts() []NilText {
	var out []NilText
	for _, fn := range p.Index.Funcs {
		if fn.Body == nil {
			continue // declared elsewhere
		}
		inspectOwn(fn.Body, func(n ast.Node) {
			t := NilText{}
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op != token.EQL && n.Op != token.NEQ {
					return
				}
				x, y := n.X, n.Y
				if p.isNilText(x) {
					x, y = y, x
				}
				if !p.isNilText(y) {
					return
				}
				if t.Err = p.errorText(x); t.Err == nil {
					return
				}
				t.Expr, t.Not = n, n.Op == token.NEQ
			case *ast.CallExpr:
				callee := p.Index.Callee(n)
				if callee == nil || callee.Pkg() == nil || callee.Pkg().Path() != "strings" || len(n.Args) != 2 || !p.isNilText(n.Args[1]) || p.errorText(n.Args[0]) == nil {
					return
				}
				switch callee.Name() {
				case "Contains", "HasSuffix", "HasPrefix", "EqualFold":
				default:
					return
				}
				t.Expr = n // no fix: package strings may be left without a use
			case *ast.SwitchStmt:
				if n.Tag == nil || p.errorText(n.Tag) == nil {
					return
				}
				for _, c := range clauses(n) {
					for _, e := range c.List {
						if p.isNilText(e) {
							t.Expr = e
						}
					}
				}
				if t.Expr == nil {
					return
				}
			default:
				return
			}
			t.At = &command.Command{Pos: t.Expr.Pos(), End: t.Expr.End()}
			p.funcOf[t.At] = fn
			imported := p.Imported(t.At)
			t.Errors = imported("errors")
			for _, spec := range fn.File.Imports {
				path := constant.StringVal(constant.MakeFromLiteral(spec.Path.Value, token.STRING, 0))
				for _, f := range p.frontends {
					if f.Path(path) {
						t.Client = imported(path)
					}
				}
			}
			out = append(out, t)
		})
	}
	return out
}

func (p *Package) isNilText(e ast.Expr) bool {
	tv := p.Info.Types[e]
	return tv.Value != nil && tv.Value.Kind() == constant.String && constant.StringVal(tv.Value) == nilText
}

// errorText is the error whose Error method the expression calls, or nil.
func (p *Package) errorText(e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 0 {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Error" {
		return nil
	}
	t := p.Info.TypeOf(sel.X)
	if t == nil || !types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
		return nil
	}
	return sel.X
}
