package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// copyRepository copies what a rule needs to compile, as the go command sees
// it, so that a scaffolded rule leaves no trace in the tree.
func copyRepository(t *testing.T) string {
	t.Helper()
	const from = "../../.."
	root := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum", "README.md", ".golangci.example.yml", "analyzers", "internal", "docs/rules", "testdata/src/go.mod", "testdata/src/go.sum"} {
		info, err := os.Stat(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(root, name)
		if info.IsDir() {
			if err := os.CopyFS(to, os.DirFS(filepath.Join(from, name))); err != nil {
				t.Fatal(err)
			}
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// A scaffolded rule compiles, is in all lists, and its cases compile.
func TestScaffold(t *testing.T) {
	root := copyRepository(t)
	out := run(t, root, "run", "./internal/tools/newrule", "zzzexample")
	for _, want := range []string{"analyzers/zzzexample/doc.go", "testdata/src/zzzexample/bad.go", "README.md", "analyzers/all_gen.go", "docs/rules/zzzexample.md", "internal/config/rules_gen.go"} {
		if !strings.Contains(out, want+"\n") {
			t.Errorf("%s was not written:\n%s", want, out)
		}
	}
	run(t, root, "vet", "./analyzers/...")
	run(t, root, "test", "-run=TestAnalyzers", "./analyzers")
	run(t, filepath.Join(root, "testdata", "src"), "vet", "./zzzexample")
	if out, err := exec.Command("gofmt", "-l", filepath.Join(root, "analyzers", "zzzexample"), filepath.Join(root, "testdata", "src", "zzzexample")).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("not gofmt-clean: %s %v", out, err)
	}
	if _, err := scaffold(root, "zzzexample"); err == nil {
		t.Error("a rule that exists was overwritten")
	}
}

func TestNames(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"", "Upper", "two words", "../up", "func", "1st", "a-b"} {
		if files, err := scaffold(root, name); err == nil {
			t.Errorf("%q is no name, and %v were written", name, files)
		}
	}
}
