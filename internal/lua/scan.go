package lua

import "strings"

// A token is a name or a string without escapes, at a place in the text.
type token struct {
	offset, end int
	line        int
	text        string
}

// scan lists the names and strings of the text in order: the syntax tree knows
// lines only. It stops where the text is no Lua.
func scan(text string) []token {
	var out []token
	line := 1
	newline := func(i int) int { // the length of the line break at i, as gopher-lua counts them
		line++
		if i+1 < len(text) && (text[i+1] == '\n' || text[i+1] == '\r') && text[i+1] != text[i] {
			return 2
		}
		return 1
	}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\n' || c == '\r':
			i += newline(i)
		case strings.HasPrefix(text[i:], "--"):
			i += 2
			if body, end := long(text, i); body >= 0 {
				for i < end {
					if text[i] == '\n' || text[i] == '\r' {
						i += newline(i)
					} else {
						i++
					}
				}
				continue
			}
			for i < len(text) && text[i] != '\n' && text[i] != '\r' {
				i++
			}
		case isNameStart(c):
			begin := i
			for i < len(text) && (isNameStart(text[i]) || isDigit(text[i])) {
				i++
			}
			out = append(out, token{begin, i, line, text[begin:i]})
		case isDigit(c):
			for i < len(text) && (isNameStart(text[i]) || isDigit(text[i])) {
				i++
			}
		case c == '"' || c == '\'':
			begin, at, plain := i, line, true
			for i++; i < len(text) && text[i] != c; {
				switch text[i] {
				case '\\':
					plain = false
					i++
					if i < len(text) && (text[i] == '\n' || text[i] == '\r') {
						i += newline(i)
					} else {
						i++
					}
				case '\n', '\r':
					return out // unterminated
				default:
					i++
				}
			}
			if i >= len(text) {
				return out
			}
			if i++; plain {
				out = append(out, token{begin, i, at, text[begin+1 : i-1]})
			}
		default:
			body, end := long(text, i)
			if body < 0 {
				i++
				continue
			}
			begin, at := i, line
			for i < end {
				if text[i] == '\n' || text[i] == '\r' {
					i += newline(i)
				} else {
					i++
				}
			}
			if inner := text[body : end-(body-begin)]; !strings.ContainsAny(inner, "\r\n") {
				out = append(out, token{begin, end, at, inner})
			}
		}
	}
	return out
}

// long finds the long bracket that begins at i: where its text begins and
// where all of it ends; body is -1 when there is none.
func long(text string, i int) (body, end int) {
	if i >= len(text) || text[i] != '[' {
		return -1, 0
	}
	j := i + 1
	for j < len(text) && text[j] == '=' {
		j++
	}
	if j >= len(text) || text[j] != '[' {
		return -1, 0
	}
	closing := "]" + text[i+1:j] + "]"
	n := strings.Index(text[j+1:], closing)
	if n < 0 {
		return j + 1, len(text)
	}
	return j + 1, j + 1 + n + len(closing)
}

func isNameStart(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// places finds where the names of the syntax tree stand: the tree is asked in
// the order of the text, and the n-th use of a name in a line is the n-th token.
type places struct {
	tokens map[placed][]token
	lines  []int // offsets of the lines' beginnings
}

type placed struct {
	line int
	text string
}

func newPlaces(text string) *places {
	p := &places{tokens: map[placed][]token{}, lines: []int{0}}
	for _, t := range scan(text) {
		at := placed{t.line, t.text}
		p.tokens[at] = append(p.tokens[at], t)
	}
	for i := 0; i < len(text); i++ {
		if c := text[i]; c == '\n' || c == '\r' {
			if i+1 < len(text) && (text[i+1] == '\n' || text[i+1] == '\r') && text[i+1] != c {
				i++
			}
			p.lines = append(p.lines, i+1)
		}
	}
	return p
}

// take is the next token of that text in that line. Where the tree and the
// tokens do not agree, it is the line's beginning.
func (p *places) take(line int, text string) (offset, end int) {
	at := placed{line, text}
	if ts := p.tokens[at]; len(ts) > 0 {
		p.tokens[at] = ts[1:]
		return ts[0].offset, ts[0].end
	}
	if line >= 1 && line <= len(p.lines) {
		return p.lines[line-1], p.lines[line-1]
	}
	return 0, 0
}
