package goplsbuild

import (
	"archive/zip"
	"context"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// A proxy serves made-up versions of gopls, and beside them what this machine
// has downloaded before. Temporary folders are made in the returned one.
func proxy(t *testing.T, versions map[string]map[string]string) (temp string) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	downloaded := filepath.Join(strings.TrimSpace(string(out)), "cache", "download")
	root := t.TempDir()
	dir := filepath.Join(root, filepath.FromSlash(goplsModule), "@v")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for version, files := range versions {
		write(t, filepath.Join(dir, version+".info"), `{"Version": "`+version+`"}`)
		write(t, filepath.Join(dir, version+".mod"), files["go.mod"])
		f, err := os.Create(filepath.Join(dir, version+".zip"))
		if err != nil {
			t.Fatal(err)
		}
		w := zip.NewWriter(f)
		for _, name := range slices.Sorted(maps.Keys(files)) {
			entry, err := w.Create(goplsModule + "@" + version + "/" + name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(entry, files[name]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	temp = t.TempDir()
	t.Setenv("GOMODCACHE", t.TempDir())
	t.Cleanup(func() { // while GOMODCACHE is set: it is read-only, so TempDir cannot
		if out, err := exec.Command("go", "clean", "-modcache").CombinedOutput(); err != nil {
			t.Errorf("go clean: %v\n%s", err, out)
		}
	})
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(root)+",file://"+filepath.ToSlash(downloaded))
	t.Setenv("GONOSUMDB", "*")
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, temp)
	}
	return temp
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// tools is the x/tools that this module requires, so that it is downloaded.
const tools = "v0.47.0"

// fake is the part of gopls that redislint changes.
func fake() map[string]string {
	return map[string]string{
		"go.mod": "module " + goplsModule + "\n\ngo 1.25.0\n\nrequire golang.org/x/tools " + tools + "\n",
		"go.sum": "",
		"main.go": `package main

import (
	"fmt"

	_ "golang.org/x/tools/gopls/internal/cache"
	"golang.org/x/tools/gopls/internal/settings"
)

var version = ""

func main() {
	fmt.Println(version)
	for _, a := range settings.AllAnalyzers {
		fmt.Println(a)
	}
}
`,
		"internal/protocol/protocol.go": "package protocol\n\nconst SeverityWarning = 2\n",
		"internal/settings/analysis.go": `package settings

import "golang.org/x/tools/go/analysis"

type Analyzer struct {
	analyzer *analysis.Analyzer
	severity int
}

func (a *Analyzer) String() string { return a.analyzer.Name }

var AllAnalyzers = []*Analyzer{{analyzer: &analysis.Analyzer{Name: "first"}}}
`,
		"internal/cache/metadata/metadata.go": `package metadata

type Package struct {
	CompiledGoFiles []file
	Module          *struct{ Version string }
}

type file struct{}

func (file) DirPath() string { return "." }
`,
		"internal/cache/analysis.go": `package cache

import (
	"crypto/sha256"

	"golang.org/x/tools/gopls/internal/cache/metadata"
)

type node struct{ ph struct{ mp *metadata.Package } }

func (an *node) cacheKey() []byte {
	hasher := sha256.New()
	return hasher.Sum(nil)
}
`,
	}
}

func changed(file, old, new string) map[string]string {
	files := fake()
	files[file] = strings.Replace(files[file], old, new, 1)
	return files
}

func TestBuild(t *testing.T) {
	temp := proxy(t, map[string]map[string]string{"v1.0.0": fake()})
	out := filepath.Join(t.TempDir(), "gopls")
	var before []byte
	for range 2 {
		err := Build(t.Context(), Options{Out: out, Version: "v1.0.0", Source: "../..", Progress: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		program, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if before != nil && string(program) != string(before) {
			t.Error("the second build gives another program")
		}
		before = program
	}
	said, err := exec.Command(out).Output()
	if err != nil {
		t.Fatal(err)
	}
	if want := "v1.0.0+redislint\nfirst\nredislint\n"; string(said) != want {
		t.Errorf("it says %q, want %q", said, want)
	}
	empty(t, temp)
	if entries, err := os.ReadDir(filepath.Dir(out)); err != nil || len(entries) != 1 {
		t.Errorf("beside the program: %v, %v", entries, err)
	}
}

func empty(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		t.Errorf("left over: %s", entry.Name())
	}
}

func TestErrors(t *testing.T) {
	temp := proxy(t, map[string]map[string]string{
		"v1.0.0": fake(),
		"v1.0.1": changed("internal/settings/analysis.go", "AllAnalyzers", "everyAnalyzer"),
		"v1.0.2": changed("internal/settings/analysis.go", "severity", "weight"),
		"v1.0.3": changed("main.go", "var version", "const version"),
		"v1.0.7": changed("internal/cache/analysis.go", "cacheKey", "key"),
		"v1.0.8": changed("internal/cache/analysis.go", "hasher :=", "hasher, other :="),
		"v1.0.4": changed("go.mod", "go 1.25.0", "go 1.999.0"),
		"v1.0.5": changed("go.mod", "require golang.org/x/tools "+tools, ""),
		"v1.0.6": changed("internal/protocol/protocol.go", "SeverityWarning", "Warning"),
	})
	t.Setenv("GOTOOLCHAIN", "local")
	other := t.TempDir()
	write(t, filepath.Join(other, "go.mod"), "module example.com/other\n")
	old := t.TempDir()
	write(t, filepath.Join(old, "go.mod"), "module "+ourModule+"\n")
	dir := t.TempDir()
	out := filepath.Join(dir, "gopls")
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")

	for _, test := range []struct {
		o    Options
		want string
	}{
		{Options{Out: out, Version: "latest"}, `"latest" is not a version of gopls; valid: vX.Y.Z`},
		{Options{Out: out, Version: "0.23.0"}, `"0.23.0" is not a version`},
		{Options{Out: dir}, dir + " is a folder: name the program to write, such as " + out},
		{Options{Out: filepath.Join(dir, "none", "gopls")}, "cannot be written: no such file"},
		{Options{Out: filepath.Join(file, "gopls")}, "cannot be written: not a directory"},
		{Options{Source: dir}, "is no checkout of redislint: it has no go.mod"},
		{Options{Source: other}, "is no checkout of redislint: its module is example.com/other"},
		{Options{Source: old}, "is too old a redislint"},
		{Options{Source: "none"}, "-source none is no checkout of redislint"},
		{Options{Info: info("(devel)")}, "development build, of which there is no released source: name a checkout with -source DIR"},
		{Options{Info: info("v0.1.0+dirty")}, "development build"},
		{Options{Info: info("v0.99.0"), Version: "v1.0.0"}, "redislint v0.99.0, which this binary was built from, cannot be downloaded (a checkout does, with -source DIR)"},
		{Options{Version: "v1.9.9"}, "gopls v1.9.9 cannot be downloaded: "},
		{Options{Version: "v1.0.1"}, "gopls v1.0.1 keeps its analyzers in another way than redislint knows: choose another with -version; " + DefaultVersion + " works"},
		{Options{Version: "v1.0.2"}, "keeps its analyzers in another way"},
		{Options{Version: "v1.0.3"}, "keeps its analyzers in another way"},
		{Options{Version: "v1.0.7"}, "keeps its analyzers in another way"},
		{Options{Version: "v1.0.8"}, "gopls v1.0.8 with redislint does not build"},
		{Options{Version: "v1.0.4"}, "requires go >= 1.999.0 (running go 1."},
		{Options{Version: "v1.0.5"}, "requires no golang.org/x/tools"},
		{Options{Version: "v1.0.6"}, "gopls v1.0.6 with redislint does not build (" + DefaultVersion + " is known to): internal/settings/redislint.go:"},
	} {
		o := test.o
		if o.Out == "" {
			o.Out = out
		}
		if o.Version == "" {
			o.Version = DefaultVersion
		}
		if o.Source == "" && o.Info == nil {
			o.Source = "../.."
		}
		o.Progress = io.Discard
		err := Build(t.Context(), o)
		if err == nil {
			t.Errorf("%+v: built", test.o)
			continue
		}
		if !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v:\n%v\nwant %q, in one line", test.o, err, test.want)
		}
	}
	empty(t, temp)
	empty(t, dir)
}

func info(version string) *debug.BuildInfo {
	return &debug.BuildInfo{Main: debug.Module{Path: ourModule, Version: version}}
}

func TestReleased(t *testing.T) {
	// As a tool of another module, and as a tool that it replaces.
	dep := &debug.Module{Path: ourModule, Version: "v1.2.3"}
	tool := &debug.BuildInfo{Main: debug.Module{Path: "example.com/app", Version: "(devel)"}, Deps: []*debug.Module{dep}}
	if v, err := released(tool); v != "v1.2.3" || err != nil {
		t.Errorf("released: %q, %v", v, err)
	}
	dep.Replace = &debug.Module{Path: "../redislint"}
	if v, err := released(tool); err == nil {
		t.Errorf("a replaced redislint is the release %s", v)
	}
	if v, err := released(info("v0.0.0-20261130210000-0123456789ab")); err != nil {
		t.Errorf("pseudo-version: %q, %v", v, err)
	}
	if v, err := released(nil); err == nil {
		t.Errorf("no build info: %q", v)
	}
}

func TestInterrupted(t *testing.T) {
	temp := proxy(t, map[string]map[string]string{"v1.0.0": fake()})
	dir := t.TempDir()
	out := filepath.Join(dir, "gopls")
	write(t, out, "before")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	// What is said before the build is where somebody may lose patience.
	err := Build(ctx, Options{Out: out, Version: "v1.0.0", Source: "../..", Progress: writerFunc(func() { cancel() })})
	if err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(out); string(text) != "before" {
		t.Errorf("the program that was there: %q, %v", text, err)
	}
	empty(t, temp)
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("beside the program: %v, %v", entries, err)
	}
}

type writerFunc func()

func (f writerFunc) Write(p []byte) (int, error) {
	f()
	return len(p), nil
}
