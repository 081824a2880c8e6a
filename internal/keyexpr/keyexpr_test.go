package keyexpr

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The holes that tests use: two parameters, a field of the receiver, a value.
var (
	id    = Of(Hole{Kind: Param, Index: 0, Name: "id"})
	name  = Of(Hole{Kind: Param, Index: 1, Name: "name"})
	opt   = Of(Hole{Kind: Param, Index: 2, Path: ".opts.TTL", Name: "opts.TTL"})
	recv  = Of(Hole{Kind: Recv, Path: ".prefix", Name: "c.prefix"})
	secs  = Of(Hole{Kind: Param, Index: 0, Mul: 1000, Name: "secs"})
	value = Of(Hole{ID: "x", Name: "x"})
	anon  = Of(Hole{Name: "rand()"})
)

// seq builds a key from strings (literals) and keys.
func seq(parts ...any) Key {
	var keys []Key
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			keys = append(keys, Lit(p))
		case Key:
			keys = append(keys, p)
		}
	}
	return Concat(keys...)
}

// randomKey builds keys in all the ways that the package has, derived holes and
// products included.
func randomKey(r *rand.Rand, depth int) Key {
	leaves := []Key{id, name, opt, recv, secs, value, Of(Hole{ID: "fmt(no verb)"}), Of(Hole{ID: `v"+"`}), Lit("7"), Lit("-12"), Lit("user:"), Lit("{"), Lit("}"), {}}
	if r.IntN(8) == 0 {
		leaves = append(leaves, anon)
	}
	leaf := leaves[r.IntN(len(leaves))]
	if depth == 0 {
		return leaf
	}
	switch r.IntN(6) {
	case 0:
		return randomKey(r, depth-1).Mul([]int64{-1, 2, 1000, 0, 1, math.MaxInt64}[r.IntN(6)])
	case 1:
		formats := []string{"%05d", "k:%s", "%q", "%x-%[1]s", "%-8.3v", "%d", "%T"}
		if k, ok := Sprintf(formats[r.IntN(len(formats))], []Key{randomKey(r, depth-1)}); ok {
			return k
		}
		return leaf
	case 2, 3:
		return Concat(randomKey(r, depth-1), randomKey(r, depth-1))
	case 4:
		return Join(Lit(":"), []Key{randomKey(r, depth-1), leaf, randomKey(r, depth-1)})
	}
	return leaf
}

// checkNormal fails when k is not as the doc of Key says.
func checkNormal(t *testing.T, k Key) {
	t.Helper()
	for i, p := range k.Parts {
		switch {
		case p.Hole != nil && p.Text != "":
			t.Fatalf("%#v: a part is both text and hole", k)
		case p.Hole == nil && p.Text == "":
			t.Fatalf("%v: empty literal", k)
		case p.Hole == nil && i > 0 && k.Parts[i-1].Hole == nil:
			t.Fatalf("%v: adjacent literals", k)
		}
	}
}

func TestConcatAndJoin(t *testing.T) {
	tests := []struct {
		name string
		key  Key
		want string
	}{
		{"nothing", Concat(), ""},
		{"empty literals", Concat(Lit(""), Lit("")), ""},
		{"literals merge", Concat(Lit("a"), Lit(""), Lit("b")), "ab|"},
		{"literals merge across holes only", seq("a", id, "b", "c", name, name), "a|{id}|bc|{name}|{name}|"},
		{"unnormalised operand", Concat(Key{Parts: []Part{{Text: "a"}, {}, {Text: "b"}}}, Lit("c")), "abc|"},
		{"join none", Join(Lit(":"), nil), ""},
		{"join one", Join(Lit(":"), []Key{id}), "{id}|"},
		{"join", Join(Lit(":"), []Key{Lit("user"), id, Lit("")}), "user:|{id}|:|"},
		{"join by a hole", Join(id, []Key{Lit("a"), Lit("b")}), "a|{id}|b|"},
		{"join by nothing", Join(Key{}, []Key{Lit("a"), Lit("b")}), "ab|"},
	}
	for _, tt := range tests {
		want := strings.ReplaceAll(tt.want, "|", "")
		if got := tt.key.String(); got != want {
			t.Errorf("%s: got %q, want %q", tt.name, got, want)
		}
		if got, want := len(tt.key.Parts), strings.Count(tt.want, "|"); got != want {
			t.Errorf("%s: %d parts, want %d", tt.name, got, want)
		}
		checkNormal(t, tt.key)
	}
}

