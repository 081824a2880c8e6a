package fix

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A Move is what a pop becomes.
type Move struct {
	// Method of the client: LMove, BLMove, RPopLPush or BRPopLPush.
	Method string
	// Key is the list, the call's last argument.
	Key ast.Expr
	// Timeout of a blocking pop, the argument before the key; else nil.
	Timeout ast.Expr
	// From and To are the ends, as Go source, of LMove and BLMove.
	From, To string
	// Elements are the uses reply[1], which become reply.
	Elements []*ast.IndexExpr
	// Stmt gets the reminder on a line above; it begins at the Column.
	Stmt   ast.Stmt
	Column int
}

// MovePop turns x.LPop(…, key) into x.LMove(…, key, key+":processing", …), and
// a blocking pop in the same way. What it cannot know, where the work is done
// and the element has to leave the second list, it leaves as a TODO above. It
// is nil when the call is not of that form.
func MovePop(call *ast.CallExpr, m Move) *analysis.SuggestedFix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 || call.Args[len(call.Args)-1] != m.Key || m.Stmt == nil || m.Column < 1 {
		return nil
	}
	dest := processing(m.Key)
	ends := ""
	if strings.HasSuffix(m.Method, "LMove") {
		ends = fmt.Sprintf(", %s, %s", m.From, m.To)
	}
	edits := []analysis.TextEdit{
		Replace(m.Stmt.Pos(), m.Stmt.Pos(), fmt.Sprintf("// TODO: LRem the element from %s when the work is done, and move back what a crash left there.\n%s",
			dest, strings.Repeat("\t", m.Column-1))),
		Replace(sel.Sel.Pos(), sel.Sel.End(), m.Method),
	}
	if m.Timeout == nil {
		edits = append(edits, Replace(m.Key.End(), m.Key.End(), ", "+dest+ends))
	} else {
		edits = append(edits,
			Replace(m.Timeout.Pos(), m.Timeout.Pos(), fmt.Sprintf("%s, %s%s, ", Text(m.Key), dest, ends)),
			Replace(m.Timeout.End(), m.Key.End(), ""))
	}
	for _, e := range m.Elements {
		edits = append(edits, Replace(e.X.End(), e.End(), ""))
	}
	return &analysis.SuggestedFix{Message: "Move the element to a processing list", TextEdits: edits}
}

// processing is the source of the second list's name.
func processing(key ast.Expr) string {
	if lit, ok := key.(*ast.BasicLit); ok && lit.Kind == token.STRING {
		return lit.Value[:len(lit.Value)-1] + ":processing" + lit.Value[len(lit.Value)-1:]
	}
	return Text(key) + `+":processing"`
}
