package usage

import (
	"bytes"
	"os"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/internal/load"
)

// analyzeModel runs the analyzer over testdata/src/model and helpers.
func analyzeModel(t *testing.T, a *analysis.Analyzer) *checker.Graph {
	t.Helper()
	cfg := &packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: "../../testdata/src", Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")}
	pkgs, err := packages.Load(cfg, "./model/...", "./helpers/...")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("testdata does not type-check")
	}
	load.Prune(pkgs)
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return graph
}

// TestFacts: facts are deterministic, survive their own encoding, and cost what
// separate-process drivers can afford: 80 bytes a sending function on average.
func TestFacts(t *testing.T) {
	graph := analyzeModel(t, Commands)
	size, functions := 0, 0
	first := map[string][]byte{}
	for _, act := range graph.Roots {
		for _, f := range act.AllObjectFacts() {
			fact, ok := f.Fact.(*funcFact)
			if !ok || f.Object.Pkg() != act.Package.Types {
				continue
			}
			s := decodeSummary(fact.Bytes)
			if s == nil {
				t.Errorf("%s: the fact does not decode", f.Object)
				continue
			}
			for range 10 {
				if again := s.encode(); !bytes.Equal(again, fact.Bytes) {
					t.Errorf("%s: encoded again, the fact differs:\n%q\n%q", f.Object, fact.Bytes, again)
					break
				}
			}
			if len(s.templates) > 0 {
				functions++
				size += len(fact.Bytes)
			}
			first[act.Package.PkgPath+f.Object.String()] = fact.Bytes
			damaged(t, fact.Bytes)
		}
		for _, f := range act.AllPackageFacts() {
			if fact, ok := f.Fact.(*packageFact); ok {
				if reach, families := decodePackage(fact.Bytes); !bytes.Equal(encodePackage(reach, families), fact.Bytes) {
					t.Errorf("%s: encoded again, the fact differs", f.Package)
				}
			}
		}
	}
	if functions == 0 {
		t.Fatal("no facts")
	}
	average := size / functions
	t.Logf("%d sending functions, %d bytes each on average", functions, average)
	if average > 80 {
		t.Errorf("%d bytes a sending function on average, want at most 80", average)
	}
	for _, act := range analyzeModel(t, Commands).Roots {
		for _, f := range act.AllObjectFacts() {
			fact, ok := f.Fact.(*funcFact)
			if !ok || f.Object.Pkg() != act.Package.Types {
				continue
			}
			if id := act.Package.PkgPath + f.Object.String(); !bytes.Equal(first[id], fact.Bytes) {
				t.Errorf("%s: another run gives another fact", id)
			}
		}
	}
}

// damaged: a cut fact, or one of another version, is no fact.
func damaged(t *testing.T, data []byte) {
	t.Helper()
	for i := range data {
		if decodeSummary(data[:i]) != nil {
			t.Errorf("the first %d bytes of %q count as a fact", i, data)
		}
	}
	other := append([]byte{factVersion + 1}, data[1:]...)
	if decodeSummary(other) != nil {
		t.Errorf("a fact of version %d counts", factVersion+1)
	}
}

func FuzzFacts(f *testing.F) {
	f.Add([]byte{factVersion, 0, 0})
	f.Add((&summary{templates: []template{{version: "v9", typ: "*mine.Client"}}}).encode())
	f.Add(encodePackage(reachesClient, map[string]family{"text:a": {familyTaken, []string{"SETNX"}}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if s := decodeSummary(data); s != nil {
			s.encode()
			_ = (&funcFact{data}).String()
		}
		_ = (&packageFact{data}).String()
	})
}
