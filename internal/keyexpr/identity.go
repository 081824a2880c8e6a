package keyexpr

import (
	"strconv"
	"strings"
)

// The identity of a derived hole is an expression over the canonical text of
// what it is derived from, "fmt(%05d;p0)", "mul(1000;v\"x\")" or
// "fn(\"strings.ToLower\";p0)", so that a call of the function can still fill the
// parameters inside. IDs of these three forms are this package's own.
//
//	canonical  = part { "+" part }
//	part       = quoted | "p" index [ quoted ] [ "*" factor ] | "r" [ quoted ] [ "*" factor ] | "v" quoted | derived
//	derived    = "fmt(" verb ";" canonical ")" | "mul(" factor ";" canonical ")" | "fn(" quoted { ";" canonical } ")"

// A derivation is what a derived hole computes from arg, or from args.
type derivation struct {
	spec string // a verb of fmt with its flags, width and precision, "%05d"; "" is a multiplication
	mul  int64
	arg  Key
	fn   string // any other function of args; then the fields above are not used
	args []Key
}

// Derive returns the hole that holds what the function fn makes of the
// operands: equal to another one with the same fn and Equal operands. It is
// anonymous when an operand is, and fn must always answer the same operands
// with the same text. A call fills the parameters in the operands. The functions
// [FirstNonZero], [Largest], [Smallest] and [OptionOr] are computed as far as
// the operands are known.
func Derive(fn, name string, operands ...Key) Key {
	value, rest, known := compute(fn, operands)
	if known {
		return value
	}
	return derivation{fn: fn, args: rest}.hole(name)
}

// operands lists what the derivation depends on.
func (d derivation) operands() []Key {
	if d.fn != "" {
		return d.args
	}
	return []Key{d.arg}
}

const (
	// maxID bounds the identity of a derived hole, since facts carry it: what
	// is longer becomes anonymous, which is always safe.
	maxID = 512
	// maxDepth bounds the nesting of derived holes that is looked through.
	maxDepth = 16
)

// hole returns the derived hole. It is anonymous when arg has no identity.
func (d derivation) hole(name string) Key {
	h := Hole{Name: name}
	var id strings.Builder
	switch {
	case d.fn != "":
		id.WriteString("fn(" + strconv.Quote(d.fn))
	case d.spec != "":
		id.WriteString("fmt(" + d.spec)
	default:
		id.WriteString("mul(" + strconv.FormatInt(d.mul, 10))
	}
	for _, k := range d.operands() {
		canonical := k.Canonical()
		if canonical == "" {
			return Of(h)
		}
		id.WriteString(";" + canonical)
	}
	id.WriteByte(')')
	h.ID = id.String()
	// Nothing may look like an opaque value once parameters are inside.
	if _, ok := parseDerived(h.ID); !ok || len(h.ID) > maxID {
		h.ID = ""
	}
	return Of(h)
}

func (h Hole) derivation() (derivation, bool) {
	if h.Kind != Value {
		return derivation{}, false
	}
	return parseDerived(h.ID)
}

// factor is Mul with both spellings of "none" made one.
func (h Hole) factor() int64 {
	if h.Mul == 0 {
		return 1
	}
	return h.Mul
}

// same reports whether the two holes provably hold the same value.
func (h Hole) same(o Hole) bool {
	if h.Kind != o.Kind {
		return false
	}
	switch h.Kind {
	case Param:
		return h.Index == o.Index && h.Path == o.Path && h.factor() == o.factor()
	case Recv:
		return h.Path == o.Path && h.factor() == o.factor()
	default:
		return h.ID != "" && h.ID == o.ID
	}
}

// Equal reports whether the two keys provably have the same text: their parts
// are pairwise the same. A hole without an identity is the same as nothing.
func (k Key) Equal(o Key) bool {
	if len(k.Parts) != len(o.Parts) {
		return false
	}
	for i, p := range k.Parts {
		q := o.Parts[i]
		switch {
		case p.Hole == nil && q.Hole == nil:
			if p.Text != q.Text {
				return false
			}
		case p.Hole == nil || q.Hole == nil || !p.Hole.same(*q.Hole):
			return false
		}
	}
	return true
}

// Canonical returns a text that two keys share exactly when they are Equal, for
// maps and for identities built on a key. It is "" for a key that equals
// nothing because a hole of it is anonymous; the canonical text of the empty
// key is not "".
func (k Key) Canonical() string {
	if len(k.Parts) == 0 {
		return `""`
	}
	var b strings.Builder
	for i, p := range k.Parts {
		if i > 0 {
			b.WriteByte('+')
		}
		if p.Hole == nil {
			b.WriteString(strconv.Quote(p.Text))
			continue // literal text
		}
		h := *p.Hole
		switch h.Kind {
		case Param:
			b.WriteByte('p')
			b.WriteString(strconv.Itoa(h.Index))
		case Recv:
			b.WriteByte('r')
		default:
			if h.ID == "" {
				return ""
			}
			if _, ok := parseDerived(h.ID); ok {
				b.WriteString(h.ID)
			} else {
				b.WriteByte('v')
				b.WriteString(strconv.Quote(h.ID))
			}
			continue // a value has neither path nor factor
		}
		if h.Path != "" {
			b.WriteString(strconv.Quote(h.Path))
		}
		if n := h.factor(); n != 1 {
			b.WriteByte('*')
			b.WriteString(strconv.FormatInt(n, 10))
		}
	}
	return b.String()
}

