package fix

import (
	"bytes"
	"go/ast"
	"go/token"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/redislint/redislint/internal/command"
)

// A Merge is the place where a write can take over the TTL of an EXPIRE that
// follows it at once.
type Merge struct {
	// Gone is what goes: a statement, or nil where the EXPIRE's error is
	// returned and nil takes its place.
	Gone ast.Stmt
	// Error is the expression that nil takes the place of.
	Error ast.Expr
}

// Adjacent finds out whether the EXPIRE follows the write at once: as the next
// statement, as the first one where the write succeeded, or after branches that
// only leave because it did not. Succeeded evaluates a condition for a write that
// did what it is for.
func Adjacent(file *ast.File, write, expire *ast.CallExpr, succeeded func(cond ast.Expr) (val, known bool)) (m Merge, ok bool) {
	path, _ := astutil.PathEnclosingInterval(file, expire.Pos(), expire.End())
	i := 0
	for i < len(path) && path[i] != ast.Node(expire) {
		i++
	}
	outer, chain, i := chained(path, i)
	if i >= len(path) {
		return m, false
	}
	var stmt ast.Stmt
	switch s := path[i].(type) {
	case *ast.ReturnStmt:
		if chain != "Err" {
			return m, false
		}
		stmt, m.Error = s, outer
	case *ast.ExprStmt:
		stmt, m.Gone = s, s
	case *ast.AssignStmt:
		if onlyBlank(s) {
			stmt, m.Gone = s, s
			break
		}
		branch, isIf := parent(path, i).(*ast.IfStmt)
		if !isIf || branch.Init != s || chain != "Err" || branch.Else != nil || !failed(branch.Cond, s.Lhs) {
			return m, false
		}
		i++
		stmt, m.Gone = branch, branch
	default:
		return m, false
	}
	if !follows(path, i, stmt, write, succeeded) {
		return m, false
	}
	// A branch that held nothing else goes with the statement.
	if block, isBlock := parent(path, i).(*ast.BlockStmt); isBlock && m.Gone != nil && len(block.List) == 1 {
		branch, isIf := parent(path, i+1).(*ast.IfStmt)
		if !isIf || branch.Else != nil || branch.Init != nil || contains(branch.Cond, write) {
			return m, false // an empty body would stay
		}
		if _, elseOf := parent(path, i+2).(*ast.IfStmt); elseOf {
			return m, false
		}
		m.Gone = branch
	}
	return m, true
}

func parent(path []ast.Node, i int) ast.Node {
	if i+1 < len(path) {
		return path[i+1]
	}
	return nil
}

// chained climbs from the call at path[i] over x.Err() and parentheses; next is
// the index of what holds the outermost expression.
func chained(path []ast.Node, i int) (outer ast.Expr, method string, next int) {
	for i < len(path) {
		e, isExpr := path[i].(ast.Expr)
		if !isExpr {
			return outer, method, i
		}
		if sel, isSel := e.(*ast.SelectorExpr); isSel {
			method = sel.Sel.Name
		}
		outer = e
		i++
	}
	return outer, method, i
}

