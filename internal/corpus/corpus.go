// Package corpus reads the test corpus, testdata/src, for all who judge it:
// the test loop in analyzers, the binary, go vet and the other front doors.
//
// Each rule has a folder of its name. A finding is expected by a comment on
// its line,
//
//	rdb.Keys(ctx, "*") // want "keyscommand: KEYS walks" `another`
//
// whose strings are regular expressions over "rule: message". Where a line
// has no room for a comment, as inside a raw string, "// want@+2" on another
// line means the second line below. A file redislint.flags in a folder holds
// the flags that the folder and those below it are judged with, beside
// -rules=all.
package corpus

import (
	"errors"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Position is a line of a file, whose name is relative to the corpus.
type Position struct {
	File string // with forward slashes
	Line int
}

func (p Position) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// A Finding is what redislint said about a line.
type Finding struct {
	Position
	Rule, Message string
}

// Wants are the expectations of a line.
type Wants map[Position][]*regexp.Regexp

// Without leaves out the wants of a rule below a folder.
func (w Wants) Without(rule, folder string) {
	for at, wants := range w {
		if strings.HasPrefix(at.File, folder+"/") {
			w[at] = slices.DeleteFunc(wants, func(want *regexp.Regexp) bool { return strings.HasPrefix(want.String(), rule+":") })
		}
	}
}

// A Group is the packages that are judged with the same flags.
type Group struct {
	Flags    []string
	Patterns []string // of packages, relative to the corpus: ./keyscommand/sub
	Wants    Wants
	Files    []string // Go files
	Goldens  []string // x.go.golden
}

// Groups reads the named folders of the corpus at root.
func Groups(root string, folders []string) ([]*Group, error) {
	byFlags := make(map[string]*Group)
	var groups []*Group
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(file string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, file)
			if err != nil {
				return err
			}
			rel = filepath.ToSlash(rel)
			golden := strings.HasSuffix(rel, ".golden")
			if entry.IsDir() || !golden && !strings.HasSuffix(rel, ".go") {
				return nil
			}
			flags, err := flagsOf(root, path.Dir(rel))
			if err != nil {
				return err
			}
			key := strings.Join(flags, "\x00")
			group := byFlags[key]
			if group == nil {
				group = &Group{Flags: flags, Wants: make(Wants)}
				byFlags[key] = group
				groups = append(groups, group)
			}
			if golden {
				group.Goldens = append(group.Goldens, rel)
				return nil
			}
			group.Files = append(group.Files, rel)
			if pattern := "./" + path.Dir(rel); !slices.Contains(group.Patterns, pattern) {
				group.Patterns = append(group.Patterns, pattern)
			}
			return group.Wants.read(file, rel)
		})
		if err != nil {
			return nil, err
		}
	}
	return groups, nil
}

// flagsOf returns the flags of a folder: those of the next redislint.flags
// in it or above it.
func flagsOf(root, dir string) ([]string, error) {
	flags := []string{"-rules=all"}
	for ; dir != "."; dir = path.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(root, dir, "redislint.flags"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return append(flags, strings.Fields(string(text))...), nil
	}
	return flags, nil
}

var wantComment = regexp.MustCompile(`^//\s*want(?:@([+-]\d+))?\s`)

// read adds the expectations of a file, which has this name in the corpus.
func (w Wants) read(file, name string) error {
	fset := token.NewFileSet()
	// Files that do not parse are part of the corpus, too: what was parsed counts.
	f, err := parser.ParseFile(fset, file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if f == nil {
		return err
	}
	for _, group := range f.Comments {
		for _, comment := range group.List {
			text := comment.Text
			// A want may follow another comment: // reason // want "..."
			if i := strings.Index(text, "// want"); i > 0 {
				text = text[i:]
			}
			m := wantComment.FindStringSubmatch(text)
			if m == nil {
				continue
			}
			at := Position{File: name, Line: fset.Position(comment.Pos()).Line}
			if m[1] != "" {
				offset, err := strconv.Atoi(m[1])
				if err != nil {
					return fmt.Errorf("%s: %w", at, err)
				}
				at.Line += offset
			}
			patterns, err := patternsOf(text[len(m[0]):])
			if err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
			w[at] = append(w[at], patterns...)
		}
	}
	return nil
}

// patternsOf reads a list of Go strings as regular expressions.
func patternsOf(text string) ([]*regexp.Regexp, error) {
	var patterns []*regexp.Regexp
	var s scanner.Scanner
	fset := token.NewFileSet()
	var scanErr error
	s.Init(fset.AddFile("", fset.Base(), len(text)), []byte(text),
		func(_ token.Position, msg string) { scanErr = errors.New(msg) }, 0)
	for {
		_, tok, lit := s.Scan()
		switch tok {
		case token.EOF, token.SEMICOLON: // the scanner ends the line itself
			if len(patterns) == 0 && scanErr == nil {
				scanErr = errors.New("no pattern after want")
			}
			return patterns, scanErr
		case token.STRING:
			value, err := strconv.Unquote(lit)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", lit, err)
			}
			pattern, err := regexp.Compile(value)
			if err != nil {
				return nil, err
			}
			patterns = append(patterns, pattern)
		default:
			return nil, fmt.Errorf("want takes strings, got %q", lit+tok.String())
		}
	}
}

// Compare returns a line for each finding that nobody wants, and for each
// want that nothing was found for. A finding that comes twice, as from a
// package and its test variant, counts once.
func (w Wants) Compare(findings []Finding) []string {
	var problems []string
	open := make(Wants, len(w))
	for at, patterns := range w {
		open[at] = slices.Clone(patterns)
	}
	seen := make(map[Finding]bool)
	for _, f := range findings {
		if seen[f] {
			continue
		}
		seen[f] = true
		text := f.Rule + ": " + f.Message
		i := slices.IndexFunc(open[f.Position], func(p *regexp.Regexp) bool { return p.MatchString(text) })
		if i < 0 {
			problems = append(problems, fmt.Sprintf("%s: unwanted finding: %s", f.Position, text))
			continue
		}
		open[f.Position] = slices.Delete(open[f.Position], i, i+1)
	}
	for at, patterns := range open {
		for _, p := range patterns {
			problems = append(problems, fmt.Sprintf("%s: nothing found that matches %q", at, p))
		}
	}
	slices.Sort(problems)
	return problems
}
