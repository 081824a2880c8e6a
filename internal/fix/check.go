package fix

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// CheckErr turns the statement of a call into one that returns the error of the
// command that the call gives. The statement starts a line, column (from 1) is
// where.
func CheckErr(stmt *ast.ExprStmt, column int) *analysis.SuggestedFix {
	indent := strings.Repeat("\t", column-1)
	return &analysis.SuggestedFix{
		Message: "Return its error",
		TextEdits: []analysis.TextEdit{
			Replace(stmt.Pos(), stmt.Pos(), "if err := "),
			Replace(stmt.End(), stmt.End(), ".Err(); err != nil {\n"+indent+"\treturn err\n"+indent+"}"),
		},
	}
}
