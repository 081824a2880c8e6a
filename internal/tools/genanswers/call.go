package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"

	"github.com/redislint/redislint/internal/client/goredis/wire"
	"github.com/redislint/redislint/internal/rediscmd"
)

// A method is one method of a client that sends one command on data.
type method struct {
	v     *version
	wire  *wire.Method
	name  string
	info  *rediscmd.Command
	typ   reflect.Type // without a receiver
	known bool         // to the server
}

// groups are the groups of commands whose answers are about data.
var groups = map[rediscmd.Group]bool{
	rediscmd.GroupString: true, rediscmd.GroupHash: true, rediscmd.GroupList: true, rediscmd.GroupSet: true, rediscmd.GroupSortedSet: true,
	rediscmd.GroupStream: true, rediscmd.GroupBitmap: true, rediscmd.GroupHyperLogLog: true, rediscmd.GroupGeo: true, rediscmd.GroupGeneric: true,
}

var (
	contextType  = reflect.TypeFor[context.Context]()
	durationType = reflect.TypeFor[time.Duration]()
	timeType     = reflect.TypeFor[time.Time]()
	bytesType    = reflect.TypeFor[[]byte]()
)

// rng is seeded by the name, so that every run makes the same calls.
func rng(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// texts are values for strings: k is the name of every key that there is, of
// its field, member, group and consumer, so that any string may be any of them.
var texts = []string{"k", "k", "k", "k", "m", "m", "0", "1", "-", "+", "1-0", "0-0", "2-0", ">", "(1", "[k"}

// words are values for the fields of this name in options.
var words = map[string][]string{
	"Unit": {"km", "BYTE"}, "RadiusUnit": {"km"}, "BoxUnit": {"km"}, "Mode": {"NX", "XX", "LT"}, "Order": {"DESC"}, "Sort": {"ASC"},
	"Aggregate": {"MAX"}, "Stream": {"k", "m"}, "Group": {"k", "m"}, "Consumer": {"k", "m"}, "Start": {"0", "-", "1"}, "End": {"+", "1"}, "Stop": {"+", "2"},
	"Min": {"-inf", "0", "-"}, "Max": {"+inf", "1", "+"}, "ID": {"*", "1-1"}, "MinID": {"0"},
}

// positional are words that some methods want as a plain parameter.
var positional = map[string][]string{
	"LInsert": {"BEFORE", "AFTER"}, "LMove": {"LEFT", "RIGHT"}, "BLMove": {"LEFT", "RIGHT"}, "LMPop": {"LEFT", "RIGHT"}, "BLMPop": {"LEFT", "RIGHT"},
	"ZMPop": {"MIN", "MAX"}, "BZMPop": {"MIN", "MAX"}, "GeoDist": {"km"}, "ZRangeByLex": {"-", "+"}, "ZLexCount": {"-", "+"}, "ZRemRangeByLex": {"-", "+"},
	"ExpireNX": nil, "XGroupCreate": {"$"}, "SetBit": nil,
}

// A maker makes the arguments of one call.
type maker struct {
	m *method
	r *rand.Rand
}

func (g *maker) args() []reflect.Value {
	var in []reflect.Value
	for i := range g.m.typ.NumIn() {
		t := g.m.typ.In(i)
		if t == contextType {
			in = append(in, reflect.ValueOf(context.Background()))
			continue
		}
		in = append(in, g.value(t, "", 0))
	}
	return in
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

func (g *maker) text(field string) string {
	if w := words[field]; w != nil && g.r.IntN(4) > 0 {
		return pick(g.r, w)
	}
	if w := positional[g.m.name]; field == "" && w != nil && g.r.IntN(2) > 0 {
		return pick(g.r, w)
	}
	return pick(g.r, texts)
}

func (g *maker) value(t reflect.Type, field string, depth int) reflect.Value {
	out := reflect.New(t).Elem()
	option := depth > 0 && g.r.IntN(2) > 0 // left zero
	switch {
	case option && field != "Stream" && field != "Key" && field != "Group":
		return out
	case t == durationType:
		out.SetInt(int64(pick(g.r, []time.Duration{time.Second, time.Second, 0, time.Millisecond})))
	case t == timeType:
		out.Set(reflect.ValueOf(time.Unix(4e9, 0)))
	case t == bytesType:
		out.SetBytes([]byte("k"))
	case t.Kind() == reflect.String:
		out.SetString(g.text(field))
	case out.CanInt():
		out.SetInt(pick(g.r, []int64{1, 1, 0, 2, -1}))
	case out.CanUint():
		out.SetUint(pick(g.r, []uint64{1, 0, 2}))
	case out.CanFloat():
		out.SetFloat(pick(g.r, []float64{1, 0, 2}))
	case t.Kind() == reflect.Bool:
		out.SetBool(g.r.IntN(2) > 0)
	case t.Kind() == reflect.Interface && t.NumMethod() == 0:
		out.Set(reflect.ValueOf(pick(g.r, []any{g.text(field), "k", 1})))
	case t.Kind() == reflect.Slice:
		n := pick(g.r, []int{1, 1, 2, 2, 3})
		out.Set(reflect.MakeSlice(t, 0, n))
		for range n {
			out.Set(reflect.Append(out, g.value(t.Elem(), field, 0)))
		}
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
		out.Set(reflect.MakeMap(t))
		out.SetMapIndex(reflect.ValueOf("k").Convert(t.Key()), g.value(t.Elem(), field, 0))
	case t.Kind() == reflect.Pointer:
		if depth > 0 && g.r.IntN(2) > 0 {
			return out
		}
		p := reflect.New(t.Elem())
		p.Elem().Set(g.value(t.Elem(), field, 0))
		out.Set(p)
	case t.Kind() == reflect.Struct:
		d := 1
		if t == g.m.v.z {
			d = 0
		}
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				out.Field(i).Set(g.value(f.Type, f.Name, d))
			}
		}
	}
	return out
}

