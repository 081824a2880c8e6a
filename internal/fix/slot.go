package fix

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
)

// HashTag puts braces around the part that all the keys share: each is literal
// text around one and the same variable, by + or by fmt.Sprintf, written in the
// call itself. It is nil for any other form.
func HashTag(fset *token.FileSet, keys []*command.Arg) *analysis.SuggestedFix {
	shared := ""
	var edits []analysis.TextEdit
	for _, k := range keys {
		if k.Expr == nil || k.Spread {
			return nil
		}
		name, e := brace(fset, k.Expr)
		if name == "" || shared != "" && name != shared {
			return nil
		}
		shared = name
		edits = append(edits, e...)
	}
	return &analysis.SuggestedFix{Message: "Put " + shared + " into a hash tag", TextEdits: edits}
}

// brace is the source of the one variable of a key, and the edits that put
// braces around it.
func brace(fset *token.FileSet, e ast.Expr) (name string, edits []analysis.TextEdit) {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return braceSum(fset, e)
	case *ast.CallExpr:
		sel, ok := e.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Sprintf" || len(e.Args) != 2 || !steady(e.Args[1]) {
			return "", nil
		}
		format, ok := e.Args[0].(*ast.BasicLit)
		if !ok || strings.Count(format.Value, "%") != 1 || strings.ContainsAny(format.Value, "{}") {
			return "", nil
		}
		at := strings.IndexByte(format.Value, '%')
		if at+1 >= len(format.Value) || !strings.ContainsRune("sdvxq", rune(format.Value[at+1])) {
			return "", nil
		}
		pos := format.Pos() + token.Pos(at)
		return Text(e.Args[1]), []analysis.TextEdit{Replace(pos, pos, "{"), Replace(pos+2, pos+2, "}")}
	}
	return "", nil
}

func braceSum(fset *token.FileSet, e *ast.BinaryExpr) (name string, edits []analysis.TextEdit) {
	operands, ok := sum(e)
	if !ok {
		return "", nil
	}
	at := -1
	for i, o := range operands {
		if lit, ok := o.(*ast.BasicLit); ok {
			if lit.Kind != token.STRING || strings.ContainsAny(lit.Value, "{}") {
				return "", nil
			}
			continue // text around the variable
		}
		if at >= 0 || !steady(o) {
			return "", nil
		}
		at = i
	}
	if at < 0 {
		return "", nil
	}
	v := operands[at]
	plus := "+"
	if fset.Position(e.X.End()).Offset < fset.Position(e.OpPos).Offset {
		plus = " + "
	}
	if at > 0 {
		edits = append(edits, Replace(operands[at-1].End()-1, operands[at-1].End()-1, "{"))
	} else {
		edits = append(edits, Replace(v.Pos(), v.Pos(), strconv.Quote("{")+plus))
	}
	if at+1 < len(operands) {
		edits = append(edits, Replace(operands[at+1].Pos()+1, operands[at+1].Pos()+1, "}"))
	} else {
		edits = append(edits, Replace(v.End(), v.End(), plus+strconv.Quote("}")))
	}
	return Text(v), edits
}

// sum lists the operands of a chain of +.
func sum(e ast.Expr) ([]ast.Expr, bool) {
	b, ok := e.(*ast.BinaryExpr)
	if !ok {
		return []ast.Expr{e}, true
	}
	if b.Op != token.ADD {
		return nil, false
	}
	l, ok1 := sum(b.X)
	r, ok2 := sum(b.Y)
	return append(l, r...), ok1 && ok2
}

// steady reports whether the expression is a variable or a field of one.
func steady(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return steady(e.X)
	}
	return false
}
