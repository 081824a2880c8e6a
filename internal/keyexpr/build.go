package keyexpr

import (
	"math"
	"strconv"
	"strings"
)

// Lit returns the constant key s.
func Lit(s string) Key {
	if s == "" {
		return Key{}
	}
	return Key{Parts: []Part{{Text: s}}}
}

// Of returns the key that is just the hole h.
func Of(h Hole) Key {
	return Key{Parts: []Part{{Hole: &h}}}
}

const (
	// maxParts bounds the parts of a key.
	maxParts = 4096
	// maxText bounds its literal text, in bytes: scripts are keys, too.
	maxText = 16 << 20
)

// Concat returns the keys one after the other. The result is normalised even
// where the parts of an operand are not: adjacent literals are merged and
// empty ones dropped. What is longer than any real key becomes anonymous: a
// helper that hands on its parameter twice doubles it at every step.
func Concat(keys ...Key) Key {
	length, text := 0, 0
	for _, k := range keys {
		length += len(k.Parts)
		for _, p := range k.Parts {
			text += len(p.Text)
		}
	}
	if length > maxParts || text > maxText {
		return Of(Hole{})
	}
	var parts []Part
	for _, k := range keys {
		for _, p := range k.Parts {
			switch last := len(parts) - 1; {
			case p.Hole != nil:
				parts = append(parts, Part{Hole: p.Hole})
			case p.Text == "":
				// Nothing to add.
			case last >= 0 && parts[last].Hole == nil:
				parts[last].Text += p.Text
			default:
				parts = append(parts, Part{Text: p.Text})
			}
		}
	}
	return Key{Parts: parts}
}

// Join is strings.Join on keys.
func Join(sep Key, elems []Key) Key {
	var all []Key
	for i, e := range elems {
		if i > 0 {
			all = append(all, sep)
		}
		all = append(all, e)
	}
	return Concat(all...)
}

// Mul returns the key of the integer k times n: a literal is multiplied, a
// Param or Recv hole composes its factor, anything else becomes a hole derived
// from k. The result is anonymous when it cannot be named: an overflow, a
// literal that is no integer, or a k without an identity.
func (k Key) Mul(n int64) Key {
	switch n {
	case 0:
		return Lit("0")
	case 1:
		return k
	}
	if _, ok := k.Const(); ok {
		v, isInt := k.Int()
		product, fits := mulInt64(v, n)
		if !isInt || !fits {
			return Of(Hole{})
		}
		return Lit(strconv.FormatInt(product, 10))
	}
	h, single := k.single()
	if single && h.Kind != Value {
		product, fits := mulInt64(h.factor(), n)
		if !fits {
			return Of(Hole{Name: h.Name})
		}
		h.Mul = product
		return Of(h)
	}
	if single {
		if d, ok := parseDerived(h.ID); ok && d.spec == "" && d.fn == "" {
			product, fits := mulInt64(d.mul, n)
			switch {
			case !fits:
				return Of(Hole{Name: h.Name})
			case product == 1:
				return d.arg // -1 twice
			}
			return derivation{mul: product, arg: d.arg}.hole(h.Name)
		}
	}
	return derivation{mul: n, arg: k}.hole(h.Name)
}

// mulInt64 reports the product and whether it fits.
func mulInt64(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	p := a * b
	if p/b != a || (a == math.MinInt64 && b == -1) || (b == math.MinInt64 && a == -1) {
		return 0, false
	}
	return p, true
}

// Subst fills holes. f is asked for each hole of k, also for those inside the
// identity of a derived hole (a padded parameter), which is then derived anew
// and so may become literal; f is never asked for a derived hole itself. A hole
// that f declines stays. What fills a hole with a factor is multiplied (see
// [Key.Mul]).
func (k Key) Subst(f func(Hole) (Key, bool)) Key {
	return k.mapHoles(func(h Hole) Key {
		filled, ok := f(h)
		if !ok {
			return Of(h)
		}
		if h.Kind != Value {
			return filled.Mul(h.factor())
		}
		return filled
	})
}

// Rename maps the holes of k, also those inside the identity of a derived hole,
// in the manner of [Key.Subst]. The factor of the new hole is taken as it is.
func (k Key) Rename(f func(Hole) Hole) Key {
	return k.mapHoles(func(h Hole) Key { return Of(f(h)) })
}

