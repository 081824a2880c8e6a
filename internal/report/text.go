package report

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/redislint/redislint/internal/config"
)

// Text is how findings are printed for people.
type Text struct {
	Color bool
	// Caret: the line of each finding follows, and a mark below it.
	Caret bool
	// Context is how many lines around a finding are shown, numbered; negative:
	// not even its own.
	Context int
}

// Text prints the findings, one a line and the related places below it, as
// go vet does: "file:line:column: message [rule]".
func (r *Report) Text(o Text) []byte {
	var out bytes.Buffer
	for _, f := range r.Fresh() {
		rule := ""
		if f.Rule != "" {
			rule = " " + o.paint(colorOf(f.Severity), "["+f.Rule+"]")
		}
		fmt.Fprintf(&out, "%s: %s%s\n", o.paint(bold, r.position(f.Place)), o.clean(f.Message), rule)
		r.lines(&out, o, f.Place)
		for _, related := range f.Related {
			fmt.Fprintf(&out, "%s: \t%s\n", r.position(related.Place), o.clean(related.Message))
			if o.Context >= 0 {
				r.lines(&out, o, related.Place)
			}
		}
	}
	return out.Bytes()
}

// position prints a place as the system names files.
func (r *Report) position(p Place) string {
	if p.Line == 0 {
		return "-"
	}
	name, _ := r.Paths.Relative(p.File)
	name = filepath.FromSlash(name)
	if p.Column == 0 {
		return fmt.Sprintf("%s:%d", name, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", name, p.Line, p.Column)
}

// lines prints the source of a place.
func (r *Report) lines(out *bytes.Buffer, o Text, p Place) {
	src := r.source(p.File)
	if o.Context >= 0 {
		for n := max(1, p.Line-o.Context); n <= max(p.Line, p.EndLine)+o.Context && n <= len(src.lines); n++ {
			start := fmt.Sprintf("%d\t", n)
			fmt.Fprintf(out, "%s%s\n", start, o.clean(string(src.line(n))))
			if o.Caret && n == p.Line {
				o.mark(out, blank(start), src.line(n), p)
			}
		}
		return
	}
	if line := src.line(p.Line); o.Caret && line != nil {
		fmt.Fprintf(out, "\t%s\n", o.clean(string(line)))
		o.mark(out, "\t", line, p)
	}
}

// mark points to the part of the line.
func (o Text) mark(out *bytes.Buffer, indent string, line []byte, p Place) {
	if p.Column < 1 || p.Column-1 > len(line) {
		return
	}
	part := line[p.Column-1:]
	if p.EndLine == p.Line && p.EndCol > p.Column && p.EndCol-1 <= len(line) {
		part = line[p.Column-1 : p.EndCol-1]
	} else if p.EndLine <= p.Line {
		part = nil
	}
	wave := strings.Repeat("~", max(0, utf8.RuneCount(part)-1))
	fmt.Fprintf(out, "%s%s%s\n", indent, blank(string(line[:p.Column-1])), o.paint(green, "^"+wave))
}

// blank is as wide as the text is.
func blank(text string) string {
	return strings.Map(func(c rune) rune {
		if c == '\t' {
			return c
		}
		return ' '
	}, text)
}

// clean keeps what a file holds from steering the terminal.
func (o Text) clean(text string) string {
	if !o.Color && !o.Caret {
		return text // not printed to one
	}
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) && c != '\t' {
			return unicode.ReplacementChar
		}
		return c
	}, text)
}

const (
	bold   = "1"
	red    = "31;1"
	green  = "32;1"
	yellow = "33;1"
	cyan   = "36;1"
)

func colorOf(s config.Severity) string {
	switch s {
	case config.Error:
		return red
	case config.Info:
		return cyan
	}
	return yellow
}

func (o Text) paint(color, text string) string {
	if !o.Color {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}
