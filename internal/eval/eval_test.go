package eval

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
	"time"
)

// declarations is what the expressions of the table are made of.
const declarations = `package p

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"
)

var _ = bytes.NewBuffer
var _ = path.Join

const prefix, format = "app", "app:%s:%d"

type kind int

const (
	userKind kind = iota
	teamKind
)

var (
	userFormat = "user:%s"
	Exported   = "set elsewhere"
	prefixes   = map[kind]string{userKind: "lock:user:", teamKind: "lock:team:"}
	formats    = map[string]string{"a": "{%s}:a:%d", "b": "{%s}:b:%d"}
	names      = [...]string{"one", "two"}
	changed    = map[kind]string{userKind: "lock:user:"}
)

func init() { changed[teamKind] = "other" }

// ID prints itself in words, as a number it is one.
type ID int64

func (i ID) String() string { return "id-" + strconv.FormatInt(int64(i), 10) }

type Key string

type ptr struct{ name string }

func (p *ptr) String() string { return "ptr:" + p.name }

func userKey(id string) string { return fmt.Sprintf(userFormat, id) }

func tagged(n int) (string, error) {
	if n == 0 {
		return "", fmt.Errorf("none")
	}
	return "{t:" + strconv.Itoa(n) + "}", nil
}

func join(parts ...string) string          { return strings.Join(parts, ":") }
func joinAll(parts []string) string        { return strings.Join(parts, "/") }
func below(ns string, p ...string) string  { return strings.Join(append([]string{"ns", ns}, p...), ":") }
func again(parts ...string) string         { return "x:" + join(parts...) }
func printf(f string, a ...any) string     { return fmt.Sprintf(f, a...) }
func appf(f string, a ...any) string       { return fmt.Sprintf("app:"+f, a...) }
func lockOf(k kind, id string) string      { return prefixes[k] + id }
func seconds(n int) time.Duration          { return time.Duration(n) * time.Second }
func atLeast(d time.Duration) time.Duration { return max(d, time.Minute) }
func orHour(d time.Duration) time.Duration { return cmp.Or(d, time.Hour) }

func either(team bool, id string) string {
	if team {
		return "entity:team:" + id
	}
	return "entity:user:" + id
}

func built(a, b string) string {
	var sb strings.Builder
	sb.Grow(10)
	sb.WriteString("b:")
	sb.WriteString(a)
	sb.WriteByte(':')
	fmt.Fprintf(&sb, "%s", b)
	return sb.String()
}

func looped(parts []string) string {
	var sb strings.Builder
	for _, p := range parts {
		sb.WriteString(p)
	}
	return sb.String()
}

type options struct {
	ttl  time.Duration
	name string
}

type Option func(*options)

func WithTTL(d time.Duration) Option { return func(o *options) { o.ttl = d } }
func WithName(s string) Option       { return func(o *options) { o.name = s } }
func Forever() Option                { return WithTTL(0) }

// Sometimes sets the field on some of its paths.
func Sometimes(d time.Duration) Option {
	return func(o *options) {
		if d > 0 {
			o.ttl = d
		}
	}
}

func NoTTL(o *options) { o.ttl = 0 }

var Long Option = WithTTL(24 * time.Hour)

func ttlOf(opts ...Option) time.Duration {
	o := options{ttl: time.Minute}
	for _, opt := range opts {
		opt(&o)
	}
	return o.ttl
}

func zeroOf(id string, opts ...Option) time.Duration {
	var o options
	for _, opt := range opts {
		if opt != nil {
			opt(&o)
		}
	}
	return o.ttl
}

func collected(opts ...Option) *options {
	o := &options{name: "none"}
	for _, opt := range opts {
		opt(o)
	}
	return o
}

func collects(opts ...Option) time.Duration {
	o := collected(opts...)
	return o.ttl
}

// corrected sets the field itself, after the options.
func corrected(opts ...Option) time.Duration {
	o := collected(opts...)
	if o.ttl == 0 {
		o.ttl = time.Minute
	}
	return o.ttl
}

func leaked(opts ...Option) time.Duration {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	change(&o)
	return o.ttl
}

func change(o *options) { o.ttl++ }

type applier interface{ apply(*options) }

type ttlOption time.Duration

func (t ttlOption) apply(o *options) { o.ttl = time.Duration(t) }

type both struct {
	ttl  time.Duration
	name string
}

func (b both) apply(o *options) { o.ttl, o.name = b.ttl, b.name }

type one struct{ ttl time.Duration }

func (b one) apply(o *options) { o.ttl = b.ttl }

type applierFunc func(*options)

func (f applierFunc) apply(o *options) { f(o) }

func Lasting(d time.Duration) applier { return ttlOption(d) }
func Called(d time.Duration) applier  { return applierFunc(func(o *options) { o.ttl = d }) }

func applied(opts ...applier) time.Duration {
	var o options
	for _, opt := range opts {
		opt.apply(&o)
	}
	return o.ttl
}

func use(any) {}

func omitted(ds ...time.Duration) time.Duration {
	var d time.Duration
	if len(ds) > 0 {
		d = ds[0]
	}
	return d
}

func second(ns ...int) time.Duration {
	d := time.Hour
	if len(ns) >= 2 {
		d = time.Duration(ns[1]) * time.Second
	}
	return d
}

func clamped(d time.Duration) time.Duration {
	if d < 0 {
		d = 0
	} else if d > time.Hour {
		d = time.Hour
	}
	return d
}

func both2(d time.Duration, on bool) time.Duration {
	if on && !(d == 5) || d == 9 {
		d = 1
	}
	return d
}

func stepped(d time.Duration) time.Duration {
	d = d * time.Second
	if d == 0 {
		d = time.Minute
	}
	return d
}

func inLoop(d time.Duration, n int) time.Duration {
	for range n {
		if d < 0 {
			d = 0
		}
	}
	return d
}

func inSwitch(d time.Duration) time.Duration {
	switch {
	case d < 0:
		d = 0
	}
	return d
}

func inClosure(d time.Duration) time.Duration {
	func() { d = 7 }()
	if d < 0 {
		d = 0
	}
	return d
}

func pointed(d time.Duration) time.Duration {
	shift(&d)
	if d < 0 {
		d = 0
	}
	return d
}

func shift(d *time.Duration) { *d++ }

func counted(d time.Duration) time.Duration {
	if d < 0 {
		d++
	}
	return d
}

func early(d time.Duration) time.Duration {
	if d < 0 {
		d = 0
		return 3
	}
	return d
}

func ofKind(s string) time.Duration {
	switch s {
	case "session", "login":
		return time.Hour
	case "page":
		return 5
	}
	return 0
}

func ofRange(n int) time.Duration {
	switch {
	case n < 0:
		return -1
	case n < 10:
		return 1
	default:
		return 2
	}
}

func through(n int) (d time.Duration) {
	switch n {
	case 1:
		d = 1
		fallthrough
	case 2:
		d = 2
	}
	return d
}

func orElse(d, other time.Duration) time.Duration {
	if d == 0 {
		return other
	} else if d < 0 {
		return 0
	}
	return d
}

func searched(ds []time.Duration, n int) time.Duration {
	for _, d := range ds {
		if d > 0 {
			return d
		}
	}
	return 0
}

func filled(id, part string) string { return strings.ReplaceAll("x:{ID}:"+part, "ID", id) }

func generic[K ~string](k K, id string) string { return string(k) + ":" + id }

type deep struct{ inner struct{ ttl time.Duration } }

func deepOf(ds ...deep) time.Duration {
	var d deep
	if len(ds) > 0 {
		d = ds[0]
	}
	return d.inner.ttl
}

func deepSet(ds ...deep) time.Duration {
	var d deep
	if len(ds) > 0 {
		d = ds[0]
	}
	d.inner.ttl = time.Minute
	return d.inner.ttl
}

type repo struct{ ns string }

func (r *repo) key(parts ...string) string { return r.ns + ":" + strings.Join(parts, ":") }
`

