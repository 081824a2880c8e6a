package main

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/redislint/redislint/internal/client/goredis/wire"
)

// roles are the methods of Pipeliner that send no command of their own.
var roles = map[string]string{
	"BatchProcess": wire.RoleProcess,
	"Close":        wire.RoleDiscard,
	"Cmds":         wire.RoleInspect,
	"Discard":      wire.RoleDiscard,
	"Do":           wire.RoleDo,
	"DoContext":    wire.RoleDo,
	"DoRaw":        wire.RoleDo,
	"DoRawWriteTo": wire.RoleDo,
	"Exec":         wire.RoleExec,
	"ExecContext":  wire.RoleExec,
	"Len":          wire.RoleInspect,
	"Pipeline":     wire.RolePipeline,
	"Pipelined":    wire.RolePipelined,
	"Process":      wire.RoleProcess,
	"TxPipeline":   wire.RolePipeline,
	"TxPipelined":  wire.RolePipelined,
}

// A target is something that makes a command: a method or a constructor.
type target struct {
	version *version
	name    string
	typ     reflect.Type  // without a receiver
	fn      reflect.Value // a constructor, or a bound method of a client or Tx
	queues  bool          // a method: it is called on a new pipeline
}

// targets are the methods of Pipeliner, and those of *Pipeline beyond it that
// make a command: some, like Wait, every client has but no interface.
func (v *version) targets() []target {
	var out []target
	p := reflect.ValueOf(v.pipeline())
	for m := range p.Type().Methods() {
		typ := p.MethodByName(m.Name).Type()
		if _, ok := v.pipeliner.MethodByName(m.Name); ok || v.makesCommand(typ) {
			out = append(out, target{version: v, name: m.Name, typ: typ, queues: true})
		}
	}
	return out
}

func (v *version) makesCommand(typ reflect.Type) bool {
	return typ.NumOut() == 1 && typ.Out(0).Implements(v.cmder)
}

// others are the methods that make a command and that only a client or a Tx
// has.
func (v *version) others() []target {
	var out []target
	pipe := reflect.TypeOf(v.pipeline())
	add := func(recv string, x reflect.Value) {
		for m := range x.Type().Methods() {
			typ := x.MethodByName(m.Name).Type()
			if _, ok := pipe.MethodByName(m.Name); ok || !v.makesCommand(typ) {
				continue
			}
			out = append(out, target{version: v, name: recv + "." + m.Name, typ: typ, fn: x.MethodByName(m.Name)})
		}
	}
	add("Client", reflect.ValueOf(v.client))
	// A Watch of no keys makes a Tx without dialling.
	watch := reflect.ValueOf(v.client).MethodByName("Watch")
	var in []reflect.Value
	for i := range watch.Type().NumIn() - 1 {
		t := watch.Type().In(i)
		if t == contextType {
			in = append(in, reflect.ValueOf(context.Background()))
			continue
		}
		in = append(in, reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
			add("Tx", args[0])
			return []reflect.Value{reflect.Zero(t.Out(0))}
		}))
	}
	watch.Call(in)
	return out
}

// spoken are the methods of clients that send a command but return none.
var spoken = []struct{ name, role, word string }{
	{"Watch", wire.RoleWatch, "WATCH"},
	{"WatchContext", wire.RoleWatch, "WATCH"},
	{"Subscribe", wire.RoleSubscribe, "SUBSCRIBE"},
	{"PSubscribe", wire.RoleSubscribe, "PSUBSCRIBE"},
	{"SSubscribe", wire.RoleSubscribe, "SSUBSCRIBE"},
	{"ProcessContext", wire.RoleProcess, ""},
}

// otherLines are the lines of the section of methods that only clients have.
func (v *version) otherLines() (map[string]string, error) {
	out := map[string]string{}
	for _, t := range v.others() {
		m, problem := t.derive()
		if problem != "" {
			return nil, fmt.Errorf("%s: %s", t.name, problem)
		}
		out[t.name] = line(m)
	}
	client := reflect.ValueOf(v.client)
	for _, s := range spoken {
		f := client.MethodByName(s.name)
		if !f.IsValid() {
			continue
		}
		t := target{typ: f.Type()}
		m := newMethod("Client."+s.name, t.result())
		m.Role = s.role
		if s.word != "" {
			m.Items = []wire.Item{word(s.word), {Param: f.Type().NumIn() - 1, Each: true}}
		}
		out[m.Name] = line(m)
	}
	return out, nil
}

