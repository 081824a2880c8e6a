package corpus

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestGroups(t *testing.T) {
	root := write(t, map[string]string{
		"a/bad.go":                  "package a\n\nvar x = 1 // want \"a: one\" `two`\n\nvar y = 2 // because // want \"three\"\n",
		"a/bad.go.golden":           "package a\n",
		"a/quiet.go":                "package a // nobody may want \"this\"\n",
		"a/cluster/c.go":            "package cluster\n\n// want@+1 \"four\"\nvar x = ``\n",
		"a/cluster/deep/d.go":       "package deep\n",
		"a/cluster/notes.txt":       "// want \"nothing\"\n",
		"a/cluster/y.flags":         "-no\n",
		"b/b.go":                    "package b\n",
		"other/o.go":                "package other // want \"not asked for\"\n",
		"a/cluster/redislint.flags": "-cluster=always\n-in-tests\n",
	})
	groups, err := Groups(root, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != 2 {
		t.Fatalf("%d groups, want 2", len(groups))
	}
	plain, cluster := groups[0], groups[1]
	if !slices.Equal(plain.Flags, []string{"-rules=all"}) || !slices.Equal(plain.Patterns, []string{"./a", "./b"}) || !slices.Equal(plain.Goldens, []string{"a/bad.go.golden"}) {
		t.Errorf("plain group: %+v", plain)
	}
	if !slices.Equal(cluster.Flags, []string{"-rules=all", "-cluster=always", "-in-tests"}) || !slices.Equal(cluster.Patterns, []string{"./a/cluster", "./a/cluster/deep"}) {
		t.Errorf("group with flags: %+v", cluster)
	}
	if len(plain.Wants) != 2 || len(plain.Wants[Position{"a/bad.go", 3}]) != 2 || len(cluster.Wants[Position{"a/cluster/c.go", 4}]) != 1 {
		t.Errorf("wants: %v, %v", plain.Wants, cluster.Wants)
	}

	problems := plain.Wants.Compare([]Finding{
		{Position{"a/bad.go", 3}, "a", "two"},
		{Position{"a/bad.go", 3}, "a", "two"}, // the test variant
		{Position{"a/bad.go", 3}, "b", "one"}, // another rule's
		{Position{"a/bad.go", 5}, "a", "three"},
		{Position{"a/quiet.go", 1}, "a", "three"},
	})
	want := []string{
		`a/bad.go:3: nothing found that matches "a: one"`,
		`a/bad.go:3: unwanted finding: b: one`,
		`a/quiet.go:1: unwanted finding: a: three`,
	}
	if !slices.Equal(problems, want) {
		t.Errorf("problems:\n%s\nwant:\n%s", strings.Join(problems, "\n"), strings.Join(want, "\n"))
	}
}

func TestBadWants(t *testing.T) {
	for _, comment := range []string{`want one`, `want "one`, `want "("`, `want "a" b`} {
		root := write(t, map[string]string{"a/a.go": "package a // " + comment + "\n"})
		if groups, err := Groups(root, []string{"a"}); err == nil {
			t.Errorf("%s: no error, wants %v", comment, groups[0].Wants)
		}
	}
	if _, err := Groups(t.TempDir(), []string{"gone"}); err == nil {
		t.Error("a folder that is not there: no error")
	}
}
