// Package wire is the notation for how a method of a client library spells
// its command on the wire: which parameter becomes which argument, under which
// condition. internal/tools/genmethods writes it, internal/client/goredis
// reads it; so this package imports nothing of either.
package wire

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// A Table holds the methods and constructors of one major version of
// go-redis. A line of it is parsed when it is looked up, so that a program
// which uses ten methods pays for ten. Safe for concurrent use.
type Table struct {
	// Version is "v9", "v8", "v7" or "v6".
	Version string
	// Module is the module that the table was made from, with its version:
	// "github.com/redis/go-redis/v9 v9.23.0".
	Module string

	methods, others, constructors, exceptions []string // sorted lines
	parsed                                    sync.Map // line → *Method, nil where the line is malformed
}

// A Method is one method of Pipeliner, or one NewXxxCmd constructor, and what
// it sends.
type Method struct {
	Name string
	// Items is the command as it goes on the wire, its name first. Empty for
	// most methods that have a Role.
	Items []Item
	// Result is the type of the first result as Go prints it inside package
	// redis ("*StatusCmd"), or "" for none.
	Result string
	// Role is "" where a call sends, or queues, the one command of Items.
	// Otherwise one of the Role constants.
	Role string

	// KeepTTL is the time.Duration whose value -1 (redis.KeepTTL) sends
	// KEEPTTL in place of its item and the word before that; Param is -1 for
	// none.
	KeepTTL Ref
	// Precise is the time.Duration that is sent as EX and whole seconds, as
	// Items has it, only where it is a whole number of seconds of at least
	// one; any other value that is sent goes as PX and milliseconds. For a
	// time.Time the pair is EXAT and PXAT (PXAT where it has at least a
	// millisecond beyond the second).
	Precise []Ref
	// Block is the time.Duration that is sent, with its keyword, only where
	// it is not negative; zero is sent, and blocks for ever. Param is -1 for
	// none.
	Block Ref
	// Flat is the variadic parameter of which a single argument that is a
	// slice, a map or a struct is spread into its elements, pairs or tagged
	// fields; -1 for none. An interface{} field of an options struct can be
	// spread too (XAddArgs.Values): see FlatField.
	Flat int
	// FlatField is the interface{} field whose slice or map is spread; Param
	// is -1 for none.
	FlatField Ref
	// Partial says that Items is right for the plain use of the method, but
	// that some combination of options is sent otherwise; the exceptions
	// section of the table gives the reason.
	Partial bool
}

// The roles of methods that send no command of their own.
const (
	RoleDo        = "do"        // the arguments are the command: Items is the variadic parameter
	RoleProcess   = "process"   // queues or sends the Cmder(s) it is given
	RolePipeline  = "pipeline"  // makes a pipeline, or a transaction where its name has Tx
	RolePipelined = "pipelined" // runs a function over a new pipeline and executes that
	RoleExec      = "exec"      // executes what is queued
	RoleDiscard   = "discard"   // drops what is queued
	RoleWatch     = "watch"     // runs a function in a transaction; Items is the WATCH
	RoleSubscribe = "subscribe" // makes a PubSub; Items is its first command
	RoleInspect   = "inspect"   // reads the pipeline's own state
)

// An Item is one part of a command: a word, an argument, or a run of them.
type Item struct {
	// Lit is a fixed word, upper case; only where Param is -1.
	Lit string
	// Param is the index of the parameter in the Go signature without the
	// receiver (so 0 is the context in v9 and v8), or -1 for a word.
	Param int
	// Field is the path inside the parameter: "MaxLen", "Expiration.Mode".
	// A path ends in "[key]" or "[val]" for the keys or values of a map, in
	// sorted order of the keys. Within a Group it starts at the parameter and
	// passes through the element: "Members[].Score", "[].Score", "[][key]".
	Field string
	// Each: the item stands for every element of the slice, variadic
	// parameter or map; zero or more arguments. With a Group, the group is
	// repeated for every element of the slice at Param and Field.
	Each bool
	// Group is what is sent for one element; only with Each.
	Group []Item
	// Count: the argument is not the value but the number of its elements,
	// divided by Per (1; 2 where the elements are pairs).
	Count bool
	Per   int
	// Unit says how the value is converted. "s" and "ms": a time.Duration in
	// whole seconds or milliseconds, a positive one below the unit is sent as
	// 1; "s0" and "ms0": the same, but below the unit it is sent as 0; "unix"
	// and "unixms": a time.Time as Unix time; "hex16": an integer as 16 hex
	// digits; "min0": a negative number is sent as 0; "lower": a string in
	// lower case; "csv": the elements joined by commas; "prefix=X": the text X and the
	// value as one argument; "part": the value is only a part of the argument.
	Unit string
	// If and Unless: the item is sent only where all of If hold and none of
	// Unless does.
	If, Unless []Ref
}

