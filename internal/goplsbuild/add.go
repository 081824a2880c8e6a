package goplsbuild

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
)

// addedAnalyzer is the file that gopls's settings get. Severity warning is
// what gopls gives to the bugs that vet reports.
const addedAnalyzer = `package settings

import (
	"golang.org/x/tools/gopls/internal/protocol"

	"` + ourModule + `/gopls"
)

func init() {
	AllAnalyzers = append(AllAnalyzers, &Analyzer{analyzer: gopls.Analyzer(), severity: protocol.SeverityWarning})
}
`

// addedKey is the file that gopls's cache gets, so that results which were
// kept are not those of other settings. Only packages of main modules, which
// have no version, have settings.
const addedKey = `package cache

import (
	"fmt"
	"hash"

	"golang.org/x/tools/gopls/internal/cache/metadata"

	"` + ourModule + `/gopls"
)

func redislintKey(h hash.Hash, p *metadata.Package) {
	if (p.Module == nil || p.Module.Version == "") && len(p.CompiledGoFiles) > 0 {
		fmt.Fprintf(h, "redislint: %s\n", gopls.SettingsKey(p.CompiledGoFiles[0].DirPath()))
	}
}
`

// keyed calls it where the key is made: see [insertKey].
const keyed = "\n\tredislintKey(hasher, an.ph.mp)"

// add adds our analyzer to gopls's list, and our settings to the keys of its
// cache, if both are what they were in the version that we know.
func (b *builder) add() error {
	settings := filepath.Join(b.dir, "internal", "settings")
	cache := filepath.Join(b.dir, "internal", "cache")
	if !declares(filepath.Join(settings, "analysis.go"), isAnalyzerType) ||
		!declares(filepath.Join(settings, "analysis.go"), isVar("AllAnalyzers")) ||
		// The linker would set a variable that is not there without a word.
		!declares(filepath.Join(b.dir, "main.go"), isVar("version")) ||
		!insertKey(filepath.Join(cache, "analysis.go")) {
		return fmt.Errorf("gopls %s keeps its analyzers in another way than redislint knows: choose another with -version; %s works", b.Version, DefaultVersion)
	}
	if err := os.WriteFile(filepath.Join(settings, "redislint.go"), []byte(addedAnalyzer), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(cache, "redislint.go"), []byte(addedKey), 0o666)
}

// insertKey adds our call to the method cacheKey, behind the statement
// "hasher := …".
func insertKey(file string) bool {
	text, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, text, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	for _, decl := range f.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Name.Name != "cacheKey" || fn.Recv == nil || fn.Body == nil || len(fn.Body.List) == 0 {
			continue
		}
		if names := fn.Recv.List[0].Names; len(names) != 1 || names[0].Name != "an" {
			continue
		}
		first, ok := fn.Body.List[0].(*ast.AssignStmt)
		if !ok || first.Tok != token.DEFINE {
			continue
		}
		if x, ok := first.Lhs[0].(*ast.Ident); !ok || x.Name != "hasher" {
			continue
		}
		end := fset.Position(first.End()).Offset
		changed := string(text[:end]) + keyed + string(text[end:])
		return os.WriteFile(file, []byte(changed), 0o666) == nil
	}
	return false
}

// declares reports whether a file declares such a type or variable.
func declares(file string, is func(ast.Spec) bool) bool {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	for _, decl := range f.Decls {
		// A constant may have the name of a variable.
		if gen, ok := decl.(*ast.GenDecl); ok && gen.Tok != token.CONST {
			for _, spec := range gen.Specs {
				if is(spec) {
					return true
				}
			}
		}
	}
	return false
}

func isVar(name string) func(ast.Spec) bool {
	return func(spec ast.Spec) bool {
		v, ok := spec.(*ast.ValueSpec)
		return ok && len(v.Names) == 1 && v.Names[0].Name == name
	}
}

// isAnalyzerType looks for the struct with the fields that we set.
func isAnalyzerType(spec ast.Spec) bool {
	t, ok := spec.(*ast.TypeSpec)
	if !ok || t.Name.Name != "Analyzer" {
		return false
	}
	s, ok := t.Type.(*ast.StructType)
	if !ok {
		return false
	}
	fields := make(map[string]bool)
	for _, field := range s.Fields.List {
		for _, name := range field.Names {
			fields[name.Name] = true
		}
	}
	return fields["analyzer"] && fields["severity"]
}
