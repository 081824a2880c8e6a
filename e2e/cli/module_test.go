package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/redislint/redislint/internal/corpus"
)

// TestModule: with the whole module in sight the binary finds what
// testdata/module wants. go vet, which sees a package and its imports, finds a
// part of that, but for what rests on an absence: lines marked
//
//	// vet "rule: ..."
//
// which the binary leaves alone.
func TestModule(t *testing.T) {
	root := filepath.Join(repository, "testdata", "module")
	groups, err := corpus.Groups(root, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != 1 {
		t.Fatalf("%d groups of flags, want one: a second would not be a whole module", len(groups))
	}
	found := judged(t, root, binary, "-json", "-rules=all", "./...")
	for _, problem := range groups[0].Wants.Compare(found) {
		t.Error(problem)
	}

	vet := judged(t, root, "go", "vet", "-vettool="+binary, "-json", "-rules=all", "./...")
	marked := vetOnly(t, root, groups[0].Files)
	at := func(all []corpus.Finding, f corpus.Finding) bool {
		return slices.ContainsFunc(all, func(g corpus.Finding) bool { return g.Position == f.Position && g.Rule == f.Rule })
	}
	for _, f := range vet {
		if at(found, f) == at(marked, f) {
			t.Errorf("%s: go vet says more than the binary, or the mark says so and it does not: %s: %s", f.Position, f.Rule, f.Message)
		}
	}
	for _, f := range marked {
		if !at(vet, f) {
			t.Errorf("%s: marked, and go vet finds nothing of %s", f.Position, f.Rule)
		}
	}
	if len(vet) == 0 || len(vet)-len(marked) >= len(found) {
		t.Errorf("go vet finds %d, of which the binary leaves %d alone, and the binary finds %d: the module shows no difference", len(vet), len(marked), len(found))
	}

	// A part of a module is not the whole: callers may be in the rest.
	for _, f := range judged(t, root, binary, "-json", "-rules=all", "./forward") {
		if !at(vet, f) {
			t.Errorf("%s: found without the packages that could call it: %s", f.Position, f.Message)
		}
	}
}

// judged runs a command that reports in JSON.
func judged(t *testing.T, root, name string, args ...string) []corpus.Finding {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	return findings(t, root, out)
}

var vetMark = regexp.MustCompile(`// vet "(\w+): `)

// vetOnly reads the marks of what go vet alone finds.
func vetOnly(t *testing.T, root string, files []string) []corpus.Finding {
	t.Helper()
	var out []corpus.Finding
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if m := vetMark.FindStringSubmatch(line); m != nil {
				out = append(out, corpus.Finding{Position: corpus.Position{File: file, Line: i + 1}, Rule: m[1]})
			}
		}
	}
	return out
}
