package usage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/keyexpr"
)

// factVersion is the first byte of every fact. Facts of another version are
// ignored: a build cache may hold those of an older redislint.
const factVersion = 5

// funcFact is the summary of a function, or of the script that a variable holds, in our own encoding: drivers decode
// facts before any analyzer runs, so what they decode is opaque bytes.
type funcFact struct{ Bytes []byte }

// packageFact holds the few bits that travel up the import graph (each package
// re-exports those of its imports, since some drivers show direct imports only),
// and what the package itself does with the families of its keys.
type packageFact struct{ Bytes []byte }

func (*funcFact) AFact()    {}
func (*packageFact) AFact() {}

// String prints the fact for tests and dumps.
func (f *funcFact) String() string {
	s := decodeSummary(f.Bytes)
	if s == nil {
		return "none"
	}
	var out []string
	if s.builds {
		out = append(out, s.text.String())
	}
	for _, f := range s.sets {
		out = append(out, "sets "+f.Field+"="+f.Value.String())
	}
	for i := range s.templates {
		c := command.Command{Wire: s.templates[i].wire}
		if c.Finish() {
			out = append(out, c.String())
		}
	}
	return strings.Join(out, "; ")
}

// Sends reports whether the fact holds commands, and its size in bytes, for
// tests of what facts cost.
func (f *funcFact) Sends() (bool, int) {
	s := decodeSummary(f.Bytes)
	return s != nil && len(s.templates) > 0, len(f.Bytes)
}

func (f *packageFact) String() string {
	reach, families := decodePackage(f.Bytes)
	out := []string{reach.String()}
	for _, id := range slices.Sorted(maps.Keys(families)) {
		out = append(out, id+" "+families[id].String())
	}
	return strings.Join(out, "; ")
}

type bits uint8

const (
	// reachesClient: the package imports a client library, directly or not.
	reachesClient bits = 1 << iota
	// buildsCluster: a cluster client is built here or below.
	buildsCluster
	// setsResolver: SetCommandInfoResolver is called here or below.
	setsResolver
)

func (b bits) String() string {
	var out []string
	for i, name := range [...]string{"reaches a client", "builds a cluster client", "sets a command resolver"} {
		if b&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return strings.Join(out, ", ")
}

// maxFamilies bounds what a package tells of its keys.
const maxFamilies = 256

func encodePackage(b bits, families map[string]family) []byte {
	out := []byte{factVersion, byte(b)}
	ids := slices.Sorted(maps.Keys(families))
	for _, id := range ids[:min(len(ids), maxFamilies)] {
		out = families[id].append(appendString(out, id))
	}
	return out
}

func (f family) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(f.bits))
	b = binary.AppendUvarint(b, uint64(len(f.commands)))
	for _, name := range f.commands {
		b = appendString(b, name)
	}
	return b
}

func (r *reader) family() family {
	f := family{bits: familyBits(r.number())}
	for range r.count() {
		if r.err != nil {
			break
		}
		f.commands = append(f.commands, r.string())
	}
	return f
}

func decodeFamily(data []byte) family {
	r := &reader{b: data}
	if f := r.family(); r.err == nil {
		return f
	}
	return family{}
}

func factBits(data []byte) bits {
	if len(data) < 2 || data[0] != factVersion {
		return 0
	}
	return bits(data[1])
}

// decodePackage gives nothing for a fact that another version wrote, or a
// damaged one.
func decodePackage(data []byte) (bits, map[string]family) {
	if len(data) < 2 || data[0] != factVersion {
		return 0, nil
	}
	families := map[string]family{}
	r := &reader{b: data[2:]}
	for len(r.b) > 0 {
		id := r.string()
		families[id] = r.family()
		if r.err != nil {
			return 0, nil
		}
	}
	return bits(data[1]), families
}

