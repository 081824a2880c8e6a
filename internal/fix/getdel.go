package fix

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
)

// GetDel turns x.Get(ctx, key) into x.GetDel(ctx, key) and takes away the Del
// that follows it at once. It is nil where they are not adjacent.
func GetDel(pass *analysis.Pass, code Code, get, del *command.Command) *analysis.SuggestedFix {
	file := code.File(del)
	sel, ok := ast.Unparen(get.Call.Fun).(*ast.SelectorExpr)
	if !ok || file == nil || get.Via != nil || del.Via != nil || get.Batch != nil || del.Batch != nil || !get.On.Equal(del.On) {
		return nil
	}
	m, ok := Adjacent(file, get.Call, del.Call, func(cond ast.Expr) (bool, bool) { return code.Outcome(get, cond) })
	if !ok || m.Gone == nil || !code.Removable(m.Gone, sel.X) {
		return nil
	}
	source, err := pass.ReadFile(pass.Fset.File(file.FileStart).Name())
	if err != nil {
		return nil // no fix without the source
	}
	return &analysis.SuggestedFix{
		Message:   "Read and delete in one command",
		TextEdits: []analysis.TextEdit{Replace(sel.Sel.Pos(), sel.Sel.End(), "GetDel"), m.takenOut(source, file.FileStart)},
	}
}
