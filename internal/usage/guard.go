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
		if left == 0 || !p.mayDecide(cond) {
			return
		}
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
		var list []*ast.IfStmt
		switch n := n.(type) {
		case *ast.IfStmt:
			switch below {
			case n.Body:
				apply(n.Cond, true)
			case n.Else:
				apply(n.Cond, false)
			}
		case *ast.BlockStmt:
			list = p.leaving(n, n.List)
		case *ast.CaseClause:
			list = p.leaving(n, n.Body)
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
			list = p.leaving(n, n.Body)
		}
		for _, branch := range list {
			if branch.Pos() >= below.Pos() || left == 0 {
				break // after the command, or of no use any more
			}
			apply(branch.Cond, false)
		}
	}
	return out
}

// leaving are the branches of a list of statements that end the function, or
// the turn of a loop, where a condition holds that its callers may decide. They
// are found once, however many commands stand below.
func (p *Package) leaving(holder ast.Node, list []ast.Stmt) []*ast.IfStmt {
	if out, ok := p.leavings[holder]; ok {
		return out
	}
	var out []*ast.IfStmt
	for _, st := range list {
		if branch, ok := st.(*ast.IfStmt); ok && branch.Else == nil && eval.Leaves(branch.Body.List) && !jumps(branch.Body) && p.mayDecide(branch.Cond) {
			out = append(out, branch)
		}
	}
	p.leavings[holder] = out
	return out
}

// mayDecide reports whether a call may decide the condition. It is worked out
// once: most conditions ask for an error, which no caller decides.
func (p *Package) mayDecide(cond ast.Expr) bool {
	if out, ok := p.deciding[cond]; ok {
		return out
	}
	k, failed := p.Index.When(cond, "", keyexpr.Key{}, keyexpr.Lit(never))
	out := !failed && k.Known() && byCaller(k)
	p.deciding[cond] = out
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