// table holds one expression a line, and what it is known to be. They share one
// function, whose parameters and variables are in cases.
const table = `
prefix + ":" + id                      | app:{id}
fmt.Sprintf(format, id, n)             | app:{id}:{n}
fmt.Sprintf("%05d", 7)                 | 00007
fmt.Sprint("n", n)                     | n{n}
userKey(id)                            | user:{id}
userKey("7")                           | user:7
Exported + id                          | {Exported}{id}
strconv.Itoa(n) + "!"                  | {n}!
strings.ToUpper("get") + id            | GET{id}
string(k)                              | {k}
[]byte("x" + id)                       | x{id}
names[1]                               | two
names[n]                               | {names}
err                                    | {err}

typed.String()                         | id-{typed}
fmt.Sprintf("t:%s", typed)             | t:id-{typed}
fmt.Sprintf("t:%v", typed)             | t:id-{typed}
fmt.Sprintf("t:%d", typed)             | t:{typed}
fmt.Sprintf("t:%d:%s", typed, typed)   | t:{typed}:id-{typed}
fmt.Sprintf("t:%s", ID(7))             | t:id-7
fmt.Sprintf("t:%d", ID(7))             | t:7
fmt.Sprint("t:", typed)                | t:id-{typed}
fmt.Sprintf("%s", &ptr{name: "a"})     | ptr:a

join()                                 | {parts}
join("a", id)                          | a:{id}
join(list...)                          | {list}
join([]string{"a", id}...)             | a:{id}
joinAll([]string{id, "b"})             | {id}/b
below(id, "p", "q")                    | ns:{id}:p:q
again("a", id)                         | x:a:{id}
r.key("a", id)                         | app:a:{id}
(&repo{ns: "app"}).key("a", id)        | app:a:{id}
strings.Join([]string{"a", id}, ":")   | a:{id}
printf("u:%s:%d", id, n)               | u:{id}:{n}
printf(id, n)                          | {f}
appf("%s", typed)                      | app:id-{typed}

prefixes[userKind]                     | lock:user:
prefixes[which]                        | lock:{prefixes}:
prefixes[which] + id                   | lock:{prefixes}:{id}
lockOf(which, id)                      | lock:{prefixes}:{id}
changed[which]                         | {changed}
fmt.Sprintf(formats[id], id, n)        | {{id}}:{formats}:{n}
fmt.Sprintf(chosen, id, n)             | {{id}}:{chosen}:{n}
either(n > 0, id)                      | entity:{either}:{id}

built(id, "x")                         | b:{id}:x
inline.String()                        | in:{id}
looped(list)                           | {looped}

seconds(0)                             | 0
seconds(60)                            | 60000000000
atLeast(0)                             | 60000000000
atLeast(ttl)                           | {d}
orHour(0)                              | 3600000000000
orHour(time.Second)                    | 1000000000
orHour(ttl)                            | {d}
max(ttl, 0)                            | {ttl}
time.Duration(n) * time.Second         | {n}

ttlOf()                                | 60000000000
ttlOf(WithTTL(0))                      | 0
ttlOf(WithTTL(time.Second))            | 1000000000
ttlOf(WithTTL(time.Second), Forever()) | 0
ttlOf(WithTTL(ttl))                    | {ttl}
ttlOf(WithName("x"))                   | 60000000000
ttlOf(WithName("x"), WithTTL(seconds(2))) | 2000000000
ttlOf(Sometimes(0))                    | {ttl}
ttlOf(Sometimes(0), NoTTL)             | 0
ttlOf(Long)                            | 86400000000000
ttlOf(func(o *options) { o.ttl = 5 })  | 5
ttlOf(func(o *options) { change(o) })  | {ttl}
ttlOf(some...)                         | {ttl}
ttlOf([]Option{Forever()}...)          | 0
ttlOf(option)                          | {ttl}
zeroOf(id)                             | 0
zeroOf(id, WithName(id))               | 0
zeroOf(id, WithTTL(9))                 | 9
collects()                             | 0
collects(WithTTL(9))                   | 9
corrected()                            | {ttl}
leaked()                               | {ttl}
applied()                              | 0
applied(ttlOption(7))                  | 7
applied(Lasting(0))                    | 0
applied(Called(8))                     | 8
applied(one{ttl: 3})                   | 3
applied(both{3, "x"})                  | {ttl}

omitted()                              | 0
omitted(8)                             | 8
omitted(ttl)                           | {ttl}
omitted(durations...)                  | {d}
omitted([]time.Duration{4}...)         | 4
second()                               | 3600000000000
second(1)                              | 3600000000000
second(1, 2, 3)                        | 2000000000
second(1, n)                           | {n}
clamped(-3)                            | 0
clamped(0)                             | 0
clamped(9)                             | 9
clamped(25 * time.Hour)                | 3600000000000
clamped(ttl)                           | {d}
both2(5, true)                         | 5
both2(4, true)                         | 1
both2(4, false)                        | 4
both2(9, false)                        | 1
both2(4, n > 1)                        | {d}
stepped(0)                             | 60000000000
stepped(2)                             | 2000000000
inLoop(-1, 2)                          | {inLoop}
inSwitch(-1)                           | 0
inSwitch(4)                            | 4
inClosure(-1)                          | {inClosure}
pointed(-1)                            | {pointed}
counted(-1)                            | {counted}
early(5)                               | {?}
deepOf()                               | 0
ofKind("login")                        | 3600000000000
ofKind("page")                         | 5
ofKind("other")                        | 0
ofKind(id)                             | {ofKind}
ofRange(-5)                            | -1
ofRange(9)                             | 1
ofRange(10)                            | 2
through(1)                             | {through}
orElse(0, 7)                           | 7
orElse(-2, 7)                          | 0
orElse(3, 7)                           | 3
orElse(ttl, 0)                         | {orElse}
searched(durations, n)                 | {searched}
filled(id, "a")                        | x:{{id}}:a
filled(id, id)                         | {?}
generic("a", id)                       | a:{id}
generic(k, id)                         | {k}:{id}
deepOf(deep{})                         | 0
deepSet()                              | 60000000000
`

