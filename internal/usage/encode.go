package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"github.com/redislint/redislint/internal/client/goredis"
	"github.com/redislint/redislint/internal/command"
)

// A Refused is a value that the client cannot encode for the wire.
type Refused struct {
	Expr ast.Expr
	Type types.Type
	// Kind is what the tables of package goredis call the value's kind
	// ("named-string", "struct", "[]int"); "empty struct" for a struct without
	// redis tags of which nothing is sent.
	Kind string
	// Alone: the only value of a list, where others of its sort are spread.
	Alone bool
}

// Refused lists the values of the command that go-redis refuses to encode, by
// their static types: as measured for the command's method, and for methods that
// take the arguments as they are (Do, Publish, scripts, ZADD's members, XADD's
// values) as measured for the encoder that all of them share. Values behind an
// interface are left out, and so are those that a helper may turn into something
// else before it sends them.
func (p *Package) Refused(c *command.Command) []Refused {
	table := goredis.AnswersOf(c.Version)
	if table == nil || c.Script != nil {
		return nil
	}
	e := &encoding{p: p, table: table}
	if c.Via != nil {
		e.helper(c)
		return e.out
	}
	sig, ok := p.Info.TypeOf(c.Call.Fun).(*types.Signature)
	if !ok || c.Method == "Watch" {
		return nil // does not type-check; sends keys alone
	}
	params := sig.Params()
	shift := 0
	if sel, ok := ast.Unparen(c.Call.Fun).(*ast.SelectorExpr); ok {
		if s := p.Info.Selections[sel]; s != nil && s.Kind() == types.MethodExpr {
			shift = 1 // the receiver
		}
	}
	for i, a := range c.Call.Args {
		variadic := sig.Variadic() && i >= params.Len()-1
		t := params.At(min(i, params.Len()-1)).Type()
		if variadic && !c.Call.Ellipsis.IsValid() {
			t = t.(*types.Slice).Elem()
		}
		param := min(i, params.Len()-1) - shift
		alone := variadic && len(c.Call.Args) == params.Len()
		switch {
		case !types.IsInterface(t):
			e.inside(a, c)
		case isAny(t):
			method, at, ok := e.measured(c, param)
			if !ok {
				continue // what it makes of the value is not known
			}
			e.value(a, method, at, alone)
			if alone {
				e.elements(a, c)
			}
		}
	}
	return e.out
}

type encoding struct {
	p     *Package
	table *goredis.Answers
	out   []Refused
}

// isAny reports whether the type is the empty interface.
func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty() && !isTypeParam(t)
}

func isTypeParam(t types.Type) bool { _, ok := types.Unalias(t).(*types.TypeParam); return ok }

// measured is the method and parameter whose measurements hold for this one.
func (e *encoding) measured(c *command.Command, param int) (string, int, bool) {
	if _, known := e.table.Refuses(c.Method, param, "", false); known {
		return c.Method, param, true
	}
	shift := e.shift(c)
	switch c.Method {
	case "Do", "DoContext", "Publish", "SPublish":
		return "Set", 1 + shift, true
	case "Eval", "EvalSha", "EvalRO", "EvalShaRO", "Run", "RunRO":
		return "SAdd", 1 + shift, true // a lone slice is spread
	}
	return "", 0, false
}

// shift is the place of the first parameter after the context.
func (e *encoding) shift(c *command.Command) int {
	if c.Version == "v8" || c.Version == "v9" {
		return 1
	}
	return 0
}

// value judges one value that goes to the parameter of the method.
func (e *encoding) value(a ast.Expr, method string, param int, alone bool) {
	t := e.p.Info.TypeOf(a)
	kind := kindOf(t)
	if kind == "" {
		return // encoded, or not known
	}
	if refuses, _ := e.table.Refuses(method, param, kind, alone); refuses {
		e.out = append(e.out, Refused{a, t, kind, alone})
	} else if alone && (kind == "struct" || kind == "*struct") {
		e.out = append(e.out, Refused{a, t, "empty struct", alone})
	}
}

