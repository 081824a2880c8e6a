package main

import (
	"encoding/json"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/unitchecker"
)

// What go vet asks of packages that reach no client is answered without a look
// at their files: those of this test do not exist, so the driver fails where it
// is to look.
func TestForeign(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "redislint")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	empty, full := filepath.Join(dir, "empty"), filepath.Join(dir, "full")
	for name, text := range map[string]string{empty: "", full: "facts"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	standard := func(u *unitchecker.Config) {
		u.ImportPath, u.Dir = "strings", filepath.Join(build.Default.GOROOT, "src", "strings")
	}
	dependency := func(path string) func(*unitchecker.Config) {
		return func(u *unitchecker.Config) {
			u.ImportPath, u.Dir, u.ModulePath, u.ModuleVersion = path, dir, path, "v1.2.3"
		}
	}
	for _, test := range []struct {
		name  string
		unit  func(*unitchecker.Config)
		facts string
		flags []string
		looks bool
	}{
		{"the standard library", standard, empty, nil, false},
		{"a dependency", dependency("example.com/dep"), empty, nil, false},
		{"a dependency of which one has facts", dependency("example.com/dep"), full, nil, true},
		{"a dependency whose facts are gone", dependency("example.com/dep"), filepath.Join(dir, "gone"), nil, true},
		{"a client", dependency("github.com/redis/go-redis/v9"), empty, nil, true},
		{"a fork", dependency("example.com/dep"), empty, []string{"-clients=example.com/dep"}, true},
		{"a declared wrapper's package", dependency("example.com/dep"), empty, []string{"-wrappers=func=example.com/dep.Put,command=SET,key=0"}, true},
		{"a main module", func(u *unitchecker.Config) { u.ImportPath, u.Dir, u.ModulePath = "example.com/m", dir, "example.com/m" }, empty, nil, true},
		{"no module, and not the standard library's folder", func(u *unitchecker.Config) { u.ImportPath, u.Dir = "strings", dir }, empty, nil, true},
		{"findings are wanted", func(u *unitchecker.Config) { standard(u); u.VetxOnly = false }, empty, nil, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := t.TempDir()
			unit := unitchecker.Config{
				Compiler:    "gc",
				GoFiles:     []string{filepath.Join(out, "missing.go")},
				PackageVetx: map[string]string{"errors": test.facts},
				VetxOnly:    true,
				VetxOutput:  filepath.Join(out, "vet.out"),
				Stdout:      filepath.Join(out, "stdout"),
			}
			test.unit(&unit)
			text, err := json.Marshal(unit)
			if err != nil {
				t.Fatal(err)
			}
			cfg := filepath.Join(out, "vet.cfg")
			if err := os.WriteFile(cfg, text, 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(program, append(test.flags, cfg)...)
			cmd.Env = append(os.Environ(), "GOROOT="+build.Default.GOROOT)
			said, err := cmd.CombinedOutput()
			if test.looks {
				if err == nil || !strings.Contains(string(said), "missing.go") {
					t.Errorf("the driver has not looked: %v\n%s", err, said)
				}
				return
			}
			if err != nil {
				t.Fatalf("the driver has looked: %v\n%s", err, said)
			}
			for _, name := range []string{unit.VetxOutput, unit.Stdout} {
				if info, err := os.Stat(name); err != nil || info.Size() > 0 {
					t.Errorf("%s: %v, %v", filepath.Base(name), info, err)
				}
			}
		})
	}
}

// A new x/tools is asked again whether an empty facts file will do.
func TestFactsOnly(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", "golang.org/x/tools").Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(string(out)); got != factsOnly {
		t.Errorf("go.mod requires x/tools %s, and an empty facts file is known to do for %s: see facts.Decode and unitchecker.Run, then change factsOnly", got, factsOnly)
	}
}
