package usage

import (
	"go/ast"
	"go/token"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/keyexpr"
)

// never is the text of a guard that does not let its command through; that of
// one that does is empty.
const never = "-"

// maxGuards bounds the conditions of one function that are kept for its callers.
const maxGuards = 4

// ruledOut reports whether the guard is known not to let its command through.
func ruledOut(guard keyexpr.Key) bool {
	text, ok := guard.Const()
	return ok && text == never
}

// guard is what the callers' arguments must be for the function to reach the
// command: if o.NX { return SetNX(…) }; return Set(…). Conditions that the
// parameters do not decide are left out, so that a guard rules out too little
// rather than too much.
func (p *Package) guard(decl *eval.Func, c *command.Command) keyexpr.Key {
	out := p.guards[c] // of the helper that sends it
	left := maxGuards
	decides := func(choose func(then, otherwise keyexpr.Key) (keyexpr.Key, bool)) {
		if left == 0 {
			return
		}
		if k, failed := choose(keyexpr.Key{}, keyexpr.Lit(never)); failed || !k.Known() || !byCaller(k) {
			return
		}
		if k, _ := choose(out, keyexpr.Lit(never)); k.Known() {
			out, left = k, left-1
		}
	}
	apply := func(cond ast.Expr, when bool) {
		decides(func(then, otherwise keyexpr.Key) (keyexpr.Key, bool) {
			if !when {
				then, otherwise = otherwise, then
			}
			return p.Index.When(cond, "", then, otherwise)
		})
	}
	parents := p.parentsOf(decl)
	var below ast.Node = c.Call
	for n := parents[c.Call]; n != nil; below, n = n, parents[n] {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.IfStmt:
			switch below {
			case n.Body:
				apply(n.Cond, true)
			case n.Else:
				apply(n.Cond, false)
			}
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
			if st, ok := parents[parents[n]].(*ast.SwitchStmt); ok {
				decides(func(then, otherwise keyexpr.Key) (keyexpr.Key, bool) {
					return p.Index.WhenCase(st, "", func(clause *ast.CaseClause) keyexpr.Key {
						if clause == n {
							return then
						}
						return otherwise
					})
				})
			}
		case *ast.CommClause:
			list = n.Body
		}
		for _, st := range list {
			if st.Pos() >= below.Pos() {
				break // after the command
			}
			if branch, ok := st.(*ast.IfStmt); ok && branch.Else == nil && eval.Leaves(branch.Body.List) && !jumps(branch.Body) {
				apply(branch.Cond, false)
			}
		}
	}
	return out
}

// byCaller reports whether a call may decide the guard: parameters take part in
// it, and nothing that the function finds out by itself.
func byCaller(guard keyexpr.Key) bool {
	return guard.Any(func(h keyexpr.Hole) bool { return h.Kind == keyexpr.Param }) &&
		!guard.Any(func(h keyexpr.Hole) bool { return h.Kind == keyexpr.Value })
}

// jumps reports whether the block ends in a goto, perhaps to the command.
func jumps(b *ast.BlockStmt) bool {
	branch, ok := b.List[len(b.List)-1].(*ast.BranchStmt)
	return ok && branch.Tok == token.GOTO
}
