package usage

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// An Occasion is what makes a command be sent again and again.
type Occasion uint8

const (
	// Once: nothing in sight repeats it.
	Once Occasion = iota
	// EachTurn: sent in a loop.
	EachTurn
	// EachTick: sent in a loop that a timer drives.
	EachTick
	// EachRequest: sent in a function that answers an HTTP request.
	EachRequest
)

// maxCallers bounds how far [Package.Occasion] climbs from a helper to those
// who call it.
const maxCallers = 3

// Occasion tells what repeats the command: a loop or an HTTP handler around it,
// or around a call, in this package, of the unexported function that sends it.
func (p *Package) Occasion(c *command.Command) Occasion {
	root := p.Root(c)
	if root == nil {
		return Once
	}
	return p.occasion(root, c.Call, maxCallers)
}

func (p *Package) occasion(root *eval.Func, n ast.Node, depth int) Occasion {
	parents := p.parentsOf(root)
	best := Once
	for below, at := n, parents[n]; at != nil; below, at = at, parents[at] {
		found := Once
		switch s := at.(type) {
		case *ast.ForStmt:
			if below == s.Body || below == s.Cond || below == s.Post {
				found = p.loop(s.Body, nil)
			}
		case *ast.RangeStmt:
			if below == s.Body { // what is ranged over is evaluated once
				found = p.loop(s.Body, s.X)
			}
		case *ast.FuncLit:
			if lit := p.Index.LitOf(s); lit != nil && handles(lit) {
				found = EachRequest
			}
		}
		best = max(best, found)
	}
	if handles(root) {
		best = EachRequest
	}
	if best != Once || depth == 0 || root.Obj == nil || root.Obj.Exported() {
		return best
	}
	for _, call := range p.callers[root.Obj] {
		if fn := p.Index.FuncOf(call); fn != nil && fn.Root() != root {
			best = max(best, p.occasion(fn.Root(), call, depth-1))
		}
	}
	return best
}

// loop tells a loop that waits for a timer from another one. Only a receive of
// the loop itself counts, not one of a function literal in it.
func (p *Package) loop(body *ast.BlockStmt, over ast.Expr) Occasion {
	if over != nil && p.isClock(over) {
		return EachTick
	}
	kind := EachTurn
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && p.isClock(n.X) {
				kind = EachTick
			}
		}
		return true
	})
	return kind
}

// isClock reports whether the expression is a channel of times, as of a
// time.Ticker or time.After.
func (p *Package) isClock(e ast.Expr) bool {
	t := p.Info.TypeOf(e)
	if t == nil {
		return false
	}
	ch, ok := t.Underlying().(*types.Chan)
	return ok && isNamed(ch.Elem(), "time", "Time")
}

func isNamed(t types.Type, path, name string) bool {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}

// handles reports whether the function answers HTTP requests: it takes a
// response writer and a request, or a framework's context that holds both.
func handles(fn *eval.Func) bool {
	writer, request := false, false
	for _, v := range fn.Params() {
		if v == nil {
			continue // unnamed: its function does not use it
		}
		w, r := isWriter(v.Type()), isRequest(v.Type())
		writer, request = writer || w, request || r
		if !w && !r && holdsBoth(v.Type()) {
			return true
		}
	}
	return writer && request
}

func isRequest(t types.Type) bool {
	_, ptr := types.Unalias(t).(*types.Pointer)
	return ptr && isNamed(t, "net/http", "Request")
}

// isWriter reports whether the type has the methods of http.ResponseWriter.
func isWriter(t types.Type) bool {
	for name, shape := range map[string][2]int{"Header": {0, 1}, "Write": {1, 2}, "WriteHeader": {1, 0}} {
		m := member(t, name)
		fn, ok := m.(*types.Func)
		if !ok {
			return false
		}
		sig := fn.Signature()
		if sig.Params().Len() != shape[0] || sig.Results().Len() != shape[1] {
			return false
		}
		if name == "Header" && !isNamed(sig.Results().At(0).Type(), "net/http", "Header") {
			return false
		}
	}
	return true
}

// holdsBoth reports whether the type is a context in the manner of gin
// (fields Request and Writer) or echo (methods Request and Response).
func holdsBoth(t types.Type) bool {
	request := typeOfMember(member(t, "Request"))
	if request == nil || !isRequest(request) {
		return false
	}
	for _, name := range [...]string{"Writer", "Response", "ResponseWriter"} {
		if w := typeOfMember(member(t, name)); w != nil && isWriter(w) {
			return true
		}
	}
	return false
}

func member(t types.Type, name string) types.Object {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	return obj
}

// typeOfMember is the type of a field, or of what a method without parameters
// returns.
func typeOfMember(obj types.Object) types.Type {
	switch obj := obj.(type) {
	case *types.Var:
		return obj.Type()
	case *types.Func:
		if sig := obj.Signature(); sig.Params().Len() == 0 && sig.Results().Len() == 1 {
			return sig.Results().At(0).Type()
		}
	}
	return nil
}
