package keyexpr

import (
	"cmp"
	"strconv"
	"strings"
)

// Functions that [Derive] computes where their operands allow it, so that a
// call that fills a parameter may still make the value known.
const (
	// FirstNonZero is cmp.Or.
	FirstNonZero = "cmp.Or"
	// Largest and Smallest are Go's max and min, of integers.
	Largest, Smallest = "max", "min"
	// Replaced is strings.ReplaceAll, of a text without holes.
	Replaced = "strings.ReplaceAll"
	// OptionOr is what functional options set a field to, the first operand,
	// and the second one where that is [Unset].
	OptionOr = "option"
	// chosen is what [Choose] makes, followed by its operator.
	chosen = "if"
)

// A path of a Param hole that begins with one of these bytes says what a call
// makes of its argument, or of the arguments of a variadic parameter, in place
// of fields.
const (
	// PathJoined: the elements, joined by the text that follows.
	PathJoined = '*'
	// PathFormatted: printed by the format that the parameter of the number
	// that follows is.
	PathFormatted = '%'
	// PathOption: what the options among the elements set the field that
	// follows to, or [Unset].
	PathOption = '~'
	// PathElement: the element of the number that follows, and of that the
	// fields after it; [Unset] where there are fewer.
	PathElement = '['
	// PathCount: how many elements there are.
	PathCount = '#'
)

const unset = "unset"

// Unset is what options give a field that none of them sets.
func Unset() Key { return Of(Hole{ID: unset, Name: unset}) }

// Choose is the text of then where x op y holds, and else that of otherwise: a
// variable that a condition gives another value. Op is one of Go's comparisons;
// integers are compared as such, other text for equality alone.
func Choose(op, name string, x, y, then, otherwise Key) Key {
	if then.Equal(otherwise) {
		return then
	}
	return Derive(chosen+op, name, x, y, then, otherwise)
}

// holds compares two texts where both are known.
func holds(op string, x, y Key) (yes, known bool) {
	a, ok1 := x.Const()
	b, ok2 := y.Const()
	if !ok1 || !ok2 {
		return false, false
	}
	order := 1
	if a == b {
		order = 0
	}
	if op != "==" && op != "!=" {
		m, ok1 := x.Int()
		n, ok2 := y.Int()
		if !ok1 || !ok2 {
			return false, false
		}
		order = cmp.Compare(m, n)
	}
	switch op {
	case "==":
		return order == 0, true
	case "!=":
		return order != 0, true
	case "<":
		return order < 0, true
	case "<=":
		return order <= 0, true
	case ">":
		return order > 0, true
	case ">=":
		return order >= 0, true
	}
	return false, false
}

// compute is the value of a function of the operands where they decide it, or
// those operands that still matter.
func compute(fn string, args []Key) (value Key, rest []Key, known bool) {
	switch fn {
	case FirstNonZero:
		for len(args) > 1 {
			text, ok := args[0].Const()
			if !ok {
				return Key{}, args, false
			}
			if text != "" && text != "0" && text != "false" {
				break // the first that is not zero
			}
			args = args[1:]
		}
		if len(args) > 0 {
			return args[0], nil, true
		}
	case Largest, Smallest:
		var out int64
		for i, a := range args {
			n, ok := a.Int()
			if !ok {
				return Key{}, args, false
			}
			if i == 0 || fn == Largest && n > out || fn == Smallest && n < out {
				out = n
			}
		}
		if len(args) > 0 {
			return Lit(strconv.FormatInt(out, 10)), nil, true
		}
	case Replaced:
		if len(args) != 3 {
			break
		}
		text, ok1 := args[0].Const()
		old, ok2 := args[1].Const()
		if !ok1 || !ok2 || old == "" {
			break
		}
		var parts []Key
		for part := range strings.SplitSeq(text, old) {
			parts = append(parts, Lit(part))
		}
		return Join(args[2], parts), nil, true
	case OptionOr:
		if len(args) != 2 {
			break
		}
		switch h, single := args[0].single(); {
		case !single:
			return args[0], nil, true
		case h.Kind == Value && h.ID == unset:
			return args[1], nil, true
		case h.Kind == Param && h.Path != "" && h.Path[0] == PathOption:
			// The options are the caller's own parameter: its callers know.
		default:
			return args[0], nil, true
		}
	}
	if op, ok := strings.CutPrefix(fn, chosen); ok && len(args) == 4 {
		if yes, known := holds(op, args[0], args[1]); known && yes {
			return args[2], nil, true
		} else if known {
			return args[3], nil, true
		}
	}
	return Key{}, args, false
}

// Common returns what all the keys begin and end with, in whole words, and the
// hole for what differs between. Keys that are all equal are that key.
func Common(keys []Key, differs Hole) Key {
	if len(keys) == 0 {
		return Of(differs)
	}
	first := units(keys[0])
	begin, shortest := len(first), len(first)
	var end int
	equal := true
	all := make([][]Part, len(keys))
	for i, k := range keys {
		u := units(k)
		all[i] = u
		shortest = min(shortest, len(u))
		equal = equal && k.Equal(keys[0])
		n := 0
		for n < begin && n < len(u) && sameUnit(u[n], first[n]) {
			n++
		}
		begin = n
	}
	if equal {
		return keys[0]
	}
	for begin > 0 && wordUnit(first[begin-1]) {
		begin-- // no half of a word
	}
	end = shortest - begin
	for _, u := range all {
		n := 0
		for n < end && sameUnit(u[len(u)-1-n], first[len(first)-1-n]) {
			n++
		}
		end = n
	}
	for end > 0 && wordUnit(first[len(first)-end]) {
		end--
	}
	return Concat(Key{Parts: first[:begin]}, Of(differs), Key{Parts: first[len(first)-end:]})
}

// units are the bytes and the holes of a key.
func units(k Key) []Part {
	var out []Part
	for _, p := range k.Parts {
		if p.Hole != nil {
			out = append(out, p)
			continue // one unit
		}
		for i := range len(p.Text) {
			out = append(out, Part{Text: p.Text[i : i+1]})
		}
	}
	return out
}

func sameUnit(a, b Part) bool {
	if a.Hole != nil && b.Hole != nil {
		return a.Hole.same(*b.Hole)
	}
	return a.Hole == nil && b.Hole == nil && a.Text == b.Text
}

// wordUnit reports whether the byte is a letter, a digit or part of one that is
// not ASCII.
func wordUnit(p Part) bool {
	if p.Hole != nil {
		return false
	}
	c := p.Text[0]
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
