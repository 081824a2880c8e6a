package goredis

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/keyexpr"
)

func itoa(n int) string { return strconv.Itoa(n) }

func anonymous(name string) keyexpr.Key { return keyexpr.Of(keyexpr.Hole{Name: name}) }

// flat evaluates a variadic parameter of which a lone slice, map or struct
// stands for its elements (HSet, MSet: appendArgs in go-redis).
func flat(x *eval.Index, args []ast.Expr, spread bool) []command.Arg {
	if len(args) != 1 || spread {
		return client.Variadic(x, args, spread)
	}
	a := args[0]
	t := x.Info.TypeOf(a)
	if t == nil {
		return client.Variadic(x, args, spread)
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if b, ok := u.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Byte {
			break // one value
		}
		return client.Elements(x, a)
	case *types.Map:
		lit := x.Literal(a)
		if lit == nil || changed(x, a) {
			return []command.Arg{{Text: anonymous("?"), Expr: a, Spread: true, Mixed: true}}
		}
		var out []command.Arg
		for _, el := range lit.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				out = append(out, command.Arg{Text: x.Key(kv.Key), Expr: kv.Key}, command.Arg{Text: x.Key(kv.Value), Expr: kv.Value})
			}
		}
		return out
	case *types.Struct:
		return []command.Arg{{Text: anonymous("?"), Expr: a, Spread: true, Mixed: true}}
	case *types.Pointer:
		if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			return []command.Arg{{Text: anonymous("?"), Expr: a, Spread: true, Mixed: true}}
		}
	case *types.Interface:
		return []command.Arg{{Text: x.Key(a), Expr: a, Spread: true, Mixed: true}}
	}
	return client.Variadic(x, args, spread)
}

// changed reports whether elements of the map are set after its literal.
func changed(x *eval.Index, a ast.Expr) bool {
	id, ok := ast.Unparen(a).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := x.Info.Uses[id].(*types.Var)
	return ok && len(x.ElemAssigns(v)) > 0
}

// A builder fills a method's template with the arguments of one call.
type builder struct {
	x    *eval.Index
	call *ast.CallExpr
	args []ast.Expr
	sig  *types.Signature
	m    *Method
}

func (b *builder) wire(items []Item) []command.Arg {
	var out []command.Arg
	for i, it := range items {
		if ref := (Ref{Param: it.Param, Field: it.Field}); !ref.IsNone() && ref == b.m.KeepTTL {
			if v := b.value(ref.Param, ref.Field); isKeepTTL(v.text) {
				out = append(out, command.Arg{Text: keyexpr.Lit("KEEPTTL"), Expr: v.expr})
				continue // in place of the expiry
			}
		}
		args := b.item(it)
		if len(it.If)+len(it.Unless) > 0 {
			conds, sure := b.refs(it.If, false)
			unless, sure2 := b.refs(it.Unless, true)
			if b.wordOfKeepTTL(items, i) {
				if len(it.Unless) > 0 {
					continue // SETNX: the client takes the form with options
				}
				conds, unless, sure, sure2 = nil, nil, true, true
			}
			if !sure || !sure2 {
				conds = []keyexpr.Key{{}} // refuted: Finish keeps it as unsent
			}
			for i := range args {
				args[i].If, args[i].Unless = conds, unless
			}
		}
		out = append(out, args...)
	}
	return out
}

// wordOfKeepTTL reports whether the item is a word that depends on an expiry
// which is redis.KeepTTL, and is not the EX that stands before it: v8's SetNX
// sends SET key value KEEPTTL NX, where 0 makes it SETNX.
func (b *builder) wordOfKeepTTL(items []Item, i int) bool {
	it := items[i]
	if it.Lit == "" || b.m.KeepTTL.IsNone() || len(it.If)+len(it.Unless) != 1 {
		return false
	}
	on := append(it.If, it.Unless...)[0]
	on.Positive = b.m.KeepTTL.Positive
	if on != b.m.KeepTTL || i+1 < len(items) && items[i+1].Param == on.Param {
		return false
	}
	return isKeepTTL(b.value(on.Param, on.Field).text)
}

// isKeepTTL: redis.KeepTTL is a Duration of -1.
func isKeepTTL(k keyexpr.Key) bool {
	n, ok := k.Int()
	return ok && n == -1
}

// refs evaluates conditions to the values that decide them; those that the
// code decides are gone, and ok is false when one is refuted.
func (b *builder) refs(refs []Ref, negated bool) (open []keyexpr.Key, ok bool) {
	for _, r := range refs {
		k, decided, holds := b.ref(r)
		switch {
		case !decided:
			open = append(open, k)
		case holds == negated:
			return nil, false
		}
	}
	return open, true
}

func (b *builder) ref(r Ref) (k keyexpr.Key, decided, holds bool) {
	v := b.value(r.Param, r.Field)
	if r.Is != "" {
		s, ok := v.text.Const()
		if ok {
			return v.text, true, strings.EqualFold(s, r.Is)
		}
		return anonymous(r.Is), false, false
	}
	if v.set {
		return v.text, true, true
	}
	switch {
	case command.Zero(v.text):
		return v.text, true, false
	case command.NonZero(v.text):
		return v.text, true, true
	}
	return v.text, false, false
}

