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
	"slices"

	"golang.org/x/tools/go/packages"
)

// A Program is a set of packages ready for analysis.
type Program struct {
	// Roots are the packages that the patterns name and that reach a client.
	Roots []*packages.Package
	// Matched counts the packages that the patterns name.
	Matched int
}

// Load loads the packages that the patterns name. client reports whether an
// import path is a Redis client library's.
func Load(cfg packages.Config, client func(path string) bool, patterns ...string) (*Program, error) {
	cfg.Mode = packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedFiles
	roots, err := packages.Load(&cfg, patterns...)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, p := range roots {
		wanted[p.ID] = true
	}
	ids := closure(roots, client)
	prog := &Program{Matched: len(roots)}
	if len(ids) == 0 {
		return prog, nil
	}
	cfg.Mode = packages.LoadSyntax | packages.NeedModule
	pkgs, err := packages.Load(&cfg, ids...)
	if err != nil {
		return nil, fmt.Errorf("loading %d packages from source: %w", len(ids), err)
	}
	Prune(pkgs)
	for _, p := range pkgs {
		if wanted[p.ID] {
			prog.Roots = append(prog.Roots, p)
		}
	}
	return prog, nil
}

// closure lists the import paths of the packages that are needed from source.
func closure(roots []*packages.Package, client func(string) bool) []string {
	reach := map[*packages.Package]bool{}
	var order []*packages.Package
	packages.Visit(roots, nil, func(p *packages.Package) { // dependencies first
		for _, dep := range p.Imports {
			if client(dep.PkgPath) || reach[dep] {
				reach[p] = true
			}
		}
		if client(p.PkgPath) {
			reach[p] = false // the library itself is not looked at
		}
		order = append(order, p)
	})
	need := map[string]bool{}
	var add func(p *packages.Package)
	add = func(p *packages.Package) {
		if need[p.PkgPath] {
			return
		}
		need[p.PkgPath] = true
		for _, dep := range p.Imports {
			if dep.Module != nil && dep.Module.Main && !client(dep.PkgPath) {
				add(dep)
			}
		}
	}
	for _, p := range order {
		if reach[p] {
			add(p)
		}
	}
	var out []string
	for path := range need {
		out = append(out, path)
	}
	slices.Sort(out)
	return out
}

// Prune takes the packages that came from export data out of the import graph:
// go/analysis/checker analyses every package in it, and these have no syntax.
func Prune(pkgs []*packages.Package) {
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for path, dep := range p.Imports {
			if len(dep.Syntax) == 0 {
				delete(p.Imports, path)
			}
		}
	})
}