// A Ref is a parameter, or a field inside one, as the condition of an item. It holds
// where the value is not zero: a non-empty string, slice or map, a number
// other than 0, true, a non-nil pointer or interface.
type Ref struct {
	Param int
	Field string
	// Is narrows the condition: the value is this one. Only strings.
	Is string
	// Positive narrows the condition: the number or duration is above 0.
	Positive bool
}

var none = Ref{Param: -1}

// IsNone reports whether r names no parameter.
func (r Ref) IsNone() bool { return r.Param < 0 }

// String prints r as the tables spell it: "1.MaxLen", "2.Mode=IFEQ".
func (r Ref) String() string {
	s := strconv.Itoa(r.Param)
	if r.Field != "" {
		if r.Field[0] != '[' {
			s += "."
		}
		s += r.Field
	}
	if r.Is != "" {
		s += "=" + r.Is
	}
	if r.Positive {
		s += "+"
	}
	return s
}

// String prints it as the tables spell it.
func (it Item) String() string {
	var b strings.Builder
	switch {
	case it.Group != nil:
		b.WriteByte('(')
		for i, g := range it.Group {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(g.String())
		}
		b.WriteString(")...")
		if r, ok := overElement(it.Group); !ok || r.Param != it.Param || r.Field != it.Field {
			b.WriteString(Ref{Param: it.Param, Field: it.Field}.String())
		}
	case it.Param < 0:
		b.WriteString(quoteWord(it.Lit))
	default:
		if it.Count {
			b.WriteByte('#')
		}
		b.WriteByte('$')
		b.WriteString(Ref{Param: it.Param, Field: it.Field}.String())
		if it.Each {
			b.WriteString("...")
		}
		if it.Count && it.Per > 1 {
			b.WriteString("/" + strconv.Itoa(it.Per))
		}
		if it.Unit != "" {
			b.WriteString(":" + it.Unit)
		}
	}
	writeRefs(&b, '?', it.If)
	writeRefs(&b, '!', it.Unless)
	return b.String()
}

func writeRefs(b *strings.Builder, mark byte, refs []Ref) {
	for i, r := range refs {
		if i > 0 {
			mark = ','
		}
		b.WriteByte(mark)
		b.WriteString(r.String())
	}
}

// quoteWord quotes what the parser would otherwise take apart.
func quoteWord(s string) string {
	if s == "" || strings.ContainsAny(s, "?! \t\n\"\\$#()@") {
		return strconv.Quote(s)
	}
	return s
}

// New reads the text of a table. It looks for the sections only: a line is
// parsed when it is asked for.
func New(version, text string) *Table {
	t := &Table{Version: version}
	var section *[]string
	for text != "" {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		switch {
		case line == "":
		case strings.HasPrefix(line, "# module "):
			t.Module = strings.TrimPrefix(line, "# module ")
		case line[0] == '#':
		case line == "[methods]":
			section = &t.methods
		case line == "[others]":
			section = &t.others
		case line == "[constructors]":
			section = &t.constructors
		case line == "[exceptions]":
			section = &t.exceptions
		case section != nil:
			*section = append(*section, line)
		}
	}
	return t
}

// Method returns what the method of that name sends: one of Pipeliner (and so
// of Cmdable and of all clients), or one of *Pipeline and all clients that no
// interface has, like Wait.
func (t *Table) Method(name string) (*Method, bool) { return t.lookup(t.methods, name) }

// Other returns what a method sends that not all clients have, or that differs
// between them: "Tx.Watch" is that of a Tx, "Client.Watch" that of any client.
func (t *Table) Other(recv, name string) (*Method, bool) {
	return t.lookup(t.others, recv+"."+name)
}

// Constructor returns what the command made by redis.NewXxxCmd sends. Most
// have RoleDo: their args are the command.
func (t *Table) Constructor(name string) (*Method, bool) { return t.lookup(t.constructors, name) }

// Exception returns the reason why a method is missing from the table or is
// Partial.
func (t *Table) Exception(name string) (string, bool) {
	line, ok := find(t.exceptions, name)
	if !ok {
		return "", false
	}
	_, reason, _ := strings.Cut(line, "\t")
	return reason, true
}

// Names returns the names of all methods, sorted.
func (t *Table) Names() []string { return names(t.methods) }

// Others returns the names of the methods that Other knows, each as
// "Receiver.Name", sorted.
func (t *Table) Others() []string { return names(t.others) }

// Constructors returns the names of all constructors, sorted.
func (t *Table) Constructors() []string { return names(t.constructors) }