func TestConcatDoesNotAlias(t *testing.T) {
	base := seq("a", id)
	one, two := Concat(base, Lit("1")), Concat(base, Lit("2"))
	if one.String() != "a{id}1" || two.String() != "a{id}2" || base.String() != "a{id}" {
		t.Errorf("got %v, %v and %v", base, one, two)
	}
}

func TestQueries(t *testing.T) {
	padded, _ := Sprintf("%05d", []Key{id})
	paddedValue, _ := Sprintf("%05d", []Key{value})
	tests := []struct {
		key                       Key
		pattern, text, literal    string
		isConst, known, fromParam bool
	}{
		{Key{}, "", "", "", true, false, false},
		{Lit("a"), "a", "a", "a", true, true, false},
		{id, "*", "{id}", "", false, true, true},
		{seq("user:{", id, "}:profile"), "user:{*}:profile", "user:{{id}}:profile", "user:{\x00}:profile", false, true, true},
		{seq("a", id, name, "b"), "a**b", "a{id}{name}b", "a\x00b", false, true, true},
		{recv, "*", "{c.prefix}", "", false, true, true},
		{value, "*", "{x}", "", false, true, false},
		{anon, "*", "{rand()}", "", false, false, false},
		{Of(Hole{}), "*", "{?}", "", false, false, false},
		{seq(anon, ":a"), "*:a", "{rand()}:a", ":a", false, true, false},
		{padded, "*", "{id}", "", false, true, true},
		{paddedValue, "*", "{x}", "", false, true, false},
	}
	for _, tt := range tests {
		if got := tt.key.Pattern(); got != tt.pattern {
			t.Errorf("%v.Pattern() = %q, want %q", tt.key, got, tt.pattern)
		}
		if got := tt.key.String(); got != tt.text {
			t.Errorf("String() = %q, want %q", got, tt.text)
		}
		if got := tt.key.Literal(); got != tt.literal {
			t.Errorf("%v.Literal() = %q, want %q", tt.key, got, tt.literal)
		}
		text, ok := tt.key.Const()
		if ok != tt.isConst || ok && text != tt.text {
			t.Errorf("%v.Const() = %q, %v", tt.key, text, ok)
		}
		if got := tt.key.Known(); got != tt.known {
			t.Errorf("%v.Known() = %v", tt.key, got)
		}
		if got := tt.key.FromParams(); got != tt.fromParam {
			t.Errorf("%v.FromParams() = %v", tt.key, got)
		}
	}
}

func TestParamOnly(t *testing.T) {
	padded, _ := Sprintf("%05d", []Key{id})
	tests := []struct {
		key   Key
		index int
		ok    bool
	}{
		{id, 0, true},
		{name, 1, true},
		{Of(Hole{Kind: Param, Index: 3, Mul: 1}), 3, true},
		{seq("", id, ""), 0, true},
		{opt, 0, false},
		{recv, 0, false},
		{secs, 0, false},
		{value, 0, false},
		{padded, 0, false},
		{seq("a", id), 0, false},
		{seq(id, name), 0, false},
		{Lit("a"), 0, false},
		{Key{}, 0, false},
	}
	for _, tt := range tests {
		if index, ok := tt.key.ParamOnly(); index != tt.index || ok != tt.ok {
			t.Errorf("%v.ParamOnly() = %d, %v, want %d, %v", tt.key, index, ok, tt.index, tt.ok)
		}
	}
}

