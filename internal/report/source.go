package report

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// A source is the text of a file, by lines.
type source struct {
	text  []byte
	lines []int // where each begins
}

// source returns the text of a file; an empty one if it cannot be read.
func (r *Report) source(file string) *source {
	if s := r.sources[file]; s != nil {
		return s
	}
	s := &source{}
	if r.Read != nil {
		if text, err := r.Read(file); err == nil {
			s = newSource(text)
		}
	}
	if r.sources == nil {
		r.sources = map[string]*source{}
	}
	r.sources[file] = s
	return s
}

func newSource(text []byte) *source {
	s := &source{text: text, lines: []int{0}}
	for i, c := range text {
		if c == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// line returns a line without its end; nil if there is none.
func (s *source) line(n int) []byte {
	if n < 1 || n > len(s.lines) {
		return nil
	}
	rest := s.text[s.lines[n-1]:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	return bytes.TrimSuffix(rest, []byte("\r"))
}

// position is the line and column of an offset.
func (s *source) position(offset int) (line, column int) {
	if offset < 0 || offset > len(s.text) || len(s.lines) == 0 {
		return 0, 0
	}
	i, found := slices.BinarySearch(s.lines, offset)
	if !found {
		i--
	}
	return i + 1, offset - s.lines[i] + 1
}

// utf16 turns a column in bytes into one in UTF-16 code units, which SARIF
// counts in.
func (s *source) utf16(line, column int) int {
	text := s.line(line)
	if column < 1 || column-1 > len(text) {
		return column
	}
	units := 1
	for text = text[:column-1]; len(text) > 0; {
		c, size := utf8.DecodeRune(text)
		text = text[size:]
		units++
		if c > 0xffff {
			units++
		}
	}
	return units
}
