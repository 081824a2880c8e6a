package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if work() { // this process is a worker that lossyqueue starts
		return
	}
	os.Exit(m.Run())
}

// TestProofs runs them all, and compares with what the rules' pages are made
// of. Other versions may only differ in their names.
func TestProofs(t *testing.T) {
	want, err := results()
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("results.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want {
		t.Errorf("results.txt is stale; run\n\tgo -C e2e/redis generate && go run ./internal/tools/gendocs\n%s", want)
	}
}

// TestEveryRule: a rule without a proof is a claim.
func TestEveryRule(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join("..", "..", "analyzers", "*", "doc.go"))
	if err != nil {
		t.Fatal(err)
	}
	var proved []string
	for _, p := range proofs {
		proved = append(proved, p.rule)
	}
	if !slices.IsSorted(proved) {
		t.Errorf("the proofs are not in order: %s", strings.Join(proved, ", "))
	}
	for _, dir := range dirs {
		// unusedignore speaks of directives, and claims nothing of Redis.
		if rule := filepath.Base(filepath.Dir(dir)); rule != "unusedignore" && !slices.Contains(proved, rule) {
			t.Errorf("no proof of %s", rule)
		}
	}
	if len(dirs) < len(proved) {
		t.Errorf("%d proofs of %d rules", len(proved), len(dirs))
	}
}