// A result is what one call gave.
type result struct {
	err   error
	value reflect.Value // of an answer without an error
	sent  []any
}

// call makes one call. A command that would block goes between MULTI and EXEC,
// where it answers at once what it answers when its time is over.
func (m *method) call(client reflect.Value, in []reflect.Value) (res result) {
	defer func() {
		if r := recover(); r != nil {
			res = result{err: fmt.Errorf("panics: %v", r)}
		}
	}()
	on, exec := client, reflect.Value{}
	if m.info.Has(rediscmd.Blocking) {
		on = client.MethodByName("TxPipeline").Call(nil)[0]
		if on.Kind() == reflect.Interface {
			on = on.Elem()
		}
		exec = on.MethodByName("Exec")
	}
	f := on.MethodByName(m.name)
	var out []reflect.Value
	if m.typ.IsVariadic() {
		out = f.CallSlice(in)
	} else {
		out = f.Call(in)
	}
	if exec.IsValid() {
		var ctx []reflect.Value
		if exec.Type().NumIn() > 0 {
			ctx = append(ctx, reflect.ValueOf(context.Background()))
		}
		exec.Call(ctx)
	}
	cmd := out[0]
	res.sent, _ = cmd.MethodByName("Args").Call(nil)[0].Interface().([]any)
	if e := cmd.MethodByName("Err").Call(nil)[0]; !e.IsNil() {
		res.err = e.Interface().(error)
		return res
	}
	if val := cmd.MethodByName("Val"); val.IsValid() && val.Type().NumIn() == 0 {
		res.value = val.Call(nil)[0]
	}
	return res
}

func (m *method) isNil(err error) bool { return errors.Is(err, m.v.null) }

// options lists what the conditions of the method's template are about.
func (m *method) options() map[string]bool {
	set := map[string]bool{}
	for _, r := range m.conditions() {
		set[r.String()] = true
	}
	return set
}

func (m *method) conditions() []wire.Ref {
	var out []wire.Ref
	for _, it := range m.wire.Items {
		for _, g := range append(it.Group, it) {
			out = append(append(out, g.If...), g.Unless...)
		}
	}
	for i := range out {
		out[i].Positive, out[i].Is = false, ""
	}
	return out
}

// on lists the conditions of the method's template that hold in a call.
func (m *method) on(in []reflect.Value) map[string]bool {
	set := map[string]bool{}
	for _, r := range m.conditions() {
		if v := at(in, r); v.IsValid() && !v.IsZero() {
			set[r.String()] = true
		}
	}
	return set
}

// at is the value that a condition is about.
func at(in []reflect.Value, r wire.Ref) reflect.Value {
	if r.Param >= len(in) {
		return reflect.Value{}
	}
	v := in[r.Param]
	for _, name := range strings.Split(r.Field, ".") {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			if v.IsNil() {
				return reflect.Value{}
			}
			v = v.Elem()
		}
		if name == "" {
			continue
		}
		if v.Kind() != reflect.Struct {
			return reflect.Value{}
		}
		v = v.FieldByName(name)
	}
	return v
}