// elements judges what is sent of a list or map whose elements may be of any
// type: the literal's, and those that are appended or set in this function.
func (e *encoding) elements(a ast.Expr, c *command.Command) {
	p := e.p
	one := func(x ast.Expr) { e.value(x, "Set", 1+e.shift(c), false) }
	switch t := p.Info.TypeOf(a).Underlying().(type) {
	case *types.Slice:
		if !types.IsInterface(t.Elem()) {
			return // judged by its own type
		}
		for _, el := range p.Index.Elems(a) {
			if el.Expr == nil || el.Expr == a || isMake(p.Info, el.Expr) {
				continue // the list itself
			}
			if s, ok := p.Info.TypeOf(el.Expr).Underlying().(*types.Slice); ok && el.Spread && isAny(s.Elem()) {
				continue // another list, of elements that are not known
			}
			one(el.Expr)
		}
	case *types.Map:
		if !types.IsInterface(t.Elem()) {
			return // judged by its own type
		}
		if lit := p.Index.Literal(a); lit != nil {
			for _, el := range lit.Elts {
				if kv, ok := el.(*ast.KeyValueExpr); ok {
					one(kv.Value)
				}
			}
		}
		id, ok := ast.Unparen(a).(*ast.Ident)
		if !ok {
			return
		}
		v, _ := p.Info.Uses[id].(*types.Var)
		if _, _, once := p.Index.Once(v); !once {
			return // which map it is depends on the way
		}
		for _, set := range p.Index.ElemAssigns(v) {
			if set.Func == p.funcOf[c] && set.Pos < c.Pos && set.Rhs != nil && set.Index < 0 && set.Op == token.ASSIGN {
				one(set.Rhs)
			}
		}
	}
}

func isMake(info *types.Info, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && info.Types[call.Fun].IsBuiltin()
}

// inside judges the values in an argument of the client's own types: the member
// of a redis.Z, the values of redis.XAddArgs, and spread lists of any.
func (e *encoding) inside(a ast.Expr, c *command.Command) {
	t := e.p.Info.TypeOf(a)
	if t == nil {
		return
	}
	if s, ok := t.Underlying().(*types.Slice); ok {
		if types.IsInterface(s.Elem()) && c.Call.Ellipsis.IsValid() && a == c.Call.Args[len(c.Call.Args)-1] {
			if _, _, ok := e.measured(c, len(c.Call.Args)-1); ok || c.Method == "Do" {
				e.elements(a, c)
			}
			return
		}
		for _, el := range e.p.Index.Elems(a) {
			if el.Expr != nil && el.Expr != a && e.p.isCommandType(e.p.Info.TypeOf(el.Expr)) {
				e.inside(el.Expr, c) // redis.Z
			}
		}
		return
	}
	if !e.p.isCommandType(t) {
		return // not of the client's types
	}
	switch deref(t).Obj().Name() {
	case "Z", "ZWithKey":
		if m, state := e.p.Index.Field(a, "Member"); m != nil && state != 0 {
			e.value(m, "Set", 1+e.shift(c), false)
		}
	case "XAddArgs":
		if v, state := e.p.Index.Field(a, "Values"); v != nil && state != 0 {
			e.value(v, "SAdd", 1+e.shift(c), true)
			e.elements(v, c)
		}
	}
}

