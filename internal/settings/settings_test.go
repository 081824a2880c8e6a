package settings

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/config"
)

// tree writes files below a folder of its own, which the go command sees no
// workspace around, and returns it.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOWORK", "")
	root, err := filepath.EvalSymlinks(t.TempDir()) // as the go command names it
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(root, filepath.FromSlash(name)), text)
	}
	return root
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// pass is one of a package in the folder, as drivers make them.
func pass(t *testing.T, dir string, module *analysis.Module) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, filepath.Join(dir, "x.go"), "package x\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis.Pass{Fset: fset, Files: []*ast.File{f}, Module: module}
}

// A module that is the main one, with all that lies in it and is not of it.
var oneModule = map[string]string{
	"go.mod":                              "module example.com/m\n\ngo 1.25\n",
	Name:                                  "rules: [bug]\n",
	"in/x.go":                             "package in\n",
	"in/" + Name:                          "rules: [",
	"nested/go.mod":                       "module example.com/nested\n\ngo 1.25\n",
	"nested/" + Name:                      "rules: [",
	"vendor/example.com/dep/" + Name:      "rules: [",
	"vendor/example.com/dep/sub/x.go":     "package sub\n",
	"vendor/example.com/dep/sub/" + Name:  "rules: [",
	"in/vendor/example.com/dep/x/" + Name: "rules: [",
}

// TestForPass: a package has the settings of the main module that it is of, and
// no other file is so much as read: all others are broken.
func TestForPass(t *testing.T) {
	root := tree(t, oneModule)
	main := &analysis.Module{Path: "example.com/m"}
	for _, test := range []struct {
		dir    string
		module *analysis.Module
		want   string // rules; "": no settings
	}{
		{".", main, "bug"},
		{"in", main, "bug"},
		{"in/not/there", main, "bug"},                                  // what an editor has not saved yet
		{"in", nil, "bug"},                                             // files on the command line
		{"in", &analysis.Module{Path: ""}, "bug"},                      // the same, under go vet
		{"in", &analysis.Module{Path: "x", Version: "v1"}, ""},         // the folder of a replacement
		{"nested", &analysis.Module{Path: "x", Version: "v0.0.0"}, ""}, // one below
		{"nested", nil, ""},
		{"vendor/example.com/dep", &analysis.Module{Path: "example.com/dep", Version: "v1.0.0"}, ""},
		{"vendor/example.com/dep/sub", &analysis.Module{Path: "example.com/dep", Version: "v1.0.0"}, ""},
		{"vendor/example.com/dep/sub", main, ""}, // whatever a driver says of it
		{"vendor/example.com/dep", nil, ""},
		{"in/vendor/example.com/dep/x", nil, ""},
	} {
		s, err := Lazy(root).ForPass(pass(t, filepath.Join(root, filepath.FromSlash(test.dir)), test.module))
		got := ""
		if s != nil {
			got = s.Rules.String()
			if s.Root != root {
				t.Errorf("%s: paths are relative to %q", test.dir, s.Root)
			}
		}
		if got != test.want || err != nil {
			t.Errorf("%s of %+v: rules %q, %v, want %q", test.dir, test.module, got, err, test.want)
		}
	}
	// A module cache is no place of a main module either.
	cached := tree(t, map[string]string{"dep@v1.0.0/go.mod": "module example.com/dep\n", "dep@v1.0.0/" + Name: "rules: ["})
	if s, err := Lazy(root).ForPass(pass(t, filepath.Join(cached, "dep@v1.0.0"), &analysis.Module{Path: "example.com/dep", Version: "v1.0.0"})); s != nil || err != nil {
		t.Errorf("module cache: %v, %v", s, err)
	}
	if s, err := Lazy(root).ForPass(&analysis.Pass{Fset: token.NewFileSet()}); s != nil || err != nil {
		t.Errorf("a package without files: %v, %v", s, err)
	}
}

// TestForFolder is for commands that ask for a folder.
func TestForFolder(t *testing.T) {
	root := tree(t, oneModule)
	f := Lazy(root)
	for dir, want := range map[string]string{
		".": "bug", "in": "bug", "nested": "bug,risk", "vendor/example.com/dep": "bug,risk", "in/vendor/example.com/dep/x": "bug,risk", "..": "bug,risk",
	} {
		s, err := f.ForFolder(filepath.Join(root, filepath.FromSlash(dir)))
		if err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		if got := s.Rules.String(); got != want {
			t.Errorf("%s: rules %q, want %q", dir, got, want)
		}
	}
	write(t, filepath.Join(root, Name), "rules: [")
	if _, err := Lazy(root).ForFolder(root); err == nil || !strings.HasPrefix(err.Error(), filepath.Join(root, Name)+":1:1: not YAML: ") {
		t.Errorf("a broken file: %v", err)
	}
}

