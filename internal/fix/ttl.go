package fix

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
)

// Duration spells a duration as Go people do, 24*time.Hour, with the package
// time under the given name. In an argument list gofmt wants no spaces around
// the operator, in a struct literal it does.
func Duration(d time.Duration, pkg string, spaced bool) string {
	for _, unit := range [...]struct {
		size time.Duration
		name string
	}{
		{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"},
		{time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}, {time.Nanosecond, "Nanosecond"},
	} {
		if d%unit.size != 0 {
			continue // a smaller unit
		}
		n := strconv.FormatInt(int64(d/unit.size), 10)
		switch {
		case n == "1":
			return pkg + "." + unit.name
		case spaced:
			return n + " * " + pkg + "." + unit.name
		}
		return n + "*" + pkg + "." + unit.name
	}
	return ""
}

// InsertTTL gives a call that writes without an expiry the duration: in place
// of the literal 0 among its arguments, or as the field TTL of the options that
// end them. Nil when the call has neither. Pkg is the name of the package time
// in the file, which must be added to its imports if add is set.
func InsertTTL(file *ast.File, call *ast.CallExpr, oneLine bool, d time.Duration, pkg string, add bool) *analysis.SuggestedFix {
	if pkg == "" || len(call.Args) < 3 || call.Ellipsis.IsValid() {
		return nil
	}
	var edit analysis.TextEdit
	switch last := call.Args[len(call.Args)-1].(type) {
	case *ast.BasicLit:
		if last.Value != "0" {
			return nil
		}
		edit = Replace(last.Pos(), last.End(), Duration(d, pkg, false))
	case *ast.CompositeLit:
		if !oneLine {
			return nil // gofmt aligns the fields of a literal on several lines
		}
		edit = Replace(last.Rbrace, last.Rbrace, "TTL: "+Duration(d, pkg, true))
		if len(last.Elts) > 0 {
			edit = Replace(last.Elts[len(last.Elts)-1].End(), last.Elts[len(last.Elts)-1].End(), ", TTL: "+Duration(d, pkg, true))
		}
		for _, el := range last.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok {
				return nil
			}
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "TTL" {
				edit = Replace(kv.Value.Pos(), kv.Value.End(), Duration(d, pkg, true))
			} else if ok && id.Name == "ExpireAt" {
				return nil // a zero time: what was meant is not clear
			}
		}
	default:
		return nil
	}
	edits := []analysis.TextEdit{edit}
	if add {
		imports := Import(file, "time")
		if imports == nil {
			return nil
		}
		edits = append(edits, *imports)
	}
	return &analysis.SuggestedFix{Message: "Let the key expire after " + short(d), TextEdits: edits}
}

// short prints a duration without its zero parts: 24h.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// Import adds a package of the standard library to the file's first import
// declaration, where gofmt sorts it to; nil when the file imports nothing.
func Import(file *ast.File, path string) *analysis.TextEdit {
	quoted := strconv.Quote(path)
	for _, d := range file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			break // imports come first
		}
		if !decl.Lparen.IsValid() {
			if decl.Specs[0].(*ast.ImportSpec).Path.Value == `"C"` {
				continue // cgo's, with its text above
			}
			end := specEnd(decl.Specs[0])
			edit := Replace(end, end, "\nimport "+quoted)
			return &edit
		}
		if len(decl.Specs) == 0 {
			continue // import ()
		}
		var edit analysis.TextEdit
		for i, s := range decl.Specs {
			spec := s.(*ast.ImportSpec)
			name, err := strconv.Unquote(spec.Path.Value)
			standard := err == nil && !strings.Contains(strings.Split(name, "/")[0], ".")
			switch {
			case standard && name < path:
				edit = Replace(specEnd(spec), specEnd(spec), "\n\t"+quoted) // so far the last that sorts before
			case i == 0 && standard:
				edit = Replace(spec.Pos(), spec.Pos(), quoted+"\n\t")
			case i == 0:
				edit = Replace(spec.Pos(), spec.Pos(), quoted+"\n\n\t")
			}
			if !standard || name > path {
				break // sorted: nothing that follows sorts before
			}
		}
		return &edit
	}
	return nil
}

// specEnd is where an import ends, its comment on the line included.
func specEnd(s ast.Spec) token.Pos {
	if spec := s.(*ast.ImportSpec); spec.Comment != nil {
		return spec.Comment.End()
	}
	return s.End()
}