func TestInt(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "7": 7, "-1": -1, "9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64} {
		if got, ok := Lit(text).Int(); !ok || got != want {
			t.Errorf("Lit(%q).Int() = %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "-", "-0", "+5", "007", "1.5", "1e3", "0x10", "1_000", " 1", "9223372036854775808", "a"} {
		if got, ok := Lit(text).Int(); ok {
			t.Errorf("Lit(%q).Int() = %d, want none", text, got)
		}
	}
	if _, ok := id.Int(); ok {
		t.Error("a hole is no integer")
	}
	if _, ok := seq("1", id).Int(); ok {
		t.Error("text with a hole is no integer")
	}
}

func TestEqual(t *testing.T) {
	pad := func(k Key) Key {
		r, _ := Sprintf("%05d", []Key{k})
		return r
	}
	tests := []struct {
		a, b Key
		want bool
	}{
		{Key{}, Key{}, true},
		{Key{}, Lit("a"), false},
		{Lit("a"), Lit("a"), true},
		{Lit("a"), Lit("b"), false},
		{id, id, true},
		{id, Of(Hole{Kind: Param, Name: "other name"}), true},
		{id, Of(Hole{Kind: Param, ID: "ignored"}), true},
		{id, name, false},
		{id, Lit("id"), false},
		{Of(Hole{Kind: Param}), Of(Hole{Kind: Recv}), false},
		{Of(Hole{Kind: Recv, Path: ".a"}), Of(Hole{Kind: Recv, Path: ".a", Index: 3}), true},
		{Of(Hole{Kind: Recv, Path: ".a"}), Of(Hole{Kind: Recv, Path: ".b"}), false},
		{Of(Hole{Kind: Param, Path: ".a"}), id, false},
		{id, Of(Hole{Kind: Param, Mul: 1}), true},
		{id, secs, false},
		{secs, secs, true},
		{value, value, true},
		{value, Of(Hole{ID: "x", Mul: 3, Path: ".y", Index: 2}), true},
		{value, Of(Hole{ID: "y"}), false},
		{anon, anon, false},
		{seq("a", anon), seq("a", anon), false},
		{seq("lock:", id), seq("lock:", "", id), true},
		{seq("lock:", id), seq("lock", id), false},
		{seq("a", id, "b"), seq("a", id), false},
		{seq(id, name), seq(name, id), false},
		{pad(id), pad(id), true},
		{pad(id), pad(name), false},
		{pad(id), id, false},
		{pad(anon), pad(anon), false},
		{pad(seq("a", value)), pad(seq("a", value)), true},
	}
	for _, tt := range tests {
		if got := tt.a.Equal(tt.b); got != tt.want {
			t.Errorf("%v.Equal(%v) = %v", tt.a, tt.b, got)
		}
		if got := tt.b.Equal(tt.a); got != tt.want {
			t.Errorf("%v.Equal(%v) = %v: not symmetric", tt.b, tt.a, got)
		}
		ca, cb := tt.a.Canonical(), tt.b.Canonical()
		if got := ca != "" && ca == cb; got != tt.want {
			t.Errorf("canonical texts %q and %q, Equal is %v", ca, cb, tt.want)
		}
	}
}

func TestCanonical(t *testing.T) {
	padded, _ := Sprintf("%05d", []Key{seq("a", id)})
	hex, _ := Sprintf("% x", []Key{padded})
	tests := []struct {
		key  Key
		want string
	}{
		{Key{}, `""`},
		{Lit(`a"+p0`), `"a\"+p0"`},
		{seq("user:", id, ":", value), `"user:"+p0+":"+v"x"`},
		{opt, `p2".opts.TTL"`},
		{recv, `r".prefix"`},
		{secs, `p0*1000`},
		{opt.Mul(-2), `p2".opts.TTL"*-2`},
		{padded, `fmt(%05d;"a"+p0)`},
		{hex, `fmt(% x;fmt(%05d;"a"+p0))`},
		{value.Mul(60), `mul(60;v"x")`},
		{Of(Hole{ID: "fmt(x)"}), `v"fmt(x)"`},
		{seq("a", anon), ""},
	}
	for _, tt := range tests {
		if got := tt.key.Canonical(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

func TestMul(t *testing.T) {
	tests := []struct {
		name string
		got  Key
		want Key // compared by Equal; anonymous means the result must be
	}{
		{"literal", Lit("3").Mul(1000), Lit("3000")},
		{"by zero", value.Mul(0), Lit("0")},
		{"by one", value.Mul(1), value},
		{"zero", Lit("0").Mul(math.MinInt64), Lit("0")},
		{"overflow", Lit("9223372036854775807").Mul(2), anon},
		{"overflow of the minimum", Lit("-9223372036854775808").Mul(-1), anon},
		{"overflow by the minimum", Lit("-1").Mul(math.MinInt64), anon},
		{"no integer", Lit("1.5").Mul(2), anon},
		{"empty", Lit("").Mul(2), anon},
		{"param", id.Mul(1000), secs},
		{"param twice", id.Mul(10).Mul(100), secs},
		{"param back", id.Mul(-1).Mul(-1), id},
		{"param overflow", secs.Mul(math.MaxInt64), anon},
		{"receiver", recv.Mul(5), Of(Hole{Kind: Recv, Path: ".prefix", Mul: 5})},
		{"value", value.Mul(60), Of(Hole{ID: `mul(60;v"x")`})},
		{"value twice", value.Mul(60).Mul(1000), value.Mul(60000)},
		{"value back", value.Mul(-1).Mul(-1), value},
		{"value overflow", value.Mul(math.MaxInt64).Mul(2), anon},
		{"text and hole", seq("1", id).Mul(2), Of(Hole{ID: `mul(2;"1"+p0)`})},
		{"anonymous", anon.Mul(2), anon},
	}
	for _, tt := range tests {
		if tt.want.Equal(tt.want) != tt.got.Equal(tt.want) {
			t.Errorf("%s: got %s, want %s", tt.name, tt.got.Canonical(), tt.want.Canonical())
		}
		if tt.want.Canonical() == "" && tt.got.Canonical() != "" {
			t.Errorf("%s: got %s, want an anonymous hole", tt.name, tt.got.Canonical())
		}
	}
}

// fill makes the f of Subst for a call with these arguments.
func fill(args ...Key) func(Hole) (Key, bool) {
	return func(h Hole) (Key, bool) {
		if h.Kind != Param || h.Path != "" || h.Index >= len(args) {
			return Key{}, false
		}
		return args[h.Index], true
	}
}

func TestSubst(t *testing.T) {
	sprintf := func(format string, args ...Key) Key {
		k, ok := Sprintf(format, args)
		if !ok {
			t.Fatalf("Sprintf(%q) is not known", format)
		}
		return k
	}
	tests := []struct {
		name      string
		key       Key
		args      []Key
		canonical string
		text      string
	}{
		{"literal argument merges", seq("user:", id, ":x"), []Key{Lit("7")}, `"user:7:x"`, "user:7:x"},
		{"hole argument", seq("user:", id), []Key{value}, `"user:"+v"x"`, "user:{x}"},
		{"mixed argument", seq("a:", id), []Key{seq("b:", name)}, `"a:b:"+p1`, "a:b:{name}"},
		{"swapped, not chained", seq(id, ":", name), []Key{name, id}, `p1+":"+p0`, "{name}:{id}"},
		{"declined", seq(id, recv, value, opt), nil, `p0+r".prefix"+v"x"+p2".opts.TTL"`, "{id}{c.prefix}{x}{opts.TTL}"},
		{"empty argument", seq("a", id, "b"), []Key{{}}, `"ab"`, "ab"},
		{"literal under a factor", secs, []Key{Lit("60")}, `"60000"`, "60000"},
		{"param under a factor", secs, []Key{Of(Hole{Kind: Param, Index: 4, Mul: 60, Name: "min"})}, `p4*60000`, "{min}"},
		{"value under a factor", secs, []Key{value}, `mul(1000;v"x")`, "{x}"},
		{"text under a factor", secs, []Key{Lit("a")}, "", "{?}"},
		{"overflow under a factor", secs, []Key{Lit("9223372036854775807")}, "", "{?}"},
		{"literal in a derived hole", sprintf("user:%05d", id), []Key{Lit("7")}, `"user:00007"`, "user:00007"},
		{"hole in a derived hole", sprintf("user:%05d", id), []Key{value}, `"user:"+fmt(%05d;v"x")`, "user:{x}"},
		{"derived hole declined", sprintf("user:%05d", id), nil, `"user:"+fmt(%05d;p0)`, "user:{id}"},
		{"derived hole becomes anonymous", sprintf("user:%05d", id), []Key{anon}, "", "user:{rand()}"},
		{"derived of derived", sprintf("%8s", sprintf("%03d", id)), []Key{Lit("7")}, `"     007"`, "     007"},
		{"derived of mixed", sprintf("%q", seq("a", id)), []Key{Lit("b")}, `"\"ab\""`, `"ab"`},
		{"verb refuses the literal", sprintf("%05d", id), []Key{Lit("abc")}, "", "{id}"},
		{"product of a value of a parameter", sprintf("%03d", id).Mul(3), []Key{Lit("7")}, "", "{?}"},
	}
	for _, tt := range tests {
		before := tt.key.Canonical()
		got := tt.key.Subst(fill(tt.args...))
		if got.Canonical() != tt.canonical || got.String() != tt.text {
			t.Errorf("%s: got %s (%s), want %s (%s)", tt.name, got.Canonical(), got, tt.canonical, tt.text)
		}
		if after := tt.key.Canonical(); after != before {
			t.Errorf("%s: the key was %s and became %s", tt.name, before, after)
		}
		checkNormal(t, got)
	}
}

// Two calls of one helper with different arguments must not give equal keys,
// however the helper prints its parameter.
func TestSubstKeepsCallsApart(t *testing.T) {
	for _, format := range []string{"%s", "%05d", "%x", "%-8s", "%q", "%+v", "%.2f"} {
		k, ok := Sprintf("user:"+format, []Key{id})
		if !ok {
			t.Fatalf("%s is not known", format)
		}
		a := k.Subst(fill(Of(Hole{ID: "a"})))
		b := k.Subst(fill(Of(Hole{ID: "b"})))
		if a.Equal(b) {
			t.Errorf("%s: the calls give equal keys %s", format, a.Canonical())
		}
		if again := k.Subst(fill(Of(Hole{ID: "a"}))); !a.Equal(again) {
			t.Errorf("%s: calls with one argument give %s and %s", format, a.Canonical(), again.Canonical())
		}
	}
}

func TestRename(t *testing.T) {
	padded, _ := Sprintf("%05d", []Key{value})
	k := seq("a:", secs, value, padded)
	got := k.Rename(func(h Hole) Hole {
		switch h.Kind {
		case Param:
			h.Index += 3 // the factor is the hole's own and is not applied twice
		default:
			h.ID = "call1:" + h.ID
		}
		return h
	})
	if want := `"a:"+p3*1000+v"call1:x"+fmt(%05d;v"call1:x")`; got.Canonical() != want {
		t.Errorf("got %s, want %s", got.Canonical(), want)
	}
	forgotten := padded.Rename(func(h Hole) Hole { return Hole{Name: h.Name} })
	if forgotten.Canonical() != "" || forgotten.String() != "{x}" {
		t.Errorf("got %s (%s), want an anonymous hole {x}", forgotten.Canonical(), forgotten)
	}
}

// A long identity becomes anonymous rather than opaque: opaque, the parameter
// inside could no longer be filled and two calls would look the same.
func TestLongIdentity(t *testing.T) {
	k, ok := Sprintf("%q", []Key{seq(strings.Repeat("long", maxID), id)})
	if !ok || k.Canonical() != "" {
		t.Errorf("got %.60s…, %v, want an anonymous hole", k.Canonical(), ok)
	}
	deep := id
	for range maxDepth + 1 {
		deep, _ = Sprintf("%q", []Key{deep})
	}
	if deep.Canonical() != "" {
		t.Errorf("got %s, want an anonymous hole", deep.Canonical())
	}
}

// Identities that only look derived are opaque, and reading them never fails.
func TestForeignIdentity(t *testing.T) {
	for _, foreign := range []string{
		"fmt(", "fmt()", "fmt(;)", "fmt(%05d;)", "fmt(%05d;p0", "fmt(%05d;p0)x", "fmt(%05d;p)", "fmt(%%;p0)", "fmt(%[1]d;p0)",
		"fmt(%00d;p0)", "fmt(%05d;p99999999999999999999)", `fmt(%05d;"a)`, "fmt(%05d;`a`)", `fmt(%05d;v"")`, "fmt(%05d;z)", "fmt(%05d;p0*)", `fmt(%05d;p0"x)`,
		"mul(;p0)", "mul(0;p0)", "mul(1;p0)", "mul(x;p0)", "mul(2;p0+)", strings.Repeat("mul(2;", 100000) + "p0" + strings.Repeat(")", 100000),
	} {
		k := Of(Hole{ID: foreign, Name: "n"})
		if k.FromParams() {
			t.Errorf("%.40s: holds no parameter", foreign)
		}
		if got := k.Subst(fill(Lit("7"))); !got.Equal(k) {
			t.Errorf("%.40s: became %.40s", foreign, got.Canonical())
		}
		if !strings.HasPrefix(k.Canonical(), `v"`) {
			t.Errorf("%.40s: canonical text %.40s is not opaque", foreign, k.Canonical())
		}
	}
}

func TestWords(t *testing.T) {
	tests := []struct{ name, want string }{
		{"", ""},
		{"lock", "lock"},
		{"lockKey", "lock key"},
		{"LockKey", "lock key"},
		{"HTTPLock", "http lock"},
		{"lockHTTP", "lock http"},
		{"userIDs", "user ids"},
		{"IDsOfUsers", "ids of users"},
		{"IDService", "id service"},
		{"URLset", "ur lset"}, // the case change of Go's MixedCaps; "URLs" is the plural
		{"unlock", "unlock"},
		{"unLock", "un lock"},
		{"blockchain", "blockchain"},
		{"clock", "clock"},
		{"job:lock:%d", "job lock"},
		{"job:lock:%05d:%-8s", "job lock"},
		{"lock:%[1]s:%q", "lock"},
		{"100%lock", "lock"},
		{"%slock", "slock"},
		{"%", ""},
		{"user_lock-2leader.election/x", "user lock leader election x"},
		{"lock2key", "lock key"},
		{"v2", "v"},
		{"MUTEX", "mutex"},
		{"A", "a"},
		{"aB", "a b"},
		{"ABc", "a bc"},
		{"schlüsselÜbergabe", "schlüssel übergabe"},
		{"锁key", "锁key"},
		{"\xfflock\xff", "lock"},
	}
	for _, tt := range tests {
		if got := strings.Join(Words(tt.name), " "); got != tt.want {
			t.Errorf("Words(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
	k := seq("jobLock:", id, "lo", name, "ck")
	if got := strings.Join(k.Words(), " "); got != "job lock lo ck" {
		t.Errorf("%v.Words() = %q", k, got)
	}
}

// The laws of the algebra, on random keys.
func TestLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	keys := make([]Key, 0, 2000)
	for range cap(keys) {
		keys = append(keys, randomKey(r, 4))
	}
	for i, k := range keys {
		checkNormal(t, k)
		c := k.Canonical()
		if k.Equal(k) != (c != "") {
			t.Fatalf("%v: equal to itself is %v, canonical text %q", k, k.Equal(k), c)
		}
		// Nothing filled, nothing renamed: nothing changed.
		same := []Key{
			k.Subst(func(Hole) (Key, bool) { return Key{}, false }),
			k.Rename(func(h Hole) Hole { return h }),
			Concat(k, Key{}),
			Join(Lit(","), []Key{k}),
			Concat(Key{Parts: k.Parts[:len(k.Parts)/2]}, Key{Parts: k.Parts[len(k.Parts)/2:]}),
		}
		for _, s := range same {
			if s.Canonical() != c || s.String() != k.String() {
				t.Fatalf("%s (%v) became %s (%v)", c, k, s.Canonical(), s)
			}
		}
		// The canonical text reads back as the key.
		if c != "" {
			p := &canonicalParser{rest: c}
			back, ok := p.canonical(maxDepth)
			if !ok || p.rest != "" || !back.Equal(k) {
				t.Fatalf("%s reads back as %s, %v, rest %q", c, back.Canonical(), ok, p.rest)
			}
		}
		b := k.Append(nil)
		back, rest, err := Decode(b)
		if err != nil || len(rest) != 0 || !reflect.DeepEqual(back.Parts, k.Parts) {
			t.Fatalf("%v: decodes as %v, rest %x, %v", k, back, rest, err)
		}
		o := keys[r.IntN(i+1)]
		if k.Equal(o) != (c != "" && c == o.Canonical()) {
			t.Fatalf("%s and %s: equal is %v", c, o.Canonical(), k.Equal(o))
		}
		if a, b := SameSlot(k, o), SameSlot(o, k); a != b {
			t.Fatalf("SameSlot of %v and %v is %v and %v", k, o, a, b)
		}
	}
}

// What is said of a key holds for the texts that it stands for: equal keys have
// equal texts, a certain slot is that of the text, and "no" means no.
func TestTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	texts := []string{"", "1", "42", "a", "{", "}", "{}", "{b}", "}{", "x{y"}
	numbers := []string{"0", "1", "42", "-7", "100000"}
	counts := map[Answer]int{}
	for range 20000 {
		a, b := randomKey(r, 3), randomKey(r, 3)
		pick := texts
		if r.IntN(2) == 0 {
			pick = numbers
		}
		bound := map[string]string{} // one value for one identity
		bind := func(h Hole) (Key, bool) {
			if h.Kind == Value && h.ID == "" {
				return Lit(pick[r.IntN(len(pick))]), true
			}
			h.Name, h.Mul = "", 0
			c := Of(h).Canonical()
			if _, ok := bound[c]; !ok {
				bound[c] = pick[r.IntN(len(pick))]
			}
			return Lit(bound[c]), true
		}
		textA, okA := a.Subst(bind).Const()
		textB, okB := b.Subst(bind).Const()
		if !okA || !okB {
			continue // a verb or a product that the text does not suit
		}
		if a.Equal(b) && textA != textB {
			t.Fatalf("%s is equal to %s, but the texts are %q and %q", a.Canonical(), b.Canonical(), textA, textB)
		}
		if s, ok := a.Slot(); ok && s != Slot(textA) {
			t.Fatalf("the slot of %s is %d, but that of %q is %d", a.Canonical(), s, textA, Slot(textA))
		}
		answer := SameSlot(a, b)
		counts[answer]++
		if answer == No && Slot(textA) == Slot(textB) {
			t.Fatalf("%s and %s: the slots of %q and %q are the same", a.Canonical(), b.Canonical(), textA, textB)
		}
		// Yes and Tag are lenient: they hold when no value has a brace.
		lenient := slices.Equal(pick, numbers)
		if answer == Yes && lenient && Slot(textA) != Slot(textB) {
			t.Fatalf("%s and %s: the slots of %q and %q differ", a.Canonical(), b.Canonical(), textA, textB)
		}
		if tag, ok := a.Tag(); ok && lenient {
			if text, _ := tag.Subst(bind).Const(); tag.Canonical() != "" && text != HashTag(textA) {
				t.Fatalf("the tag of %s is %s, that of %q is %q", a.Canonical(), tag.Canonical(), textA, HashTag(textA))
			}
		}
	}
	for _, a := range []Answer{Yes, No, Unknown} {
		if counts[a] < 50 {
			t.Errorf("only %d answers were %v: the keys are not mixed enough", counts[a], a)
		}
	}
}

func ExampleKey_Subst() {
	// func userKey(id int) string { return fmt.Sprintf("user:%05d", id) }
	body, _ := Sprintf("user:%05d", []Key{Of(Hole{Kind: Param, Index: 0, Name: "id"})})
	call := body.Subst(func(Hole) (Key, bool) { return Lit("7"), true })
	fmt.Println(body, body.Pattern(), call)
	// Output: user:{id} user:* user:00007
}
