package analyzers

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/corpus"
	"github.com/redislint/redislint/internal/load"
	"github.com/redislint/redislint/internal/ruledoc"
)

var update = flag.Bool("update", false, "write the goldens that the fixes give")

const root = "../testdata/src"

// folders returns the folders of the corpus that belong to rules, and the
// one that uses all clients.
func folders() []string {
	names := []string{"clients", "helpers"}
	for _, rule := range All() {
		names = append(names, rule.Name)
	}
	return names
}

func groups(t *testing.T) []*corpus.Group {
	t.Helper()
	groups, err := corpus.Groups(root, folders())
	if err != nil {
		t.Fatal(err)
	}
	return groups
}

// loadCorpus loads packages of the corpus from source, their dependencies from export data.
func loadCorpus(t *testing.T, overlay map[string][]byte, tests bool, patterns ...string) []*packages.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Mode:    packages.LoadSyntax | packages.NeedModule,
		Dir:     root,
		Tests:   tests,
		Overlay: overlay,
	}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	var errs []string
	packages.Visit(pkgs, nil, func(pkg *packages.Package) {
		for _, err := range pkg.Errors {
			errs = append(errs, fmt.Sprintf("%s: %s", pkg.PkgPath, err))
		}
	})
	if len(errs) > 0 {
		t.Fatalf("the corpus does not compile:\n%s", strings.Join(errs, "\n"))
	}
	load.Prune(pkgs)
	return pkgs
}

// relative returns a file's name as the corpus has it.
func relative(t *testing.T, file string) string {
	t.Helper()
	dir, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(rel)
}

// setFlags sets flags for this test, all others being at their defaults.
func setFlags(t *testing.T, args []string) {
	t.Helper()
	flags := config.Flags()
	flags.Init("redislint", flag.ContinueOnError)
	flags.VisitAll(func(f *flag.Flag) {
		value := f.DefValue
		t.Cleanup(func() {
			if err := f.Value.Set(value); err != nil {
				t.Error(err)
			}
		})
	})
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
}

// A diagnostic is one that the umbrella reported, with its place.
type diagnostic struct {
	analysis.Diagnostic
	fset *token.FileSet
	posn token.Position // with the file's name in the corpus
}

func (d diagnostic) finding() corpus.Finding {
	return corpus.Finding{Position: corpus.Position{File: d.posn.Filename, Line: d.posn.Line}, Rule: d.Category, Message: d.Message}
}

// judge runs the umbrella on packages with the flags of a group.
func judge(t *testing.T, flags []string, pkgs []*packages.Package) []diagnostic {
	t.Helper()
	setFlags(t, flags)
	graph, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	var all []diagnostic
	for action := range graph.All() {
		if action.Err != nil {
			t.Errorf("%s: %v", action, action.Err)
		}
		if !action.IsRoot {
			continue
		}
		for _, d := range action.Diagnostics {
			posn := action.Package.Fset.Position(d.Pos)
			posn.Filename = relative(t, posn.Filename)
			all = append(all, diagnostic{d, action.Package.Fset, posn})
		}
	}
	return all
}

// TestCorpus is the one test of all rules: it loads the corpus once, runs the
// umbrella over it with all rules on, and compares findings with wants and
// fixes with goldens.
func TestCorpus(t *testing.T) {
	all := groups(t)
	var patterns []string
	for _, group := range all {
		patterns = append(patterns, group.Patterns...)
	}
	// With the tests: drivers analyse a package together with its tests, and
	// those must not change what is found.
	byPattern := make(map[string][]*packages.Package)
	for _, pkg := range loadCorpus(t, nil, true, patterns...) {
		// The generated main of a test lies outside of the corpus.
		if len(pkg.GoFiles) == 0 || strings.HasSuffix(pkg.ID, ".test") {
			continue
		}
		pattern := "./" + path.Dir(relative(t, pkg.GoFiles[0]))
		byPattern[pattern] = append(byPattern[pattern], pkg)
	}
	for _, group := range all {
		t.Run(strings.Join(group.Flags, " "), func(t *testing.T) {
			var pkgs []*packages.Package
			for _, pattern := range group.Patterns {
				if byPattern[pattern] == nil {
					t.Errorf("%s was not loaded", pattern)
				}
				pkgs = append(pkgs, byPattern[pattern]...)
			}
			diagnostics := judge(t, group.Flags, pkgs)
			var findings []corpus.Finding
			for _, d := range diagnostics {
				findings = append(findings, d.finding())
				checkDiagnostic(t, d)
			}
			for _, problem := range group.Wants.Compare(findings) {
				t.Error(problem)
			}
			checkFixes(t, group, diagnostics)
		})
	}
}

