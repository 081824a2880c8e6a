package index

import (
	"go/types"
	"testing"
)

// Nil is a failure where all callers make one of it, on whatever way they get it.
func TestNilFails(t *testing.T) {
	fate := func(of *types.Func, where string, up ...string) NilFate {
		return NilFate{Of: of, Fails: where != "" || len(up) > 0, How: "logged", Where: where, Up: up}
	}
	const called, other, direct = "(example.com/p.T).Called", "(example.com/p.T).Other", "(example.com/p.T).Direct"
	tests := []struct {
		name  string
		fates func(pkg *types.Package) []NilFate
		part  bool
		blind bool
		value bool
		want  string // where, "none", or "nobody"
	}{
		{name: "nobody calls it", want: "nobody"},
		{name: "logged", fates: func(p *types.Package) []NilFate { return []NilFate{fate(method(t, p, "T", "Called"), "a:1")} }, want: "a:1"},
		{name: "through an interface", fates: func(p *types.Package) []NilFate { return []NilFate{fate(method(t, p, "I", "Called"), "a:1")} }, want: "a:1"},
		{name: "one tells", fates: func(p *types.Package) []NilFate {
			return []NilFate{fate(method(t, p, "T", "Called"), "a:1"), fate(method(t, p, "I", "Called"), "")}
		}, want: "none"},
		{name: "returned in turn", fates: func(p *types.Package) []NilFate {
			return []NilFate{fate(method(t, p, "T", "Called"), "", direct), fate(method(t, p, "T", "Direct"), "b:2")}
		}, want: "b:2"},
		{name: "returned to one who tells", fates: func(p *types.Package) []NilFate {
			return []NilFate{fate(method(t, p, "T", "Called"), "a:1", direct), fate(method(t, p, "T", "Direct"), "")}
		}, want: "none"},
		{name: "in a circle", fates: func(p *types.Package) []NilFate {
			return []NilFate{fate(method(t, p, "T", "Called"), "", other), fate(method(t, p, "T", "Other"), "", called)}
		}, want: "none"},
		{name: "as a value", value: true, fates: func(p *types.Package) []NilFate { return []NilFate{fate(method(t, p, "T", "Called"), "a:1")} }, want: "none"},
		{name: "calls that are not looked at", blind: true, want: "none"},
		{name: "a part of a module", part: true, fates: func(p *types.Package) []NilFate { return []NilFate{fate(method(t, p, "T", "Called"), "a:1")} }, want: "none"},
	}
	for _, test := range tests {
		x, pkg := built(t, func(s *Source) {
			s.Whole = !test.part
			s.PassedUp = []string{called}
			if test.value {
				s.Values = []*types.Func{method(t, s.Types, "I", "Called")}
			}
			if test.blind {
				return
			}
			s.NilFates = func(of map[string]bool) (out []NilFate) {
				if test.fates == nil {
					return nil
				}
				for _, f := range test.fates(s.Types) {
					if of[f.Of.FullName()] {
						out = append(out, f)
					}
				}
				return out
			}
		})
		how, where, ok := x.NilFails(method(t, pkg, "T", "Called"))
		got := where
		switch {
		case !ok:
			got = "none"
		case how == "" && where == "":
			got = "nobody"
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
