package lua

import "github.com/yuin/gopher-lua/ast"

type span struct{ offset, end int }

// locate finds, for each call, the last name of what is called: it visits the
// tree in the order of the text, and takes a token for each name and string.
func locate(text string, chunk []ast.Stmt) map[*ast.FuncCallExpr]span {
	l := &locator{places: newPlaces(text), calls: map[*ast.FuncCallExpr]span{}}
	l.block(chunk)
	return l.calls
}

type locator struct {
	places *places
	calls  map[*ast.FuncCallExpr]span
	last   span // of the name taken last
}

func (l *locator) name(line int, text string) {
	l.last.offset, l.last.end = l.places.take(line, text)
}

func (l *locator) block(stmts []ast.Stmt) {
	for _, s := range stmts {
		l.stmt(s)
	}
}

func (l *locator) names(line int, names []string) {
	for _, n := range names {
		l.name(line, n)
	}
}

func (l *locator) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		l.exprs(s.Lhs)
		l.exprs(s.Rhs)
	case *ast.LocalAssignStmt:
		l.names(s.Line(), s.Names)
		l.exprs(s.Exprs)
	case *ast.FuncCallStmt:
		l.expr(s.Expr)
	case *ast.DoBlockStmt:
		l.block(s.Stmts)
	case *ast.WhileStmt:
		l.expr(s.Condition)
		l.block(s.Stmts)
	case *ast.RepeatStmt:
		l.block(s.Stmts)
		l.expr(s.Condition)
	case *ast.IfStmt:
		// A chain of elseif nests to the right: a loop keeps the stack flat.
		for s != nil {
			l.expr(s.Condition)
			l.block(s.Then)
			next, ok := elseIf(s)
			if !ok {
				l.block(s.Else)
			}
			s = next
		}
	case *ast.NumberForStmt:
		l.name(s.Line(), s.Name)
		l.exprs([]ast.Expr{s.Init, s.Limit, s.Step})
		l.block(s.Stmts)
	case *ast.GenericForStmt:
		l.names(s.Line(), s.Names)
		l.exprs(s.Exprs)
		l.block(s.Stmts)
	case *ast.FuncDefStmt:
		l.expr(s.Name.Func)
		l.expr(s.Name.Receiver)
		if s.Name.Method != "" {
			l.name(s.Line(), s.Name.Method)
		}
		l.function(s.Func)
	case *ast.ReturnStmt:
		l.exprs(s.Exprs)
	case *ast.LabelStmt:
		l.name(s.Line(), s.Name)
	case *ast.GotoStmt:
		l.name(s.Line(), s.Label)
	}
}

// elseIf is the next condition of a chain.
func elseIf(s *ast.IfStmt) (*ast.IfStmt, bool) {
	if len(s.Else) != 1 {
		return nil, false
	}
	next, ok := s.Else[0].(*ast.IfStmt)
	return next, ok
}

func (l *locator) function(f *ast.FunctionExpr) {
	l.names(f.Line(), f.ParList.Names)
	l.block(f.Stmts)
}

func (l *locator) exprs(list []ast.Expr) {
	for _, e := range list {
		l.expr(e)
	}
}

func (l *locator) expr(e ast.Expr) {
	switch e := e.(type) {
	case *ast.IdentExpr:
		l.name(e.Line(), e.Value)
	case *ast.StringExpr:
		l.name(e.Line(), e.Value)
	case *ast.AttrGetExpr:
		l.expr(e.Object)
		l.expr(e.Key)
	case *ast.TableExpr:
		for _, f := range e.Fields {
			l.expr(f.Key)
			l.expr(f.Value)
		}
	case *ast.FuncCallExpr:
		if e.Func != nil {
			l.expr(e.Func)
		} else {
			l.expr(e.Receiver)
			l.name(e.Line(), e.Method)
		}
		l.calls[e] = l.last
		l.exprs(e.Args)
	case *ast.LogicalOpExpr:
		l.expr(e.Lhs)
		l.expr(e.Rhs)
	case *ast.RelationalOpExpr:
		l.expr(e.Lhs)
		l.expr(e.Rhs)
	case *ast.StringConcatOpExpr:
		l.expr(e.Lhs)
		l.expr(e.Rhs)
	case *ast.ArithmeticOpExpr:
		l.expr(e.Lhs)
		l.expr(e.Rhs)
	case *ast.UnaryMinusOpExpr:
		l.expr(e.Expr)
	case *ast.UnaryNotOpExpr:
		l.expr(e.Expr)
	case *ast.UnaryLenOpExpr:
		l.expr(e.Expr)
	case *ast.FunctionExpr:
		l.function(e)
	}
}