func newMethod(name, result string) *wire.Method {
	none := wire.Ref{Param: -1}
	return &wire.Method{Name: name, Result: result, KeepTTL: none, Block: none, Flat: -1, FlatField: none}
}

// wire calls t and returns the arguments of the command that it queued.
func (t *target) wire(c *call) (sent []token, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panics: %v", r)
		}
	}()
	fn := t.fnValue()
	in := c.args()
	var out []reflect.Value
	if t.typ.IsVariadic() {
		out = fn.f.CallSlice(in)
	} else {
		out = fn.f.Call(in)
	}
	if len(out) == 0 || !out[0].Type().Implements(t.version.cmder) {
		return nil, fmt.Errorf("returns no command")
	}
	if n := fn.queued(); n != 1 {
		if e := out[0].MethodByName("Err").Call(nil)[0]; !e.IsNil() {
			return nil, e.Interface().(error)
		}
		return nil, fmt.Errorf("queues %d commands", n)
	}
	args := out[0].MethodByName("Args").Call(nil)[0].Interface().([]any)
	return tokens(args), nil
}

type function struct {
	f      reflect.Value
	queued func() int
}

func (t *target) fnValue() function {
	if !t.queues {
		return function{t.fn, func() int { return 1 }}
	}
	p := reflect.ValueOf(t.version.pipeline())
	return function{p.MethodByName(t.name), func() int {
		return p.Elem().FieldByName("cmds").Len()
	}}
}

// derive makes the table's line of a target, or says why it has none. The
// problem is also set where the line is right for a plain use only.
func (t *target) derive() (*wire.Method, string) {
	m := newMethod(t.name, t.result())
	if role, ok := roles[strings.TrimPrefix(t.name, "Client.")]; ok {
		m.Role = role
		if role == wire.RoleDo {
			m.Items = []wire.Item{{Param: t.typ.NumIn() - 1, Each: true}}
		}
		return m, ""
	}
	if o, ok := overrides[t.name]; ok && t.queues {
		m.Items, m.Partial = mustItems(o.template), true
		return m, o.reason
	}
	samples, problem := t.samples()
	if problem != "" {
		return nil, problem
	}
	items := merge(samples)
	var reason string
	for _, certain := range []bool{true, false} {
		m := newMethod(t.name, t.result())
		m.Items = conditions(items, samples, certain)
		t.durations(m, samples)
		t.flat(m, samples[0])
		problem := t.signs(m, samples)
		if problem == "" {
			problem = t.verify(m, samples)
		}
		if problem == "" {
			return m, ""
		}
		if reason == "" {
			reason = problem
		}
	}
	m.Partial = true
	return m, reason
}

// signs finds out which conditions ask for a positive number, where others
// are content with one that is not zero.
func (t *target) signs(m *wire.Method, samples []sample) string {
	for _, l := range samples[0].leaves {
		var v any
		switch {
		case l.kind != scalar || l.depth > 0:
			continue
		case l.typ == durationType:
			v = -5 * time.Second
		case l.typ.Kind() >= reflect.Int && l.typ.Kind() <= reflect.Int64 && l.typ.NumMethod() == 0:
			v = -5
		case l.typ.Kind() == reflect.Float64:
			v = -5.5
		default:
			continue
		}
		used := func(refs []wire.Ref) bool {
			return slices.ContainsFunc(refs, func(r wire.Ref) bool { return r.Param == l.param && r.Field == l.path })
		}
		if !slices.ContainsFunc(m.Items, func(it wire.Item) bool { return used(it.If) || used(it.Unless) }) {
			continue
		}
		var calls []call
		var wires [][]token
		for _, s := range samples {
			if !s.on(l) || len(calls) == maxSigns {
				continue // nothing to make negative, or enough seen
			}
			c := s.call
			c.probe = &probe{l, v}
			if sent, err := t.wire(&c); err == nil {
				calls, wires = append(calls, c), append(wires, sent)
			}
		}
		set := func(positive, unless bool) {
			for i := range m.Items {
				for j, r := range m.Items[i].If {
					if r.Param == l.param && r.Field == l.path {
						m.Items[i].If[j].Positive = positive
					}
				}
				for j, r := range m.Items[i].Unless {
					if r.Param == l.param && r.Field == l.path {
						m.Items[i].Unless[j].Positive = unless
					}
				}
			}
		}
		problem := ""
		for n := range 5 {
			set(n&1 != 0, n&2 != 0)
			if n == 4 {
				clip(m, l)
			}
			bad := -1
			for i := range calls {
				if !agrees(evaluate(&calls[i], m), wires[i]) {
					bad = i
					break
				}
			}
			if bad < 0 {
				problem = ""
				break
			}
			if problem == "" {
				problem = fmt.Sprintf("with %s negative: table %q, sent %v", l.ref(), evaluate(&calls[bad], m), wires[bad])
			}
		}
		if problem != "" {
			return problem
		}
	}
	return ""
}