// checkDiagnostic checks what every finding must have.
func checkDiagnostic(t *testing.T, d diagnostic) {
	t.Helper()
	rule := slices.IndexFunc(All(), func(a *analysis.Analyzer) bool { return a.Name == d.Category })
	if rule < 0 {
		t.Errorf("%s: category %q is no rule", d.posn, d.Category)
	}
	if d.URL != ruledoc.URL(d.Category) {
		t.Errorf("%s: URL %q is not the page of %s", d.posn, d.URL, d.Category)
	}
	if strings.ContainsAny(d.Message, "\n\t") || strings.HasSuffix(d.Message, "]") || d.Message == "" {
		t.Errorf("%s: the message is one line, without the rule: %q", d.posn, d.Message)
	}
	if len(d.SuggestedFixes) > 1 {
		t.Errorf("%s: %d fixes: golangci-lint would apply them all", d.posn, len(d.SuggestedFixes))
	}
	for _, fix := range d.SuggestedFixes {
		for _, edit := range fix.TextEdits {
			if d.fset.Position(edit.Pos).Filename != d.fset.Position(d.Pos).Filename {
				t.Errorf("%s: the fix edits another file", d.posn)
			}
		}
	}
}

// checkFixes applies all fixes of each file, compares the result with the
// file's golden, and judges the golden: it compiles, and no rule whose fix was
// applied finds anything in it.
func checkFixes(t *testing.T, group *corpus.Group, diagnostics []diagnostic) {
	t.Helper()
	edits := make(map[string][]analysis.TextEdit)
	fixed := make(map[string][]string) // rules whose fixes a file got
	seen := make(map[corpus.Finding]bool)
	for _, d := range diagnostics {
		// A test variant finds the same again.
		if f := d.finding(); len(d.SuggestedFixes) > 0 && !seen[f] {
			seen[f] = true
			file := d.posn.Filename
			edits[file] = append(edits[file], offsets(d.fset, d.SuggestedFixes[0].TextEdits)...)
			fixed[file] = append(fixed[file], d.Category)
		}
	}
	overlay := make(map[string][]byte)
	var patterns []string
	for _, file := range slices.Sorted(maps.Keys(edits)) {
		source, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		got, err := apply(source, edits[file])
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if formatted, err := format.Source(got); err != nil {
			t.Errorf("%s: the fixed file does not parse: %v", file, err)
		} else if !bytes.Equal(formatted, got) {
			t.Errorf("%s: the fixed file is not gofmt-clean", file)
		}
		golden := filepath.Join(root, file+".golden")
		if *update {
			if err := os.WriteFile(golden, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Errorf("%s has fixes and no golden; to write it: go test ./analyzers -update", file)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s.golden is not what the fixes give:\n%s", file, got)
		}
		abs, err := filepath.Abs(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		overlay[abs] = got
		if pattern := "./" + path.Dir(file); !slices.Contains(patterns, pattern) {
			patterns = append(patterns, pattern)
		}
	}
	for _, golden := range group.Goldens {
		if edits[strings.TrimSuffix(golden, ".golden")] == nil {
			t.Errorf("%s: no fix gives it", golden)
		}
	}
	if len(patterns) == 0 {
		return
	}
	for _, d := range judge(t, group.Flags, loadCorpus(t, overlay, false, patterns...)) {
		if slices.Contains(fixed[d.posn.Filename], d.Category) {
			t.Errorf("%s: still found after all fixes (cases without a fix belong into another file): %s: %s", d.posn, d.Category, d.Message)
		}
	}
}

// offsets returns edits whose positions are offsets in their file.
func offsets(fset *token.FileSet, edits []analysis.TextEdit) []analysis.TextEdit {
	var out []analysis.TextEdit
	for _, edit := range edits {
		end := edit.End
		if !end.IsValid() {
			end = edit.Pos
		}
		out = append(out, analysis.TextEdit{
			Pos:     token.Pos(fset.Position(edit.Pos).Offset),
			End:     token.Pos(fset.Position(end).Offset),
			NewText: edit.NewText,
		})
	}
	return out
}

// apply returns the source with edits, whose positions are offsets. Two
// fixes may make the same edit (an import); edits that overlap are an error.
func apply(source []byte, edits []analysis.TextEdit) ([]byte, error) {
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		if a.Pos != b.Pos {
			return int(a.Pos - b.Pos)
		}
		return int(a.End - b.End)
	})
	edits = slices.CompactFunc(edits, func(a, b analysis.TextEdit) bool {
		return a.Pos == b.Pos && a.End == b.End && bytes.Equal(a.NewText, b.NewText)
	})
	var out []byte
	last := 0
	for _, edit := range edits {
		if int(edit.Pos) < last {
			return nil, fmt.Errorf("two fixes overlap at offset %d", edit.Pos)
		}
		out = append(out, source[last:edit.Pos]...)
		out = append(out, edit.NewText...)
		last = int(edit.End)
	}
	return append(out, source[last:]...), nil
}

