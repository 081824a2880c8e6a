package fix

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A KeysSite is a statement that takes the answer of KEYS from one call,
//
//	keys, err := x.Keys(ctx, pattern).Result()
//
// and what a loop over SCAN in its place must know.
type KeysSite struct {
	Fset *token.FileSet
	File *ast.File
	Stmt ast.Stmt // the assignment or return
	// List is the statement list that holds Stmt, Open the place of its brace or colon.
	List []ast.Stmt
	Open token.Pos
	Call *ast.CallExpr // x.Keys(…)
	// Chain is the call of Result on it.
	Chain ast.Expr
	// Keys and Err are the names that Stmt assigns, New those that it declares.
	Keys, Err       string
	NewKeys, NewErr bool
	// Context: the client's methods take a context first (v8 and later).
	Context bool
	// Each is "ForEachMaster" or "ForEachShard" where a node's SCAN sees only
	// the node's keys, else "".
	Each string
	// Client is the import path of the client library.
	Client string
	// Imported is the name that the file has for a package, or "".
	Imported func(path string) string
	// Visible reports whether the name means something at the statement.
	Visible func(name string) bool
	// Unused gives a name that nothing in the package has.
	Unused func(name string) string
}

// ScanLoop is the fix that walks the keys with SCAN, fills the same slice and
// hands on the iterator's error. It is nil where the statement shares its line
// with others, or evaluating an operand more than once is not known to be safe.
func ScanLoop(s *KeysSite) *analysis.SuggestedFix {
	sel, ok := ast.Unparen(s.Call.Fun).(*ast.SelectorExpr)
	n := 1
	if s.Context {
		n = 2
	}
	if !ok || len(s.Call.Args) != n || s.Call.Ellipsis.IsValid() || !s.alone() {
		return nil
	}
	ctx, call := "", ""
	if s.Context {
		if !repeatable(s.Call.Args[0]) {
			return nil
		}
		ctx = Text(s.Call.Args[0])
		call = ctx + ", "
	}
	pattern := s.Call.Args[n-1]
	in := strings.Repeat("\t", s.Fset.Position(s.Stmt.Pos()).Column-1)
	head, tail := "", ""
	keys := s.Keys
	_, returns := s.Stmt.(*ast.ReturnStmt)
	if returns {
		keys = s.Unused("keys")
	}
	if returns || s.NewKeys {
		head = "var " + keys + " []string\n" + in
	} else {
		head = keys + " = nil\n" + in
	}
	set := s.Err + " = "
	if s.NewErr {
		set = s.Err + " := "
	}
	if s.Each == "" {
		iter := s.Unused("iter")
		tail = fmt.Sprintf(".Iterator()\n%[1]sfor %[2]s.Next(%[3]s) {\n%[1]s\t%[4]s = append(%[4]s, %[2]s.Val())\n%[1]s}\n%[1]s", in, iter, ctx, keys)
		if returns {
			tail += "return " + keys + ", " + iter + ".Err()"
		} else {
			tail += set + iter + ".Err()"
		}
		return &analysis.SuggestedFix{Message: "Iterate with SCAN", TextEdits: []analysis.TextEdit{
			Replace(s.Stmt.Pos(), s.Chain.Pos(), head+iter+" := "),
			Replace(sel.Sel.Pos(), sel.Sel.End(), "Scan"),
			Replace(pattern.Pos(), pattern.Pos(), "0, "),
			Replace(pattern.End(), pattern.End(), ", 0"),
			Replace(s.Call.End(), s.Stmt.End(), tail),
		}}
	}
	return s.eachNode(sel, head, set, call, keys, in, pattern, returns)
}