// export publishes what dependent packages may ask for.
func (p *Package) export(pass *analysis.Pass) {
	pass.ExportPackageFact(&packageFact{encodePackage(p.reach, p.visibleFamilies())})
	for _, fn := range p.Index.Funcs {
		if fn.Decl == nil || fn.Obj == nil || !visible(fn.Obj) || p.left[fn.File] && !generated(fn.File) {
			continue // other packages cannot call it
		}
		if s := p.summaryOf(fn.Obj); s != nil && s.exportable() {
			pass.ExportObjectFact(fn.Obj, &funcFact{s.encode()})
		}
	}
	for _, name := range p.Types.Scope().Names() {
		v, ok := p.Types.Scope().Lookup(name).(*types.Var)
		if !ok || !v.Exported() {
			continue // not a variable that another package can use
		}
		s := p.heldBy(v)
		if s == nil {
			s = p.scriptFact(v)
		}
		if s != nil {
			pass.ExportObjectFact(v, &funcFact{s.encode()})
		}
	}
}

// heldBy is the summary of the function, or the effects of the option, that a
// variable of the package holds; nil when it is neither, or set again.
func (p *Package) heldBy(v *types.Var) *summary {
	rhs, i, once := p.Index.Once(v)
	if !once || i >= 0 {
		return nil
	}
	if lit, ok := ast.Unparen(rhs).(*ast.FuncLit); ok && p.Index.LitOf(lit) != nil {
		if s := p.summaryOfLit(p.Index.LitOf(lit)); s != nil {
			return s
		}
	}
	if !eval.IsOption(v.Type()) {
		return nil
	}
	if sets, ok := p.Index.Option(rhs); ok {
		return &summary{sets: sets, option: true}
	}
	return nil
}

// visible reports whether another package can call the function: it is
// exported; methods of unexported types are reached through interfaces and values.
func visible(fn *types.Func) bool { return fn.Exported() }

// exportable reports whether the summary says anything to another package.
func (s *summary) exportable() bool {
	return len(s.templates) > 0 || s.builds && !hasLocal(s.text) || s.option
}

// hasLocal reports whether the text holds a value that means nothing to a caller.
func hasLocal(k keyexpr.Key) bool {
	return k.Any(func(h keyexpr.Hole) bool {
		return h.Kind == keyexpr.Value && (h.ID == "" || h.ID[0] == 'l')
	})
}

const (
	flagForwarder = 1 << iota
	flagBuilds
	flagOption
)

const (
	flagPipe = 1 << iota
	flagEach
	flagWatched
	flagMay
	flagSettled
	flagScript
	flagGuard
)

const (
	scriptLoop = 1 << iota
	scriptGuarded
	scriptProtected
	scriptChecked
	scriptUndeclared
)

const (
	argSpread = 1 << iota
	argMixed
	argConds
	argUnit
	argNegative
	// argSelf: the argument is sent when it is not zero, as an expiry is.
	argSelf
	// argNext: it is sent when its successor, as EX before an expiry, is.
	argNext
	argCounts
)

func (s *summary) encode() []byte {
	s = s.numbered()
	b := []byte{factVersion}
	var flags byte
	if s.forwarder {
		flags |= flagForwarder
	}
	if s.builds {
		flags |= flagBuilds
	}
	if s.option {
		flags |= flagOption
	}
	b = append(b, flags)
	if s.builds {
		b = s.text.Append(b)
	}
	if s.option {
		b = binary.AppendUvarint(b, uint64(len(s.sets)))
		for _, f := range s.sets {
			b = f.Value.Append(appendString(b, f.Field))
		}
	}
	b = binary.AppendUvarint(b, uint64(len(s.templates)))
	for i := range s.templates {
		b = s.templates[i].append(b)
	}
	return b
}

// numbered gives the values that the function makes up numbers for identities,
// in the order of their use: the places that they have in memory differ from
// run to run, and facts must not.
func (s *summary) numbered() *summary {
	numbers := map[string]string{}
	number := func(k keyexpr.Key) keyexpr.Key {
		return k.Rename(func(h keyexpr.Hole) keyexpr.Hole {
			if h.Kind != keyexpr.Value || !strings.HasPrefix(h.ID, "l:") {
				return h
			}
			if numbers[h.ID] == "" {
				numbers[h.ID] = "l:" + strconv.Itoa(len(numbers))
			}
			h.ID = numbers[h.ID]
			return h
		})
	}
	out := &summary{forwarder: s.forwarder, text: number(s.text), builds: s.builds, option: s.option}
	for _, f := range s.sets {
		out.sets = append(out.sets, eval.Effect{Field: f.Field, Value: number(f.Value)})
	}
	for _, t := range s.templates {
		t.on, t.guard = number(t.on), number(t.guard)
		if t.script != nil {
			script := *t.script
			script.Token = number(script.Token)
			t.script = &script
		}
		wire := make([]command.Arg, len(t.wire))
		for i, a := range t.wire {
			a.Text, a.If, a.Unless = number(a.Text), openAll(a.If, number), openAll(a.Unless, number)
			wire[i] = a
		}
		t.wire = wire
		out.templates = append(out.templates, t)
	}
	return out
}

