package usage

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/keyexpr"
)

// own reports whether the package is a main module's. Drivers tell nothing of
// the module of the standard library.
func own(m *analysis.Module) bool { return m != nil && m.Version == "" }

// exportTexts exports the texts that the functions of a package without a
// client build: a module's keys are often made in a package that knows nothing
// of Redis. A package without such a function costs a look at its declarations.
func (p *Package) exportTexts(pass *analysis.Pass) {
	var builders []*types.Func
	files := p.sources(pass)
	for _, f := range files {
		if p.left[f] || generated(f) {
			continue // test support; accessors by the hundred, that build nothing
		}
		for _, decl := range f.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue // not a function that tells something
			}
			if fn, ok := p.Info.Defs[decl.Name].(*types.Func); ok && visible(fn) && returnsText(fn) {
				builders = append(builders, fn)
			}
		}
	}
	if len(builders) == 0 {
		return
	}
	index := eval.NewIndex(p.Fset, p.Info, p.Types, files)
	index.Builder = p.builtElsewhere
	for _, fn := range builders {
		if p.brokenAt(index.DeclOf(fn)) {
			continue // what it does is not known
		}
		s := &summary{}
		if s.text, s.builds = index.Summary(fn); s.exportable() {
			pass.ExportObjectFact(fn, &funcFact{s.encode()})
		}
	}
}

// returnsText reports whether the first result is text, of any type.
func returnsText(fn *types.Func) bool {
	results := fn.Signature().Results()
	if results.Len() == 0 {
		return false
	}
	b, ok := results.At(0).Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// builtElsewhere is the text that a function of another package builds.
func (p *Package) builtElsewhere(fn *types.Func) (keyexpr.Key, bool) {
	if s := p.external(fn); s != nil && s.builds {
		return s.text, true
	}
	return keyexpr.Key{}, false
}