func names(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i], _, _ = strings.Cut(line, "\t")
	}
	return out
}

func find(lines []string, name string) (string, bool) {
	i := sort.Search(len(lines), func(i int) bool {
		n, _, _ := strings.Cut(lines[i], "\t")
		return n >= name
	})
	if i < len(lines) {
		if n, _, _ := strings.Cut(lines[i], "\t"); n == name {
			return lines[i], true
		}
	}
	return "", false
}

func (t *Table) lookup(lines []string, name string) (*Method, bool) {
	line, ok := find(lines, name)
	if !ok {
		return nil, false
	}
	if m, ok := t.parsed.Load(line); ok {
		m := m.(*Method)
		return m, m != nil
	}
	// A malformed line cannot be in an embedded table (a test parses them
	// all); it counts as absent.
	m, err := ParseMethod(line)
	if err != nil {
		m = nil
	}
	t.parsed.Store(line, m)
	return m, m != nil
}

// ParseMethod parses one line of a table:
//
//	Name <tab> items <tab> result type <tab> attributes
//
// Items are separated by spaces; the last two columns may be missing. An item
// is
//
//	SET  "a b"      a word, quoted as Go does where it needs to be
//	$1  $1.Stream   a parameter, a field of it
//	$1...           every element of it
//	($1[].Score $1[].Member)...   for every element, these
//	($1.ID)...1.Streams           for every element of another one, these
//	#$2.Keys  #$1/2 the number of elements, of pairs
//
// with, in this order, a conversion (":s"), the conditions that must hold
// ("?3+,1.MaxLen,2.Mode=IFEQ": positive, not zero, this value) and those that must not ("!1.MinID"). The first item is
// "@role" for a method that sends no command of its own. Attributes are
// separated by spaces: keepttl=REF precise=REF block=REF flat=REF partial.
func ParseMethod(line string) (*Method, error) {
	cols := strings.Split(line, "\t")
	if len(cols) < 2 || len(cols) > 4 || cols[0] == "" {
		return nil, fmt.Errorf("method line %q: want 2 to 4 columns", line)
	}
	m := &Method{Name: cols[0], KeepTTL: none, Block: none, Flat: -1, FlatField: none}
	p := parser{rest: cols[1]}
	if strings.HasPrefix(p.rest, "@") {
		m.Role, p.rest, _ = strings.Cut(p.rest[1:], " ")
	}
	m.Items = p.items(false)
	if p.err != nil {
		return nil, fmt.Errorf("method %s: %w", m.Name, p.err)
	}
	if len(cols) > 2 {
		m.Result = cols[2]
	}
	if len(cols) > 3 {
		for _, attr := range strings.Fields(cols[3]) {
			if err := m.attribute(attr); err != nil {
				return nil, fmt.Errorf("method %s: %w", m.Name, err)
			}
		}
	}
	return m, nil
}

func (m *Method) attribute(attr string) error {
	name, val, _ := strings.Cut(attr, "=")
	if name == "partial" {
		m.Partial = true
		return nil
	}
	p := parser{rest: val}
	refs := p.refs()
	ref := refs[0]
	if p.err == nil && p.rest != "" {
		p.fail("attribute %q", attr)
	}
	switch name {
	case "keepttl":
		m.KeepTTL = ref
	case "precise":
		m.Precise = refs
	case "block":
		m.Block = ref
	case "flat":
		if ref.Field == "" {
			m.Flat = ref.Param
		} else {
			m.FlatField = ref
		}
	default:
		p.fail("unknown attribute %q", attr)
	}
	return p.err
}

// ParseRefs reads conditions as the tables spell them: "2.NX,3.Get".
func ParseRefs(text string) ([]Ref, error) {
	p := parser{rest: text}
	refs := p.refs()
	if p.err == nil && p.rest != "" {
		p.fail("unexpected %q", p.rest)
	}
	return refs, p.err
}

// A parser consumes rest; the first error stays and ends it.
type parser struct {
	rest string
	err  error
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	p.rest = ""
}

func (p *parser) eat(s string) bool {
	var ok bool
	p.rest, ok = strings.CutPrefix(p.rest, s)
	return ok
}

// items parses up to the end, or up to the ")" that ends a group. Groups do
// not nest.
func (p *parser) items(inGroup bool) []Item {
	var items []Item
	for p.err == nil && p.rest != "" {
		if inGroup && p.rest[0] == ')' {
			return items
		}
		if p.eat(" ") {
			continue
		}
		items = append(items, p.item(inGroup))
		if p.err == nil && p.rest != "" && p.rest[0] != ' ' && (!inGroup || p.rest[0] != ')') {
			p.fail("unexpected %q", p.rest)
		}
	}
	if inGroup {
		p.fail("group is not closed")
	}
	return items
}

