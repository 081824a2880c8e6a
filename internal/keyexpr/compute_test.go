package keyexpr

import (
	"slices"
	"testing"
)

func TestDeriveComputes(t *testing.T) {
	p := Of(Hole{Kind: Param, Name: "p"})
	option := Of(Hole{Kind: Param, Index: 1, Path: string(PathOption) + "ttl", Name: "ttl"})
	fill := func(with Key) func(Hole) (Key, bool) {
		return func(h Hole) (Key, bool) { return with, h.Kind == Param }
	}
	for _, tt := range []struct {
		name string
		key  Key
		want string
	}{
		{"or: the first that is not zero", Derive(FirstNonZero, "d", Lit("0"), Lit("5"), Lit("7")), "5"},
		{"or: zeros alone", Derive(FirstNonZero, "d", Lit("0"), Lit("0")), "0"},
		{"or: zeros before an unknown one", Derive(FirstNonZero, "d", Lit("0"), p), "{p}"},
		{"or: unknown", Derive(FirstNonZero, "d", p, Lit("5")), "{d}"},
		{"or: filled", Derive(FirstNonZero, "d", p, Lit("5")).Subst(fill(Lit("0"))), "5"},
		{"max", Derive(Largest, "d", Lit("-1"), Lit("5"), Lit("3")), "5"},
		{"min", Derive(Smallest, "d", Lit("4"), Lit("5"), Lit("3")), "3"},
		{"min: of text", Derive(Smallest, "d", Lit("a"), Lit("5")), "{d}"},
		{"max: filled", Derive(Largest, "d", p, Lit("5")).Subst(fill(Lit("9"))), "9"},
		{"option: unset", Derive(OptionOr, "ttl", option, Lit("60")).Subst(fill(Unset())), "60"},
		{"option: set to zero", Derive(OptionOr, "ttl", option, Lit("60")).Subst(fill(Lit("0"))), "0"},
		{"option: handed on", Derive(OptionOr, "ttl", option, Lit("60")).Subst(fill(option)), "{ttl}"},
		{"option: unknown", Derive(OptionOr, "ttl", option, Lit("60")).Subst(fill(Of(Hole{Name: "o"}))), "{o}"},
		{"option: no default known", Derive(OptionOr, "ttl", option, Of(Hole{})).Subst(fill(Lit("0"))), "{ttl}"},
	} {
		if got := tt.key.String(); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestCommon(t *testing.T) {
	id := Of(Hole{Kind: Param, Name: "id"})
	for _, tt := range []struct {
		keys []Key
		want string
	}{
		{[]Key{Lit("a"), Lit("a")}, "a"},
		{[]Key{Lit("lock:user:"), Lit("lock:team:")}, "lock:{k}:"},
		{[]Key{Lit("job:lock:a"), Lit("job:locked:a")}, "job:{k}:a"},
		{[]Key{Lit("{app}:a"), Lit("{app}:b"), Lit("{app}:cc")}, "{app}:{k}"},
		{[]Key{Lit("a"), Lit("b")}, "{k}"},
		{[]Key{Lit("a:b"), Lit("a:")}, "a:{k}"},
		{[]Key{Lit("::"), Lit(":")}, ":{k}"},
		{[]Key{Concat(Lit("a:"), id, Lit(":x")), Concat(Lit("b:"), id, Lit(":x"))}, "{k}:{id}:x"},
		{[]Key{Concat(id, Lit("a")), Concat(id, Lit("b"))}, "{id}{k}"},
		{nil, "{k}"},
	} {
		if got := Common(tt.keys, Hole{Name: "k"}).String(); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.keys, got, tt.want)
		}
	}
}

func TestVerbs(t *testing.T) {
	for format, want := range map[string]string{
		"a":              "\x00\x00",
		"%s:%d":          "sd",
		"%%%05d%v":       "dv",
		"%[2]s:%[1]d":    "ds",
		"%[1]s:%[1]s":    "s\x00",
		"%[1]s:%[1]d":    "\x00\x00",
		"%s:%d:%s":       "sd",
		"%s%!":           "s\x00",
		"%s then %":      "s\x00",
		"%s%d%[1]d%[1]s": "\x00d",
	} {
		if got := Verbs(format, 2); !slices.Equal(got, []byte(want)) {
			t.Errorf("%s: %q, want %q", format, got, want)
		}
	}
}