// Every rule has a folder with something to find and something to leave alone.
func TestEveryRuleHasCases(t *testing.T) {
	all := groups(t)
	for _, rule := range All() {
		found, quiet := false, false
		for _, group := range all {
			for _, file := range group.Files {
				if !strings.HasPrefix(file, rule.Name+"/") {
					continue
				}
				wants := false
				for at, patterns := range group.Wants {
					if at.File != file {
						continue
					}
					wants = true
					for _, pattern := range patterns {
						found = found || strings.HasPrefix(pattern.String(), rule.Name+": ")
					}
				}
				quiet = quiet || !wants
			}
		}
		if !found {
			t.Errorf("testdata/src/%s has no want \"%[1]s: ...\"", rule.Name)
		}
		if !quiet {
			t.Errorf("testdata/src/%s has no file without a want", rule.Name)
		}
	}
}

// Every analyzer can stand alone, and the umbrella can take them together.
func TestAnalyzers(t *testing.T) {
	if err := analysis.Validate(append(All(), Analyzer)); err != nil {
		t.Error(err)
	}
	for i, rule := range All() {
		if rule.URL != ruledoc.URL(rule.Name) {
			t.Errorf("%s has the URL %s", rule.Name, rule.URL)
		}
		if entry, ok := config.Lookup(rule.Name); !ok || config.Rules()[i].Name != entry.Name {
			t.Errorf("%s is not in the list of rules at its place: go run ./internal/tools/gendocs", rule.Name)
		}
		for _, r := range rule.Requires {
			if !slices.Contains(Analyzer.Requires, r) {
				t.Errorf("the umbrella does not require %s, which %s does", r, rule.Name)
			}
		}
		if slices.Contains(Analyzer.Requires, rule) {
			t.Errorf("the umbrella requires the rule %s", rule.Name)
		}
		if rule.Flags.Lookup("rules") == nil {
			t.Errorf("%s has no flags for the settings", rule.Name)
		}
	}
}

// The umbrella marks what it passes on, appends the rule where asked, and
// keeps the other rules going when one panics.
func TestUmbrella(t *testing.T) {
	before := all
	defer func() { all = before }()
	fake := func(name string, run func(*analysis.Pass)) *analysis.Analyzer {
		return &analysis.Analyzer{Name: name, Doc: "report", Run: func(pass *analysis.Pass) (any, error) {
			run(pass)
			return nil, nil
		}}
	}
	all = []*analysis.Analyzer{
		fake("crossslot", func(*analysis.Pass) { panic("oops") }),
		fake("keyscommand", func(pass *analysis.Pass) { pass.Report(analysis.Diagnostic{Message: pass.Analyzer.Name}) }),
		fake("missingttl", func(pass *analysis.Pass) { pass.Report(analysis.Diagnostic{Message: "is off"}) }),
	}
	setFlags(t, []string{"-rules=crossslot,keyscommand"})
	settings, err := config.Analyzer.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	var panics []string
	umbrella := New(Options{
		ShowRule: func() bool { return true },
		OnPanic: func(rule, pkg string, value any) {
			panics = append(panics, fmt.Sprintf("%s %s %v", rule, pkg, value))
		},
	})
	var got []analysis.Diagnostic
	pass := &analysis.Pass{
		Analyzer: umbrella,
		Pkg:      types.NewPackage("example.com/p", "p"),
		ResultOf: map[*analysis.Analyzer]any{config.Analyzer: settings},
		Report:   func(d analysis.Diagnostic) { got = append(got, d) },
	}
	if _, err := umbrella.Run(pass); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Message != "keyscommand [keyscommand]" || got[0].Category != "keyscommand" || got[0].URL != ruledoc.URL("keyscommand") {
		t.Errorf("diagnostics: %+v", got)
	}
	if !slices.Equal(panics, []string{"crossslot example.com/p oops"}) {
		t.Errorf("panics: %q", panics)
	}
}