func (k Key) mapHoles(f func(Hole) Key) Key {
	mapped := make([]Key, len(k.Parts))
	for i, p := range k.Parts {
		switch {
		case p.Hole == nil:
			mapped[i] = Lit(p.Text)
		default:
			mapped[i] = mapHole(*p.Hole, f)
		}
	}
	return Concat(mapped...)
}

func mapHole(h Hole, f func(Hole) Key) Key {
	d, ok := h.derivation()
	if !ok {
		return f(h)
	}
	if d.fn != "" {
		args := make([]Key, len(d.args))
		for i, a := range d.args {
			args[i] = a.mapHoles(f)
		}
		return Derive(d.fn, h.Name, args...)
	}
	_, single := d.arg.single()
	arg := d.arg.mapHoles(func(inner Hole) Key {
		// Identities carry no names, so the outer hole kept the name of its
		// only inner one.
		if single && inner.Name == "" {
			inner.Name = h.Name
		}
		return f(inner)
	})
	if d.spec == "" {
		return arg.Mul(d.mul)
	}
	verb, _ := parseVerb(d.spec, 0)
	if r, ok := verb.format(arg); ok {
		return r
	}
	// A literal of a kind that the verb refuses: the text is fmt's complaint.
	return Of(Hole{Name: h.Name})
}

// single returns the only part of k when that is a hole.
func (k Key) single() (Hole, bool) {
	if len(k.Parts) == 1 && k.Parts[0].Hole != nil {
		return *k.Parts[0].Hole, true
	}
	return Hole{}, false
}

// Any reports whether yes holds for some hole of k, also for those inside the
// identity of a derived hole.
func (k Key) Any(yes func(Hole) bool) bool {
	for _, p := range k.Parts {
		if p.Hole == nil {
			continue // literal text
		}
		if d, ok := p.Hole.derivation(); ok {
			for _, k := range d.operands() {
				if k.Any(yes) {
					return true
				}
			}
		} else if yes(*p.Hole) {
			return true
		}
	}
	return false
}

// Const returns the text of a key that has no holes.
func (k Key) Const() (string, bool) {
	switch len(k.Parts) {
	case 0:
		return "", true
	case 1:
		return k.Parts[0].Text, k.Parts[0].Hole == nil
	}
	return "", false
}

// Int returns the value of a constant decimal integer in the one form that
// Redis reads and strconv writes: no plus sign, no leading zeros.
func (k Key) Int() (int64, bool) {
	text, ok := k.Const()
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != text {
		return 0, false
	}
	return n, true
}

// Pattern returns the text with every hole as "*": for messages, and what the
// globs of the persistent setting are matched against.
func (k Key) Pattern() string {
	return k.print(func(Hole) string { return "*" })
}

// String returns the text with every hole as "{name}", "{?}" without a name:
// for dumps and printed facts.
func (k Key) String() string {
	return k.print(func(h Hole) string {
		if h.Name == "" {
			return "{?}"
		}
		return "{" + h.Name + "}"
	})
}

func (k Key) print(hole func(Hole) string) string {
	var b strings.Builder
	for _, p := range k.Parts {
		if p.Hole == nil {
			b.WriteString(p.Text)
		} else {
			b.WriteString(hole(*p.Hole))
		}
	}
	return b.String()
}

// Known reports whether anything can be said of the text: some literal text, or
// a hole with an identity. It is false for the empty key and for anonymous holes.
func (k Key) Known() bool {
	for _, p := range k.Parts {
		if p.Hole == nil || p.Hole.Kind != Value || p.Hole.ID != "" {
			return true
		}
	}
	return false
}

// FromParams reports whether a parameter or the receiver takes part in k, so
// that a caller can say more about it.
func (k Key) FromParams() bool {
	return k.Any(func(h Hole) bool { return h.Kind != Value })
}

// ParamOnly returns the index of the parameter that k is, whole and unchanged.
func (k Key) ParamOnly() (index int, ok bool) {
	h, ok := k.single()
	if !ok || h.Kind != Param || h.Path != "" || h.factor() != 1 {
		return 0, false
	}
	return h.Index, true
}
