package index

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

const source = `package p

import "io"

type I interface{ Called(); Other() }
type Uncalled interface{ Left() }

type T struct{}
func (T) Called()    {}
func (T) Other()     {}
func (*T) Left()     {}
func (T) Direct()    {}
func (T) Read([]byte) (int, error) { return 0, io.EOF }

type Outer struct{ Inner }
type Inner struct{}
func (Inner) Called() {}
func (Outer) Other()  {}

type G[K any] struct{}
func (G[K]) Called() {}

func Alone() {}
func use(i I, t T) { i.Called(); t.Direct() }
`

// built checks the source, and indexes it as one package.
func built(t *testing.T, change func(*Source)) (*Index, *types.Package) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := config.Check("example.com/p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	s := Source{Types: pkg, Main: true, Whole: true}
	for _, obj := range info.Uses {
		if fn, ok := obj.(*types.Func); ok {
			s.Used = append(s.Used, fn)
		}
	}
	for _, obj := range info.Defs {
		switch obj := obj.(type) {
		case *types.Func:
			if obj.Exported() && interfaceOf(obj) == nil {
				s.Forwarders = append(s.Forwarders, obj)
			}
		case *types.TypeName:
			if n, ok := obj.Type().(*types.Named); ok && !types.IsInterface(n) {
				s.Named = append(s.Named, n)
			}
		}
	}
	s.Summary = func(fn *types.Func) []byte {
		if strings.Contains(fn.FullName(), ".T)") {
			return []byte(fn.Name())
		}
		return nil
	}
	if change != nil {
		change(&s)
	}
	return Build([]Source{s}), pkg
}

func method(t *testing.T, pkg *types.Package, typ, name string) *types.Func {
	t.Helper()
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(pkg.Scope().Lookup(typ).Type()), true, pkg, name)
	if typ == "I" || typ == "Uncalled" {
		obj, _, _ = types.LookupFieldOrMethod(pkg.Scope().Lookup(typ).Type(), false, pkg, name)
	}
	fn, ok := obj.(*types.Func)
	if !ok {
		t.Fatalf("no method %s.%s", typ, name)
	}
	return fn
}

func TestUncalled(t *testing.T) {
	x, pkg := built(t, nil)
	for _, test := range []struct {
		typ, name string
		want      bool
	}{
		{"T", "Called", false},     // through I
		{"T", "Other", true},       // I has it, and nothing calls it
		{"T", "Left", true},        // the same
		{"T", "Direct", false},     // by itself
		{"T", "Read", false},       // io.Reader: called who knows where
		{"Inner", "Called", false}, // through I, by the type that embeds it
		{"Outer", "Other", true},
		{"G", "Called", false}, // generic: not followed
	} {
		if got := x.Uncalled(method(t, pkg, test.typ, test.name)); got != test.want {
			t.Errorf("%s.%s uncalled: %v, want %v", test.typ, test.name, got, test.want)
		}
	}
	if alone := pkg.Scope().Lookup("Alone").(*types.Func); !x.Uncalled(alone) {
		t.Error("nothing calls Alone")
	}
}

// Callers out of sight can be anywhere.
func TestPartial(t *testing.T) {
	for name, change := range map[string]func(*Source){
		"a part of a module":          func(s *Source) { s.Whole = false },
		"a module that is not judged": func(s *Source) { s.Main = false },
	} {
		x, pkg := built(t, change)
		if alone := pkg.Scope().Lookup("Alone").(*types.Func); x.Uncalled(alone) {
			t.Errorf("%s: Alone counts as uncalled", name)
		}
	}
}

func TestMethod(t *testing.T) {
	x, pkg := built(t, nil)
	m := x.Method(method(t, pkg, "I", "Called"))
	if m == nil || len(m.Summaries) != 1 || string(m.Summaries[0]) != "Called" || !m.Silent {
		t.Errorf("I.Called: %+v, want the summary of T.Called beside the silent Outer", m)
	}
	if m := x.Method(method(t, pkg, "I", "Other")); m != nil {
		t.Errorf("I.Other, which nothing calls: %+v", m)
	}
	silent, pkg := built(t, func(s *Source) { s.Summary = func(*types.Func) []byte { return nil } })
	if m := silent.Method(method(t, pkg, "I", "Called")); m != nil {
		t.Errorf("nothing sends, and the index has %+v", m)
	}
}

// Without an index everything is as without a driver that makes one.
func TestNil(t *testing.T) {
	_, pkg := built(t, nil)
	var x *Index
	if x.Uncalled(pkg.Scope().Lookup("Alone").(*types.Func)) || x.Method(method(t, pkg, "I", "Called")) != nil || x.Resolver("example.com/p") {
		t.Error("no index knows something")
	}
}

// A program's resolver counts for all that the program imports, and for
// nothing else.
func TestResolver(t *testing.T) {
	main, lib, other := types.NewPackage("m/main", "main"), types.NewPackage("m/lib", "lib"), types.NewPackage("m/other", "other")
	outside := types.NewPackage("fmt", "fmt")
	main.SetImports([]*types.Package{lib, outside})
	x := Build([]Source{{Types: main, Resolver: true}, {Types: lib}, {Types: other}})
	for path, want := range map[string]bool{"m/main": true, "m/lib": true, "m/other": false, "fmt": false} {
		if x.Resolver(path) != want {
			t.Errorf("%s: %v, want %v", path, !want, want)
		}
	}
}

func TestFamily(t *testing.T) {
	x, _ := built(t, func(s *Source) { s.Families = map[string][]byte{"text:a": {1}} })
	if got := x.Family("text:a"); len(got) != 1 || len(got[0]) != 1 || got[0][0] != 1 {
		t.Errorf("got %v, want what the package said", got)
	}
	if got := x.Family("text:b"); got != nil {
		t.Errorf("got %v of a family that nothing uses", got)
	}
	if got := (*Index)(nil).Family("text:a"); got != nil {
		t.Errorf("got %v without an index", got)
	}
}
