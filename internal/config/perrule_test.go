package config

import (
	"testing"

	"errors"
	"go/ast"
	"golang.org/x/tools/go/analysis"
)

// problems lists what is wrong with a table of renamed rules.
func problems(aliases map[string]string) (out []string) {
	for old, now := range aliases {
		known := false
		for _, r := range rules {
			if r.Name == old {
				out = append(out, old+" is a rule")
			}
			known = known || r.Name == now
		}
		if !known {
			out = append(out, old+" was renamed to "+now+", which is no rule")
		}
		if groupBits(old) != 0 {
			out = append(out, old+" is a group")
		}
	}
	return out
}

func TestAliases(t *testing.T) {
	for _, p := range problems(aliases) {
		t.Error(p)
	}
	for _, bad := range []map[string]string{
		{"keyscommand": "missingttl"}, {"old": "nope"}, {"old": "older", "older": "keyscommand"}, {"all": "keyscommand"},
	} {
		if problems(bad) == nil {
			t.Errorf("%v is taken for good", bad)
		}
	}
	before := aliases
	defer func() { aliases = before }()
	aliases = map[string]string{"nokeys": "keyscommand"}
	s, err := parse(t, "-rules=-nokeys")
	if err != nil || s.Enabled("keyscommand", Risk) || !s.Enabled("missingttl", Risk) {
		t.Errorf("an old name is not valid: %v", err)
	}
	if err := s.SetEnabled("nokeys", true); err != nil || !s.Enabled("keyscommand", Risk) {
		t.Errorf("an old name is not valid: %v", err)
	}
	if r, ok := Lookup("nokeys"); !ok || r.Name != "keyscommand" {
		t.Errorf("looked up: %v, %v", r, ok)
	}
}

// A pass has the settings of its module, and flags win over them.
func TestChoose(t *testing.T) {
	before := current
	defer func() { current, choose = before, nil }()
	current = Default()
	flags := Flags()
	if err := flags.Set("cluster", "never"); err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{Files: []*ast.File{{}}}
	Choose(func(*analysis.Pass) (*Settings, error) {
		s := Default()
		if err := s.Set("cluster", "always"); err != nil {
			return nil, err
		}
		s.InTests = true
		return s, s.Set("rules", "bug", "-crossslot")
	})
	s := of(pass)
	if s.Cluster != ClusterNever || !s.InTests || s.Rules.String() != "bug,-crossslot" || s.Problem != nil {
		t.Errorf("got %+v", s)
	}
	if Current().InTests {
		t.Error("the settings of a pass are those of all")
	}
	Choose(func(*analysis.Pass) (*Settings, error) { return nil, nil })
	if of(pass) != current {
		t.Error("a package of no main module has not the flags' settings")
	}
	wrong := errors.New("wrong")
	Choose(func(*analysis.Pass) (*Settings, error) { return nil, wrong })
	if s := of(pass); s.Problem != wrong || s.Cluster != ClusterNever {
		t.Errorf("got %+v", s)
	}
}
