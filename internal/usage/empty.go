package usage

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/redislint/redislint/internal/client/goredis"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// MayBeEmpty finds the list or map that a command sends and that nothing keeps
// from being empty, where the server refuses the command then: it is made by
// appending in a loop or on a condition or is the answer of another command, and
// its length, or that of any other list in the function, is asked nowhere. It is
// nil where an element is certain, where only the run or a caller knows, and for a
// call of a helper that is no forwarder: the helper may ask.
func (p *Package) MayBeEmpty(c *command.Command) ast.Expr {
	if c.Script != nil || len(c.Args) == 0 {
		return nil
	}
	var list *command.Arg
	switch {
	case c.Via != nil:
		if what := goredis.AnswersOf(c.Version).EmptyOf(c.Name); !c.Via.Forwarder || c.May || what != "arity" && what != "error" {
			return nil
		}
	case !p.refusesEmpty(c):
		return nil
	}
	from := 0
	switch c.Name {
	case "DEL", "UNLINK", "EXISTS", "TOUCH", "MGET", "MSET", "MSETNX", "SUNION", "SINTER", "SDIFF", "PFCOUNT":
	case "HSET", "HMSET", "HDEL", "HMGET", "SADD", "SREM", "SMISMEMBER", "ZADD", "ZREM", "ZMSCORE", "LPUSH", "RPUSH", "LPUSHX", "RPUSHX",
		"XDEL", "SDIFFSTORE", "SINTERSTORE", "SUNIONSTORE":
		from = 1
	case "XACK":
		from = 2
	default:
		return nil // the list is not the end of the command
	}
	for i := from; i < len(c.Args); i++ {
		if !c.Args[i].Spread {
			return nil // one is certain
		}
		list = &c.Args[i]
	}
	if list == nil || list.Expr == nil || !p.Decided(c, list) || c.Via != nil && !list.Given {
		return nil
	}
	e := p.spread(c)
	if e == nil || !p.openList(c, e) || p.asksLength(c) {
		return nil
	}
	return e
}

// refusesEmpty reports whether the server refuses the method's command when the
// list that ends the call is empty.
func (p *Package) refusesEmpty(c *command.Command) bool {
	sig, ok := p.Info.TypeOf(c.Call.Fun).(*types.Signature)
	if !ok || !sig.Variadic() {
		return false
	}
	param := sig.Params().Len() - 1
	if sel, ok := ast.Unparen(c.Call.Fun).(*ast.SelectorExpr); ok && p.Info.Selections[sel] != nil && p.Info.Selections[sel].Kind() == types.MethodExpr {
		param--
	}
	switch goredis.AnswersOf(c.Version).Empty(c.Method, param) {
	case "arity", "error":
		return true
	}
	return false
}

// spread is the list or map that ends the call.
func (p *Package) spread(c *command.Command) ast.Expr {
	if len(c.Call.Args) == 0 {
		return nil
	}
	last := ast.Unparen(c.Call.Args[len(c.Call.Args)-1])
	if c.Call.Ellipsis.IsValid() {
		return last
	}
	switch t := p.Info.TypeOf(last); t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return last // go-redis spreads it
	}
	return nil
}

// openList reports whether something in sight makes a list or map that may well
// be empty.
func (p *Package) openList(c *command.Command, e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false // a field, a call: only the run knows
	}
	v, _ := p.Info.Uses[id].(*types.Var)
	fn := p.Func(c)
	if v == nil || fn == nil || v.Parent() == p.Types.Scope() {
		return false
	}
	if _, _, param := p.Index.ParamOf(v); param {
		return false // whoever calls the function knows
	}
	assigns := p.Index.Assigns(v)
	open := len(assigns) > 0
	for _, a := range assigns {
		switch {
		case a.Func != fn || a.Op == token.AND:
			return false // by a closure, or through its address
		case a.Zero:
		case a.Rhs == nil:
			return false // a range
		case p.startsEmpty(a.Rhs), p.answers(c, a.Rhs):
		case p.appends(a.Rhs, v):
			if !p.sometimes(fn, a.Pos) {
				return false // one is certain
			}
		default:
			return false
		}
	}
	for _, a := range p.Index.ElemAssigns(v) {
		if _, ok := v.Type().Underlying().(*types.Map); !ok {
			continue // of a list that has it
		}
		if a.Func != fn || !p.sometimes(fn, a.Pos) {
			return false // one is certain
		}
	}
	return open
}

