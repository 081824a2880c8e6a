package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestModules(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{
		"go.mod", "a/a_test.go",
		"e2e/x/go.mod", "e2e/x/x_test.go", "e2e/y/go.mod", "e2e/y/deep/y_test.go",
		"examples/shop/go.mod", "examples/shop/shop.go",
		"testdata/src/go.mod", "testdata/src/rule/r_test.go",
		"e2e/z/go.mod", "e2e/z/testdata/z_test.go",
		".git/go.mod", ".git/x_test.go",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	dirs, err := modules(root)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{root, filepath.Join(root, "e2e", "x"), filepath.Join(root, "e2e", "y")}
	if !slices.Equal(dirs, want) {
		t.Errorf("modules: %v, want %v", dirs, want)
	}
}

// The repository's own list: the main module first, the corpus never.
func TestRepository(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	dirs, err := modules(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(dirs) < 2 || dirs[0] != root || !slices.Contains(dirs, filepath.Join(root, "e2e", "cli")) {
		t.Errorf("modules: %v", dirs)
	}
	for _, judged := range []string{"src", "module"} {
		if slices.Contains(dirs, filepath.Join(root, "testdata", judged)) {
			t.Errorf("testdata/%s counts as a module with tests", judged)
		}
	}
}
