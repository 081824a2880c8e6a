package main

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A leaf is a parameter, or a part of one, that can be zero or not by itself:
// a scalar, a slice, a map, the presence of a pointer.
type leaf struct {
	param int
	path  string // as in wire.Item.Field
	typ   reflect.Type
	kind  leafKind
	id    int      // of the method's leaves; makes the markers differ
	depth int      // how many slices it is inside of
	enum  []string // values that go-redis treats specially
	size  int      // of a slice or map: how many elements the marked value has
}

type leafKind int

const (
	scalar  leafKind = iota
	pointer          // the presence of a struct behind a pointer
	list             // slice of scalars
	records          // slice of structs, or of slices
	mapping          // map, of one element (the order of more is random)
	vector           // an interface with Value() []any
)

func (l *leaf) ref() string {
	if l.path == "" {
		return strconv.Itoa(l.param)
	}
	return strconv.Itoa(l.param) + "." + l.path
}

// A setting is the state of every leaf in one call: zero, marked or one of
// the leaf's enum values.
type setting []int

const (
	zero   = 0
	marked = 1
	enum0  = 2 // and above: enum[v-enum0]
)

var (
	contextType  = reflect.TypeFor[context.Context]()
	durationType = reflect.TypeFor[time.Duration]()
	timeType     = reflect.TypeFor[time.Time]()
	anyType      = reflect.TypeFor[any]()
	bytesType    = reflect.TypeFor[[]byte]()
)

// sizes are the numbers of elements of a method's slices: even, and different
// from each other and each other's halves, so that a count is recognised.
var sizes = []int{6, 10, 14, 22, 26, 34, 38, 46}

