package usage

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/keyexpr"
)

// IsDuration reports whether the client converts the argument from a
// time.Duration, and what the server gets counts: "s" or "ms".
func IsDuration(a *command.Arg) (unit string, ok bool) {
	switch a.Unit {
	case "s", "s0", "ms", "ms0":
		return strings.TrimSuffix(a.Unit, "0"), true
	}
	return "", false
}

// Bare is the expression that gives the argument a constant number of
// nanoseconds with no unit in sight: 60, 24*60*60, time.Duration(300), a
// constant declared so. It is nil for a constant that a unit of package time
// is part of, and where a function of the program's own converts the number.
func (p *Package) Bare(a *command.Arg) ast.Expr {
	if a.Expr == nil || !isTime(p.Info.TypeOf(a.Expr), "Duration") || p.Info.Types[a.Expr].Value == nil || p.hasUnit(a.Expr, 4) {
		return nil
	}
	return a.Expr
}

func isTime(t types.Type, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}

// hasUnit reports whether an object of package time other than the type
// Duration, or a constant of a type of its own, is part of the expression or of
// the constants of this package that it names; depth bounds their chain.
func (p *Package) hasUnit(e ast.Expr, depth int) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		k, ok := p.Info.Uses[id].(*types.Const)
		switch {
		case !ok:
			// a type, a package
		case k.Pkg() == nil || k.Pkg() != p.Types:
			// time.Second; a constant whose declaration is out of sight
			found = true
		case depth == 0:
			found = true
		default:
			for _, val := range p.constValues()[k] {
				found = found || p.hasUnit(val, depth-1)
			}
			found = found || p.constValues()[k] == nil // iota and the like
		}
		return !found
	})
	return found
}

// constValues are the expressions of the package's constants.
func (p *Package) constValues() map[*types.Const][]ast.Expr {
	if p.consts != nil {
		return p.consts
	}
	p.consts = map[*types.Const][]ast.Expr{}
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != len(spec.Names) {
				return true
			}
			for i, name := range spec.Names {
				if k, ok := p.Info.Defs[name].(*types.Const); ok {
					p.consts[k] = append(p.consts[k], spec.Values[i])
				}
			}
			return true
		})
	}
	return p.consts
}

// Words that name a unit of time, and the constant of package time for it.
var unitWords = map[string]string{
	"second": "Second", "seconds": "Second", "sec": "Second", "secs": "Second",
	"minute": "Minute", "minutes": "Minute", "mins": "Minute",
	"hour": "Hour", "hours": "Hour",
	"ms": "Millisecond", "millis": "Millisecond", "millisecond": "Millisecond", "milliseconds": "Millisecond", "msec": "Millisecond",
}

// NamedUnit finds time.Duration(x) as the argument, here or in the one
// assignment of a variable, where x is a number whose name says what it counts
// (ttlSeconds, cfg.TimeoutMs), or that it is a TTL or timeout, and nothing
// multiplies a unit in. unit is the constant of package time that the name
// says, or "Second".
func (p *Package) NamedUnit(a *command.Arg) (conv *ast.CallExpr, name, unit string) {
	if a.Expr == nil {
		return nil, "", ""
	}
	e := ast.Unparen(a.Expr)
	if id, ok := e.(*ast.Ident); ok {
		if v, ok := p.Info.Uses[id].(*types.Var); ok {
			if rhs, i, once := p.Index.Once(v); once && i < 0 && rhs != nil {
				e = ast.Unparen(rhs)
			}
		}
	}
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !p.Info.Types[call.Fun].IsType() || !isTime(p.Info.TypeOf(call), "Duration") {
		return nil, "", ""
	}
	x := ast.Unparen(call.Args[0])
	b, ok := p.Info.TypeOf(x).(*types.Basic) // a type of its own may count nanoseconds
	if !ok || b.Info()&types.IsInteger == 0 || p.Info.Types[x].Value != nil {
		return nil, "", ""
	}
	var v *types.Var
	switch x := x.(type) {
	case *ast.Ident:
		v, _ = p.Info.Uses[x].(*types.Var)
	case *ast.SelectorExpr:
		v, _ = p.Info.Uses[x.Sel].(*types.Var)
	}
	if v == nil {
		return nil, "", "" // a call or a computation
	}
	words := keyexpr.Words(v.Name())
	for _, w := range words {
		switch w {
		case "nano", "nanos", "nanosecond", "nanoseconds", "ns", "duration":
			return nil, "", "" // it says that it is right
		}
	}
	for _, w := range words {
		if u := unitWords[w]; u != "" && unit == "" {
			unit = u
		}
	}
	if unit == "" {
		if !slices.ContainsFunc(words, func(w string) bool { return w == "ttl" || w == "timeout" }) || b.Kind() == types.Int64 || b.Kind() == types.Uint64 {
			return nil, "", "" // nothing says what it counts; 64 bits may hold nanoseconds
		}
		unit = "Second"
	}
	// Nanoseconds that somebody stored under that name.
	for _, as := range append(p.Index.Assigns(v), p.Index.FieldAssigns(v)...) {
		if as.Rhs != nil && p.mentionsDuration(as.Rhs) || as.Rhs != nil && p.hasUnit(as.Rhs, 4) {
			return nil, "", ""
		}
	}
	return call, v.Name(), unit
}

// mentionsDuration reports whether a part of the expression is a time.Duration.
func (p *Package) mentionsDuration(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok && !found {
			if t := p.Info.TypeOf(x); t != nil {
				found = isTime(t, "Duration")
			}
		}
		return !found
	})
	return found
}

// InLiteral reports whether the expression is the value of a field in a literal.
func (p *Package) InLiteral(c *command.Command, e ast.Expr) bool {
	_, ok := p.Parent(c, e).(*ast.KeyValueExpr)
	return ok
}
