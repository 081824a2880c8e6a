// Package internal_test holds what is true of the code as a whole: who may
// import whom, and what library code never does.
package internal_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/redislint/redislint"

// mayImport is the law: what a package (or, with /*, each package below a
// path) may import of this module. A package that is not listed may not be
// there.
var mayImport = []struct {
	pkg     string
	imports []string
}{
	{"analyzers", []string{"analyzers/*", "internal/config", "internal/ruledoc"}},
	{"analyzers/*", []string{"internal/config", "internal/usage", "internal/command", "internal/keyexpr", "internal/fix", "internal/ruledoc"}},
	{"gopls", []string{"analyzers", "internal/settings"}},
	{"cmd/redislint", []string{"analyzers", "internal/baseline", "internal/config", "internal/goplsbuild", "internal/index", "internal/load", "internal/report", "internal/ruledoc", "internal/settings", "internal/usage"}},
	{"internal/usage", []string{"internal/client", "internal/client/*", "internal/command", "internal/config", "internal/directive", "internal/eval", "internal/index", "internal/keyexpr", "internal/lua", "internal/rediscmd"}},
	{"internal/lua", []string{"internal/keyexpr"}},
	{"internal/client", []string{"internal/command", "internal/eval"}},
	{"internal/client/*", []string{"internal/client", "internal/command", "internal/eval", "internal/keyexpr", "internal/lua", "internal/rediscmd"}},
	{"internal/command", []string{"internal/keyexpr", "internal/rediscmd"}},
	{"internal/eval", []string{"internal/keyexpr"}},
	{"internal/fix", []string{"internal/command", "internal/keyexpr"}},
	{"internal/config", []string{"internal/index", "internal/keyexpr", "internal/rediscmd"}},
	{"internal/baseline", nil},
	{"internal/corpus", nil},
	{"internal/directive", nil},
	{"internal/goplsbuild", nil},
	{"internal/index", nil},
	{"internal/keyexpr", nil},
	{"internal/load", nil},
	{"internal/rediscmd", nil},
	{"internal/report", []string{"internal/config", "internal/ruledoc"}},
	{"internal/ruledoc", nil},
	{"internal/settings", []string{"internal/config"}},
	{"bench", []string{"analyzers", "internal/config"}},
	{"bench/compare", nil},
	{"bench/compare/*", []string{"analyzers", "internal/config", "internal/load", "internal/usage"}},
	{"plugin", []string{"analyzers", "internal/config", "internal/settings"}},
	{"internal/tools/*", []string{"internal/config", "internal/ruledoc", "internal/tools/*"}},
}

// thirdParty are the modules that packages below analyzers, and all that they
// import, may use.
var thirdParty = []string{"golang.org/x/tools", "golang.org/x/mod", "golang.org/x/sync", "github.com/yuin/gopher-lua"}

type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	Imports         []string
	Standard        bool
	Module          *struct{ Path string }
}

func list(t *testing.T, args ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,GoFiles,Imports,Standard,Module"}, args...)...)
	cmd.Dir = ".."
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var pkgs []listed
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var pkg listed
		if err := decoder.Decode(&pkg); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, pkg)
	}
}

func matches(pattern, pkg string) bool {
	if below, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(pkg, below)
	}
	return pattern == pkg
}

func TestImportDirections(t *testing.T) {
	for _, pkg := range list(t, "./...") {
		name := strings.TrimPrefix(pkg.ImportPath, module+"/")
		if len(pkg.GoFiles) == 0 {
			continue // tests only
		}
		i := slices.IndexFunc(mayImport, func(law struct {
			pkg     string
			imports []string
		}) bool {
			return matches(law.pkg, name)
		})
		if i < 0 {
			t.Errorf("%s is not in the list of packages and their imports", name)
			continue
		}
		for _, imported := range pkg.Imports {
			rest, ours := strings.CutPrefix(imported, module+"/")
			if strings.HasPrefix(rest, name+"/") && name != "analyzers" {
				continue // a part of the package, in a folder of its own
			}
			if ours && !slices.ContainsFunc(mayImport[i].imports, func(p string) bool { return matches(p, rest) }) {
				t.Errorf("%s imports %s, and may import only %v", name, rest, mayImport[i].imports)
			}
		}
	}
}

func TestThirdParty(t *testing.T) {
	for _, pkg := range list(t, "-deps", "./analyzers/...") {
		if pkg.Standard || pkg.Module == nil || pkg.Module.Path == module {
			continue
		}
		if !slices.Contains(thirdParty, pkg.Module.Path) {
			t.Errorf("a rule reaches %s of %s; allowed: %v", pkg.ImportPath, pkg.Module.Path, thirdParty)
		}
	}
}