// leavesOf lists the leaves of a function's parameters.
func leavesOf(t reflect.Type, special map[string][]string, shrink int) []*leaf {
	var leaves []*leaf
	add := func(l *leaf) *leaf {
		l.id = len(leaves)
		leaves = append(leaves, l)
		return l
	}
	nlists := 0
	size := func() int {
		n := sizes[nlists%len(sizes)]
		nlists++
		if shrink > 0 {
			n = shrink
		}
		return n
	}
	var walk func(t reflect.Type, param int, path, owner string, depth int)
	walk = func(t reflect.Type, param int, path, owner string, depth int) {
		enum := special[t.String()]
		if e := special[owner]; e != nil {
			enum = e
		}
		l := &leaf{param: param, path: path, typ: t, depth: depth, enum: enum}
		fields := func(t reflect.Type, prefix string, depth int) {
			for f := range t.Fields() {
				if f.IsExported() {
					walk(f.Type, param, join(prefix, f.Name), t.String()+"."+f.Name, depth)
				}
			}
		}
		switch {
		case t == contextType, t.Kind() == reflect.Chan, t.Kind() == reflect.Func:
		case t == timeType, t == durationType, t == bytesType, t == anyType:
			add(l)
		case t.Kind() == reflect.Interface:
			l.kind, l.size = vector, 2
			add(l)
		case t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct:
			l.kind = pointer
			if !strings.HasSuffix(path, "[]") {
				add(l)
			}
			fields(t.Elem(), path, depth)
		case t.Kind() == reflect.Struct:
			fields(t, path, depth)
		case t.Kind() == reflect.Slice:
			e := t.Elem()
			if e.Kind() == reflect.Pointer {
				e = e.Elem()
			}
			l.size = size()
			if e.Kind() == reflect.Struct && e != timeType {
				l.kind = records
				add(l)
				walk(t.Elem(), param, path+"[]", "", depth+1)
			} else {
				l.kind = list
				add(l)
			}
		case t.Kind() == reflect.Map:
			l.kind, l.size = mapping, 1
			add(l)
		default:
			add(l)
		}
	}
	for i := range t.NumIn() {
		walk(t.In(i), i, "", "", 0)
	}
	return leaves
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// A probe replaces the marker of one leaf.
type probe struct {
	leaf  *leaf
	value any
}

// A call is a method's leaves with a setting, which together are argument
// values.
type call struct {
	typ    reflect.Type
	leaves []*leaf
	set    setting
	probe  *probe
}

func (c *call) at(param int, path string) *leaf {
	for _, l := range c.leaves {
		if l.param == param && l.path == path {
			return l
		}
	}
	return nil
}

// on reports whether the leaf is not zero, and nothing that it is inside of
// is.
func (c *call) on(l *leaf) bool {
	if c.set[l.id] == zero {
		return false
	}
	for _, o := range c.leaves {
		if o.param == l.param && (o.kind == pointer || o.kind == records) && o != l && c.set[o.id] == zero &&
			(o.path == "" || strings.HasPrefix(l.path, o.path+".") || strings.HasPrefix(l.path, o.path+"[")) {
			return false
		}
	}
	return true
}

// args builds the values.
func (c *call) args() []reflect.Value {
	in := make([]reflect.Value, c.typ.NumIn())
	for i := range in {
		t := c.typ.In(i)
		switch {
		case t == contextType:
			in[i] = reflect.ValueOf(context.Background())
			continue
		case t.Kind() == reflect.Chan:
			in[i] = reflect.MakeChan(reflect.ChanOf(reflect.BothDir, t.Elem()), 0)
			continue
		}
		in[i] = c.build(t, i, "", 0)
	}
	return in
}

func (c *call) build(t reflect.Type, param int, path string, elem int) reflect.Value {
	v := reflect.New(t).Elem()
	l := c.at(param, path)
	isElem := strings.HasSuffix(path, "[]")
	switch {
	case l == nil && t.Kind() == reflect.Struct,
		t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct:
		if t.Kind() == reflect.Pointer {
			if l != nil && !isElem && c.set[l.id] == zero {
				return v
			}
			v.Set(reflect.New(t.Elem()))
		}
		s := v
		if t.Kind() == reflect.Pointer {
			s = v.Elem()
		}
		for f := range s.Type().Fields() {
			if f.IsExported() {
				s.FieldByIndex(f.Index).Set(c.build(f.Type, param, join(path, f.Name), elem))
			}
		}
	case l == nil || c.set[l.id] == zero:
	case l.kind == records:
		v.Set(reflect.MakeSlice(t, l.size, l.size))
		for i := range l.size {
			v.Index(i).Set(c.build(t.Elem(), param, path+"[]", i))
		}
	case l.kind == list && c.probe != nil && c.probe.leaf == l:
		v.Set(reflect.ValueOf(c.probe.value))
	case l.kind == list:
		v.Set(reflect.MakeSlice(t, l.size, l.size))
		for i := range l.size {
			if t.Elem().Kind() == reflect.Slice && t.Elem() != bytesType {
				in := reflect.MakeSlice(t.Elem(), 3, 3)
				for j := range 3 {
					in.Index(j).Set(value(t.Elem().Elem(), l.mark(i*3+j)))
				}
				v.Index(i).Set(in)
				continue
			}
			v.Index(i).Set(value(t.Elem(), l.mark(i)))
		}
	case l.kind == mapping:
		v.Set(reflect.MakeMap(t))
		e := t.Elem()
		if e.Kind() == reflect.Slice {
			in := reflect.MakeSlice(e, 1, 1)
			in.Index(0).Set(value(e.Elem(), l.mark(valElem)))
			v.SetMapIndex(value(t.Key(), l.mark(0)), in)
		} else {
			v.SetMapIndex(value(t.Key(), l.mark(0)), value(e, l.mark(valElem)))
		}
	case l.kind == vector:
		v.Set(reflect.ValueOf(vec{l.mark(0), l.mark(1)}))
	case c.probe != nil && c.probe.leaf == l:
		v.Set(reflect.ValueOf(c.probe.value).Convert(t))
	case c.set[l.id] >= enum0:
		v.SetString(l.enum[c.set[l.id]-enum0])
	default:
		v.Set(value(t, l.mark(elem)))
	}
	return v
}

// vec is a redis.Vector.
type vec []mark

func (v vec) Value() []any {
	var out []any
	for _, m := range v {
		out = append(out, m.text())
	}
	return out
}

// A mark is the identity of one marked value.
type mark struct{ id, elem int }

func (l *leaf) mark(elem int) mark { return mark{l.id, elem} }

func (m mark) text() string { return fmt.Sprintf("Mk%dx%dZ", m.id, m.elem) }
func (m mark) number() int  { return 1000 + m.id*maxElems + m.elem }

const (
	maxElems = 60 // more than any of sizes, and than a list of lists of three
	valElem  = 25 // the element number that marks a map's value
)

// value makes the marked value of a scalar type.
func value(t reflect.Type, m mark) reflect.Value {
	v := reflect.New(t).Elem()
	switch {
	case t == timeType:
		v.Set(reflect.ValueOf(time.Unix(int64(1700000000+m.number()), 0)))
	case t == durationType:
		v.SetInt(int64(time.Duration(m.number()) * time.Second))
	case t == bytesType:
		v.SetBytes([]byte(m.text()))
	case t.Kind() == reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		v.Elem().Set(value(t.Elem(), m))
	default:
		switch t.Kind() {
		case reflect.String:
			v.SetString(m.text())
		case reflect.Int, reflect.Int64:
			if _, ok := v.Interface().(fmt.Stringer); ok {
				// An enumeration: a small value is a valid one.
				v.SetInt(int64(1 + m.id%3 + m.elem%8))
				break
			}
			v.SetInt(int64(m.number()))
		case reflect.Int8:
			v.SetInt(int64(100 + m.id))
		case reflect.Int16, reflect.Int32:
			v.SetInt(int64(m.number()))
		case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			v.SetUint(uint64(m.number()))
		case reflect.Float32, reflect.Float64:
			v.SetFloat(float64(m.number()) + 0.5)
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Interface:
			v.Set(reflect.ValueOf(m.text()))
		default:
			panic("no marker for " + t.String())
		}
	}
	return v
}

// active is the setting without what is inside of a zero pointer or slice.
func (c *call) active() string {
	b := make([]byte, len(c.leaves))
	for i, l := range c.leaves {
		if c.on(l) {
			b[i] = byte(c.set[i])
		}
	}
	return string(b)
}

// settings lists the settings to try: all where they are few, else those that
// differ from all zero and all marked in one or two leaves, and a fixed
// pseudo-random choice of others.
func settings(leaves []*leaf) []setting {
	total := 1
	for _, l := range leaves {
		if total <= maxSettings {
			total *= enum0 + len(l.enum)
		}
	}
	var out []setting
	if total <= maxSettings {
		for n := range total {
			s := make(setting, len(leaves))
			for i, l := range leaves {
				k := enum0 + len(l.enum)
				s[i] = n % k
				n /= k
			}
			out = append(out, s)
		}
	} else {
		full := func(v int) setting { return slices.Repeat(setting{v}, len(leaves)) }
		vary := func(base int) {
			out = append(out, full(base))
			for i, l := range leaves {
				for v := range enum0 + len(l.enum) {
					s := full(base)
					s[i] = v
					out = append(out, s)
					for j := range i {
						for w := range enum0 + len(leaves[j].enum) {
							s := slices.Clone(s)
							s[j] = w
							out = append(out, s)
						}
					}
				}
			}
		}
		vary(marked)
		vary(zero)
		seed := uint64(1)
		random := func(n int) int {
			seed = seed*6364136223846793005 + 1442695040888963407
			return int(seed>>33) % n
		}
		for n := range 800 {
			s := make(setting, len(leaves))
			for i, l := range leaves {
				// Presence of what others are inside of is worth more.
				on := []int{30, 50, 80}[n%3]
				if l.kind == pointer {
					on = 90
				}
				if random(100) < on {
					s[i] = 1 + random(1+len(l.enum))
				}
			}
			out = append(out, s)
		}
	}
	return out
}

const maxSettings = 2500