// startsEmpty reports whether the expression is an empty list or map, or one of
// as many elements as another list has.
func (p *Package) startsEmpty(e ast.Expr) bool {
	switch n := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(n.Elts) == 0
	case *ast.Ident:
		return p.Info.Types[n].IsNil()
	case *ast.CallExpr:
		id, ok := ast.Unparen(n.Fun).(*ast.Ident)
		if !ok || !p.Info.Types[n.Fun].IsBuiltin() || id.Name != "make" {
			return false
		}
		if _, isMap := p.Info.TypeOf(n).Underlying().(*types.Map); isMap || len(n.Args) < 2 {
			return true
		}
		if v := p.Info.Types[n.Args[1]].Value; v != nil {
			return v.ExactString() == "0"
		}
		size, ok := ast.Unparen(n.Args[1]).(*ast.CallExpr)
		if !ok {
			return false // a computed number: 2*len(xs)+1
		}
		f, ok := ast.Unparen(size.Fun).(*ast.Ident)
		return ok && f.Name == "len" && p.Info.Types[size.Fun].IsBuiltin()
	}
	return false
}

// answers reports whether the expression is the list that another command
// answers, which is empty for a missing key.
func (p *Package) answers(c *command.Command, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Result" && sel.Sel.Name != "Val" {
		return false
	}
	sent, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if !ok {
		return false
	}
	for _, o := range p.At(sent) {
		if o.Is("KEYS", "SCAN", "SSCAN", "HKEYS", "SMEMBERS", "LRANGE", "ZRANGE", "ZRANGEBYSCORE", "ZREVRANGE", "SINTER", "SUNION", "SDIFF", "HGETALL") {
			return true
		}
	}
	return false
}

// appends reports whether the expression appends single elements to the variable.
func (p *Package) appends(e ast.Expr, v *types.Var) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !p.Info.Types[call.Fun].IsBuiltin() || len(call.Args) < 2 {
		return false
	}
	id, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	return ok && p.Info.Uses[id] == v
}

// sometimes reports whether what ends at the place is in a loop or branch of the function.
func (p *Package) sometimes(fn *eval.Func, at token.Pos) bool {
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if n == nil || at <= n.Pos() || n.End() < at {
			return false // elsewhere
		}
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.CaseClause, *ast.CommClause:
			found = true
		case *ast.IfStmt:
			found = found || n.Body.Pos() < at
		}
		return true
	})
	return found
}

// asksLength reports whether the declaration asks the length of any list, other
// than to make another one, or compares one with nil.
func (p *Package) asksLength(c *command.Command) bool {
	root := p.Root(c)
	if root == nil {
		return true // a package variable
	}
	asked := false
	ast.Inspect(root.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			id, ok := ast.Unparen(n.Fun).(*ast.Ident)
			if !ok || !p.Info.Types[n.Fun].IsBuiltin() {
				return true
			}
			switch id.Name {
			case "make":
				return false
			case "len":
				asked = true
			}
		case *ast.BinaryExpr:
			for _, pair := range [][2]ast.Expr{{n.X, n.Y}, {n.Y, n.X}} {
				if t := p.Info.TypeOf(pair[0]); t != nil && p.Info.Types[pair[1]].IsNil() {
					switch t.Underlying().(type) {
					case *types.Slice, *types.Map:
						asked = true
					}
				}
			}
		}
		return true
	})
	return asked
}
