// Command test runs the tests of all modules in the repository: a plain
// "go test ./..." does not enter nested modules.
//
//	go run ./internal/tools/test
//
// Arguments are handed to each go test. The exit code is 1 if a test failed.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("test: ")
	root, err := repository()
	if err != nil {
		log.Fatal(err)
	}
	dirs, err := modules(root)
	if err != nil {
		log.Fatal(err)
	}
	var failed []string
	for _, dir := range dirs {
		rel, err := filepath.Rel(root, dir)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("# go test ./... in %s\n", rel)
		// e2e/cli vets every dependency of the corpus cold, for several sets of
		// flags: on two busy cores that takes longer than go test's ten minutes.
		cmd := exec.Command("go", append([]string{"test", "-timeout=40m"}, append(os.Args[1:len(os.Args):len(os.Args)], "./...")...)...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			failed = append(failed, rel)
		}
	}
	if len(failed) > 0 {
		log.Fatalf("FAIL in %s", strings.Join(failed, ", "))
	}
	fmt.Printf("ok: the tests of %d modules pass\n", len(dirs))
}

// repository returns the folder of the main module.
func repository() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/redislint/redislint").Output()
	if err != nil {
		return "", fmt.Errorf("run this inside the redislint module: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// modules returns the folders below root that hold a go.mod and a test, root
// first.
func modules(root string) ([]string, error) {
	var dirs []string
	tested := make(map[string]bool)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		switch {
		case entry.IsDir() && path != root && (name[0] == '.' || name[0] == '_' || name == "testdata"):
			// What lies in testdata is code to judge, its tests too.
			return filepath.SkipDir
		case entry.IsDir():
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
				dirs = append(dirs, path)
			} else if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		case strings.HasSuffix(name, "_test.go") && len(dirs) > 0:
			// The innermost module around the file.
			for _, dir := range slices.Backward(dirs) {
				if strings.HasPrefix(path, dir+string(filepath.Separator)) {
					tested[dir] = true
					break
				}
			}
		}
		return nil
	})
	return slices.DeleteFunc(dirs, func(dir string) bool { return !tested[dir] }), err
}
