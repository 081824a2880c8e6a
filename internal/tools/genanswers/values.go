package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"reflect"
	"strings"
	"time"

	"github.com/redislint/redislint/internal/tools/genrediscmd/redisserver"
)

type (
	plain  struct{ A, B string }
	tagged struct {
		A string `redis:"a"`
	}
	texty   string
	number  int
	encoded struct{ a string }
	pointed struct{ a string }
	spelled struct{ a string }
)

func (encoded) MarshalBinary() ([]byte, error)  { return []byte("x"), nil }
func (*pointed) MarshalBinary() ([]byte, error) { return []byte("x"), nil }
func (spelled) MarshalText() ([]byte, error)    { return []byte("x"), nil }
func (spelled) String() string                  { return "x" }

func ptr[T any](v T) *T { return &v }

// samples are one value of each kind that a client treats in its own way.
var samples = []struct {
	kind  string
	value any
}{
	{"string", "v"}, {"int", 1}, {"uint8", uint8(1)}, {"float64", 1.5}, {"bool", true}, {"[]byte", []byte("v")}, {"nil", nil},
	{"time.Time", time.Unix(1, 0)}, {"time.Duration", time.Second}, {"net.IP", net.IPv4(127, 0, 0, 1)}, {"error", errors.New("e")},
	{"named-string", texty("v")}, {"named-int", number(1)}, {"named-bytes", json.RawMessage("{}")},
	{"*string", ptr("v")}, {"*int", ptr(1)}, {"*bool", ptr(true)}, {"*float64", ptr(1.5)}, {"*time.Time", ptr(time.Unix(1, 0))},
	{"struct", plain{"a", "b"}}, {"*struct", &plain{"a", "b"}}, {"tagged", tagged{"a"}}, {"*tagged", &tagged{"a"}},
	{"marshaler", encoded{"a"}}, {"*marshaler", &encoded{"a"}}, {"pointer-marshaler", pointed{"a"}}, {"*pointer-marshaler", &pointed{"a"}}, {"stringer", spelled{"a"}},
	{"[]string", []string{"a", "b"}}, {"[]int", []int{1, 2}}, {"[]any", []any{"a", "b"}}, {"[]struct", []plain{{"a", "b"}}}, {"[][]string", [][]string{{"a"}}},
	{"map[string]string", map[string]string{"a": "b"}}, {"map[string]any", map[string]any{"a": "b"}}, {"map[string]struct", map[string]plain{"a": {}}},
	{"map[string]int", map[string]int{"a": 1}}, {"map[int]string", map[int]string{1: "b"}},
}

var anyType = reflect.TypeFor[any]()

// values is a line for each parameter that takes any value: what the client
// refuses to send there, as one of several values and, for a variadic one,
// alone, where some types are spread.
func (m *method) values(client reflect.Value) string {
	if !m.known {
		return ""
	}
	var b strings.Builder
	for i := range m.typ.NumIn() {
		t := m.typ.In(i)
		variadic := m.typ.IsVariadic() && i == m.typ.NumIn()-1
		var set func(v any, alone bool) reflect.Value
		box := func(v any) reflect.Value {
			x := reflect.New(anyType).Elem()
			if v != nil {
				x.Set(reflect.ValueOf(v))
			}
			return x
		}
		member := func(v any) reflect.Value {
			z := reflect.New(m.v.z).Elem()
			z.FieldByName("Member").Set(box(v))
			return z
		}
		switch {
		case t == anyType:
			set = func(v any, _ bool) reflect.Value { return box(v) }
		case variadic && t.Elem() == anyType:
			set = func(v any, alone bool) reflect.Value {
				s := reflect.MakeSlice(t, 0, 2)
				if !alone {
					s = reflect.Append(s, box("k"))
				}
				return reflect.Append(s, box(v))
			}
		case t.Kind() == reflect.Slice && t.Elem() == m.v.z:
			set = func(v any, _ bool) reflect.Value { return reflect.Append(reflect.MakeSlice(t, 0, 1), member(v)) }
		case t.Kind() == reflect.Slice && t.Elem() == reflect.PointerTo(m.v.z):
			set = func(v any, _ bool) reflect.Value {
				p := reflect.New(m.v.z)
				p.Elem().Set(member(v))
				return reflect.Append(reflect.MakeSlice(t, 0, 1), p)
			}
		default:
			continue // takes one type, which the compiler checks
		}
		refused := func(alone bool) string {
			var out []string
			for _, s := range samples {
				in := (&maker{m, rng(m.name)}).args()
				in[i] = set(s.value, alone)
				res := m.call(client, in)
				if res.err != nil && (strings.Contains(res.err.Error(), "can't marshal") || strings.HasPrefix(res.err.Error(), "panics")) {
					out = append(out, s.kind)
				}
			}
			return strings.Join(out, ",")
		}
		fmt.Fprintf(&b, "%s\t%d\t%s", m.name, i, refused(false))
		if variadic {
			fmt.Fprintf(&b, "\t%s", refused(true))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// empty is a line for each list of elements that may be empty: what an empty
// one gives. "ok" where any call with it went through.
func (m *method) empty(s *redisserver.Server, client reflect.Value) (string, error) {
	if !m.known {
		return "", nil
	}
	var b strings.Builder
	for i := range m.typ.NumIn() {
		t := m.typ.In(i)
		if t.Kind() != reflect.Slice || t == bytesType {
			continue // one value
		}
		reasons := map[string]bool{}
		for _, state := range states[:8] {
			if err := prepare(s, state); err != nil {
				return "", err
			}
			g := &maker{m, rng(m.name)}
			for range 12 {
				in := g.args()
				in[i] = reflect.MakeSlice(t, 0, 0)
				res := m.call(client, in)
				switch {
				case res.err == nil || m.isNil(res.err):
					reasons["ok"] = true
				case strings.Contains(res.err.Error(), "wrong number of arguments"):
					reasons["arity"] = true
				default:
					reasons["error"] = true
				}
			}
		}
		answer := "error"
		for _, r := range []string{"ok", "arity"} {
			if reasons[r] {
				answer = r
				break
			}
		}
		fmt.Fprintf(&b, "%s\t%d\t%s\n", m.name, i, answer)
	}
	return b.String(), nil
}
