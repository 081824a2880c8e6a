package load_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/analyzers"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/load"
	"github.com/redislint/redislint/internal/usage"
)

func configuration(dir string) packages.Config {
	return packages.Config{Dir: dir, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")}
}

func program(t *testing.T, cfg packages.Config, patterns ...string) *load.Program {
	t.Helper()
	p, err := load.Load(cfg, usage.ClientPath(config.Current()), patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// findings judges the packages with all rules: place, rule and message of each,
// sorted.
func findings(t *testing.T, pkgs []*packages.Package) []string {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{analyzers.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Errorf("%s: %v", act.Package, act.Err)
		}
		for _, d := range act.Diagnostics {
			out = append(out, fmt.Sprintf("%s: %s: %s", act.Package.Fset.Position(d.Pos), d.Category, d.Message))
		}
	}
	slices.Sort(out)
	return out
}

// The claim of the package: what it loads gives the findings that loading
// everything from source gives, which is what x/tools' driver does.
func TestSameFindings(t *testing.T) {
	flags := config.Flags()
	if err := flags.Parse([]string{"-rules=all"}); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := flags.Parse([]string{"-rules=bug,risk"}); err != nil {
			t.Fatal(err)
		}
	}()
	cfg := configuration("../../testdata/src")
	fast := program(t, cfg, "./...")
	cfg.Mode = packages.LoadAllSyntax | packages.NeedModule
	source, err := packages.Load(&cfg, "./...")
	if err != nil {
		t.Fatal(err)
	}
	want := findings(t, source)
	got := findings(t, fast.Roots)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("%d findings, %d from source", len(got), len(want))
		for _, f := range got {
			if !slices.Contains(want, f) {
				t.Errorf("not from source: %s", f)
			}
		}
		for _, f := range want {
			if !slices.Contains(got, f) {
				t.Errorf("from source alone: %s", f)
			}
		}
	}
	for _, p := range fast.Packages {
		if p.Module == nil {
			t.Errorf("%s of the standard library was loaded from source", p.PkgPath)
		}
	}
}

// write makes a module of files: "name", "text", and so on.
func write(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		file := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(files[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func paths(pkgs []*packages.Package) string {
	var out []string
	for _, p := range pkgs {
		out = append(out, strings.TrimPrefix(p.PkgPath, "example.com/m/"))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// What is loaded: the packages that reach a client, and what they import from
// their own module, a client of their own as well; of the rest, what is broken.
func TestChoice(t *testing.T) {
	dir := write(t,
		"go.mod", "module example.com/m\n\ngo 1.25.0\n",
		"client/c.go", "package client\n",
		"keys/k.go", "package keys\n\nimport _ \"strings\"\n",
		"store/s.go", "package store\n\nimport (\n\t_ \"example.com/m/client\"\n\t_ \"example.com/m/keys\"\n)\n",
		"app/a.go", "package app\n\nimport _ \"example.com/m/store\"\n",
		"plain/p.go", "package plain\n",
		"broken/b.go", "package broken\n\nvar b = missing\n",
		"above/a.go", "package above\n\nimport _ \"example.com/m/broken\"\n",
		"embeds/e.go", "package embeds\n\nimport _ \"embed\"\n\n//go:embed nothere\nvar s string\n",
		"tests/t_test.go", "package tests\n",
	)
	client := func(path string) bool { return path == "example.com/m/client" }
	for _, test := range []struct {
		patterns        []string
		roots, packages string
		whole           bool
	}{
		{[]string{"./..."}, "above app broken client keys store", "app client keys store", true},
		{[]string{"./app"}, "app", "app client keys store", false},
		{[]string{"./plain", "./embeds"}, "", "", false},
		{[]string{"./above"}, "above", "", false},
		{[]string{"./keys"}, "", "", false},
	} {
		cfg := configuration(dir)
		cfg.Env = append(cfg.Env, "GOFLAGS=")
		p, err := load.Load(cfg, client, test.patterns...)
		if err != nil {
			t.Fatal(err)
		}
		if got := paths(p.Roots); got != test.roots {
			t.Errorf("%s: roots %q, want %q", test.patterns, got, test.roots)
		}
		if got := paths(p.Packages); got != test.packages {
			t.Errorf("%s: packages %q, want %q", test.patterns, got, test.packages)
		}
		if got := p.Whole("example.com/m"); got != test.whole {
			t.Errorf("%s: the whole module: %v, want %v", test.patterns, got, test.whole)
		}
		for _, root := range p.Roots {
			broken := root.PkgPath == "example.com/m/broken" || root.PkgPath == "example.com/m/above"
			if root.IllTyped != broken {
				t.Errorf("%s: broken: %v, want %v", root, root.IllTyped, broken)
			}
		}
	}
}

// With an empty build cache nothing is compiled: everything comes from source,
// and the findings are the same.
func TestColdCache(t *testing.T) {
	warm := configuration("../../testdata/src")
	cold := warm
	cache := t.TempDir()
	cold.Env = append(slices.Clone(warm.Env), "GOCACHE="+cache)
	var notes []string
	p, err := load.Options{Note: func(text string) { notes = append(notes, text) }}.Load(cold, usage.ClientPath(config.Current()), "./keyscommand")
	if err != nil {
		t.Fatal(err)
	}
	if !fromSource(p, "github.com/redis/go-redis/v9") {
		t.Error("go-redis was compiled, with an empty build cache")
	}
	if len(notes) != 1 || !strings.Contains(notes[0], "everything comes from source") {
		t.Errorf("notes: %q", notes)
	}
	got, want := findings(t, p.Roots), findings(t, program(t, warm, "./keyscommand").Roots)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func fromSource(p *load.Program, path string) bool {
	return slices.ContainsFunc(p.Packages, func(pkg *packages.Package) bool { return pkg.PkgPath == path && len(pkg.Syntax) > 0 })
}

// However packages are loaded, the findings are the same.
func TestHow(t *testing.T) {
	cfg := configuration("../../testdata/src")
	var want []string
	for _, how := range load.Hows() {
		p, err := load.Options{How: how}.Load(cfg, usage.ClientPath(config.Current()), "./keyscommand/...", "./helpers/...")
		if err != nil {
			t.Fatal(err)
		}
		if got := fromSource(p, "github.com/redis/go-redis/v9"); got != (how == load.Source) {
			t.Errorf("%s: go-redis from source: %v", how, got)
		}
		named := p.Roots
		got := findings(t, named)
		if want == nil {
			want = got
		}
		if len(got) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: %d findings, want %d", how, len(got), len(want))
		}
	}
}
