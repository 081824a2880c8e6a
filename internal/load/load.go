// Package load loads the packages that redislint looks at from source, and all
// others from export data.
//
// The claim: what it loads gives the findings that loading everything from
// source gives. A package matters when it reaches a Redis client, since only
// then can it send a command; what such a package imports from its own modules
// matters as well, since key builders and interfaces live there. Everything
// else is types alone, and those the compiler has written down.
package load

import (
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Program is a set of packages ready for analysis.
type Program struct {
	// Roots are the packages to report on: those that the patterns name and
	// that matter, and those that are broken, whether they matter or not, so
	// that the driver says so.
	Roots []*packages.Package
	// Packages are all that were loaded from source, dependencies first.
	Packages []*packages.Package
	whole    map[string]bool
}

// Whole reports whether the patterns name all packages of the module.
func (p *Program) Whole(module string) bool { return p.whole[module] }

// How is where packages come from that need not come from source.
type How int

const (
	// Auto takes export data where that costs less than source.
	Auto How = iota
	// Export takes export data, and has the go command build what is missing.
	Export
	// Source takes no export data at all, as x/tools' own driver does.
	Source
)

func (h How) String() string { return [...]string{"auto", "export", "source"}[h] }

// Hows are all of them.
func Hows() []How { return []How{Auto, Export, Source} }

// Options are what a run can choose. The findings are the same with all.
type Options struct {
	How How
	// Note is told why everything comes from source, or that export data must be
	// built first. Nil: nobody is.
	Note func(text string)
	// Check looks at the packages that the patterns name, their names and files
	// alone, before anything costs more. An error ends the load. Nil: all do.
	Check func(named []*packages.Package) error
}

func (o Options) note(format string, args ...any) {
	if o.Note != nil {
		o.Note(fmt.Sprintf(format, args...))
	}
}

// Load loads the packages that the patterns name. client reports whether an
// import path is a Redis client library's. With cfg.Tests everything comes
// from source: the test variants of dependencies are not in the export data.
func Load(cfg packages.Config, client func(path string) bool, patterns ...string) (*Program, error) {
	return Options{}.Load(cfg, client, patterns...)
}

// Load is [Load], with options.
func (o Options) Load(cfg packages.Config, client func(path string) bool, patterns ...string) (*Program, error) {
	cfg.Mode = packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedFiles
	named, err := packages.Load(&cfg, patterns...)
	if err != nil {
		return nil, err
	}
	prog := &Program{}
	if o.Check != nil {
		if err := o.Check(named); err != nil {
			return nil, err
		}
	}
	if prog.whole, err = whole(cfg, named, patterns); err != nil {
		return nil, err
	}
	switch {
	case o.How == Source:
		return prog, prog.source(cfg, patterns)
	case cfg.Tests:
		o.note("tests are judged, which export data has not: everything comes from source")
		return prog, prog.source(cfg, patterns)
	case !listable(named):
		o.note("not all packages can be had by their import paths: everything comes from source")
		return prog, prog.source(cfg, patterns)
	}
	l := &loader{cfg: cfg, own: map[string]bool{}}
	packages.Visit(named, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			l.own[e.Error()] = true
		}
	})
	need := closure(named, client)
	if missing := missing(cfg, need, patterns); missing > compiled {
		if o.How == Auto {
			o.note("the build cache lacks %d packages, which cost more to build than to read: everything comes from source", missing)
			return prog, prog.source(cfg, patterns)
		}
		o.note("building %d packages that the build cache lacks", missing)
	}
	pkgs, err := l.load(slices.Sorted(maps.Keys(need)))
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	var rest []string
	for _, p := range named {
		wanted[p.ID] = true
		if !need[p.PkgPath] {
			rest = append(rest, p.PkgPath)
		}
	}
	broken, err := l.broken(rest)
	if err != nil {
		return nil, err
	}
	for _, p := range pkgs {
		if wanted[p.ID] {
			prog.Roots = append(prog.Roots, p)
		}
	}
	prog.Roots = append(prog.Roots, broken...)
	prog.visit(pkgs)
	return prog, nil
}

// compiled is how many packages at most a run may compile before it looks at
// any: with more, loading everything from source costs less (measured with an
// empty build cache: two to ten times, most where packages hold C).
const compiled = 50

// missing is how many of the packages that would come from export data the
// build cache lacks. Where the go command does not tell, it is none: the load
// finds out.
func missing(cfg packages.Config, need map[string]bool, patterns []string) int {
	if len(need) == 0 {
		return 0 // nothing is to be judged
	}
	args := append([]string{"list", "-e", "-deps", "-f", "{{if .StaleReason}}{{.ImportPath}}{{end}}"}, cfg.BuildFlags...)
	cmd := exec.Command("go", append(append(args, "--"), patterns...)...)
	cmd.Dir, cmd.Env = cfg.Dir, cfg.Env
	out, err := cmd.Output()
	if err != nil {
		return 0
	}
	n := 0
	for path := range strings.FieldsSeq(string(out)) {
		if !need[path] {
			n++
		}
	}
	return n
}

// source loads everything from source, as singlechecker does. Packages that do
// not matter are among the roots then; they cost time alone.
func (p *Program) source(cfg packages.Config, patterns []string) (err error) {
	cfg.Mode = packages.LoadAllSyntax | packages.NeedModule
	p.Roots, err = packages.Load(&cfg, patterns...)
	p.visit(p.Roots)
	return err
}

