package rediscmd

import (
	"strconv"
	"strings"
)

// Access is what a command does with a key: one of KeyRO, KeyRW, KeyOW, KeyRM
// (how it treats the key's metadata and value) and any of the others.
// Meaning: https://redis.io/docs/latest/develop/reference/key-specs/ (7.0).
type Access uint16

const (
	KeyRO Access = 1 << iota // reads the value
	KeyRW                    // changes the value or its metadata
	KeyOW                    // overwrites the value
	KeyRM                    // deletes the key

	KeyAccess // gives the value's data to the user or another key
	KeyUpdate // changes data, which may depend on the old
	KeyInsert // adds data and changes none
	KeyDelete // deletes data

	KeyNot        // not a key but hashed to a slot like one: a sharded channel
	KeyIncomplete // the spec may miss keys
	KeyVariable   // options of the call decide which of the above hold, such as SET's GET
)

// Reads reports whether the command looks at the old value or metadata and
// lets the caller or another key know of it.
func (a Access) Reads() bool { return a&(KeyRO|KeyAccess) != 0 }

// Writes reports whether the key may be another after the command.
func (a Access) Writes() bool { return a&(KeyRW|KeyOW|KeyRM) != 0 }

// Begin says how the first argument of a KeySpec is found.
type Begin uint8

const (
	BeginUnknown Begin = iota // no rule describes it
	BeginIndex                // at Index
	BeginKeyword              // after Keyword, searched forward from Index or, if negative, back from there, counted from the end
)

// Find says which arguments are keys, from the first one on.
type Find uint8

const (
	FindUnknown Find = iota
	// FindRange: every Step-th argument up to Last, counted from the first
	// key or, if negative, from the end of the call (-1: the last argument).
	// A Limit above 1 with Last -1 stops after that fraction of what is left:
	// 2 is the first half.
	FindRange
	// FindKeyNum: the argument at NumIndex, counted from the beginning, is
	// the number of keys; they start at First and are Step apart.
	FindKeyNum
)

// A KeySpec describes where keys stand in a call, as COMMAND does.
type KeySpec struct {
	Access  Access
	Begin   Begin
	Find    Find
	Keyword string // upper case
	Index   int

	Last, Limit     int // FindRange
	NumIndex, First int // FindKeyNum
	Step            int
}

// A KeyRef is an argument that is a key.
type KeyRef struct {
	Index  int // 0 is the first word of the command's name
	Access Access
}

// Keys is KeyRefs without the sharded channels, as bare indices.
func (c *Command) Keys(n int, arg func(i int) (string, bool)) (idx []int, exact bool) {
	refs, exact := c.KeyRefs(n, arg)
	for _, r := range refs {
		if r.Access&KeyNot == 0 {
			idx = append(idx, r.Index)
		}
	}
	return idx, exact
}

// KeyRefs finds the arguments that the server hashes to a slot, among the n
// arguments of a call of c: its keys, and for SPUBLISH and its like channels,
// marked KeyNot. Index 0 is the first word of the command's name. The arg
// function gives the text of the argument at an index when that is known.
//
// The list is exact when no other key can be there, whatever the texts that
// arg does not know. An inexact list is the best effort: keys whose number is
// not known are missing, and a keyword is looked for in what is known.
func (c *Command) KeyRefs(n int, arg func(i int) (string, bool)) (refs []KeyRef, exact bool) {
	// A negative n would overflow below.
	call := call{n: max(n, 0), arg: arg, exact: true}
	switch c.Name {
	case "SORT", "SORT_RO":
		call.sort(c)
	case "MIGRATE":
		call.migrate(c)
	default:
		for _, s := range c.Specs {
			call.spec(s)
		}
	}
	return call.refs, call.exact
}

type call struct {
	n     int
	arg   func(int) (string, bool)
	refs  []KeyRef
	exact bool
}

func (c *call) add(i int, a Access) {
	if i < 1 || i >= c.n {
		c.exact = false
		return
	}
	c.refs = append(c.refs, KeyRef{Index: i, Access: a})
}

