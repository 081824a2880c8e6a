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

// DeferClose closes what the variable holds when the function is left. The
// statement starts a line, column (from 1) is where.
func DeferClose(stmt ast.Stmt, name string, column int) *analysis.SuggestedFix {
	indent := strings.Repeat("\t", column-1)
	return &analysis.SuggestedFix{
		Message:   "Close it when the function is left",
		TextEdits: []analysis.TextEdit{Replace(stmt.End(), stmt.End(), "\n"+indent+"defer "+name+".Close()")},
	}
}
