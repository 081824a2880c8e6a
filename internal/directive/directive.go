// Package directive reads the comments that silence findings:
//
//	//redislint:ignore rule[,rule] reason        the line, what begins on the line below, or the declaration that it documents
//	//redislint:file-ignore rule[,rule] reason   the file
//	//nolint:redislint                           as golangci-lint reads it
//
// Lines are those of the file itself, whatever //line comments say.
package directive

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Rule looks a rule's name up: the name that it has now, for one that it
// once had, too.
type Rule func(name string) (now string, ok bool)

// A Set is the directives of a package. Analyzers may ask it at the same time.
type Set struct {
	mu       sync.Mutex
	files    map[*token.File]*file
	problems []Problem
}

type file struct {
	directives []*directive
	nolint     []span
}

// A span is a range of lines, both included.
type span struct{ from, to int }

func (s span) holds(line int) bool { return s.from <= line && line <= s.to }

type directive struct {
	span    // around all lines that it is for
	except  []span
	comment *ast.Comment
	rules   []string
	used    map[string]bool
}

func (d *directive) holds(line int) bool {
	return d.span.holds(line) && !slices.ContainsFunc(d.except, func(s span) bool { return s.holds(line) })
}

// A Problem is a directive that is not well-formed, and what is wrong.
type Problem struct {
	Pos, End token.Pos
	Message  string
}

// An Unused is a directive, and the rules of which it silenced nothing.
type Unused struct {
	Pos, End token.Pos
	Rules    []string
}

const prefix = "//redislint:"

// Read reads the directives of files, which must have their comments.
func Read(fset *token.FileSet, files []*ast.File, rule Rule) *Set {
	s := &Set{files: map[*token.File]*file{}}
	for _, f := range files {
		var l *layout // of the file, made when a directive is met
		for _, group := range f.Comments {
			for _, c := range group.List {
				ours, nolint := strings.HasPrefix(c.Text, prefix), silencesAll(c.Text)
				if !ours && !nolint {
					continue // a comment for people
				}
				if l == nil {
					l = newLayout(fset.File(f.FileStart), f)
					s.files[l.file] = &file{}
				}
				if nolint {
					s.files[l.file].nolint = append(s.files[l.file].nolint, l.nolintSpan(group, c))
				} else {
					s.read(l, group, c, rule)
				}
			}
		}
	}
	return s
}

// read reads one of our own directives. One without a reason silences nothing,
// and of one that names unknown rules the others count.
func (s *Set) read(l *layout, group *ast.CommentGroup, c *ast.Comment, rule Rule) {
	problem := func(message string) {
		s.problems = append(s.problems, Problem{c.Pos(), c.End(), message})
	}
	verb, names, reason := split(c.Text)
	d := &directive{comment: c, used: map[string]bool{}}
	switch verb {
	case "ignore":
		d.span, d.except = l.span(group, c)
	case "file-ignore":
		d.span = span{1, l.file.LineCount()}
	default:
		problem("unknown directive " + quote("//redislint:"+verb) + ": write //redislint:ignore RULE REASON, or file-ignore for the whole file")
		return
	}
	if len(names) == 0 {
		problem("the directive names no rule, so it silences nothing: write //redislint:" + verb + " RULE REASON")
		return
	}
	for _, name := range names {
		now, ok := rule(name)
		if !ok {
			problem("the directive names " + quote(name) + ", which is no rule, so it does not silence what it is there for: \"redislint rules\" lists them")
			continue
		}
		if !slices.Contains(d.rules, now) {
			d.rules = append(d.rules, now)
		}
	}
	if reason == "" {
		problem("the directive gives no reason, so it silences nothing: say behind the rule why the finding is to be left alone")
		return
	}
	if len(d.rules) > 0 {
		s.files[l.file].directives = append(s.files[l.file].directives, d)
	}
}

// split takes a directive apart. Blanks may stand behind the commas.
func split(text string) (verb string, rules []string, reason string) {
	verb, rest := cutField(strings.TrimPrefix(text, prefix))
	for more := !strings.HasPrefix(rest, "//"); more; {
		var names string
		names, rest = cutField(rest)
		more = strings.HasSuffix(names, ",") && !strings.HasPrefix(rest, "//")
		for name := range strings.SplitSeq(names, ",") {
			if name != "" {
				rules = append(rules, name)
			}
		}
		if strings.HasPrefix(rest, ",") {
			more = true
		}
	}
	// A comment in the comment is how others write the reason; a want of a
	// test is none.
	rest = strings.TrimSpace(strings.TrimLeft(rest, "/ \t"))
	if strings.HasPrefix(rest, "want ") {
		rest = ""
	}
	return verb, rules, rest
}

