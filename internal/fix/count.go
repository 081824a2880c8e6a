package fix

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
)

// A Script is what a fix declares to send several commands in one step.
type Script struct {
	// Decl is the function that runs it; the variable stands before it.
	Decl *ast.FuncDecl
	// Client is the name of the client's package in the file.
	Client string
	// Name is the variable's.
	Name string
}

// CountWithTTL turns x.Incr(ctx, key).Result(), and the EXPIRE that follows it
// at once, into the run of a script that counts and gives the counter an expiry
// if it has none. It is nil where that would not do the same.
func CountWithTTL(pass *analysis.Pass, code Code, incr, expire *command.Command, s Script) *analysis.SuggestedFix {
	j, ok := joinAt(pass, code, incr, expire)
	sel, isSel := ast.Unparen(incr.Call.Fun).(*ast.SelectorExpr)
	if !ok || !isSel || len(incr.Call.Args) != 2 || incr.Call.Ellipsis.IsValid() {
		return nil
	}
	if _, bare := j.ttl.(*ast.BasicLit); bare {
		return nil // a number, which has no methods
	}
	text := func(e ast.Expr) string { return string(j.source[e.Pos()-j.base : e.End()-j.base]) }
	edits := []analysis.TextEdit{
		Replace(sel.Pos(), sel.Sel.End(), s.Name+".Run"),
		Replace(incr.Call.Args[1].Pos(), incr.Call.Args[1].End(), fmt.Sprintf("%s, []string{%s}, %s", text(sel.X), Text(incr.Call.Args[1]), milliseconds(j.ttl))),
		j.merge.takenOut(j.source, j.base),
	}
	if chain := resultOf(code.File(incr), incr.Call); chain != nil {
		edits = append(edits, Replace(chain.Pos(), chain.End(), "Int64"))
	}
	at := s.Decl.Pos()
	if s.Decl.Doc != nil {
		at = s.Decl.Doc.Pos()
	}
	edits = append(edits, Replace(at, at, fmt.Sprintf("// %s counts, and gives a counter without an expiry one in the same step.\nvar %[1]s = %s.NewScript(`\nlocal n = redis.call(\"INCR\", KEYS[1])\nif redis.call(\"PTTL\", KEYS[1]) < 0 then\n\tredis.call(\"PEXPIRE\", KEYS[1], ARGV[1])\nend\nreturn n`)\n\n", s.Name, s.Client)))
	return &analysis.SuggestedFix{Message: "Count and set the expiry in one script", TextEdits: edits}
}

// milliseconds is the Go source of a duration in milliseconds.
func milliseconds(d ast.Expr) string {
	text := Text(d)
	switch ast.Unparen(d).(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.ParenExpr:
		return text + ".Milliseconds()"
	}
	return "(" + text + ").Milliseconds()"
}

// resultOf is the name Result where it is called on the command, or nil.
func resultOf(file *ast.File, call *ast.CallExpr) *ast.Ident {
	var out *ast.Ident
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && ast.Unparen(sel.X) == call && sel.Sel.Name == "Result" {
			out = sel.Sel
		}
		return out == nil
	})
	return out
}
