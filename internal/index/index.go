// Package index is what facts cannot carry, because it flows against the
// imports: who calls a function, which types implement an interface, which
// programs set a command resolver. Only a driver that sees whole modules, as
// the binary does, can gather it, in a first pass; the second pass asks it.
//
// The law: without the index a rule says less, never something else. The one
// exception is what rests on an absence, as of a resolver: there the index may
// take a finding away.
//
// Everything is keyed by the full names of functions and the paths of packages,
// so that it does not matter whether both passes see the same objects.
package index

import (
	"bytes"
	"go/types"
	"slices"
)

// A Source is what the first pass found out of one package.
type Source struct {
	Types *types.Package
	// Main reports whether the package belongs to a main module: to the code
	// whose calls the first pass has seen.
	Main bool
	// Whole reports whether every package of its module is a Source, if it can
	// reach a client at all, or is needed by one that can.
	Whole bool
	// Resolver reports whether the package, or one below it, sets a command
	// resolver.
	Resolver bool
	// Used lists the functions that the package mentions, outside of what
	// gives no evidence.
	Used []*types.Func
	// Named lists the package's own types, without interfaces, aliases and those
	// that give no evidence.
	Named []*types.Named
	// Forwarders lists its exported functions and methods that hand on what
	// they are given, so that their callers are judged.
	Forwarders []*types.Func
	// PassedUp names the exported functions of the package that return the client's
	// Nil, or an error that holds it.
	PassedUp []string
	// NilFates tells what the package makes of that error where it calls the
	// functions; nil for a package that was not looked at so closely.
	NilFates func(of map[string]bool) []NilFate
	// Values are functions that it mentions outside of calls.
	Values []*types.Func
	// Families is what the package does with each family of keys whose name
	// means the same everywhere, in an encoding that the index only hands on.
	Families map[string][]byte
	// Summary is what a method of the package sends, in an encoding that the
	// index only hands on; nil if it sends nothing.
	Summary func(*types.Func) []byte
}

// A NilFate is what one call makes of the client's Nil.
type NilFate struct {
	// Of is the function that is called, perhaps an interface's method.
	Of *types.Func
	// Fails: a failure, on every path: at the place Where, or in all callers of
	// the functions Up, which return it in turn. Else something may tell it from
	// one.
	Fails bool
	How   string // as a usage.Failure has it
	Where string
	Up    []string
}

// A Method is what the implementations of an interface method do.
type Method struct {
	// Summaries lists what those send that send anything, each once.
	Summaries [][]byte
	// Silent reports whether another implementation sends nothing.
	Silent bool
}

// An Index knows the modules that are being judged. A nil one knows nothing.
type Index struct {
	uncalled map[string]bool
	methods  map[string]*Method
	resolver map[string]bool
	families map[string][][]byte
	whole    map[string]bool
	nils     map[string]NilFate
}

// NilFails reports whether all who call the function from other packages of its
// module, all of which was seen, make a failure of the client's Nil, and how and
// where one of them does; both are "" where nobody calls it.
func (x *Index) NilFails(fn *types.Func) (how, where string, ok bool) {
	if x == nil || fn.Pkg() == nil || !x.whole[fn.Pkg().Path()] {
		return "", "", false
	}
	f, ok := x.nils[fn.Origin().FullName()]
	return f.How, f.Where, ok
}

// Whole reports whether the package belongs to a main module all of which was
// seen.
func (x *Index) Whole(path string) bool { return x != nil && x.whole[path] }

// Uncalled reports whether nothing in the function's module, all of which was
// seen, can call it.
func (x *Index) Uncalled(fn *types.Func) bool {
	return x != nil && x.uncalled[fn.Origin().FullName()]
}

// Method returns what the implementations of the interface method send; nil if
// none sends anything, or nothing calls it.
func (x *Index) Method(fn *types.Func) *Method {
	if x == nil {
		return nil
	}
	return x.methods[fn.FullName()]
}

// Resolver reports whether a program or a package that the package is part of
// sets a command resolver.
func (x *Index) Resolver(path string) bool { return x != nil && x.resolver[path] }