const cases = `
func cases(id string, n int, ttl time.Duration, which kind, k Key, typed ID, list []string, r *repo, err error, some []Option, option Option, durations []time.Duration) {
	chosen := formats[id]
	var inline strings.Builder
	inline.WriteString("in:")
	inline.WriteString(id)
`

// TestKey: what expressions are known to be.
func TestKey(t *testing.T) {
	source := declarations + cases
	var wants []string
	for line := range strings.SplitSeq(table, "\n") {
		if expr, want, ok := strings.Cut(line, "|"); ok {
			source += "\tuse(" + strings.TrimSpace(expr) + ")\n"
			wants = append(wants, strings.TrimSpace(want))
		}
	}
	source += "}\n"
	x, got := used(t, source)
	if len(got) != len(wants) {
		t.Fatalf("%d expressions, %d wants", len(got), len(wants))
	}
	for i, e := range got {
		if key := x.Key(e).String(); key != wants[i] {
			t.Errorf("%s: %s, want %s", types.ExprString(e), key, wants[i])
		}
		if len(x.busy) > 0 || x.depth > 0 {
			t.Fatalf("%s: left busy: %v, depth %d", types.ExprString(e), x.busy, x.depth)
		}
	}
}

// used is the index of a file, and the operands of the calls of use in its
// function cases.
func used(t *testing.T, source string) (*Index, []ast.Expr) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
	}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := config.Check("example.com/p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	x := NewIndex(fset, info, pkg, []*ast.File{file})
	var got []ast.Expr
	for _, fn := range x.Funcs {
		if fn.Obj == nil || fn.Obj.Name() != "cases" {
			continue // what the cases are made of
		}
		for _, call := range fn.Calls {
			if callee := x.Callee(call); callee != nil && callee.Name() == "use" {
				got = append(got, call.Args[0])
			}
		}
	}
	return x, got
}

