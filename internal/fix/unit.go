package fix

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// Unit gives a bare number the unit of package time: 60 and time.Duration(60)
// become 60*time.Second, and time.Duration(n) is multiplied by it. It is nil
// for other forms. Pkg is the name of the package time in the file, which must
// be added to its imports if add is set; spaced: the number stands in a struct
// literal, where gofmt wants spaces around the operator.
func Unit(file *ast.File, e ast.Expr, unit string, spaced bool, pkg string, add bool) *analysis.SuggestedFix {
	if pkg == "" {
		return nil
	}
	times := "*"
	if spaced {
		times = " * "
	}
	times += pkg + "." + unit
	edits := []analysis.TextEdit{Replace(e.End(), e.End(), times)}
	switch x := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		if x != e || x.Kind != token.INT {
			return nil
		}
	case *ast.BinaryExpr:
		if x != e || x.Op != token.MUL {
			return nil
		}
	case *ast.CallExpr:
		if x != e || len(x.Args) != 1 {
			return nil
		}
		if lit, ok := x.Args[0].(*ast.BasicLit); ok {
			edits = []analysis.TextEdit{Replace(e.Pos(), e.End(), lit.Value+times)}
		}
	default:
		return nil
	}
	if add {
		imports := Import(file, "time")
		if imports == nil {
			return nil
		}
		edits = append(edits, *imports)
	}
	return &analysis.SuggestedFix{Message: "Multiply by " + pkg + "." + unit, TextEdits: edits}
}
