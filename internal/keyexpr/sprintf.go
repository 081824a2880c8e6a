package keyexpr

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Sprintf is fmt.Sprintf on keys. An argument is the text that %v prints of it,
// and for %s that %s prints, so the caller must hand in a hole for what prints
// otherwise than it is sent (a bool, a time.Duration, a byte slice under %v).
//
// Plain %s, %v, %d and %t insert the argument. Any other verb, flag, width or
// precision is applied to a constant by fmt itself when all kinds of values
// that print as its text agree ("7" under %05d can only be an integer; under %x
// it may be a string too), and makes a hole derived from the argument
// otherwise. Arguments may be indexed (%[1]s).
//
// It is false where fmt would complain in the text (missing or extra arguments,
// bad verbs or indexes) and for widths and precisions taken from arguments.
func Sprintf(format string, args []Key) (Key, bool) {
	var out []Key
	next := 0
	indexed := false
	for i := 0; i < len(format); {
		if format[i] != '%' {
			end := strings.IndexByte(format[i:], '%')
			if end < 0 {
				end = len(format) - i
			}
			out = append(out, Lit(format[i:i+end]))
			i += end
			continue // text between verbs
		}
		v, ok := parseVerb(format, i)
		if !ok {
			return Key{}, false
		}
		i = v.end
		if !v.takesArg() {
			out = append(out, Lit("%"))
			continue // %% takes no argument
		}
		if v.index != 0 {
			next = v.index - 1
			indexed = true
		}
		if next >= len(args) {
			return Key{}, false
		}
		k, ok := v.format(args[next])
		if !ok {
			return Key{}, false
		}
		out = append(out, k)
		next++
	}
	// fmt does not count the arguments once one was indexed.
	if !indexed && next < len(args) {
		return Key{}, false
	}
	return Concat(out...), true
}

// Verbs returns the verb that prints each argument of a format: 0 for one that
// is not printed, or by several verbs.
func Verbs(format string, args int) []byte {
	out := make([]byte, args)
	next := 0
	seen := make([]bool, args)
	for i := strings.IndexByte(format, '%'); i >= 0 && i < len(format); {
		v, ok := parseVerb(format, i)
		if !ok {
			return out
		}
		if v.takesArg() {
			if v.index != 0 {
				next = v.index - 1
			}
			if next < args {
				switch {
				case !seen[next]:
					out[next] = v.char
				case out[next] != v.char:
					out[next] = 0
				}
				seen[next] = true
			}
			next++
		}
		i = v.end
		if n := strings.IndexByte(format[i:], '%'); n >= 0 {
			i += n
		} else {
			break
		}
	}
	return out
}

// A verb is one directive of a format: %[flags][width][.precision][[index]]verb.
type verb struct {
	flags       string // sorted, each once
	width, prec int    // -1: none
	index       int    // 1-based; 0: none
	char        byte   // the verb
	end         int    // offset behind it in the format
}

// maxWidth bounds widths and precisions: a wider one is no key.
const maxWidth = 1000

// parseVerb reads the directive at s[i]. It is false for a directive that fmt
// complains about whatever the argument, and for widths from arguments.
func parseVerb(s string, i int) (verb, bool) {
	v := verb{width: -1, prec: -1}
	if i >= len(s) || s[i] != '%' {
		return v, false
	}
	i++
	start := i
	for i < len(s) && strings.IndexByte("#0+- ", s[i]) >= 0 {
		i++
	}
	flags := []byte(s[start:i])
	slices.Sort(flags)
	v.flags = string(slices.Compact(flags))

	var ok bool
	if v.width, i, ok = parseWidth(s, i); !ok {
		return v, false
	}
	if i < len(s) && s[i] == '.' {
		if v.prec, i, ok = parseWidth(s, i+1); !ok {
			return v, false
		}
		v.prec = max(v.prec, 0) // "%.s" is "%.0s"
	}
	if i < len(s) && s[i] == '[' {
		end := strings.IndexByte(s[i:], ']')
		if end < 0 {
			return v, false
		}
		var rest int
		digits := s[i+1 : i+end]
		v.index, rest, ok = parseWidth(digits, 0)
		if !ok || rest != len(digits) || v.index < 1 {
			return v, false
		}
		i += end + 1
	}
	if i >= len(s) {
		return v, false
	}
	v.char = s[i]
	v.end = i + 1
	if v.char == '%' {
		return v, v.index == 0
	}
	return v, strings.IndexByte("bcdeEfFgGoOpqstTUvxX", v.char) >= 0
}

// parseWidth reads an optional decimal number: -1 when there is none.
func parseWidth(s string, i int) (n, end int, ok bool) {
	end = i
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	if end == i {
		return -1, i, true
	}
	n, err := strconv.Atoi(s[i:end])
	return n, end, err == nil && n <= maxWidth
}

func (v verb) takesArg() bool { return v.char != '%' }

// spec is the directive without its index, in one spelling.
func (v verb) spec() string {
	b := []byte("%" + v.flags)
	if v.width >= 0 {
		b = strconv.AppendInt(b, int64(v.width), 10)
	}
	if v.prec >= 0 {
		b = append(b, '.')
		b = strconv.AppendInt(b, int64(v.prec), 10)
	}
	return string(append(b, v.char))
}

// plain reports whether the directive prints the text of the argument.
func (v verb) plain() bool {
	return strings.IndexByte("svdt", v.char) >= 0 && v.width <= 0 && v.prec < 0 && strings.Trim(v.flags, "-0") == ""
}

// format prints one argument; not ok when fmt would complain about its kind.
func (v verb) format(arg Key) (Key, bool) {
	if text, ok := arg.Const(); ok {
		return v.formatConst(text)
	}
	if v.plain() {
		return arg, true
	}
	h, _ := arg.single()
	if v.char == 'T' || v.char == 'p' {
		return Of(Hole{Name: h.Name}), true // says nothing of the value
	}
	return derivation{spec: v.spec(), arg: arg}.hole(h.Name), true
}

func (v verb) formatConst(text string) (Key, bool) {
	if v.char == 'T' || v.char == 'p' {
		return Of(Hole{}), true // says nothing of the value
	}
	spec := v.spec()
	complaint := "%!" + string(v.char) + "("
	var results []string
	for _, value := range printedAs(text) {
		s := fmt.Sprintf(spec, value)
		if !strings.HasPrefix(s, complaint) && !slices.Contains(results, s) {
			results = append(results, s)
		}
	}
	switch len(results) {
	case 0:
		return Key{}, false
	case 1:
		return Lit(results[0]), true
	}
	// Which of them depends on the kind of the argument: even the same text
	// under the same verb is not provably the same.
	return Of(Hole{}), true
}

// printedAs returns a value of each kind that %v prints as text.
func printedAs(text string) []any {
	values := []any{text}
	add := func(v any, err error) {
		if err == nil && fmt.Sprint(v) == text {
			values = append(values, v)
		}
	}
	if text == "" || utf8.RuneCountInString(text) > 64 {
		return values // no number is as long
	}
	i, err := strconv.ParseInt(text, 10, 64)
	add(i, err)
	u, err := strconv.ParseUint(text, 10, 64)
	add(u, err)
	f, err := strconv.ParseFloat(text, 64)
	add(f, err)
	f, err = strconv.ParseFloat(text, 32)
	add(float32(f), err)
	c, err := strconv.ParseComplex(text, 128)
	add(c, err)
	c, err = strconv.ParseComplex(text, 64)
	add(complex64(c), err)
	b, err := strconv.ParseBool(text)
	add(b, err)
	add(nil, nil)
	return values
}
