package usage

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/redislint/redislint/internal/client/goredis"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/index"
)

// ClientPath reports whether a path is that of a client library, or of a
// package with a declared wrapper, in one of the settings of a run.
func ClientPath(all ...*config.Settings) func(path string) bool {
	library := &goredis.Frontend{Forks: forks(all...)}
	return func(path string) bool { return library.Path(path) || wraps(path, all...) }
}

// wraps reports whether the wrappers setting names a function of the package:
// whoever imports it reaches Redis, though the code does not show how.
func wraps(path string, all ...*config.Settings) bool {
	return slices.ContainsFunc(all, func(s *config.Settings) bool {
		return slices.ContainsFunc(s.Wrappers, func(w config.Wrapper) bool { return w.Package() == path })
	})
}

func forks(all ...*config.Settings) map[string]string {
	out := map[string]string{}
	for _, settings := range all {
		for _, c := range settings.Clients {
			out[c.Path] = c.Like
		}
	}
	return out
}

// Known is what the package, whose files these are, tells the module index.
func (p *Package) Known(files []*ast.File) index.Source {
	s := index.Source{Types: p.Types, Resolver: p.reach&setsResolver != 0, Summary: p.encoded}
	mute := p.mute(files)
	for id, obj := range p.Info.Uses {
		if fn, ok := obj.(*types.Func); ok && !mute(id) {
			s.Used = append(s.Used, fn)
		}
	}
	for _, f := range files {
		if mute(f.Name) {
			continue // tests and their support have no evidence to give
		}
		for _, decl := range f.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok {
				continue // a function
			}
			for _, spec := range gen.Specs {
				if ts, ok := spec.(*ast.TypeSpec); ok {
					if n := implements(p.Info.Defs[ts.Name]); n != nil {
						s.Named = append(s.Named, n)
					}
				}
			}
		}
	}
	if p.Index == nil {
		return s
	}
	s.PassedUp, s.NilFates = p.passedUp(), p.nilFates
	for fn := range p.mentioned() {
		s.Values = append(s.Values, fn)
	}
	s.Families = map[string][]byte{}
	for id, f := range p.visibleFamilies() {
		s.Families[id] = f.append(nil)
	}
	for _, fn := range p.Index.Funcs {
		if fn.Decl != nil && fn.Obj != nil && fn.Obj.Exported() && p.Forwarder(fn) {
			s.Forwarders = append(s.Forwarders, fn.Obj)
		}
	}
	return s
}

// mute tells whether a node stands in a file that gives no evidence.
func (p *Package) mute(files []*ast.File) func(ast.Node) bool {
	var muted []*ast.File
	for _, f := range files {
		if !p.Settings.InTests && (p.isTest(f) || importsTesting(f) && !generated(f)) {
			muted = append(muted, f)
		}
	}
	return func(n ast.Node) bool {
		for _, f := range muted {
			if f.FileStart <= n.Pos() && n.Pos() < f.FileEnd {
				return true
			}
		}
		return false
	}
}

// implements is the type, if it can be looked at as an implementation of an
// interface.
func implements(obj types.Object) *types.Named {
	tn, ok := obj.(*types.TypeName)
	if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
		return nil // not a type with methods of its own
	}
	n, ok := tn.Type().(*types.Named)
	if !ok || n.NumMethods() == 0 && !embeds(n) {
		return nil // no method, its own or promoted
	}
	return n
}

// encoded is what a function of this package sends, as the facts have it.
func (p *Package) encoded(fn *types.Func) []byte {
	if p.Index == nil {
		return nil
	}
	if s := p.summaryOf(fn); s != nil && len(s.templates) > 0 {
		return s.encode()
	}
	return nil
}

// asksModule reports whether the package calls an interface method whose
// implementations, in packages that it does not import, send something.
func (p *Package) asksModule() bool {
	if p.Settings.Module == nil {
		return false
	}
	for _, obj := range p.Info.Uses {
		if fn, ok := obj.(*types.Func); ok && p.Settings.Module.Method(fn) != nil {
			return true
		}
	}
	return false
}

// elsewhere is the summary of an interface method by its implementations
// anywhere in the module: one that sends something, or several that send the
// same. It is asked when none in sight sends anything, so that what is known
// without it stays as it is.
func (p *Package) elsewhere(fn *types.Func) (s *summary, may bool) {
	m := p.Settings.Module.Method(fn)
	if m == nil {
		return nil, false
	}
	may = m.Silent
	for _, data := range m.Summaries {
		one := decodeSummary(data)
		switch {
		case one == nil:
			may = true
		case s == nil:
			s = one
		case !sameShape(s, one):
			return nil, false
		default:
			may = true
		}
	}
	return s, may
}