func cutField(text string) (field, rest string) {
	text = strings.TrimLeft(text, " \t")
	i := strings.IndexAny(text, " \t")
	if i < 0 {
		return text, ""
	}
	return text[:i], strings.TrimLeft(text[i:], " \t")
}

// quote prints what a user wrote, and not all of it if it is long.
func quote(text string) string {
	const most = 40
	text = strings.ToValidUTF8(text, "\uFFFD")
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "..."
	}
	return `"` + strings.Map(func(r rune) rune {
		if r < ' ' || r == '"' || r == 0x7f {
			return '?'
		}
		return r
	}, text) + `"`
}

// silencesAll reports whether the comment is a nolint comment that means
// redislint: bare, of all linters, or with redislint in its list (golangci-lint
// v2.15.0, pkg/result/processors/nolint_filter.go).
func silencesAll(text string) bool {
	text, ok := strings.CutPrefix(text, "//")
	if !ok {
		return false
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(text, "/ "), "nolint")
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != ':' {
		return false
	}
	if rest == "" || rest[0] == ' ' {
		return true
	}
	rest, _, _ = strings.Cut(rest[1:], "//")
	for name := range strings.SplitSeq(rest, ",") {
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "redislint", "all":
			return true
		}
	}
	return false
}

// Silences reports whether a directive silences the rule at the position, and
// marks it as used.
func (s *Set) Silences(rule string, pos token.Pos) bool {
	silent := false
	for tf, f := range s.files {
		if !within(tf, pos) {
			continue
		}
		line := tf.PositionFor(pos, false).Line
		for _, d := range f.directives {
			if d.holds(line) && slices.Contains(d.rules, rule) {
				silent = true
				s.mu.Lock()
				d.used[rule] = true
				s.mu.Unlock()
			}
		}
	}
	return silent
}

// Nolint reports whether a nolint comment silences the position.
func (s *Set) Nolint(pos token.Pos) bool {
	for tf, f := range s.files {
		if within(tf, pos) && slices.ContainsFunc(f.nolint, func(sp span) bool { return sp.holds(tf.PositionFor(pos, false).Line) }) {
			return true
		}
	}
	return false
}

// within reports whether the position is of the file.
func within(tf *token.File, pos token.Pos) bool {
	return int(pos) >= tf.Base() && int(pos) <= tf.Base()+tf.Size()
}

// Problems lists the directives that are not well-formed, in source order.
func (s *Set) Problems() []Problem { return s.problems }

// Unused lists the directives, in source order, with those of their rules that
// ran, as ran says for a position, and have been silenced nowhere by them.
func (s *Set) Unused(ran func(rule string, pos token.Pos) bool) []Unused {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Unused
	for _, f := range s.files {
		for _, d := range f.directives {
			var rules []string
			for _, rule := range d.rules {
				if !d.used[rule] && ran(rule, d.comment.Pos()) {
					rules = append(rules, rule)
				}
			}
			if rules != nil {
				out = append(out, Unused{d.comment.Pos(), d.comment.End(), rules})
			}
		}
	}
	slices.SortFunc(out, func(a, b Unused) int { return int(a.Pos - b.Pos) })
	return out
}

// A layout says what stands on the lines of a file.
type layout struct {
	file *token.File
	code map[int]bool // lines on which a node begins or ends
	// docs are the declarations by their documentation.
	docs map[*ast.CommentGroup]ast.Node
	// starts are the last lines of what begins at a line and column.
	starts map[[2]int]int
	// lines are the statements and other parts that begin or end on a line: what
	// stands on it in the eyes of who writes a comment there.
	lines map[int]span
	// bodies are the lines between the braces of functions and blocks.
	bodies []span
}