// Family lists what the packages do with a family of keys, in no order that
// means anything.
func (x *Index) Family(id string) [][]byte {
	if x == nil {
		return nil
	}
	return x.families[id]
}

// Build makes an index of the packages.
func Build(sources []Source) *Index {
	b := &builder{
		Index: &Index{uncalled: map[string]bool{}, methods: map[string]*Method{}, resolver: map[string]bool{}, families: map[string][][]byte{}, whole: map[string]bool{}},
		used:  map[string]bool{},
		of:    map[*types.Package]*Source{},
		types: map[string][]*types.Named{},

		reached:    map[string][]string{},
		implements: map[pair]bool{},
		instances:  types.NewContext(),
	}
	for i := range sources {
		s := &sources[i]
		b.of[s.Types] = s
		for id, data := range s.Families {
			b.families[id] = append(b.families[id], data)
		}
		for _, n := range s.Named {
			set := types.NewMethodSet(types.NewPointer(n))
			for i := range set.Len() {
				name := set.At(i).Obj().Name()
				b.types[name] = append(b.types[name], n)
			}
		}
	}
	for i := range sources {
		if sources[i].Main && sources[i].Whole {
			b.whole[sources[i].Types.Path()] = true
		}
		if sources[i].Resolver {
			b.below(sources[i].Types)
		}
	}
	b.calls(sources)
	b.forwarders(sources)
	b.nilFates(sources)
	return b.Index
}

type builder struct {
	*Index
	used  map[string]bool // functions that are mentioned, or called through an interface
	of    map[*types.Package]*Source
	types map[string][]*types.Named // by the name of a method
	// reached are the methods that calls of an interface's method reach.
	reached map[string][]string
	// Whether a type implements an interface is asked for each method of both.
	implements map[pair]bool
	instances  *types.Context // an instance of a generic type is made once
}

type pair struct {
	n     *types.Named
	iface *types.Interface
}

// below marks the package, and what it imports, as part of a program with a
// resolver.
func (b *builder) below(pkg *types.Package) {
	if b.of[pkg] == nil || b.resolver[pkg.Path()] {
		return // not looked at, or marked
	}
	b.resolver[pkg.Path()] = true
	for _, imp := range pkg.Imports() {
		b.below(imp)
	}
}

// calls notes what is called, and what calls through interfaces reach.
func (b *builder) calls(sources []Source) {
	seen := map[*types.Func]bool{}
	for i := range sources {
		for _, fn := range sources[i].Used {
			if seen[fn] {
				continue // as before
			}
			seen[fn] = true
			iface := interfaceOf(fn)
			if iface == nil {
				b.used[fn.Origin().FullName()] = true
				continue
			}
			b.dispatch(fn, iface)
		}
	}
	for name, m := range b.methods {
		if len(m.Summaries) == 0 {
			delete(b.methods, name) // nothing is sent
			continue
		}
		slices.SortFunc(m.Summaries, bytes.Compare)
		m.Summaries = slices.CompactFunc(m.Summaries, bytes.Equal)
	}
}

// dispatch notes what a call of the interface method reaches.
func (b *builder) dispatch(fn *types.Func, iface *types.Interface) {
	of, named := types.Unalias(fn.Signature().Recv().Type()).(*types.Named)
	name := fn.FullName()
	for _, n := range b.types[fn.Name()] {
		if n = Instance(b.instances, n, of); n == nil {
			continue // its constraints exclude what the interface is of
		}
		m := b.implementation(n, iface, fn.Name())
		if m == nil {
			continue // another interface's method of that name
		}
		b.used[m.FullName()] = true
		b.reached[name] = append(b.reached[name], m.FullName())
		if !named {
			continue // interfaces without a name of their own are not told apart
		}
		if b.methods[name] == nil {
			b.methods[name] = &Method{}
		}
		var sent []byte
		if s := b.of[m.Pkg()]; s != nil {
			sent = s.Summary(m)
		}
		if sent == nil {
			b.methods[name].Silent = true
		} else {
			b.methods[name].Summaries = append(b.methods[name].Summaries, sent)
		}
	}
}

