// Package lua reads the text of a Redis script and tells which commands it
// sends, on which keys, and on what conditions.
//
// The syntax tree is gopher-lua's; no interpreter is linked in. What the script
// does is found by walking the tree once in the order of execution: locals hold
// symbolic values, functions of the script are looked through at their calls,
// and each command carries the comparisons that hold where it is sent. What is
// not understood makes values unknown, never wrong.
package lua

import (
	"strings"

	"github.com/redislint/redislint/internal/keyexpr"
)

// A Script is what the text of one script does.
type Script struct {
	Text string
	// Calls lists the commands in the order in which they are written; one in a
	// function of the script once for each call of the function.
	Calls []*Call
	// Returns lists the values that the script ends with.
	Returns []*Return
	// Opaque: the script does more than Calls shows, since a name of a command
	// or of a function is made at run time, or the text is too large to follow.
	Opaque bool
}

// A Value is one argument of a command.
//
// In Text, the hole of KEYS[n] is the parameter n-1 with the path "KEYS", that
// of ARGV[n] the one with the path "ARGV" (see [Key] and [Arg]); the answer of
// a command is a value whose identity [Script.Reply] resolves.
type Value struct {
	Text keyexpr.Key
	// Spread: stands for zero or more arguments (unpack).
	Spread bool
}

// A Call is one redis.call or redis.pcall.
type Call struct {
	// Args are the arguments, the command's name first. They are never empty,
	// and the first is constant.
	Args []Value
	// Offset and End span the function's last name ("call") in the text.
	Offset, End int
	// Protected: redis.pcall, whose error is an answer.
	Protected bool
	// Guards hold wherever the command is sent.
	Guards []Cond
	// Loop: sent any number of times.
	Loop bool
	// Order counts the calls in the order of execution.
	Order int
}

// Name is the first argument in upper case.
func (c *Call) Name() string {
	name, _ := c.Args[0].Text.Const()
	return strings.ToUpper(name)
}

// A Return is one place where the script ends with values.
type Return struct {
	Values []Value
	Guards []Cond
}

// An Op compares the two sides of a [Cond].
type Op string

const (
	Equal        Op = "=="
	NotEqual     Op = "~="
	Less         Op = "<"
	LessEqual    Op = "<="
	Greater      Op = ">"
	GreaterEqual Op = ">="
	// True and False say of the left side alone that it is neither nil nor
	// false, or one of them.
	True  Op = "true"
	False Op = "false"
)

var negated = map[Op]Op{
	Equal: NotEqual, NotEqual: Equal, Less: GreaterEqual, GreaterEqual: Less,
	Greater: LessEqual, LessEqual: Greater, True: False, False: True,
}

// A Cond is a comparison that holds.
type Cond struct {
	Op          Op
	Left, Right Value
}

const (
	keysPath = "KEYS"
	argvPath = "ARGV"
)

// Key is the hole of KEYS[n], n from 1 on.
func Key(n int) keyexpr.Key { return element(keysPath, n) }

// Arg is the hole of ARGV[n], n from 1 on.
func Arg(n int) keyexpr.Key { return element(argvPath, n) }

func element(table string, n int) keyexpr.Key {
	return keyexpr.Of(keyexpr.Hole{Kind: keyexpr.Param, Index: n - 1, Path: table, Name: table + "[" + itoa(n) + "]"})
}

// Unnamed is the text without the names of its holes for KEYS[n] and ARGV[n],
// which [Named] gives back: facts are smaller without.
func Unnamed(k keyexpr.Key) keyexpr.Key {
	return rename(k, func(keyexpr.Hole) string { return "" })
}

// Named is the text as it was before [Unnamed].
func Named(k keyexpr.Key) keyexpr.Key {
	return rename(k, func(h keyexpr.Hole) string { return h.Path + "[" + itoa(h.Index+1) + "]" })
}

func rename(k keyexpr.Key, name func(keyexpr.Hole) string) keyexpr.Key {
	return k.Rename(func(h keyexpr.Hole) keyexpr.Hole {
		if h.Kind == keyexpr.Param && (h.Path == keysPath || h.Path == argvPath) {
			h.Name = name(h)
		}
		return h
	})
}

