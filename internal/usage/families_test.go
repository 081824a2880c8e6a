package usage_test

import (
	"os"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/index"
	"github.com/redislint/redislint/internal/load"
	"github.com/redislint/redislint/internal/usage"
)

// inSight reports at every command what is done with the family of its key.
var inSight = &analysis.Analyzer{
	Name:     "insight",
	Doc:      "print what is done with key families",
	Requires: []*analysis.Analyzer{usage.Commands, usage.Families},
	Run: func(pass *analysis.Pass) (any, error) {
		e := usage.FamiliesOf(pass)
		for _, c := range usage.Of(pass).Commands {
			said := "unknown"
			if u, known := e.InSight(c, c.KeyArg()); known {
				said = u.String()
			}
			pass.Report(analysis.Diagnostic{Pos: c.Pos, Message: c.Name + ": " + said})
		}
		return nil, nil
	},
}

// TestInSight compares what is known of key families, here and in imported
// packages, with the want comments in testdata/src/families.
func TestInSight(t *testing.T) { testDump(t, inSight, "./families/...") }

// TestInSightOfModule: with the module index, a package knows what one that
// imports it does with its keys.
func TestInSightOfModule(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "../../testdata/src", Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")}, "./families/...")
	if err != nil {
		t.Fatal(err)
	}
	load.Prune(pkgs)
	said := func(a *analysis.Analyzer) (messages []string, results []*checker.Action) {
		graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, act := range graph.Roots {
			for _, d := range act.Diagnostics {
				messages = append(messages, d.Message)
			}
		}
		return messages, graph.Roots
	}
	const alone, together = "XADD: XADD", "XADD: XADD,XREADGROUP,XTRIM trimmed"
	if messages, _ := said(inSight); !slices.Contains(messages, alone) || slices.Contains(messages, together) {
		t.Errorf("without the index: %q, want %q and not %q", messages, alone, together)
	}
	var sources []index.Source
	_, actions := said(usage.Commands)
	for _, act := range actions {
		sources = append(sources, act.Result.(*usage.Package).Known(act.Package.Syntax))
	}
	config.SetModule(index.Build(sources))
	defer config.SetModule(nil)
	if messages, _ := said(inSight); slices.Contains(messages, alone) || !slices.Contains(messages, together) {
		t.Errorf("with the index: %q, want %q and not %q", messages, together, alone)
	}
}