func newLayout(tf *token.File, f *ast.File) *layout {
	l := &layout{
		file: tf, code: map[int]bool{}, docs: map[*ast.CommentGroup]ast.Node{},
		starts: map[[2]int]int{}, lines: map[int]span{},
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.FuncDecl:
			l.docs[n.Doc] = n
		case *ast.GenDecl:
			l.docs[n.Doc] = n
		case *ast.ValueSpec:
			l.docs[n.Doc] = n
		case *ast.TypeSpec:
			l.docs[n.Doc] = n
		}
		if !n.Pos().IsValid() || !within(tf, n.Pos()) || !within(tf, n.End()) {
			return true // what the parser made up in a file with errors
		}
		start, end := tf.PositionFor(n.Pos(), false), l.line(n.End()-1)
		at := [2]int{start.Line, start.Column}
		l.starts[at] = max(l.starts[at], end)
		l.code[start.Line] = true
		if _, file := n.(*ast.File); !file {
			l.code[end] = true
		}
		l.part(n, start.Line)
		return true
	})
	delete(l.docs, nil)
	return l
}

// part notes a statement, a specification or an element of a list as what
// stands on its first and its last line. Nodes come from the outermost to the
// innermost: where several share a line, the outermost is meant, and where
// several begin side by side, all of them.
func (l *layout) part(n ast.Node, from int) {
	if block, ok := n.(*ast.BlockStmt); ok {
		if s := (span{from + 1, l.line(block.Rbrace) - 1}); s.from <= s.to {
			l.bodies = append(l.bodies, s)
		}
		return
	}
	switch n := n.(type) {
	case *ast.File, *ast.FuncDecl, *ast.FieldList:
		return // as a whole only by their documentation
	case *ast.GenDecl:
		if n.Lparen.IsValid() {
			return // so are groups of declarations
		}
	}
	s := span{from, l.line(head(n))}
	for _, line := range []int{s.from, s.to} {
		switch at, taken := l.lines[line]; {
		case s.to < s.from: // in a file with errors
		case !taken:
			l.lines[line] = s
		case at.from == s.from && at.to < s.to:
			l.lines[line] = s
		}
	}
}

// head is the last position of what a node says by itself: a comment above an
// if or a for is not for all that happens in it.
func head(n ast.Node) token.Pos {
	var end token.Pos
	switch n := n.(type) {
	case *ast.IfStmt:
		end = n.Body.Lbrace
	case *ast.ForStmt:
		end = n.Body.Lbrace
	case *ast.RangeStmt:
		end = n.Body.Lbrace
	case *ast.SwitchStmt:
		end = n.Body.Lbrace
	case *ast.TypeSwitchStmt:
		end = n.Body.Lbrace
	case *ast.SelectStmt:
		end = n.Body.Lbrace
	case *ast.CaseClause:
		end = n.Colon
	case *ast.CommClause:
		end = n.Colon
	case *ast.LabeledStmt:
		end = n.Colon
	default:
		end = n.End() - 1
	}
	return end
}

func (l *layout) line(pos token.Pos) int {
	if !within(l.file, pos) {
		return 0
	}
	return l.file.PositionFor(pos, false).Line
}

// below is the line under a comment that stands alone, or 0.
func (l *layout) below(group *ast.CommentGroup, c *ast.Comment) int {
	if l.code[l.line(c.Pos())] {
		return 0
	}
	return l.line(group.End()-1) + 1
}

// span is what an ignore directive is for, and the functions and blocks within,
// whose lines are their own: the line of the comment and the one below, with
// all of what begins there, or begins or ends beside the comment.
func (l *layout) span(group *ast.CommentGroup, c *ast.Comment) (s span, except []span) {
	line := l.line(c.Pos())
	s = span{line, line}
	if decl := l.docs[group]; decl != nil {
		s.to = max(s.to, l.line(decl.End()-1))
		return s, nil
	}
	at := line
	if below := l.below(group, c); below > 0 {
		s.to, at = below, below
	}
	part, ok := l.lines[at]
	if !ok || at != line && part.from != at {
		return s, nil // in the middle of something, or above its last line
	}
	s = span{min(s.from, part.from), max(s.to, part.to)}
	for _, body := range l.bodies {
		// A body that holds the directive, too, is around what it is for.
		if s.from <= body.from && body.to <= s.to && !body.holds(line) {
			except = append(except, body)
		}
	}
	return s, except
}

// nolintSpan is the line of the comment or, where it stands above something
// that begins in its column, all of that.
func (l *layout) nolintSpan(group *ast.CommentGroup, c *ast.Comment) span {
	at := l.file.PositionFor(c.Pos(), false)
	s := span{at.Line, at.Line}
	if below := l.below(group, c); below > 0 {
		s.to = max(s.to, l.starts[[2]int{below, at.Column}])
	}
	return s
}