func deref(t types.Type) *types.Named {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// helper judges what a call of a helper gives for a parameter of any type that
// the helper sends as it is, on each of its ways.
func (e *encoding) helper(c *command.Command) {
	if c.May || len(e.p.At(c.Call)) != 1 {
		return // may be sent in another form
	}
	for i := range c.Args {
		if a := &c.Args[i]; a.Unit == command.AnyValue && a.Given && a.Expr != nil {
			e.value(a.Expr, "Set", 1+e.shift(c), false)
		}
	}
}

// kindOf is what the tables call values of the static type; "" for what is
// encoded or what only the run knows: interfaces, type parameters.
func kindOf(t types.Type) string {
	if t == nil {
		return ""
	}
	if isTypeParam(t) || types.IsInterface(t) {
		return ""
	}
	for _, own := range [...]string{"Time", "Duration"} {
		if isNamed(t, "time", own) {
			if _, ptr := types.Unalias(t).(*types.Pointer); ptr || own == "Time" {
				return ""
			}
			return "time.Duration"
		}
	}
	if hasMethod(t, "MarshalBinary") {
		return ""
	}
	n, named := types.Unalias(t).(*types.Named)
	if named && hasMethod(types.NewPointer(t), "MarshalBinary") {
		return "pointer-marshaler"
	}
	if named && isNamed(t, "net", "IP") {
		return "net.IP"
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case !named || n.Obj().Pkg() == nil:
			return ""
		case u.Info()&types.IsString != 0:
			return "named-string"
		case u.Info()&(types.IsNumeric|types.IsBoolean) != 0:
			return "named-int"
		}
	case *types.Struct:
		return structKind(u)
	case *types.Pointer:
		if isTypeParam(u.Elem()) {
			return ""
		}
		switch in := u.Elem().Underlying().(type) {
		case *types.Struct:
			return "*" + structKind(in)
		case *types.Basic:
			if _, named := types.Unalias(u.Elem()).(*types.Named); !named {
				return pointerKind(in)
			}
		}
	case *types.Slice:
		elem := u.Elem()
		switch {
		case isTypeParam(elem):
			return "" // may be bytes
		case types.Identical(elem, types.Typ[types.Byte]) && named:
			return "named-bytes"
		case types.Identical(elem, types.Typ[types.Byte]):
			return "" // text
		case named:
			return "[]struct" // no slice that the client knows
		case types.Identical(elem, types.Typ[types.String]):
			return "[]string"
		case isAny(elem) && !isNamedType(elem):
			return "[]any"
		case types.IsInterface(elem):
			return "[]struct"
		}
		switch elem.Underlying().(type) {
		case *types.Basic:
			return "[]int"
		case *types.Slice:
			return "[][]string"
		}
		return "[]struct"
	case *types.Map:
		return mapKind(u, named)
	}
	return ""
}

func mapKind(m *types.Map, named bool) string {
	switch {
	case named:
		return "map[string]struct" // no map that the client knows
	case isTypeParam(m.Key()) || isTypeParam(m.Elem()):
		return ""
	case !types.Identical(m.Key(), types.Typ[types.String]):
		return "map[int]string"
	case types.Identical(m.Elem(), types.Typ[types.String]):
		return "map[string]string"
	case isAny(m.Elem()) && !isNamedType(m.Elem()):
		return "map[string]any"
	}
	if _, ok := m.Elem().Underlying().(*types.Basic); ok {
		return "map[string]int"
	}
	return "map[string]struct"
}

func isNamedType(t types.Type) bool { _, ok := types.Unalias(t).(*types.Named); return ok }

func pointerKind(b *types.Basic) string {
	switch {
	case b.Info()&types.IsString != 0:
		return "*string"
	case b.Info()&types.IsBoolean != 0:
		return "*bool"
	case b.Info()&types.IsFloat != 0:
		return "*float64"
	case b.Info()&types.IsInteger != 0:
		return "*int"
	}
	return ""
}

func structKind(s *types.Struct) string {
	for i := range s.NumFields() {
		if tag := reflect.StructTag(s.Tag(i)).Get("redis"); tag != "" && tag != "-" && !strings.HasPrefix(tag, ",") {
			return "tagged"
		}
	}
	return "struct"
}

// hasMethod reports whether values of the type have the method of
// encoding.BinaryMarshaler.
func hasMethod(t types.Type, name string) bool {
	m := types.NewMethodSet(t).Lookup(nil, name)
	if m == nil {
		return false
	}
	sig, ok := m.Obj().Type().(*types.Signature)
	return ok && sig.Params().Len() == 0 && sig.Results().Len() == 2
}