func appendString(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// words are the texts that nearly every fact has, each a byte there. The order
// is part of the encoding.
var words = [...]string{
	"", "redis.UniversalClient", "*redis.Client", "*redis.ClusterClient", "redis.Cmdable", "*redis.Ring", "*redis.Tx",
	"*redis.Conn", "redis.Pipeliner", "*redis.Pipeline", "v9", "v8", "v7", "v6",
	command.AnyValue, "s", "ms", "s0", "ms0",
}

// appendWord writes the word's number, or 0xff and the text.
func appendWord(b []byte, s string) []byte {
	if i := slices.Index(words[:], s); i >= 0 {
		return append(b, byte(i))
	}
	return appendString(append(b, 0xff), s)
}

func (r *reader) word() string {
	switch i := r.byte(); {
	case int(i) < len(words):
		return words[i]
	case i == 0xff:
		return r.string()
	}
	r.b, r.err = nil, errFact
	return ""
}

func (t *template) append(b []byte) []byte {
	var flags byte
	for i, on := range [...]bool{t.pipe, t.each, t.watched, t.may, t.settled, t.script != nil, len(t.guard.Parts) > 0} {
		if on {
			flags |= 1 << i
		}
	}
	b = append(b, flags, byte(t.kind), byte(t.batchOf))
	b = binary.AppendUvarint(b, uint64(t.batch))
	b = t.on.Append(b)
	if len(t.guard.Parts) > 0 {
		b = t.guard.Append(b)
	}
	b = appendWord(b, t.typ)
	b = appendWord(b, t.version)
	if s := t.script; s != nil {
		var flags byte
		for i, on := range [...]bool{s.Loop, s.Guarded, s.Protected, s.Checked, s.Undeclared} {
			if on {
				flags |= 1 << i
			}
		}
		b = binary.AppendUvarint(append(b, flags), uint64(s.Order))
		b = s.Token.Append(b)
	}
	b = binary.AppendUvarint(b, uint64(len(t.inner)))
	for _, n := range t.inner {
		b = appendString(b, n)
	}
	b = binary.AppendUvarint(b, uint64(len(t.wire)))
	for i := range t.wire {
		a := &t.wire[i]
		var flags byte
		self := len(a.If) == 1 && len(a.Unless) == 0 && a.If[0].Equal(a.Text)
		next := !self && len(a.If) == 1 && len(a.Unless) == 0 && i+1 < len(t.wire) && a.If[0].Equal(t.wire[i+1].Text)
		for j, on := range [...]bool{a.Spread, a.Mixed, len(a.If)+len(a.Unless) > 0 && !self && !next, a.Unit != "", a.Negative != "", self, next, a.Counts > 0} {
			if on {
				flags |= 1 << j
			}
		}
		b = append(b, flags)
		b = a.Text.Append(b)
		if flags&argConds != 0 {
			for _, conds := range [...][]keyexpr.Key{a.If, a.Unless} {
				b = binary.AppendUvarint(b, uint64(len(conds)))
				for _, k := range conds {
					b = k.Append(b)
				}
			}
		}
		if flags&argUnit != 0 {
			b = appendWord(b, a.Unit)
		}
		if flags&argNegative != 0 {
			b = appendString(b, a.Negative)
		}
		if flags&argCounts != 0 {
			b = binary.AppendUvarint(b, uint64(a.Counts))
		}
	}
	return b
}

var errFact = errors.New("fact is damaged")

// A reader decodes a fact; the first error stays.
type reader struct {
	b   []byte
	err error
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.err = errFact
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

// count reads a number of things of which each takes a byte at least.
func (r *reader) count() int {
	n, size := binary.Uvarint(r.b)
	if size <= 0 || n > uint64(len(r.b)-size) {
		r.b, r.err = nil, errFact
		return 0
	}
	r.b = r.b[size:]
	return int(n)
}

func (r *reader) number() int {
	n, size := binary.Uvarint(r.b)
	if size <= 0 || n > 1<<20 {
		r.b, r.err = nil, errFact
		return 0
	}
	r.b = r.b[size:]
	return int(n)
}

func (r *reader) string() string {
	n := r.count()
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

func (r *reader) key() keyexpr.Key {
	k, rest, err := keyexpr.Decode(r.b)
	if err != nil {
		r.b, r.err = nil, fmt.Errorf("%w: %w", errFact, err)
		return k
	}
	r.b = rest
	return k
}

func (r *reader) keys() []keyexpr.Key {
	var out []keyexpr.Key
	for range r.count() {
		if r.err != nil {
			break
		}
		out = append(out, r.key())
	}
	return out
}

// decodeSummary is nil for a fact that another version wrote, or a damaged one.
func decodeSummary(data []byte) *summary {
	if len(data) == 0 || data[0] != factVersion {
		return nil
	}
	r := &reader{b: data[1:]}
	s := &summary{}
	flags := r.byte()
	s.forwarder = flags&flagForwarder != 0
	if s.builds = flags&flagBuilds != 0; s.builds {
		s.text = r.key()
	}
	if s.option = flags&flagOption != 0; s.option {
		for range r.count() {
			if r.err != nil {
				return nil
			}
			field := r.string()
			s.sets = append(s.sets, eval.Effect{Field: field, Value: r.key()})
		}
	}
	for range r.count() {
		if r.err != nil {
			return nil
		}
		s.templates = append(s.templates, r.template())
	}
	if r.err != nil || len(r.b) != 0 {
		return nil
	}
	return s
}

func (r *reader) template() template {
	flags := r.byte()
	t := template{
		pipe: flags&flagPipe != 0, each: flags&flagEach != 0, watched: flags&flagWatched != 0, may: flags&flagMay != 0,
		settled: flags&flagSettled != 0,
		kind:    min(command.Kind(r.byte()), command.Ring), batchOf: min(command.BatchKind(r.byte()), command.Script),
	}
	t.batch = r.number()
	t.on = r.key()
	if flags&flagGuard != 0 {
		t.guard = r.key()
	}
	t.typ, t.version = r.word(), r.word()
	if flags&flagScript != 0 {
		flags := r.byte()
		t.script = &command.InScript{
			Loop: flags&scriptLoop != 0, Guarded: flags&scriptGuarded != 0, Protected: flags&scriptProtected != 0,
			Checked: flags&scriptChecked != 0, Undeclared: flags&scriptUndeclared != 0, Order: r.number(),
		}
		t.script.Token = r.key()
	}
	for range r.count() {
		if r.err != nil {
			return t
		}
		t.inner = append(t.inner, r.string())
	}
	waits := false // the argument before has the condition that this one is sent
	for n := r.count(); n > 0; n-- {
		if r.err != nil {
			return t
		}
		flags := r.byte()
		a := command.Arg{Spread: flags&argSpread != 0, Mixed: flags&argMixed != 0, Text: r.key()}
		switch {
		case flags&argConds != 0:
			a.If, a.Unless = r.keys(), r.keys()
		case flags&argSelf != 0:
			a.If = []keyexpr.Key{a.Text}
		}
		if flags&argUnit != 0 {
			a.Unit = r.word()
		}
		if flags&argNegative != 0 {
			a.Negative = r.string()
		}
		if flags&argCounts != 0 {
			a.Counts = r.number()
		}
		if last := len(t.wire) - 1; last >= 0 && waits {
			t.wire[last].If = []keyexpr.Key{a.Text}
		}
		if waits = flags&argNext != 0; waits && n == 1 {
			r.b, r.err = nil, errFact // it has no successor
		}
		t.wire = append(t.wire, a)
	}
	return t
}