// spec follows getKeysUsingKeySpecs of Redis 7.0.
func (c *call) spec(s KeySpec) {
	if s.Access&KeyIncomplete != 0 {
		c.exact = false
	}
	var first int
	switch s.Begin {
	case BeginIndex:
		first = s.Index
	case BeginKeyword:
		first = c.keyword(s.Keyword, s.Index) + 1
		if first == 0 {
			return // an option that is not given
		}
	default:
		c.exact = false
		return
	}
	step := max(s.Step, 1)
	var last int
	switch s.Find {
	case FindRange:
		switch {
		case s.Last >= 0:
			last = first + s.Last
		case s.Limit > 1:
			last = first + (c.n-first)/s.Limit + s.Last
		default:
			last = c.n + s.Last
		}
		// A range to the end of a call always has its first key.
		if last < first {
			c.exact = false
			return
		}
	case FindKeyNum:
		num, ok := c.number(first + s.NumIndex)
		if !ok {
			c.exact = false
			return
		}
		if num == 0 {
			return
		}
		first += s.First
		// More keys than arguments end where these do; without this test a
		// huge number would overflow.
		if num > c.n {
			c.exact, last = false, c.n-1
		} else {
			last = first + (num-1)*step
		}
	default:
		c.exact = false
		return
	}
	if last >= c.n {
		c.exact, last = false, c.n-1
	}
	for i := first; i <= last; i += step {
		c.add(i, s.Access)
	}
}

// number reads a count. One that the server refuses is not known.
func (c *call) number(i int) (int, bool) {
	if i >= c.n {
		return 0, false
	}
	text, ok := c.arg(i)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && text[0] != '+'
}

// Options of the commands with keywords (XREAD, XREADGROUP, GEORADIUS and its
// like) that one value follows, which is no keyword then.
func takesValue(word string) bool {
	return strings.EqualFold(word, "COUNT") || strings.EqualFold(word, "BLOCK") || strings.EqualFold(word, "CLAIM")
}

// keyword finds a keyword as the server does, the first from start on, and
// gives -1 when it is not there. An argument that is not known and may be the
// keyword makes the list inexact.
func (c *call) keyword(word string, start int) int {
	step := 1
	if start < 0 {
		start, step = c.n+start, -1
	}
	for i := start; i >= 1 && i < c.n; i += step {
		text, known := c.arg(i)
		switch {
		case !known:
			c.exact = false
		case strings.EqualFold(text, word):
			return i
		case step > 0 && takesValue(text):
			i++
		}
	}
	return -1
}

// sort reads the options of SORT, whose specs for STORE, BY and GET are
// unknown: a keyword may stand anywhere. Options are read as sortCommand of
// Redis 7.0 reads them. Keys named by a BY or GET pattern are derived from
// the elements, so a pattern with a star makes the list inexact.
func (c *call) sort(cmd *Command) {
	var key, store Access
	for _, s := range cmd.Specs {
		switch {
		case s.Begin == BeginIndex:
			key = s.Access
		case s.Access&KeyOW != 0:
			store = s.Access
		}
	}
	c.add(1, key)
	storeAt := 0
	for i := 2; i < c.n; i++ {
		text, known := c.arg(i)
		switch {
		case !known:
			c.exact = false
		case strings.EqualFold(text, "LIMIT"):
			i += 2
		case strings.EqualFold(text, "BY"), strings.EqualFold(text, "GET"):
			i++
			if pattern, known := c.literal(i); !known || strings.Contains(pattern, "*") {
				c.exact = false
			}
		case strings.EqualFold(text, "STORE") && store != 0 && i+1 < c.n:
			i++
			storeAt = i // the last one wins
		}
	}
	if storeAt > 0 {
		c.add(storeAt, store)
	}
}

func (c *call) literal(i int) (string, bool) {
	if i >= c.n {
		return "", false
	}
	return c.arg(i)
}

// migrate reads MIGRATE host port key db timeout [option…] [KEYS key…]. With
// KEYS the key argument is the empty string. The options are skipped as in
// migrateGetKeys of Redis 7.0.
func (c *call) migrate(cmd *Command) {
	var access Access
	for _, s := range cmd.Specs {
		access |= s.Access &^ KeyIncomplete
	}
	key, keyKnown := c.literal(3)
	for i := 6; i < c.n; i++ {
		text, known := c.arg(i)
		switch {
		case !known:
			c.exact = false
		case strings.EqualFold(text, "AUTH"):
			i++
		case strings.EqualFold(text, "AUTH2"):
			i += 2
		case strings.EqualFold(text, "KEYS"):
			if keyKnown && key != "" {
				// The server refuses this call; it counts the one key.
				c.add(3, access)
				return
			}
			c.exact = c.exact && keyKnown
			for i++; i < c.n; i++ {
				c.add(i, access)
			}
			return
		}
	}
	c.add(3, access)
}
