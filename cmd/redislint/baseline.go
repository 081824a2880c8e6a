package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/internal/baseline"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/load"
)

// A baseliner takes the findings that a baseline knows out of a run, or writes
// a new baseline.
type baseliner struct {
	name  string
	write bool
	old   *baseline.Baseline
}

// baselineFlags defines the flags that only a run of our own has: go vet would
// pass them on, and each package's process would write the file anew.
func baselineFlags(flags *flag.FlagSet) {
	flags.String("baseline", "", "the `file` of findings that are known, and not reported")
	flags.Bool("write-baseline", false, "write the findings of this run to the -baseline file, and report none")
}

// newBaseliner reads the flags and the file; nil if none is asked for.
func newBaseliner(flags *flag.FlagSet, plain bool) (*baseliner, error) {
	b := &baseliner{name: flags.Lookup("baseline").Value.String(), write: flags.Lookup("write-baseline").Value.String() == "true"}
	switch {
	case b.name == "" && b.write:
		return nil, errors.New("-write-baseline needs the name of the file: -baseline=FILE -write-baseline")
	case b.name == "":
		return nil, nil
	case !plain:
		return nil, errors.New("-baseline goes with runs that report, not with -fix, -diff and the flags that measure a run")
	}
	var err error
	b.old, err = baseline.Read(b.name, func(name string) string {
		if rule, ok := config.Lookup(name); ok {
			return rule.Name
		}
		return name // of a rule that is gone
	})
	if b.write && errors.Is(err, fs.ErrNotExist) {
		b.old, err = baseline.Empty(), nil
	}
	return b, err
}

// apply goes through the findings of a run, and returns those that it takes
// out. With write, it writes them to the file and leaves none.
func (b *baseliner) apply(program *load.Program, graph *checker.Graph, verdicts map[*packages.Package]verdict) (map[*checker.Action][]analysis.Diagnostic, error) {
	judged := judgedIn(program, graph, verdicts)
	taken := map[*checker.Action][]analysis.Diagnostic{}
	next := baseline.Empty()
	// A package and its variant with tests find the same.
	type at struct {
		place, rule, message string
	}
	known := map[at]bool{}
	for _, act := range graph.Roots {
		found := slices.Clone(act.Diagnostics)
		slices.SortStableFunc(found, func(x, y analysis.Diagnostic) int {
			p, q := act.Package.Fset.Position(x.Pos), act.Package.Fset.Position(y.Pos)
			return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Offset, q.Offset))
		})
		act.Diagnostics = slices.DeleteFunc(slices.Clone(found), func(d analysis.Diagnostic) bool {
			key := at{act.Package.Fset.Position(d.Pos).String(), d.Category, d.Message}
			answer, again := known[key]
			if !again {
				f := identity(act, d)
				if b.write {
					next.Add(f)
				}
				answer = b.write || b.old.Take(f)
				known[key] = answer
			}
			if answer {
				taken[act] = append(taken[act], d)
			}
			return answer
		})
	}
	if !b.write {
		if n := b.old.Stale(judged); n > 0 {
			complain("%d findings in %s are not found any more: -write-baseline takes them out", n, b.name)
		}
		return taken, nil
	}
	next.Keep(b.old, judged) // another run's
	if err := next.Write(b.name); err != nil {
		return nil, fmt.Errorf("the baseline was not written: %w", err)
	}
	complain("%s holds %d findings now", b.name, next.Len())
	return taken, nil
}

// identity is what a finding is known by.
func identity(act *checker.Action, d analysis.Diagnostic) baseline.Finding {
	posn := act.Package.Fset.Position(d.Pos)
	f := baseline.Finding{Rule: d.Category, Func: enclosing(act.Package.Syntax, d.Pos), Message: d.Message}
	root, _ := os.Getwd() // "": then the name stays absolute
	if m := act.Package.Module; m != nil {
		f.Module, root = m.Path, m.Dir
	}
	f.File = relative(root, posn.Filename)
	return f
}

// relative is the file's name as a baseline has it, on every system.
func relative(root, file string) string {
	if rel, err := filepath.Rel(root, file); err == nil {
		file = rel
	}
	return filepath.ToSlash(file)
}

// enclosing is the declaration that a position stands in: "f", "(*T).Put"; ""
// outside of functions.
func enclosing(files []*ast.File, pos token.Pos) string {
	for _, f := range files {
		if pos < f.FileStart || pos > f.FileEnd {
			continue
		}
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || pos < fn.Pos() || pos >= fn.End() {
				continue
			}
			if fn.Recv == nil || len(fn.Recv.List) == 0 {
				return fn.Name.Name
			}
			t, star := fn.Recv.List[0].Type, ""
			if ptr, ok := t.(*ast.StarExpr); ok {
				t, star = ptr.X, "*"
			}
			switch x := t.(type) { // without type parameters
			case *ast.IndexExpr:
				t = x.X
			case *ast.IndexListExpr:
				t = x.X
			}
			if id, ok := t.(*ast.Ident); ok {
				return "(" + star + id.Name + ")." + fn.Name.Name
			}
			return fn.Name.Name
		}
	}
	return ""
}

// judgedIn tells of a finding whether this run would have found it, were it
// still there: its file lies in a package that was judged, or its whole module
// was, and its rule ran.
func judgedIn(program *load.Program, graph *checker.Graph, verdicts map[*packages.Package]verdict) func(baseline.Finding) bool {
	type folder struct{ module, dir string }
	have := map[folder]*config.Settings{}
	failed := map[string]bool{} // modules with packages that could not be judged
	for _, act := range graph.Roots {
		module, root := "", ""
		if m := act.Package.Module; m != nil {
			module, root = m.Path, m.Dir
		}
		if act.Err != nil {
			failed[module] = true
			continue
		}
		for _, file := range act.Package.GoFiles {
			have[folder{module, filepath.ToSlash(filepath.Dir(relative(root, file)))}] = verdicts[act.Package].settings
		}
	}
	return func(f baseline.Finding) bool {
		own := have[folder{f.Module, filepath.ToSlash(filepath.Dir(f.File))}]
		if own == nil {
			// Of a package that is gone, or sends nothing any more.
			return program.Whole(f.Module) && !failed[f.Module]
		}
		rule, ok := config.Lookup(f.Rule)
		return !ok || own.Runs(rule)
	}
}