func onlyBlank(s *ast.AssignStmt) bool {
	for _, l := range s.Lhs {
		if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}

// failed reports whether the condition is err != nil for the one variable.
func failed(cond ast.Expr, lhs []ast.Expr) bool {
	b, ok := cond.(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ || len(lhs) != 1 {
		return false
	}
	x, ok1 := b.X.(*ast.Ident)
	v, ok2 := lhs[0].(*ast.Ident)
	y, ok3 := b.Y.(*ast.Ident)
	return ok1 && ok2 && ok3 && x.Name == v.Name && y.Name == "nil"
}

// follows walks back from the statement at path[i] to the one that sends the
// write, over branches that leave.
func follows(path []ast.Node, i int, stmt ast.Stmt, write *ast.CallExpr, succeeded func(ast.Expr) (bool, bool)) bool {
	is := func(cond ast.Expr, want bool) bool {
		val, known := succeeded(cond)
		return known && val == want
	}
	for {
		list := statements(parent(path, i))
		at := 0
		for at < len(list) && list[at] != stmt {
			at++
		}
		if at == len(list) {
			return false
		}
		for at--; at >= 0; at-- {
			branch, isIf := list[at].(*ast.IfStmt)
			if isIf && !(leaves(branch) && is(branch.Cond, false)) {
				return false // it does something else, or leaves for another reason
			}
			if contains(list[at], write) {
				return simple(list[at], write)
			}
			if !isIf || branch.Init != nil {
				return false // work of its own
			}
		}
		branch, ok := parent(path, i+1).(*ast.IfStmt)
		if !ok || branch.Body != parent(path, i) || !is(branch.Cond, true) {
			return false
		}
		if contains(branch.Init, write) || contains(branch.Cond, write) {
			return simple(branch, write)
		}
		if branch.Init != nil {
			return false
		}
		stmt, i = branch, i+2
	}
}

func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	}
	return nil
}