// forwarders finds those that nothing can call.
func (b *builder) forwarders(sources []Source) {
	var open []*types.Func
	for i := range sources {
		if !sources[i].Main || !sources[i].Whole {
			continue // its callers may be out of sight
		}
		for _, fn := range sources[i].Forwarders {
			switch {
			case b.used[fn.Origin().FullName()]:
			case generic(fn): // not followed through interfaces
			default:
				open = append(open, fn)
			}
		}
	}
	foreign := b.foreign(open, sources)
	for _, fn := range open {
		called := fn.Signature().Recv() != nil && slices.ContainsFunc(b.types[fn.Name()], func(n *types.Named) bool {
			return n.TypeParams().Len() == 0 && slices.ContainsFunc(foreign[fn.Name()], func(iface *types.Interface) bool {
				return b.implementation(n, iface, fn.Name()) == fn
			})
		})
		if !called {
			b.uncalled[fn.FullName()] = true
		}
	}
}

// foreign lists the interfaces of packages outside of the main modules that
// have a method by the name of one of the given: code that was not looked at
// may call it.
func (b *builder) foreign(methods []*types.Func, sources []Source) map[string][]*types.Interface {
	names := map[string]bool{}
	for _, fn := range methods {
		if fn.Signature().Recv() != nil {
			names[fn.Name()] = true
		}
	}
	if len(names) == 0 {
		return nil
	}
	out := map[string][]*types.Interface{}
	seen := map[*types.Package]bool{}
	var visit func(pkg *types.Package)
	visit = func(pkg *types.Package) {
		if seen[pkg] {
			return
		}
		seen[pkg] = true
		for _, imp := range pkg.Imports() {
			visit(imp)
		}
		if s := b.of[pkg]; s != nil && s.Main {
			return // the calls of its interfaces are known
		}
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok {
				continue // no type
			}
			iface, ok := tn.Type().Underlying().(*types.Interface)
			if !ok {
				continue // has methods, but does not ask for them
			}
			for i := range iface.NumMethods() {
				if m := iface.Method(i); names[m.Name()] {
					out[m.Name()] = append(out[m.Name()], iface)
				}
			}
		}
	}
	for i := range sources {
		visit(sources[i].Types)
	}
	return out
}

// interfaceOf is the interface that declares the method, or nil.
func interfaceOf(fn *types.Func) *types.Interface {
	recv := fn.Signature().Recv()
	if recv == nil {
		return nil
	}
	iface, _ := recv.Type().Underlying().(*types.Interface)
	return iface
}

// implementation is the method of a type, or of what it embeds, that the
// interface's method stands for; nil if the type is no such implementation.
func (b *builder) implementation(n *types.Named, iface *types.Interface, name string) *types.Func {
	ptr := types.NewPointer(n)
	question := pair{n, iface}
	yes, asked := b.implements[question]
	if !asked {
		yes = types.Implements(ptr, iface)
		b.implements[question] = yes
	}
	if !yes {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(ptr, false, n.Obj().Pkg(), name)
	m, ok := obj.(*types.Func)
	if !ok || interfaceOf(m) != nil {
		return nil // an embedded interface: the same question again
	}
	return m.Origin()
}

// Instance is the type that may implement an interface: itself, or of a generic
// type the instance for the interface's own type arguments, where it has as many
// (Store[User] by redisStore[User]), else for any. It is nil where the
// constraints exclude those. The interface may be nil: one without a name.
func Instance(ctx *types.Context, n, iface *types.Named) *types.Named {
	if n.TypeParams().Len() == 0 {
		return n
	}
	args := make([]types.Type, n.TypeParams().Len())
	for i := range args {
		args[i] = n.TypeParams().At(i)
		if iface != nil && iface.TypeArgs().Len() == len(args) {
			args[i] = iface.TypeArgs().At(i)
		}
	}
	t, err := types.Instantiate(ctx, n, args, true)
	if err != nil {
		return nil
	}
	inst, _ := t.(*types.Named)
	return inst
}

func generic(fn *types.Func) bool {
	return fn.Signature().TypeParams().Len() > 0 || fn.Signature().RecvTypeParams().Len() > 0
}
