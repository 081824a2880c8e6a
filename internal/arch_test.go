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
	{"cmd/redislint", []string{"analyzers", "internal/baseline", "internal/config", "internal/goplsbuild", "internal/index", "internal/load", "internal/settings", "internal/usage"}},
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
	{"internal/ruledoc", nil},
	{"internal/settings", []string{"internal/config"}},
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
