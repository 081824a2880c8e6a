package lua

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"
)

type span struct{ offset, end int }

// locate finds, for each call, the last name of what is called: it visits the
// tree in the order of the text, and takes a token for each name and string.
// On the way it finds what gopher-lua reads and Lua 5.1, which all versions of
// Redis have, refuses: the statements that 5.2 added, a break without a loop,
// and dots in a function that takes none.
func locate(text string, chunk []ast.Stmt) (map[*ast.FuncCallExpr]span, *SyntaxError) {
	// The text itself takes dots: servers since 7 load it as a chunk.
	l := &locator{places: newPlaces(text), calls: map[*ast.FuncCallExpr]span{}, dots: true}
	l.block(chunk)
	return l.calls, l.refused
}

type locator struct {
	places  *places
	calls   map[*ast.FuncCallExpr]span
	last    span // of the name taken last
	loops   int  // how many loops of this function are around
	dots    bool // the function takes any number of arguments
	refused *SyntaxError
}

func (l *locator) refuse(line int, token string) {
	if l.refused == nil {
		l.refused = &SyntaxError{Line: line, Message: fmt.Sprintf("unexpected %q", token)}
	}
}

// loop visits the body of a loop.
func (l *locator) loop(stmts []ast.Stmt) {
	l.loops++
	l.block(stmts)
	l.loops--
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
		l.loop(s.Stmts)
	case *ast.RepeatStmt:
		l.loop(s.Stmts)
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
		l.loop(s.Stmts)
	case *ast.GenericForStmt:
		l.names(s.Line(), s.Names)
		l.exprs(s.Exprs)
		l.loop(s.Stmts)
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
		l.refuse(s.Line(), "::")
		l.name(s.Line(), s.Name)
	case *ast.GotoStmt:
		l.refuse(s.Line(), "goto")
		l.name(s.Line(), s.Label)
	case *ast.BreakStmt:
		if l.loops == 0 {
			l.refuse(s.Line(), "break")
		}
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
	loops, dots := l.loops, l.dots
	l.loops, l.dots = 0, f.ParList.HasVargs
	l.block(f.Stmts)
	l.loops, l.dots = loops, dots
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
	case *ast.Comma3Expr:
		if !l.dots {
			l.refuse(e.Line(), "...")
		}
	}
}