// parseDerived reads the identity of a derived hole. Any other identity, also
// one that only begins like it, is opaque: not ok.
func parseDerived(id string) (derivation, bool) {
	if !hasDerivedPrefix(id) {
		return derivation{}, false
	}
	p := &canonicalParser{rest: id}
	d, ok := p.derived(maxDepth)
	return d, ok && p.rest == ""
}

func hasDerivedPrefix(s string) bool {
	return strings.HasPrefix(s, "fmt(") || strings.HasPrefix(s, "mul(") || strings.HasPrefix(s, "fn(")
}

type canonicalParser struct{ rest string }

func (p *canonicalParser) accept(c byte) bool {
	if p.rest != "" && p.rest[0] == c {
		p.rest = p.rest[1:]
		return true
	}
	return false
}

// until returns the text before c and skips both.
func (p *canonicalParser) until(c byte) (string, bool) {
	text, rest, ok := strings.Cut(p.rest, string(rune(c)))
	if ok {
		p.rest = rest
	}
	return text, ok
}

func (p *canonicalParser) quoted() (string, bool) {
	if p.rest == "" || p.rest[0] != '"' {
		return "", false
	}
	q, err := strconv.QuotedPrefix(p.rest)
	if err != nil {
		return "", false
	}
	p.rest = p.rest[len(q):]
	text, err := strconv.Unquote(q)
	return text, err == nil
}

func (p *canonicalParser) number() (int64, bool) {
	end := 0
	for end < len(p.rest) && (p.rest[end] >= '0' && p.rest[end] <= '9' || end == 0 && p.rest[end] == '-') {
		end++
	}
	n, err := strconv.ParseInt(p.rest[:end], 10, 64)
	p.rest = p.rest[end:]
	return n, err == nil
}

func (p *canonicalParser) derived(depth int) (d derivation, ok bool) {
	if depth == 0 || !hasDerivedPrefix(p.rest) {
		return d, false
	}
	if rest, ok := strings.CutPrefix(p.rest, "fn("); ok {
		p.rest = rest
		return p.function(depth)
	}
	isFmt := p.rest[0] == 'f'
	p.rest = p.rest[len("fmt("):]
	head, ok := p.until(';')
	if !ok {
		return d, false
	}
	if isFmt {
		v, ok := parseVerb(head, 0)
		if !ok || v.end != len(head) || v.spec() != head || !v.takesArg() || v.index != 0 {
			return d, false
		}
		d.spec = head
	} else {
		n, err := strconv.ParseInt(head, 10, 64)
		if err != nil || n == 0 || n == 1 {
			return d, false
		}
		d.mul = n
	}
	if d.arg, ok = p.canonical(depth - 1); !ok {
		return d, false
	}
	return d, p.accept(')')
}

// function parses what follows "fn(".
func (p *canonicalParser) function(depth int) (d derivation, ok bool) {
	if d.fn, ok = p.quoted(); !ok || d.fn == "" {
		return d, false
	}
	for p.accept(';') {
		k, ok := p.canonical(depth - 1)
		if !ok {
			return d, false
		}
		d.args = append(d.args, k)
	}
	return d, p.accept(')')
}

func (p *canonicalParser) canonical(depth int) (Key, bool) {
	var parts []Key
	for {
		part, ok := p.part(depth)
		if !ok {
			return Key{}, false
		}
		parts = append(parts, part)
		if !p.accept('+') {
			return Concat(parts...), true
		}
	}
}

func (p *canonicalParser) part(depth int) (Key, bool) {
	if p.rest == "" {
		return Key{}, false
	}
	var h Hole
	switch {
	case p.rest[0] == '"':
		text, ok := p.quoted()
		return Lit(text), ok
	case hasDerivedPrefix(p.rest):
		before := p.rest
		_, ok := p.derived(depth)
		return Of(Hole{ID: before[:len(before)-len(p.rest)]}), ok
	case p.accept('v'):
		id, ok := p.quoted()
		return Of(Hole{ID: id}), ok && id != ""
	case p.accept('p'):
		n, ok := p.number()
		if !ok || n != int64(int(n)) {
			return Key{}, false
		}
		h = Hole{Kind: Param, Index: int(n)}
	case p.accept('r'):
		h = Hole{Kind: Recv}
	default:
		return Key{}, false
	}
	if p.rest != "" && p.rest[0] == '"' {
		path, ok := p.quoted()
		if !ok {
			return Key{}, false
		}
		h.Path = path
	}
	if p.accept('*') {
		n, ok := p.number()
		if !ok {
			return Key{}, false
		}
		h.Mul = n
	}
	return Of(h), true
}