func (s *KeysSite) eachNode(sel *ast.SelectorExpr, head, set, call, keys, in string, pattern ast.Expr, returns bool) *analysis.SuggestedFix {
	client := s.Imported(s.Client)
	std := s.Imported("context")
	if client == "" || s.Context && std == "" || !repeatable(pattern) || mentions(pattern, "ctx") {
		return nil
	}
	mutex := s.Imported("sync")
	var imports []analysis.TextEdit
	if mutex == "" {
		mutex = "sync"
		if imports = s.addImport(mutex); imports == nil || s.Visible(mutex) {
			return nil
		}
	}
	mu, node, iter := s.Unused("mu"), s.Unused("node"), s.Unused("iter")
	param, ctx, pass := "", "", ""
	if s.Context {
		param, ctx, pass = "ctx "+std+".Context, ", "ctx", "ctx, "
	}
	head += "var " + mu + " " + mutex + ".Mutex\n" + in
	tail := ""
	if returns {
		err := s.Unused("err")
		set = err + " := "
		tail = "\n" + in + "return " + keys + ", " + err
	}
	body := []string{
		fmt.Sprintf("\tfor %s.Next(%s) {", iter, ctx),
		fmt.Sprintf("\t\t%s.Lock()", mu),
		fmt.Sprintf("\t\t%[1]s = append(%[1]s, %[2]s.Val())", keys, iter),
		fmt.Sprintf("\t\t%s.Unlock()", mu),
		"\t}",
		fmt.Sprintf("\treturn %s.Err()", iter),
		"})",
	}
	edits := append(imports,
		Replace(s.Stmt.Pos(), s.Chain.Pos(), head+set),
		Replace(sel.Sel.Pos(), sel.Sel.End(), s.Each),
		Replace(s.Call.Lparen+1, pattern.Pos(), fmt.Sprintf("%sfunc(%s%s *%s.Client) error {\n%s\t%s := %s.Scan(%s0, ", call, param, node, client, in, iter, node, pass)),
		Replace(pattern.End(), s.Stmt.End(), ", 0).Iterator()\n"+in+strings.Join(body, "\n"+in)+tail),
	)
	return &analysis.SuggestedFix{Message: "Iterate with SCAN on every node", TextEdits: edits}
}

// alone reports whether the statement is one line that holds nothing else.
func (s *KeysSite) alone() bool {
	line := func(p token.Pos) int { return s.Fset.Position(p).Line }
	first, last := line(s.Stmt.Pos()), line(s.Stmt.End())
	if first != last || first == line(s.Open) {
		return false
	}
	for i, st := range s.List {
		if st != s.Stmt {
			continue // a neighbour
		}
		return (i == 0 || line(s.List[i-1].End()) < first) && (i+1 == len(s.List) || line(s.List[i+1].Pos()) > last)
	}
	return false
}

// repeatable reports whether the expression may be evaluated again and again: it
// calls nothing but context.Background and its like, and a request's Context.
func repeatable(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, isSel := n.Fun.(*ast.SelectorExpr)
			if !isSel || len(n.Args) > 0 || sel.Sel.Name != "Background" && sel.Sel.Name != "TODO" && sel.Sel.Name != "Context" {
				ok = false
			}
		case *ast.FuncLit:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		}
		return ok
	})
	return ok
}

func mentions(e ast.Expr, name string) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

// addImport adds a package of the standard library to the sorted group that
// holds others; nil when there is none in parentheses.
func (s *KeysSite) addImport(pkg string) []analysis.TextEdit {
	for _, d := range s.File.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT || !g.Lparen.IsValid() {
			continue // not a group of imports
		}
		var last *ast.ImportSpec
		for _, spec := range g.Specs {
			imp, ok := spec.(*ast.ImportSpec)
			if !ok {
				continue // does not parse
			}
			p, err := strconv.Unquote(imp.Path.Value)
			if err != nil || strings.Contains(strings.Split(p, "/")[0], ".") || imp.Name != nil {
				continue // not of the standard library
			}
			if last != nil && s.Fset.Position(imp.Pos()).Line != s.Fset.Position(last.End()).Line+1 {
				break // the next group
			}
			if p > pkg {
				if last == nil {
					return []analysis.TextEdit{Replace(imp.Pos(), imp.Pos(), strconv.Quote(pkg)+"\n\t")}
				}
				break
			}
			last = imp
		}
		if last != nil {
			return []analysis.TextEdit{Replace(last.End(), last.End(), "\n\t"+strconv.Quote(pkg))}
		}
	}
	return nil
}