// TestReadOnce: a process never mixes two versions of a file, and the next one
// sees the change, also of one that was wrong.
func TestReadOnce(t *testing.T) {
	root := tree(t, map[string]string{"go.mod": oneModule["go.mod"], Name: "rules: ["})
	broken := Lazy(root)
	main := &analysis.Module{Path: "example.com/m"}
	if s, err := broken.ForPass(pass(t, root, main)); s != nil || err == nil {
		t.Errorf("a broken file gives %v, %v", s, err)
	}
	write(t, filepath.Join(root, Name), "rules: [bug]\n")
	if s, err := broken.ForPass(pass(t, root, main)); s != nil || err == nil {
		t.Errorf("after the mending, in the same process: %v, %v", s, err)
	}
	mended := Lazy(root)
	if s, err := mended.ForPass(pass(t, root, main)); err != nil || s.Rules.String() != "bug" {
		t.Errorf("after the mending: %v, %v", s, err)
	}
	if err := os.Remove(filepath.Join(root, Name)); err != nil {
		t.Fatal(err)
	}
	if s, err := Lazy(root).ForPass(pass(t, root, main)); s != nil || err != nil {
		t.Errorf("without a file: %v, %v", s, err)
	}
}

// TestKeys: what caches are kept by differs exactly where the files do.
func TestKeys(t *testing.T) {
	root := tree(t, map[string]string{"go.mod": oneModule["go.mod"], "in/x.go": "package in\n"})
	file := filepath.Join(root, Name)
	keys, hashes := map[string]string{}, map[string]string{}
	for _, text := range []string{"", "rules: [bug]\n", "rules: [bug] \n", "rules: ["} {
		if text != "" {
			write(t, file, text)
		}
		f := Lazy(root)
		hash, err := f.Hash()
		if err != nil {
			t.Fatal(err)
		}
		key := f.Key(root)
		if key != f.Key(filepath.Join(root, "in")) {
			t.Errorf("%q: packages of one module have two keys", text)
		}
		if (hash == "") != (text == "") || (key == "") != (text == "") {
			t.Errorf("%q: hash %q, key %q", text, hash, key)
		}
		if other, ok := keys[key]; ok {
			t.Errorf("%q and %q have the same key", text, other)
		}
		if other, ok := hashes[hash]; ok {
			t.Errorf("%q and %q have the same hash", text, other)
		}
		keys[key], hashes[hash] = text, text
		if again, err := Lazy(root).Hash(); err != nil || again != hash {
			t.Errorf("%q: another hash at the second time: %v", text, err)
		}
	}
	if key := Lazy(root).Key(filepath.Join(root, "vendor", "example.com", "dep")); key != "" {
		t.Errorf("a vendored package has the key %q", key)
	}
	if hash, err := Lazy(filepath.Dir(root)).Hash(); hash != "" || err != nil {
		t.Errorf("outside of a module: %q, %v", hash, err)
	}
}

// TestWorkspace: each main module has its own file, and all that are wrong are
// named at once.
func TestWorkspace(t *testing.T) {
	files := map[string]string{
		"go.work":     "go 1.25\n\nuse (\n\t./one\n\t./two\n\t./three\n)\n",
		"one/go.mod":  "module example.com/one\n\ngo 1.25\n",
		"two/go.mod":  "module example.com/two\n\ngo 1.25\n",
		"one/" + Name: "rules: [bug]\n", "two/" + Name: "rules: [risk]\n",
		"three/go.mod": "module example.com/three\n\ngo 1.25\n",
		Name:           "rules: [", // at the root of no module
	}
	root := tree(t, files)
	f, err := Main(filepath.Join(root, "one"))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, s := range f.All() {
		all = append(all, s.Rules.String())
	}
	slices.Sort(all)
	if want := []string{"bug", "bug,risk", "risk"}; !slices.Equal(all, want) {
		t.Errorf("all: %q, want %q", all, want)
	}
	for dir, want := range map[string]string{"one": "bug", "two": "risk", "three": "bug,risk"} {
		if s, err := f.ForFolder(filepath.Join(root, dir)); err != nil || s.Rules.String() != want {
			t.Errorf("%s: %v, %v, want %s", dir, s, err, want)
		}
	}
	before, err := f.Hash()
	if err != nil || before == "" {
		t.Fatal(before, err)
	}
	// The text of one in the other is another state.
	write(t, filepath.Join(root, "one", Name), files["two/"+Name])
	write(t, filepath.Join(root, "two", Name), files["one/"+Name])
	if after, err := Lazy(root).Hash(); err != nil || after == before {
		t.Errorf("the hash is the same with both files exchanged (%v)", err)
	}

	write(t, filepath.Join(root, "one", Name), "rulez: [bug]\n")
	write(t, filepath.Join(root, "two", Name), "rules: [nope]\n")
	f, err = Main(root)
	if err == nil {
		t.Fatal("two wrong files are no error")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], filepath.Join("one", Name)+":1:1: unknown key") || !strings.Contains(lines[1], filepath.Join("two", Name)+":1:9: rules[0]: unknown rule") {
		t.Errorf("two wrong files: %q", lines)
	}
	if all := f.All(); len(all) != 1 || all[0].Rules.String() != config.Default().Rules.String() {
		t.Errorf("with two wrong files: %v", all)
	}
}