// maxSigns bounds how many calls are repeated with a negative number.
const maxSigns = 60

// clip makes a negative value of the leaf go as 0.
func clip(m *wire.Method, l *leaf) {
	for i := range m.Items {
		it := &m.Items[i]
		if it.Param == l.param && it.Field == l.path && it.Unit == "" {
			it.Unit = "min0"
		}
	}
}

func mustItems(template string) []wire.Item {
	m, err := wire.ParseMethod("X\t" + template)
	if err != nil {
		panic(err)
	}
	return m.Items
}

// samples calls t in all settings that it accepts.
func (t *target) samples() ([]sample, string) {
	var problem string
	for _, shrink := range []int{0, 4, 2, 1} {
		leaves := leavesOf(t.typ, special, shrink)
		samples := make([]sample, 0)
		seen := make(map[string]bool)
		for _, s := range settings(leaves) {
			c := call{typ: t.typ, leaves: leaves, set: s}
			a := c.active()
			if seen[a] {
				continue // differs only inside of what is zero
			}
			seen[a] = true
			sent, err := t.wire(&c)
			if err != nil {
				if !slices.ContainsFunc(s, func(v int) bool { return v == zero }) {
					problem = err.Error()
				}
				continue
			}
			samples = append(samples, sample{c, sent})
		}
		if len(samples) == 0 {
			continue
		}
		// The fullest first: its order of the items is the base.
		slices.SortStableFunc(samples, func(a, b sample) int { return ons(b) - ons(a) })
		if shrink != 1 && cut(samples) {
			continue
		}
		return samples, ""
	}
	if problem == "" {
		problem = "accepts no setting"
	}
	return nil, problem
}

// ons orders the samples by how much of them is set; an enum value counts less
// than a marker, which shows itself on the wire.
func ons(s sample) int {
	n := 0
	for _, l := range s.leaves {
		if s.on(l) {
			n += 2
			if s.set[l.id] >= enum0 {
				n--
			}
		}
	}
	return n
}

// cut reports whether a slice is sent, but not all of it, or whether no call
// with it was accepted.
func cut(samples []sample) bool {
	for _, l := range samples[0].leaves {
		if l.size < 2 {
			continue
		}
		i := slices.IndexFunc(samples, func(s sample) bool { return s.on(l) })
		if i < 0 {
			return true
		}
		n := 0
		for _, a := range identify(&samples[i].call, samples[i].sent) {
			if l.kind == list && a.item.Param == l.param && a.item.Field == l.path && a.elem >= 0 {
				n++
			}
		}
		if n > 0 && n < l.size {
			return true
		}
	}
	return false
}

func (t *target) result() string {
	if t.typ.NumOut() == 0 {
		return ""
	}
	return strings.ReplaceAll(t.typ.Out(0).String(), "redis.", "")
}

// durations finds out what becomes of times that are negative or not whole
// seconds.
func (t *target) durations(m *wire.Method, samples []sample) {
	for _, l := range samples[0].leaves {
		if l.typ != durationType && l.typ != timeType {
			continue
		}
		s, ok := sampleFor(samples, m, l)
		if !ok {
			continue
		}
		ref := wire.Ref{Param: l.param, Field: l.path}
		try := func(v any) []token {
			c := s.call
			c.probe = &probe{l, v}
			sent, _ := t.wire(&c)
			return sent
		}
		has := func(sent []token, word string) bool {
			return slices.ContainsFunc(sent, func(w token) bool { return strings.EqualFold(w.text, word) })
		}
		if l.typ == timeType {
			if has(try(time.Unix(1700000000, 5e8)), "PXAT") && !has(s.sent, "PXAT") {
				m.Precise = append(m.Precise, ref)
			}
			continue
		}
		if tail := try(1); len(tail) == len(s.sent) {
			for i := range m.Items {
				it := &m.Items[i]
				if it.Param == l.param && it.Field == l.path && (it.Unit == "s" || it.Unit == "ms") && !slices.ContainsFunc(tail, func(w token) bool { return w.text == "1" }) {
					it.Unit += "0"
				}
			}
		}
		if has(try(1500*time.Millisecond), "PX") && !has(s.sent, "PX") {
			m.Precise = append(m.Precise, ref)
		}
		if has(try(time.Duration(-1)), "KEEPTTL") && !has(s.sent, "KEEPTTL") {
			m.KeepTTL = ref
		}
		conditional := slices.ContainsFunc(m.Items, func(it wire.Item) bool { return slices.Contains(it.If, ref) })
		if !conditional && len(try(-5*time.Second)) == len(s.sent)-2 {
			m.Block = ref
		}
	}
}

