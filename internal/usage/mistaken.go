package usage

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// TextAsValue finds where the text that String gives of a command ("get k: v")
// is used as if it were the answer: decoded or converted, compared with a text
// that it never is, stored in a field, or, for a command with a key, returned.
// It is nil where it is logged, becomes part of a longer text, or where nothing
// tells what it is for.
func (g *Graph) TextAsValue(c *command.Command) ast.Expr {
	fn := g.p.funcOf[c]
	r := g.p.Result(c)
	if fn == nil || r.Chain != "String" || !g.p.isCommandType(g.p.Info.TypeOf(c.Call)) {
		return nil // a package variable, or another method
	}
	if g.p.mistaken(c, r.Node, c.KeyArg() != nil) {
		return r.Node
	}
	if r.Value == nil {
		return nil
	}
	for _, id := range g.own(fn).uses[r.Value] {
		if g.OnlyFrom(fn, r.Value, r.At, id.Pos()) && g.p.mistaken(c, id, c.KeyArg() != nil) {
			return id
		}
	}
	return nil
}

// mistaken reports whether the text is used as a value where it stands.
func (p *Package) mistaken(c *command.Command, e ast.Expr, key bool) bool {
	switch s := p.Parent(c, e).(type) {
	case *ast.ParenExpr:
		return p.mistaken(c, s, key)
	case *ast.ReturnStmt:
		fn := p.funcOf[c]
		return key && (fn.Obj == nil || !HasWord([]string{fn.Obj.Name()}, "string", "text", "describe", "debug", "dump", "log", "error"))
	case *ast.AssignStmt:
		for i, rhs := range s.Rhs {
			if rhs == e && len(s.Lhs) == len(s.Rhs) {
				sel, ok := s.Lhs[i].(*ast.SelectorExpr)
				return ok && key && p.Info.Selections[sel] != nil
			}
		}
	case *ast.BinaryExpr:
		if s.Op != token.EQL && s.Op != token.NEQ {
			return false // part of a text
		}
		other := s.X
		if other == e {
			other = s.Y
		}
		v := p.Info.Types[other].Value
		return v != nil && v.Kind() == constant.String && !strings.Contains(constant.StringVal(v), ": ")
	case *ast.CallExpr:
		if ast.Unparen(s.Fun) == e {
			return false
		}
		if p.Info.Types[s.Fun].IsType() { // []byte(text)
			return p.decodes(c, s)
		}
		return p.converts(s)
	}
	return false
}

// decodes reports whether the converted text is decoded.
func (p *Package) decodes(c *command.Command, e ast.Expr) bool {
	call, ok := p.Parent(c, e).(*ast.CallExpr)
	return ok && p.converts(call)
}

// converts reports whether the call makes a value of a text.
func (p *Package) converts(call *ast.CallExpr) bool {
	fn := p.Index.Callee(call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch path := fn.Pkg().Path(); {
	case path == "strconv":
		return fn.Name() != "Quote"
	case strings.HasPrefix(path, "encoding/"), path == "time":
		return HasWord([]string{fn.Name()}, "unmarshal", "decode", "parse")
	}
	return HasWord([]string{fn.Name()}, "unmarshal", "decode", "deserialize")
}

// NameAsElement finds where element 0 of a blocking pop's answer, the name of
// the list that answered, is used as the payload: decoded, converted or given
// away, while element 1, the payload, is used nowhere in the function. It is nil
// for a pop of several lists, whose name may be all that matters.
func (g *Graph) NameAsElement(c *command.Command) ast.Expr {
	fn := g.p.funcOf[c]
	if fn == nil || len(c.Keys()) != 1 || c.Keys()[0].Spread {
		return nil
	}
	var found ast.Expr
	for _, r := range g.results(c, fn) {
		if r.Chain != "Result" && r.Chain != "Val" {
			continue // no answer
		}
		if r.Value == nil {
			if at, ok := g.p.Parent(c, r.Node).(*ast.IndexExpr); ok && at.X == r.Node && g.p.isZero(at.Index) && g.p.payload(c, at) {
				found = at
			}
			continue
		}
		whole := false
		var first ast.Expr
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok || g.p.Info.Uses[id] != r.Value {
				return true
			}
			at, ok := g.p.Parent(c, id).(*ast.IndexExpr)
			switch {
			case ok && at.X == id && g.p.isZero(at.Index):
				if first == nil && g.p.payload(c, at) && g.inOwn(fn, id.Pos()) && g.OnlyFrom(fn, r.Value, r.At, id.Pos()) {
					first = at
				}
			case g.p.measured(c, id):
				// its length
			default:
				whole = true // another element, or all of them
			}
			return true
		})
		if !whole && first != nil {
			found = first
		}
	}
	return found
}