func (p *Program) visit(pkgs []*packages.Package) {
	packages.Visit(pkgs, nil, func(pkg *packages.Package) { p.Packages = append(p.Packages, pkg) })
}

// listable reports whether the packages can be loaded by their import paths:
// they belong to modules, and are not made of files on the command line.
func listable(pkgs []*packages.Package) bool {
	return !slices.ContainsFunc(pkgs, func(p *packages.Package) bool {
		return p.Module == nil || p.ID != p.PkgPath || p.PkgPath == "command-line-arguments"
	})
}

// whole finds the main modules all of whose packages are named.
func whole(cfg packages.Config, named []*packages.Package, patterns []string) (map[string]bool, error) {
	out := map[string]bool{}
	have := map[string]bool{}
	dirs := map[string]bool{}
	for _, p := range named {
		have[p.PkgPath] = true
		if p.Module != nil && p.Module.Main {
			out[p.Module.Path] = true
			dirs[p.Module.Dir] = true
		}
	}
	if len(out) == 0 || len(dirs) == 1 && dirs[folder(cfg)] && slices.Contains(patterns, "./...") {
		return out, nil // as almost always: no need to ask the go command for all
	}
	var modules []string
	for _, module := range slices.Sorted(maps.Keys(out)) {
		modules = append(modules, module+"/...")
	}
	cfg.Mode, cfg.Tests = packages.NeedName|packages.NeedFiles|packages.NeedModule, false
	all, err := packages.Load(&cfg, modules...)
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if p.Module != nil && !have[p.PkgPath] && len(p.GoFiles) > 0 {
			delete(out, p.Module.Path)
		}
	}
	return out, nil
}

// folder is where the go command runs, "" if that is not known.
func folder(cfg packages.Config) string {
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return ""
	}
	return dir
}

type loader struct {
	cfg packages.Config
	own map[string]bool // the go command's complaints about what is to be loaded
}

// load loads packages from source, and their imports from export data.
func (l *loader) load(paths []string) ([]*packages.Package, error) {
	if len(paths) == 0 {
		return nil, nil // no path at all would be the package of this folder
	}
	cfg := l.cfg
	cfg.Mode = packages.LoadSyntax | packages.NeedModule
	pkgs, err := packages.Load(&cfg, paths...)
	if err != nil {
		return nil, fmt.Errorf("loading %d packages from source: %w", len(paths), err)
	}
	l.settle(pkgs)
	Prune(pkgs)
	return pkgs, nil
}

// broken returns those of the packages that do not compile, or whose
// dependencies do not. The compiler has looked at the others.
func (l *loader) broken(paths []string) ([]*packages.Package, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	cfg := l.cfg
	cfg.Mode = packages.NeedName | packages.NeedFiles | packages.NeedExportFile
	pkgs, err := packages.Load(&cfg, paths...)
	if err != nil {
		return nil, err
	}
	var suspects []string
	for _, p := range pkgs {
		if len(p.Errors) > 0 || p.ExportFile == "" && len(p.GoFiles) > 0 {
			suspects = append(suspects, p.PkgPath)
		}
	}
	// What the compiler refuses, the type checker may take: a file that is to
	// be embedded and is not there.
	pkgs, err = l.load(suspects)
	return slices.DeleteFunc(pkgs, func(p *packages.Package) bool { return !p.IllTyped }), err
}

// settle takes away errors that only the building of export data brings: they
// do not keep a package from being judged.
func (l *loader) settle(pkgs []*packages.Package) {
	packages.Visit(pkgs, nil, func(p *packages.Package) { // dependencies first
		if p.Types == nil || p.TypesInfo == nil {
			return // from export data
		}
		p.Errors = slices.DeleteFunc(p.Errors, func(e packages.Error) bool {
			return e.Kind == packages.ListError && !l.own[e.Error()]
		})
		if len(p.Errors) == 0 {
			p.Errors = nil
		}
		p.IllTyped = len(p.Errors) > 0
		for _, dep := range p.Imports {
			p.IllTyped = p.IllTyped || dep.IllTyped
		}
	})
}

// closure holds the import paths of the packages that are needed from source.
func closure(roots []*packages.Package, client func(string) bool) map[string]bool {
	reach := map[*packages.Package]bool{}
	need := map[string]bool{}
	// What counts as a client in a main module is the user's own, as the
	// package of a declared wrapper is, and is looked at.
	own := func(p *packages.Package) bool { return p.Module != nil && p.Module.Main }
	var add func(p *packages.Package)
	add = func(p *packages.Package) {
		if need[p.PkgPath] {
			return
		}
		need[p.PkgPath] = true
		for _, dep := range p.Imports {
			if own(dep) {
				add(dep)
			}
		}
	}
	packages.Visit(roots, nil, func(p *packages.Package) { // dependencies first
		if client(p.PkgPath) && !own(p) {
			return // the library itself is not looked at
		}
		reach[p] = client(p.PkgPath)
		for _, dep := range p.Imports {
			reach[p] = reach[p] || client(dep.PkgPath) || reach[dep]
		}
		if reach[p] {
			add(p)
		}
	})
	return need
}

// Prune takes the packages that came from export data out of the import graph:
// go/analysis/checker analyses every package in it, and these have no syntax.
func Prune(pkgs []*packages.Package) {
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		maps.DeleteFunc(p.Imports, func(_ string, dep *packages.Package) bool {
			return len(dep.Syntax) == 0
		})
	})
}