// A value is what the code shows of a parameter or a field of one.
type value struct {
	expr ast.Expr
	text keyexpr.Key
	set  bool // certainly not zero (a literal slice with elements, a time)
}

func (b *builder) variadicAt(param int) bool {
	return b.sig.Variadic() && param == b.sig.Params().Len()-1
}

func (b *builder) value(param int, field string) value {
	if param >= len(b.args) {
		return value{text: keyexpr.Lit("")}
	}
	if b.variadicAt(param) {
		return value{text: anonymous("?"), expr: b.args[param]}
	}
	e := b.args[param]
	for field != "" {
		name, rest, _ := strings.Cut(field, ".")
		if strings.ContainsAny(name, "[]") {
			return value{text: anonymous(name), expr: e}
		}
		val, state := b.x.Field(e, name)
		switch state {
		case eval.FieldUnknown:
			return value{text: b.x.Path(e, "."+field), expr: e}
		case eval.FieldZero:
			return value{text: keyexpr.Lit("")}
		}
		e, field = val, rest
	}
	v := value{expr: e, text: b.x.Key(e)}
	switch t := b.x.Info.TypeOf(e); {
	case t == nil:
	case isStruct(t): // time.Time: zero only as the literal time.Time{}
		if lit := b.x.Literal(e); lit != nil {
			v.set = len(lit.Elts) > 0
			if !v.set {
				v.text = keyexpr.Lit("")
			}
		}
	default:
		if lit := b.x.Literal(e); lit != nil && len(lit.Elts) > 0 {
			v.set = true
		}
	}
	return v
}

func isStruct(t types.Type) bool { _, ok := t.Underlying().(*types.Struct); return ok }

func (b *builder) item(it Item) []command.Arg {
	if it.Group != nil {
		return []command.Arg{{Text: anonymous("?"), Spread: true, Mixed: true, Expr: b.at(it.Param)}}
	}
	if it.Param < 0 {
		return []command.Arg{{Text: keyexpr.Lit(it.Lit)}}
	}
	if it.Param >= len(b.args) {
		return nil // an empty variadic parameter, or code that does not type-check
	}
	if it.Count {
		return []command.Arg{b.count(it)}
	}
	if it.Each {
		return b.each(it)
	}
	if b.variadicAt(it.Param) {
		return client.Variadic(b.x, b.args[it.Param:], b.call.Ellipsis.IsValid())
	}
	v := b.value(it.Param, it.Field)
	a := command.Arg{Text: v.text, Expr: v.expr, Unit: it.Unit}
	switch ref := (Ref{Param: it.Param, Field: it.Field}); {
	case ref == b.m.KeepTTL:
		a.Negative = "keepttl"
	case ref == b.m.Block:
		a.Negative = "omit"
		if v.expr == nil {
			a.Text = keyexpr.Lit("0") // a field left out: BLOCK 0
		}
	}
	if prefix, ok := strings.CutPrefix(it.Unit, "prefix="); ok {
		a.Text, a.Unit = keyexpr.Concat(keyexpr.Lit(prefix), a.Text), ""
	}
	return []command.Arg{a}
}

func (b *builder) at(param int) ast.Expr {
	if param < len(b.args) {
		return b.args[param]
	}
	return nil
}

func (b *builder) each(it Item) []command.Arg {
	spread := b.call.Ellipsis.IsValid()
	if it.Field == "" {
		if b.variadicAt(it.Param) {
			if it.Param == b.m.Flat {
				return flat(b.x, b.args[it.Param:], spread)
			}
			return client.Variadic(b.x, b.args[it.Param:], spread)
		}
		return client.Elements(b.x, b.args[it.Param])
	}
	if strings.ContainsAny(it.Field, "[]") {
		return []command.Arg{{Text: anonymous("?"), Expr: b.args[it.Param], Spread: true, Mixed: true}}
	}
	v := b.value(it.Param, it.Field)
	if v.expr == nil {
		return nil
	}
	if (Ref{Param: it.Param, Field: it.Field}) == b.m.FlatField {
		return flat(b.x, []ast.Expr{v.expr}, false)
	}
	if v.expr == b.args[it.Param] { // the struct itself: the field is not in reach
		return []command.Arg{{Text: v.text, Expr: v.expr, Spread: true}}
	}
	return client.Elements(b.x, v.expr)
}

func (b *builder) count(it Item) command.Arg {
	it.Count = false
	it.Each = true
	n, per := 0, max(it.Per, 1)
	counted := b.each(it)
	for _, a := range counted {
		if a.Spread {
			open := command.Arg{Text: anonymous("count")}
			if per == 1 {
				open.Counts = len(counted)
			}
			return open
		}
		n++
	}
	return command.Arg{Text: keyexpr.Lit(itoa(n / per))}
}
