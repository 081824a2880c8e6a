// Package fix builds the edits of suggested fixes: pure functions from syntax
// to text edits. None of them looks at a file system or a type.
package fix

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// Replace is an edit of the source between two places.
func Replace(pos, end token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: end, NewText: []byte(text)}
}

// Text prints an expression as Go source.
func Text(e ast.Expr) string { return types.ExprString(e) }