func (p *parser) item(inGroup bool) Item {
	it := Item{Param: -1}
	switch {
	case p.eat("("):
		if inGroup {
			p.fail("group in a group")
			return it
		}
		it = p.group()
	case p.eat("#$"):
		it.Count, it.Per = true, 1
		r := p.ref()
		it.Param, it.Field = r.Param, r.Field
		if p.eat("/") {
			it.Per = p.number()
			if it.Per == 0 {
				p.fail("division by 0")
			}
		}
	case p.eat("$"):
		r := p.ref()
		it.Param, it.Field = r.Param, r.Field
		it.Each = p.eat("...")
	default:
		it.Lit = p.word()
	}
	if it.Param >= 0 && it.Group == nil && p.eat(":") {
		n := strings.IndexAny(p.rest, "?! )")
		if n < 0 {
			n = len(p.rest)
		}
		it.Unit, p.rest = p.rest[:n], p.rest[n:]
	}
	if p.eat("?") {
		it.If = p.refs()
	}
	if p.eat("!") {
		it.Unless = p.refs()
	}
	return it
}

// group parses what follows "(".
func (p *parser) group() Item {
	it := Item{Param: -1, Each: true}
	it.Group = p.items(true)
	if !p.eat(")...") {
		p.fail("group does not end in \")...\"")
	}
	r, ok := overElement(it.Group)
	if p.rest != "" && '0' <= p.rest[0] && p.rest[0] <= '9' {
		r, ok = p.ref(), true
	}
	if !ok {
		p.fail("group over nothing")
	}
	it.Param, it.Field = r.Param, r.Field
	return it
}

// overElement finds the slice that a group goes over: what the first of its
// items with an element has before "[]".
func overElement(group []Item) (Ref, bool) {
	for _, g := range group {
		if field, _, ok := strings.Cut(g.Field, "[]"); ok && g.Param >= 0 {
			return Ref{Param: g.Param, Field: field}, true
		}
	}
	return none, false
}

func (p *parser) word() string {
	if strings.HasPrefix(p.rest, `"`) {
		q, err := strconv.QuotedPrefix(p.rest)
		if err != nil {
			p.fail("bad quoting: %q", p.rest)
			return ""
		}
		p.rest = p.rest[len(q):]
		s, err := strconv.Unquote(q)
		if err != nil {
			p.fail("bad quoting: %q", q)
		}
		return s
	}
	n := strings.IndexAny(p.rest, " ?!()\"\\$#@")
	if n < 0 {
		n = len(p.rest)
	}
	if n == 0 {
		p.fail("unexpected %q", p.rest)
		return ""
	}
	s := p.rest[:n]
	p.rest = p.rest[n:]
	return s
}

func (p *parser) refs() []Ref {
	refs := []Ref{p.ref()}
	for p.eat(",") {
		refs = append(refs, p.ref())
	}
	return refs
}

// ref parses "1", "1.Field.Sub", "1[].Field", "1[key]", each with an optional
// "=value" or "+".
func (p *parser) ref() Ref {
	r := Ref{Param: p.number()}
	n := 0
	for n < len(p.rest) && isPathByte(p.rest[n]) {
		// The dots of "..." end a path.
		if strings.HasPrefix(p.rest[n:], "...") {
			break
		}
		n++
	}
	r.Field = strings.TrimPrefix(p.rest[:n], ".")
	if n > 0 && (r.Field == "" || p.rest[0] != '.' && p.rest[0] != '[') {
		p.fail("bad path %q", p.rest)
		return r
	}
	p.rest = p.rest[n:]
	if p.eat("=") {
		n := strings.IndexAny(p.rest, " ,?!)")
		if n < 0 {
			n = len(p.rest)
		}
		if n == 0 {
			p.fail("a condition with no value")
			return r
		}
		r.Is, p.rest = p.rest[:n], p.rest[n:]
		return r
	}
	r.Positive = p.eat("+")
	return r
}

func isPathByte(c byte) bool {
	return c == '.' || c == '[' || c == ']' || c == '_' ||
		'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// number parses an unsigned number of at most two digits: no Go signature of
// a client is longer.
func (p *parser) number() int {
	n := 0
	for n < len(p.rest) && n < 2 && '0' <= p.rest[n] && p.rest[n] <= '9' {
		n++
	}
	if n == 0 {
		p.fail("want a number: %q", p.rest)
		return -1
	}
	v, _ := strconv.Atoi(p.rest[:n])
	p.rest = p.rest[n:]
	return v
}