// MadeUp reports whether the text is made of literals and ARGV alone, and not of
// KEYS or of what the script read.
func MadeUp(k keyexpr.Key) bool {
	ofArgs := isOf(argvPath)
	return !k.Any(func(h keyexpr.Hole) bool { return !ofArgs(h) })
}

func isOf(table string) func(keyexpr.Hole) bool {
	return func(h keyexpr.Hole) bool {
		if h.Kind == keyexpr.Param {
			return h.Path == table
		}
		of, _, ok := parseSome(h.ID)
		return ok && of == table
	}
}

// Reply is the command whose answer the text is, whole and unchanged; nil if
// it is anything else.
func (s *Script) Reply(k keyexpr.Key) *Call {
	if len(k.Parts) != 1 || k.Parts[0].Hole == nil {
		return nil
	}
	rest, ok := strings.CutPrefix(k.Parts[0].Hole.ID, replyID)
	if !ok {
		return nil
	}
	for _, c := range s.Calls {
		if itoa(c.Order) == rest {
			return c
		}
	}
	return nil
}

const replyID = "lua:reply#"

// some is the hole of elements of KEYS or ARGV that are not named one by one:
// all from the given one on (id is ""), or the one of a loop or of an index
// that is not known, told apart by id.
func some(table string, from int, id, name string) keyexpr.Key {
	return keyexpr.Of(keyexpr.Hole{ID: "lua:" + table + ":" + itoa(from) + ":" + id, Name: name})
}

func parseSome(id string) (table string, from int, ok bool) {
	rest, ok := strings.CutPrefix(id, "lua:")
	if !ok {
		return "", 0, false
	}
	table, rest, _ = strings.Cut(rest, ":")
	if table != keysPath && table != argvPath {
		return "", 0, false
	}
	number, _, ok := strings.Cut(rest, ":")
	return table, atoi(number), ok
}

// Bind fills KEYS and ARGV with what the caller passes. An element that was
// passed by a spread, or past the end, stays open.
func (v Value) Bind(keys, args []Value) []Value {
	if v.Spread && len(v.Text.Parts) == 1 && v.Text.Parts[0].Hole != nil {
		if table, from, ok := parseSome(v.Text.Parts[0].Hole.ID); ok {
			passed := keys
			if table == argvPath {
				passed = args
			}
			if from-1 <= len(passed) {
				return passed[from-1:]
			}
			return nil
		}
	}
	v.Text = v.Text.Subst(func(h keyexpr.Hole) (keyexpr.Key, bool) {
		passed := keys
		if h.Kind == keyexpr.Param && h.Path == argvPath {
			passed = args
		}
		if h.Kind == keyexpr.Param {
			if h.Path != keysPath && h.Path != argvPath {
				return keyexpr.Key{}, false
			}
			for i, p := range passed {
				if p.Spread {
					break // from here on, positions do not count
				}
				if i == h.Index {
					return p.Text, true
				}
			}
			// Nothing in the caller has this identity, so it must not stay.
			return keyexpr.Of(keyexpr.Hole{Name: h.Name}), true
		}
		if table, _, ok := parseSome(h.ID); ok {
			if table == argvPath {
				passed = args
			}
			if len(passed) == 1 && !passed[0].Spread {
				return passed[0].Text, true
			}
			// One of those passed: all that they share is sure.
			return keyexpr.Of(keyexpr.Hole{Name: h.Name}), true
		}
		return keyexpr.Key{}, false
	})
	return []Value{v}
}

// A Source is an element of KEYS, or of ARGV, that a value is made of.
type Source struct {
	Index int // from 0 on
	Args  bool
}

// Sources lists what the value is made of when a run passes that many elements.
func Sources(v Value, keys, args int) []Source {
	var out []Source
	v.Text.Any(func(h keyexpr.Hole) bool {
		if h.Kind == keyexpr.Param && (h.Path == keysPath || h.Path == argvPath) {
			out = append(out, Source{h.Index, h.Path == argvPath})
			return false
		}
		table, from, ok := parseSome(h.ID)
		if !ok {
			return false
		}
		n := keys
		if table == argvPath {
			n = args
		}
		for i := max(from-1, 0); i < n; i++ {
			out = append(out, Source{i, table == argvPath})
		}
		return false
	})
	return out
}