// TestManyConditions: conditions on conditions cost a time that grows with their
// number, not with the number of ways through them.
func TestManyConditions(t *testing.T) {
	const n = 300
	var chain, more, nested, returns, cases strings.Builder
	for i := range n {
		if i < maxSteps/2 {
			fmt.Fprintf(&chain, "\tif d < %d && d > -%d {\n\t\td = %d + d\n\t} else if d == 7 {\n\t\td = d * 2\n\t}\n", i, i, i)
		}
		fmt.Fprintf(&more, "\tif d < %d && d > -%d {\n\t\td = %d + d\n\t} else if d == 7 {\n\t\td = d * 2\n\t}\n", i, i, i)
		fmt.Fprintf(&nested, "if d != %d {\nd = d + 1\n", i)
		fmt.Fprintf(&returns, "\tif d < %d {\n\t\tif d > 3 {\n\t\t\treturn d\n\t\t}\n\t}\n", i)
		fmt.Fprintf(&cases, "\tcase %d:\n\t\td = d + %d\n", i, i)
	}
	source := "package p\n\nfunc use(any) {}\n\n" +
		"func chain(d int) int {\n" + chain.String() + "\treturn d\n}\n\n" +
		"func more(d int) int {\n" + more.String() + "\treturn d\n}\n\n" +
		"func nested(d int) int {\n" + nested.String() + strings.Repeat("}\n", n) + "\treturn d\n}\n\n" +
		"func returns(d int) int {\n" + returns.String() + "\treturn 1\n}\n\n" +
		"func chosen(d int) int {\n\tswitch d {\n" + cases.String() + "\t}\n\treturn d\n}\n\n" +
		"func cases(n int) {\n\tuse(chain(1))\n\tuse(more(1))\n\tuse(nested(1))\n\tuse(returns(4))\n\tuse(chosen(2))\n\tuse(chain(n))\n}\n"
	x, exprs := used(t, source)
	begin := time.Now()
	for _, e := range exprs {
		one := time.Now()
		x.Key(e)
		t.Logf("%s: %v", types.ExprString(e), time.Since(one))
	}
	if took := time.Since(begin); took > 2*time.Second {
		t.Errorf("%v for %d conditions", took, n)
	}
}

// TestFilesInAnyOrder: drivers parse files at once, so that the first file of a
// package may lie behind the others.
func TestFilesInAnyOrder(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range []string{"b", "a"} { // a is first in the package, and last in the set
		source := "package p\n\nfunc use" + name + "(...string) {}\n\nfunc " + name + "(ids []string) {\n\tvar keys []string\n\tfor _, id := range ids {\n\t\tkeys = append(keys, \"k:\"+id)\n\t}\n\tuse" + name + "(keys...)\n}\n"
		file, err := parser.ParseFile(fset, name+".go", source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append([]*ast.File{file}, files...)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	pkg, err := new(types.Config).Check("example.com/p", fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	x := NewIndex(fset, info, pkg, files)
	seen := 0
	for _, fn := range x.Funcs {
		for _, call := range fn.Calls {
			if !call.Ellipsis.IsValid() {
				continue // append
			}
			seen++
			if elems := x.Elems(call.Args[0]); len(elems) != 1 || !elems[0].Spread {
				t.Errorf("%s: %v, want one element that stands for any number", fset.Position(call.Pos()), elems)
			}
		}
	}
	if seen != 2 {
		t.Errorf("%d calls, want 2", seen)
	}
}