// sampleFor is the fullest sample in which the leaf is sent.
func sampleFor(samples []sample, m *wire.Method, l *leaf) (sample, bool) {
	for _, s := range samples {
		if !s.on(l) {
			continue
		}
		for _, it := range m.Items {
			if it.Param == l.param && it.Field == l.path && holds(&s.call, it) {
				return s, true
			}
		}
	}
	return sample{}, false
}

// flat finds out whether a single slice is spread.
func (t *target) flat(m *wire.Method, s sample) {
	for _, l := range s.leaves {
		variadic := l.kind == list && l.typ.Elem() == anyType && l.path == "" && t.typ.IsVariadic() && l.param == t.typ.NumIn()-1
		if !variadic && (l.typ != anyType || l.kind != scalar || l.path == "") {
			continue
		}
		c := s.call
		var v any = []string{"Sa", "Sb"}
		if variadic {
			v = []any{v}
		}
		c.probe = &probe{l, v}
		sent, err := t.wire(&c)
		if err != nil {
			continue
		}
		for i, w := range sent {
			if w.text == "Sa" && i+1 < len(sent) && sent[i+1].text == "Sb" {
				if variadic {
					m.Flat = l.param
				} else {
					m.FlatField = wire.Ref{Param: l.param, Field: l.path}
				}
			}
		}
	}
}

// verify evaluates the template in every setting, with other numbers of
// elements and with probes, and reports the first difference.
func (t *target) verify(m *wire.Method, samples []sample) string {
	check := func(c *call, sent []token) string {
		want := evaluate(c, m)
		if agrees(want, sent) {
			return ""
		}
		var got []string
		for _, w := range sent {
			got = append(got, w.text)
		}
		var on []string
		for _, l := range c.leaves {
			if c.on(l) {
				v := l.ref()
				if c.set[l.id] >= enum0 {
					v += "=" + l.enum[c.set[l.id]-enum0]
				}
				on = append(on, v)
			}
		}
		if c.probe != nil {
			on = append(on, fmt.Sprintf("%s:=%v", c.probe.leaf.ref(), c.probe.value))
		}
		return fmt.Sprintf("with %v set: table %q, sent %q", on, want, got)
	}
	for i := range samples {
		if p := check(&samples[i].call, samples[i].sent); p != "" {
			return p
		}
	}
	for _, l := range samples[0].leaves {
		if l.size > 0 && l.kind != mapping && l.kind != vector {
			old := l.size
			i := slices.IndexFunc(samples, func(s sample) bool { return s.on(l) })
			for n := 1; n < old && i >= 0; n++ {
				l.size = n
				c := samples[i].call
				if sent, err := t.wire(&c); err == nil {
					if p := check(&c, sent); p != "" {
						l.size = old
						return fmt.Sprintf("%d elements in %s, %s", n, l.ref(), p)
					}
				}
			}
			l.size = old
		}
		var probes []any
		switch l.typ {
		case durationType:
			for _, d := range []time.Duration{-5 * time.Second, -1, 1, 1500 * time.Microsecond, 1500 * time.Millisecond, 90 * time.Second} {
				probes = append(probes, d)
			}
		case timeType:
			probes = []any{time.Unix(1700000000, 5e8), time.Unix(1700000000, 5e5)}
		}
		if s, ok := sampleFor(samples, m, l); ok {
			for _, v := range probes {
				c := s.call
				c.probe = &probe{l, v}
				if sent, err := t.wire(&c); err == nil {
					if p := check(&c, sent); p != "" {
						return p
					}
				}
			}
		}
	}
	return ""
}
