package fix_test

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"testing"
	"time"

	"github.com/redislint/redislint/internal/fix"
)

func TestDuration(t *testing.T) {
	for _, test := range []struct {
		d      time.Duration
		spaced bool
		want   string
	}{
		{24 * time.Hour, false, "24*time.Hour"},
		{24 * time.Hour, true, "24 * time.Hour"},
		{time.Hour, true, "time.Hour"},
		{90 * time.Minute, false, "90*time.Minute"},
		{1500 * time.Millisecond, false, "1500*time.Millisecond"},
		{7, false, "7*time.Nanosecond"},
	} {
		if got := fix.Duration(test.d, "time", test.spaced); got != test.want {
			t.Errorf("Duration(%v, %t) = %q, want %q", test.d, test.spaced, got, test.want)
		}
	}
}

// The import goes where gofmt keeps it.
func TestImport(t *testing.T) {
	for _, test := range []struct{ name, imports, want string }{
		{"sorted", "import (\n\t\"context\"\n\t\"unsafe\"\n\n\t\"example.com/a\"\n)\n", "import (\n\t\"context\"\n\t\"time\"\n\t\"unsafe\"\n\n\t\"example.com/a\"\n)\n"},
		{"first", "import (\n\t\"unsafe\"\n)\n", "import (\n\t\"time\"\n\t\"unsafe\"\n)\n"},
		{"last, after a comment", "import (\n\t\"context\" // for Context\n)\n", "import (\n\t\"context\" // for Context\n\t\"time\"\n)\n"},
		{"no standard one", "import (\n\t\"example.com/a\"\n)\n", "import (\n\t\"time\"\n\n\t\"example.com/a\"\n)\n"},
		{"single", "import \"context\"\n", "import \"context\"\nimport \"time\"\n"},
		{"after cgo's", "// #include <x.h>\nimport \"C\"\nimport \"context\"\n", "// #include <x.h>\nimport \"C\"\nimport \"context\"\nimport \"time\"\n"},
		{"none", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			fset := token.NewFileSet()
			source := "package p\n\n" + test.imports + "\nvar x int\n"
			file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			edit := fix.Import(file, "time")
			if test.want == "" {
				if edit != nil {
					t.Errorf("an edit for a file without imports: %s", edit.NewText)
				}
				return
			}
			if edit == nil {
				t.Fatal("no edit")
			}
			at := fset.Position(edit.Pos).Offset
			got := source[:at] + string(edit.NewText) + source[at:]
			if want := "package p\n\n" + test.want + "\nvar x int\n"; got != want {
				t.Errorf("got\n%s", got)
			}
			if formatted, err := format.Source([]byte(got)); err != nil || string(formatted) != got {
				t.Errorf("gofmt changes it: %v\n%s", err, formatted)
			}
		})
	}
}

// What goes takes the blank line along that gofmt would not keep.
func TestSetNXWithTTLKeepsFormat(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"between", "\tA(0)\n\tB(t)\n\tC()\n", "\tA(t)\n\tC()\n"},
		{"between blank lines", "\tA(0)\n\n\tB(t)\n\n\tC()\n", "\tA(t)\n\n\tC()\n"},
		{"last after a blank line", "\tA(0)\n\n\tB(t)\n", "\tA(t)\n"},
		{"with a comment", "\tA(0)\n\tB(t) // expires\n\tC()\n", "\tA(t)\n\tC()\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fset := token.NewFileSet()
			source := "package p\n\nfunc f() {\n" + test.body + "}\n"
			file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			var calls []*ast.CallExpr
			ast.Inspect(file, func(n ast.Node) bool {
				if c, ok := n.(*ast.CallExpr); ok {
					calls = append(calls, c)
				}
				return true
			})
			m, ok := fix.Adjacent(file, calls[0], calls[1], func(ast.Expr) (bool, bool) { return false, false })
			if !ok {
				t.Fatal("not adjacent")
			}
			edits := fix.WithTTL([]byte(source), file.FileStart, calls[0].Args[0], calls[1].Args[0], m).TextEdits
			got := source
			for i := len(edits) - 1; i >= 0; i-- {
				from, to := fset.Position(edits[i].Pos).Offset, fset.Position(edits[i].End).Offset
				got = got[:from] + string(edits[i].NewText) + got[to:]
			}
			if want := "package p\n\nfunc f() {\n" + test.want + "}\n"; got != want {
				t.Errorf("got\n%s", got)
			}
			if formatted, err := format.Source([]byte(got)); err != nil || string(formatted) != got {
				t.Errorf("gofmt changes it: %v\n%s", err, formatted)
			}
		})
	}
}