// leaves reports whether a branch without an else ends by leaving: what follows
// runs in the other case.
func leaves(branch *ast.IfStmt) bool {
	if branch.Else != nil || len(branch.Body.List) == 0 {
		return false
	}
	switch last := branch.Body.List[len(branch.Body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok != token.FALLTHROUGH
	}
	return false
}

// simple reports whether the statement sends the call by itself: not in a
// function literal, a loop or a branch of its own.
func simple(s ast.Stmt, call *ast.CallExpr) bool {
	var in ast.Node
	switch s := s.(type) {
	case *ast.AssignStmt, *ast.ExprStmt, *ast.DeclStmt:
		in = s
	case *ast.IfStmt:
		if !contains(s.Init, call) && !contains(s.Cond, call) {
			return false
		}
		in = s.Cond
		if contains(s.Init, call) {
			in = s.Init
		}
	default:
		return false
	}
	ok := true
	ast.Inspect(in, func(n ast.Node) bool {
		if lit, isLit := n.(*ast.FuncLit); isLit && contains(lit, call) {
			ok = false
		}
		return ok
	})
	return ok
}

func contains(n ast.Node, call *ast.CallExpr) bool {
	switch n := n.(type) {
	case nil:
		return false
	case ast.Stmt:
		return n != nil && n.Pos() <= call.Pos() && call.End() <= n.End()
	}
	return n.Pos() <= call.Pos() && call.End() <= n.End()
}

// Code is what [OneWrite] asks of the code around: a *usage.Package.
type Code interface {
	// File is the file that the command stands in, or nil.
	File(c *command.Command) *ast.File
	// Outcome evaluates a condition for a command that did what it is for.
	Outcome(c *command.Command, cond ast.Expr) (val, known bool)
	// Earlier reports whether the expression means the same at an earlier place.
	Earlier(e ast.Expr, to token.Pos) bool
	// Removable reports whether the package compiles without a piece of a
	// function, when moved is still used elsewhere.
	Removable(n ast.Node, moved ast.Expr) bool
}

// OneWrite gives a write whose last argument is a literal 0 the TTL of the
// EXPIRE that follows it at once. It is nil where that would not do the same:
// they are not adjacent, the TTL means something else at the first, or EXPIRE
// rounds it.
func OneWrite(pass *analysis.Pass, code Code, first, expire *command.Command) *analysis.SuggestedFix {
	j, ok := joinAt(pass, code, first, expire)
	if !ok {
		return nil
	}
	zero := lastArg(first.Call)
	if lit, ok := zero.(*ast.BasicLit); !ok || lit.Value != "0" {
		return nil
	}
	return WithTTL(j.source, j.base, zero, j.ttl, j.merge)
}

// A joint is where the EXPIRE goes into the command before it.
type joint struct {
	source []byte
	base   token.Pos // of the file
	ttl    ast.Expr
	merge  Merge
}

// joinAt finds the joint of two commands that are sent one right after the
// other, by the same client, where the TTL means the same at the first.
func joinAt(pass *analysis.Pass, code Code, first, expire *command.Command) (j joint, ok bool) {
	file := code.File(expire)
	if file == nil || first.Via != nil || expire.Via != nil || first.Batch != expire.Batch || !first.On.Equal(expire.On) {
		return j, false
	}
	var unit time.Duration
	switch expire.Method {
	case "Expire":
		unit = time.Second
	case "PExpire":
		unit = time.Millisecond
	default:
		return j, false // a point in time
	}
	j.ttl = lastArg(expire.Call)
	if n, known := expire.TTL().Value.Int(); j.ttl == nil || known && (n < int64(unit) || n%int64(unit) != 0) {
		return j, false // EXPIRE rounds it, SET does not
	}
	j.merge, ok = Adjacent(file, first.Call, expire.Call, func(cond ast.Expr) (bool, bool) { return code.Outcome(first, cond) })
	if !ok || !code.Earlier(j.ttl, first.Call.Pos()) {
		return j, false
	}
	if m := j.merge; m.Gone != nil && !code.Removable(m.Gone, j.ttl) || m.Error != nil && !code.Removable(m.Error, j.ttl) {
		return j, false
	}
	source, err := pass.ReadFile(pass.Fset.File(file.FileStart).Name())
	j.source, j.base = source, file.FileStart
	return j, err == nil // no fix without the source
}

func lastArg(call *ast.CallExpr) ast.Expr {
	if len(call.Args) == 0 || call.Ellipsis.IsValid() {
		return nil
	}
	return call.Args[len(call.Args)-1]
}

// WithTTL gives the write the TTL in place of its 0, and takes the EXPIRE
// away. The source is that of the file, which starts at base.
func WithTTL(source []byte, base token.Pos, zero, ttl ast.Expr, m Merge) *analysis.SuggestedFix {
	at := func(p token.Pos) int { return int(p - base) }
	if at(ttl.End()) > len(source) || m.Gone != nil && at(m.Gone.End()) > len(source) {
		return nil
	}
	edits := []analysis.TextEdit{Replace(zero.Pos(), zero.End(), string(source[at(ttl.Pos()):at(ttl.End())])), m.takenOut(source, base)}
	return &analysis.SuggestedFix{Message: "Set the key and its expiry in one command", TextEdits: edits}
}

// takenOut is the edit that takes the EXPIRE away.
func (m Merge) takenOut(source []byte, base token.Pos) analysis.TextEdit {
	if m.Gone == nil {
		return Replace(m.Error.Pos(), m.Error.End(), "nil")
	}
	from, to := lines(source, int(m.Gone.Pos()-base), int(m.Gone.End()-base))
	return Replace(base+token.Pos(from), base+token.Pos(to), "")
}

// lines widens a statement to the lines that it stands on, with a blank line
// before or after that gofmt would not keep without it.
func lines(source []byte, from, to int) (int, int) {
	start := bytes.LastIndexByte(source[:from], '\n') + 1
	end := bytes.IndexByte(source[to:], '\n')
	if end < 0 || len(bytes.TrimSpace(source[start:from])) > 0 {
		return from, to // it shares its line
	}
	end += to + 1
	if rest := bytes.TrimSpace(source[to : end-1]); len(rest) > 0 && !bytes.HasPrefix(rest, []byte("//")) {
		return from, to
	}
	next := end
	if i := bytes.IndexByte(source[end:], '\n'); i >= 0 {
		next = end + i + 1
	}
	before := bytes.TrimRight(source[:start], " \t\r\n")
	blankBefore := bytes.Count(source[len(before):start], []byte("\n")) > 1
	after := bytes.TrimSpace(source[end:next])
	switch {
	case blankBefore && (len(after) == 0 || after[0] == '}'):
		start = len(before) + bytes.IndexByte(source[len(before):], '\n') + 1
	case len(after) == 0 && bytes.HasSuffix(before, []byte("{")):
		end = next
	}
	return start, end
}
