package usage_test

import (
	"fmt"
	"os"
	"regexp"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/internal/load"
	"github.com/redislint/redislint/internal/usage"
)

// The release is that of the corpus's go.mod, whether go-redis comes from
// source or from export data.
func TestClientRelease(t *testing.T) {
	mod, err := os.ReadFile("../../testdata/src/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`github\.com/redis/go-redis/v9 v([\d.]+)`).FindSubmatch(mod)
	if m == nil {
		t.Fatal("no go-redis in the corpus's go.mod")
	}
	got := ""
	ask := &analysis.Analyzer{
		Name: "release", Doc: "ask for the release", Requires: []*analysis.Analyzer{usage.Commands},
		Run: func(pass *analysis.Pass) (any, error) {
			p := usage.Of(pass)
			r := p.ClientRelease("v9")
			got = fmt.Sprintf("%d.%d.%d %t %d", r.Major, r.Minor, r.Patch, r.Exact, p.ClientRelease("v7").Major)
			return nil, nil
		},
	}
	cfg := &packages.Config{Mode: packages.LoadSyntax, Dir: "../../testdata/src", Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")}
	pkgs, err := packages.Load(cfg, "./place")
	if err != nil {
		t.Fatal(err)
	}
	load.Prune(pkgs)
	if _, err := checker.Analyze([]*analysis.Analyzer{ask}, pkgs, nil); err != nil {
		t.Fatal(err)
	}
	if want := string(m[1]) + " true 0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