// inOwn reports whether the place is in the function and in no literal inside it.
func (g *Graph) inOwn(fn *eval.Func, pos token.Pos) bool {
	for _, f := range g.p.Index.Funcs {
		if f.Lit != nil && f != fn && f.Body.Pos() <= pos && pos < f.Body.End() && fn.Body.Pos() <= f.Body.Pos() && f.Body.End() <= fn.Body.End() {
			return false
		}
	}
	return true
}

func (p *Package) isZero(e ast.Expr) bool {
	v := p.Info.Types[e].Value
	return v != nil && v.ExactString() == "0"
}

// measured reports whether the use asks for the length alone, or for nil.
func (p *Package) measured(c *command.Command, id *ast.Ident) bool {
	switch s := p.Parent(c, id).(type) {
	case *ast.CallExpr:
		f, ok := ast.Unparen(s.Fun).(*ast.Ident)
		return ok && f.Name == "len" && p.Info.Types[s.Fun].IsBuiltin()
	case *ast.BinaryExpr:
		return p.Info.Types[s.X].IsNil() || p.Info.Types[s.Y].IsNil()
	}
	return false
}

// payload reports whether the text is decoded or converted, returned, or given
// to a function of the program's own, by a name that is not about telling.
func (p *Package) payload(c *command.Command, e ast.Expr) bool {
	switch s := p.Parent(c, e).(type) {
	case *ast.ParenExpr:
		return p.payload(c, s)
	case *ast.ReturnStmt:
		return true
	case *ast.CallExpr:
		if p.Info.Types[s.Fun].IsType() {
			if t, ok := p.Info.TypeOf(s).Underlying().(*types.Slice); ok && types.Identical(t.Elem(), types.Typ[types.Byte]) {
				return true // []byte: nobody makes bytes of a list's name
			}
			return p.payload(c, s)
		}
		if p.converts(s) {
			return true
		}
		fn := p.Index.Callee(s)
		return fn != nil && fn.Pkg() == p.Types && !HasWord([]string{fn.Name(), receiverName(fn)}, sayWords...)
	}
	return false
}

// ScriptKnown reports whether something in the package makes the server know
// the script that the command runs by its hash: a SCRIPT LOAD, or a run of the
// same script outside of batches, which falls back to EVAL.
func (p *Package) ScriptKnown(c *command.Command) bool {
	for _, o := range p.Commands {
		switch {
		case o.Is("SCRIPT LOAD"):
			return true // of this script or another: which one may be out of sight
		case o == c || len(o.Args) == 0 || len(c.Args) == 0:
			continue
		case o.Batch == nil && o.Is("EVALSHA", "EVALSHA_RO", "EVAL", "EVAL_RO") && o.Args[0].Text.Equal(c.Args[0].Text):
			return true
		case o.Batch == nil && o.Is("EVALSHA", "EVALSHA_RO", "EVAL", "EVAL_RO") && o.Via != nil:
			return true // a helper may run it
		}
	}
	return false
}

// RunsScript reports whether the command is the run of a script object by its
// hash (Script.Run, Script.EvalSha).
func (p *Package) RunsScript(c *command.Command) bool {
	if c.Via != nil {
		return false // judged in the helper
	}
	switch c.Method {
	case "Run", "RunRO", "EvalSha", "EvalShaRO":
	default:
		return false
	}
	fn := p.Index.Callee(c.Call)
	return fn != nil && receiverName(fn) == "Script"
}
