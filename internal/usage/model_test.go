package usage_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/internal/load"
	"github.com/redislint/redislint/internal/usage"
)

// dump reports every command of the model where it stands.
var dump = &analysis.Analyzer{
	Name:     "dump",
	Doc:      "print the commands that redislint sees",
	Requires: []*analysis.Analyzer{usage.Commands},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, c := range usage.Of(pass).Commands {
			pass.Report(analysis.Diagnostic{Pos: c.Pos, Message: c.String()})
		}
		return nil, nil
	},
}

// TestModel compares what the model understands with the want comments in
// testdata/src/model: every command is expected, and nothing else.
func TestModel(t *testing.T) { testDump(t, dump, "./model/...") }

// testDump compares the reports of an analyzer with the want comments of packages.
func testDump(t *testing.T, a *analysis.Analyzer, patterns string) {
	t.Helper()
	cfg := &packages.Config{Mode: packages.LoadSyntax, Dir: "../../testdata/src", Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")}
	pkgs, err := packages.Load(cfg, patterns)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) == 0 {
		t.Fatalf("no packages in %s", patterns)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("testdata does not type-check")
	}
	load.Prune(pkgs)
	res, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for act := range res.All() {
		if act.Err != nil {
			t.Fatalf("%s: %v", act, act.Err)
		}
	}
	for _, act := range res.Roots {
		t.Run(strings.TrimPrefix(act.Package.PkgPath, "example.com/"), func(t *testing.T) { compare(t, act) })
	}
}

func compare(t *testing.T, act *checker.Action) {
	got := map[string][]string{}
	for _, d := range act.Diagnostics {
		p := act.Package.Fset.Position(d.Pos)
		at := p.Filename + ":" + strconv.Itoa(p.Line)
		got[at] = append(got[at], d.Message)
	}
	want := regexp.MustCompile("// want (`[^`]*`(?: `[^`]*`)*)")
	for _, file := range act.Package.CompiledGoFiles {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(data), "\n") {
			at := fmt.Sprintf("%s:%d", file, i+1)
			m := want.FindStringSubmatch(line)
			if m == nil {
				if strings.Contains(line, "// want") {
					t.Errorf("%s: malformed want", at)
				}
				continue
			}
			wants := strings.Split(strings.Trim(m[1], "`"), "` `")
			if len(wants) != len(got[at]) {
				t.Errorf("%s: want %q, got %q", at, wants, got[at])
			}
			for _, w := range wants {
				re, found := regexp.MustCompile(w), false
				for _, g := range got[at] {
					found = found || re.MatchString(g)
				}
				if !found {
					t.Errorf("%s: want %q, got %q", at, w, got[at])
				}
			}
			delete(got, at)
		}
	}
	for at, msgs := range got {
		t.Errorf("%s: unexpected %q", at, msgs)
	}
}