// TestNoFile: a folder of that name is said, and not taken for a missing file.
func TestNoFile(t *testing.T) {
	root := tree(t, map[string]string{"go.mod": oneModule["go.mod"], Name + "/x": ""})
	_, err := Main(root)
	if err == nil || !strings.Contains(err.Error(), filepath.Join(root, Name)) || strings.Contains(err.Error(), "\n") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Lazy(root).Hash(); err == nil {
		t.Error("the hash of a folder is no error")
	}
}

// TestMisnamed: a file with the other ending is not left unread in silence.
func TestMisnamed(t *testing.T) {
	root := tree(t, map[string]string{"go.mod": oneModule["go.mod"], ".redislint.yaml": "rules: [bug]\n"})
	want := filepath.Join(root, ".redislint.yaml") + ":1:1: this file is not read: name it .redislint.yml"
	if _, err := Main(root); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	f := Lazy(root)
	if _, err := f.ForPass(pass(t, root, &analysis.Module{Path: "example.com/m"})); err == nil || err.Error() != want {
		t.Errorf("of a package: %v, want %s", err, want)
	}
	if f.Key(root) == "" {
		t.Error("what the packages report has the key of those without a file")
	}
	if err := os.Rename(filepath.Join(root, ".redislint.yaml"), filepath.Join(root, Name)); err != nil {
		t.Fatal(err)
	}
	if s, err := Lazy(root).ForFolder(root); err != nil || s.Rules.String() != "bug" {
		t.Errorf("named as it should be: %v, %v", s, err)
	}
}

// TestEditors: what editors and shells of Windows write is read as what it says.
func TestEditors(t *testing.T) {
	const text = "rules: [bug]\r\nper-path:\r\n  - path: internal/legacy\r\n    off: all\r\n"
	utf16 := func(text string, order ...int) string {
		out := []byte{0, 0}
		out[order[0]], out[order[1]] = 0xff, 0xfe
		for _, c := range []byte(text) {
			unit := []byte{0, 0}
			unit[order[0]] = c
			out = append(out, unit...)
		}
		return string(out)
	}
	for name, text := range map[string]string{
		"CRLF":               text,
		"UTF-8 with a BOM":   "\xef\xbb\xbf" + text,
		"BOM and LF":         "\xef\xbb\xbf" + strings.ReplaceAll(text, "\r", ""),
		"UTF-16 of a shell":  utf16(text, 0, 1),
		"UTF-16, big endian": utf16(text, 1, 0),
		"no line end":        strings.TrimSuffix(text, "\r\n"),
	} {
		s, err := Decode("f.yml", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s.Root = filepath.FromSlash("/m")
		if s.Rules.String() != "bug" || !s.Off("keyscommand", filepath.FromSlash("/m/internal/legacy/x.go")) {
			t.Errorf("%s: rules %s, or the path is not off", name, s.Rules)
		}
	}
	// The place of an error is that in the editor.
	for _, bom := range []string{"", "\xef\xbb\xbf"} {
		_, err := Decode("f.yml", []byte(bom+"in-tests: true\r\nrules: [bug, nope]\r\n"))
		if err == nil || !strings.HasPrefix(err.Error(), `f.yml:2:14: rules[1]: unknown rule "nope"`) {
			t.Errorf("with %q in front: %v", bom, err)
		}
		_, err = Decode("f.yml", []byte(bom+"rulez: [bug]\r\n"))
		if err == nil || !strings.HasPrefix(err.Error(), `f.yml:1:1: unknown key "rulez"`) {
			t.Errorf("with %q in front: %v", bom, err)
		}
	}
}
