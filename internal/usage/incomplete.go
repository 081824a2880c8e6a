package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/eval"
)

// incomplete reports whether the package has type errors that leave more open
// than the functions that they stand in: a package that cannot be imported, a
// type that is not known. Those in the bodies of functions are noted: nothing is
// reported in such a function, and what it sends is not known. That is how code
// looks whose generated methods are not there yet, or while somebody types.
func (p *Package) incomplete(pass *analysis.Pass) bool {
	for _, err := range pass.TypeErrors {
		if !inBody(pass.Files, err) {
			return true
		}
		p.broken = append(p.broken, err.Pos)
	}
	return false
}

func inBody(files []*ast.File, err types.Error) bool {
	for _, f := range files {
		if err.Pos < f.FileStart || f.FileEnd <= err.Pos {
			continue // another file
		}
		return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
			fn, ok := d.(*ast.FuncDecl)
			return ok && fn.Body != nil && fn.Body.Pos() <= err.Pos && err.Pos < fn.Body.End()
		})
	}
	return false
}

// brokenAt reports whether the function has a type error in it.
func (p *Package) brokenAt(fn *eval.Func) bool {
	return fn != nil && fn.Body != nil && slices.ContainsFunc(p.broken, func(pos token.Pos) bool {
		return fn.Body.Pos() <= pos && pos < fn.Body.End()
	})
}

// Skipped reports whether the package was not looked at for its type errors.
func (p *Package) Skipped() bool { return p.skipped }

// Broken reports whether some functions of the package have type errors, so that
// what is not found may yet be there.
func (p *Package) Broken() bool { return len(p.broken) > 0 }
