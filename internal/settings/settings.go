// Package settings reads the settings that users write: a file .redislint.yml
// at the root of a main module, and what golangci-lint hands to its plugin.
// Both decode into [config.Settings], and flags win over either.
//
// A driver calls one of these before analysis starts:
//
//   - the binary: [Main] and [Files.Use];
//   - go vet -vettool and gopls, which see one package at a time: [Lazy] and
//     [Files.Use];
//   - the golangci-lint plugin: [UsePlugin].
package settings

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/config"
)

// Name is the file's name. It is read exactly at a main module's root.
const Name = ".redislint.yml"

// misnamed is what people write in its place. It is an error rather than a
// second name, so that a module never has two files.
const misnamed = ".redislint.yaml"

// Files are the settings files of main modules, each read once.
type Files struct {
	// Dir is where the go command is asked for the main modules, if need be.
	dir string

	mu    sync.Mutex
	roots map[string]string // a folder, and the module root that it belongs to or ""
	read  map[string]result // by root
	mains func() []string
}

type result struct {
	settings *config.Settings // nil: no file
	err      error
	key      string // a hash of the text
}

// Lazy returns the files that the go command finds main modules for from dir
// ("": this folder). None is read yet: the first pass of a module reads its
// file, so a change is seen by the next process.
func Lazy(dir string) *Files {
	f := &Files{dir: dir, roots: map[string]string{}, read: map[string]result{}}
	f.mains = sync.OnceValue(func() []string { return mainModules(dir) })
	return f
}

// Main reads the files of all main modules of dir. The errors of all that are
// wrong are joined, one line each.
func Main(dir string) (*Files, error) {
	f := Lazy(dir)
	var errs []error
	for _, root := range f.mains() {
		if _, err := f.atRoot(root); err != nil {
			errs = append(errs, err)
		}
	}
	return f, errors.Join(errs...)
}

// Use has every pass take the settings of its main module.
func (f *Files) Use() { config.Choose(f.ForPass) }

// ForPass returns the settings of the main module that the pass's package
// belongs to, or nil if it has no file or the package is of no main module.
func (f *Files) ForPass(pass *analysis.Pass) (*config.Settings, error) {
	if dependency(pass.Module) {
		return nil, nil // other people's code: their file says nothing here
	}
	for _, dir := range folders(pass) {
		root := f.rootOf(dir)
		if root == "" {
			continue
		}
		if !lies(root, Name) && !lies(root, misnamed) {
			return nil, nil // not worth asking whose module it is
		}
		if (pass.Module == nil || pass.Module.Path == "") && !slices.Contains(f.mains(), root) {
			return nil, nil // files on the command line, of which the driver tells nothing
		}
		return f.atRoot(root)
	}
	return nil, nil
}

// ForFolder returns the settings of the main module that the folder belongs
// to, with the flags on top.
func (f *Files) ForFolder(dir string) (*config.Settings, error) {
	if root := f.rootOf(dir); root != "" && slices.Contains(f.mains(), root) {
		s, err := f.atRoot(root)
		if err != nil {
			return nil, err
		}
		if s != nil {
			return s.UnderFlags(), nil
		}
	}
	return config.Current(), nil
}

// All returns the settings of all main modules, with the flags on top: those
// that a file gives, and those of the flags alone. Files that are wrong are
// left out.
func (f *Files) All() []*config.Settings {
	all := []*config.Settings{config.Current()}
	for _, root := range f.mains() {
		if s, err := f.atRoot(root); err == nil && s != nil {
			all = append(all, s.UnderFlags())
		}
	}
	return all
}

// Hash is a hash of the files of all main modules, or "" if there is none.
func (f *Files) Hash() (string, error) {
	h := sha256.New()
	found := false
	for _, root := range f.mains() {
		text, err := os.ReadFile(filepath.Join(root, Name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		found = true
		fmt.Fprintf(h, "%d %s %d\n", len(root), root, len(text))
		h.Write(text)
	}
	if !found {
		return "", nil
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func (f *Files) atRoot(root string) (*config.Settings, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, ok := f.read[root]
	if !ok {
		r = readFile(root)
		f.read[root] = r
	}
	return r.settings, r.err
}

func lies(root, name string) bool {
	_, err := os.Lstat(filepath.Join(root, name))
	return err == nil
}

func readFile(root string) result {
	name := filepath.Join(root, Name)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if lies(root, misnamed) {
			err := fmt.Errorf("%s:1:1: this file is not read: name it %s", filepath.Join(root, misnamed), Name)
			return result{err: err, key: misnamed}
		}
		return result{}
	}
	if err != nil {
		return result{err: err, key: err.Error()}
	}
	sum := sha256.Sum256(text)
	key := hex.EncodeToString(sum[:])
	s, err := Decode(name, text)
	if err != nil {
		return result{err: err, key: key}
	}
	s.Root = root
	return result{settings: s, key: key}
}

// Key tells the texts of settings files apart that a package in the folder can
// have, as one of a main module: "" if there is none. Results that are kept
// beyond this process are kept by it, among others.
func (f *Files) Key(dir string) string {
	root := f.rootOf(dir)
	if root == "" {
		return ""
	}
	f.atRoot(root) // what is wrong with it, its packages say
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.read[root].key
}

// rootOf is the folder of the go.mod that is next above dir; "" below a folder
// named vendor, whose packages are other people's.
func (f *Files) rootOf(dir string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if root, ok := f.roots[dir]; ok {
		return root
	}
	root := moduleRoot(dir)
	f.roots[dir] = root
	return root
}

func moduleRoot(dir string) string {
	for d := dir; ; {
		if info, err := os.Stat(filepath.Join(d, "go.mod")); err == nil && info.Mode().IsRegular() {
			return d
		}
		parent := filepath.Dir(d)
		if parent == d || filepath.Base(d) == "vendor" {
			return ""
		}
		d = parent
	}
}

// dependency reports whether the driver says that the module is not a main
// one: only main modules have no version.
func dependency(m *analysis.Module) bool { return m != nil && m.Version != "" }

// folders are where the files of the pass lie: where their lines come from, as
// the user's files do that cgo has rewritten, and where they are.
func folders(pass *analysis.Pass) []string {
	var dirs []string
	for _, file := range pass.Files {
		for _, name := range []string{pass.Fset.Position(file.Package).Filename, pass.Fset.File(file.FileStart).Name()} {
			dir, err := filepath.Abs(filepath.Dir(name))
			if err == nil && name != "" && !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// mainModules are the roots of the main modules: one, or those that a go.work
// uses. Outside of a module there is none.
func mainModules(dir string) []string {
	cmd := exec.Command("go", "list", "-m", "-f", "{{if .Main}}{{.Dir}}{{end}}")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil // the driver says so
	}
	var roots []string
	for line := range bytes.Lines(out) {
		if root := strings.TrimSpace(string(line)); root != "" {
			roots = append(roots, filepath.Clean(root))
		}
	}
	slices.Sort(roots)
	return roots
}

// UsePlugin has every pass take the settings that golangci-lint hands to its
// plugin; no file is read.
func UsePlugin(raw any) error {
	s, err := Plugin(raw)
	if err != nil {
		return err
	}
	f := Lazy("")
	config.Choose(func(pass *analysis.Pass) (*config.Settings, error) {
		if dependency(pass.Module) {
			// As with a file. Only facts are made of it.
			return nil, nil
		}
		own := *s
		for _, dir := range folders(pass) {
			if own.Root = f.rootOf(dir); own.Root != "" {
				break
			}
		}
		return &own, nil
	})
	return nil
}