// Library code has no init, does not end the process, and no rule knows how a
// client is imported.
func TestLibraryCode(t *testing.T) {
	for _, pkg := range list(t, "./analyzers/...", "./gopls", "./internal/...") {
		name := strings.TrimPrefix(pkg.ImportPath, module+"/")
		if strings.HasPrefix(name, "internal/tools/") {
			continue // programs
		}
		for _, file := range pkg.GoFiles {
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, filepath.Join(pkg.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if n.Name.Name == "init" && n.Recv == nil {
						t.Errorf("%s: a library has no init", fset.Position(n.Pos()))
					}
				case *ast.SelectorExpr:
					x, ok := n.X.(*ast.Ident)
					if ok && (x.Name == "os" && n.Sel.Name == "Exit" || x.Name == "log" && strings.HasPrefix(n.Sel.Name, "Fatal")) {
						t.Errorf("%s: a library does not end the process", fset.Position(n.Pos()))
					}
				case *ast.BasicLit:
					text, err := strconv.Unquote(n.Value)
					if err == nil && strings.HasPrefix(name, "analyzers/") &&
						(strings.Contains(text, "go-redis") || strings.Contains(text, "redis/v")) {
						t.Errorf("%s: a rule knows commands, not the client that sends them: %s", fset.Position(n.Pos()), n.Value)
					}
				}
				return true
			})
		}
	}
}

// requirements are the modules that the root module may ask for: the command,
// and golangci-lint, whose go.mod gets them all through the plugin.
var requirements = []string{"github.com/golangci/plugin-module-register", "github.com/owenrumney/go-sarif/v2", "github.com/yuin/gopher-lua", "go.yaml.in/yaml/v3", "golang.org/x/tools"}

// What golangci-lint asks of a linter before it is admitted (its page "New
// linters"): no init, no panic, no end of the process, few dependencies.
// It is held over all that a golangci-lint with the plugin links of ours.
func TestAdmission(t *testing.T) {
	inits, packages := 0, 0
	for _, pkg := range list(t, "-deps", "./plugin") {
		if pkg.Module == nil || pkg.Module.Path != module {
			continue // other people's code
		}
		packages++
		for _, file := range pkg.GoFiles {
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, filepath.Join(pkg.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, broken := range breaks(fset, f) {
				if broken.what == "init" && pkg.ImportPath == module+"/plugin" {
					inits++ // the registration
					continue
				}
				t.Errorf("%s: golangci-lint admits no linter with %s", broken.at, broken.what)
			}
		}
	}
	if inits != 1 || packages < 10 {
		t.Errorf("%d packages of ours with %d init functions, want one, that registers the plugin", packages, inits)
	}

	cmd := exec.Command("go", "mod", "edit", "-json")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var mod struct {
		Toolchain                               string
		Replace, Exclude, Retract, Tool, Ignore []any
		Require                                 []struct {
			Path     string
			Indirect bool
		}
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	var direct []string
	for _, r := range mod.Require {
		if !r.Indirect {
			direct = append(direct, r.Path)
		}
	}
	if !slices.Equal(direct, requirements) {
		t.Errorf("go.mod requires %v, want %v", direct, requirements)
	}
	if mod.Toolchain != "" || len(mod.Replace)+len(mod.Exclude)+len(mod.Retract)+len(mod.Tool)+len(mod.Ignore) > 0 {
		t.Errorf("go.mod has more than requirements:\n%s", out)
	}
}

// A breach is a place that breaks a rule of golangci-lint.
type breach struct {
	at   token.Position
	what string
}

func breaks(fset *token.FileSet, f *ast.File) []breach {
	var all []breach
	ast.Inspect(f, func(n ast.Node) bool {
		what := ""
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Name == "init" && n.Recv == nil {
				what = "init"
			}
		case *ast.CallExpr:
			if fun, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && fun.Name == "panic" {
				what = "panic"
			}
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			if !ok {
				break
			}
			switch name := n.Sel.Name; {
			case x.Name == "os" && name == "Exit", x.Name == "syscall" && name == "Exit", x.Name == "runtime" && name == "Goexit",
				x.Name == "log" && (strings.HasPrefix(name, "Fatal") || strings.HasPrefix(name, "Panic")):
				what = x.Name + "." + name
			}
		}
		if what != "" {
			all = append(all, breach{fset.Position(n.Pos()), what})
		}
		return true
	})
	return all
}

// TestBreaks: what the test above looks for it finds.
func TestBreaks(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "x.go", `package x

func init() { panic(1); (panic)(2) }
func (T) init() { os.Exit(1); log.Fatalf(""); log.Panicln(); log.Printf("") }
func f() { exit := os.Exit; runtime.Goexit(); p.panic(); recover() }
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range breaks(fset, f) {
		got = append(got, b.what)
	}
	if want := []string{"init", "panic", "panic", "os.Exit", "log.Fatalf", "log.Panicln", "os.Exit", "runtime.Goexit"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
