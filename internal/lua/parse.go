package lua

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// A SyntaxError is a text that Redis refuses to load.
type SyntaxError struct {
	Line    int // from 1 on
	Message string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s in line %d", e.Message, e.Line)
}

// ErrUnsure is a text that gopher-lua does not parse and Redis may.
var ErrUnsure = errors.New("not parsed, though Redis may accept it")

// maxText bounds the text that is parsed, so that no text takes a second: the
// longest script of public repositories seen has 20 KB.
const maxText = 128 << 10

// Parse reads the text of a script, or of a library for FUNCTION LOAD. The error
// is a *[SyntaxError] where Redis is sure to refuse the text, else [ErrUnsure].
func Parse(text string) (*Script, error) {
	if len(text) > maxText {
		return nil, ErrUnsure
	}
	body := text
	if strings.HasPrefix(body, "#!") {
		// Redis 7 takes the line off (eval.c, function.c); the line break stays,
		// so that lines count.
		end := strings.IndexByte(body, '\n')
		if end < 0 {
			return nil, ErrUnsure
		}
		body = strings.Repeat(" ", end) + body[end:]
	}
	chunk, err := read(body)
	if err != nil {
		if unsure.MatchString(body) || closesItself(body) {
			return nil, ErrUnsure
		}
		return nil, err
	}
	spans, newer := locate(text, chunk)
	if newer != nil {
		return nil, newer
	}
	s := &Script{Text: text}
	walk(s, chunk, spans)
	return s, nil
}

// closesItself reports whether the text ends the function that servers before 7
// put around it (scripting.c: "function f_<digest>() " + text + "\nend"), and
// begins another block for the end to close.
func closesItself(body string) bool {
	if !strings.Contains(body, "end") {
		return false
	}
	_, err := read("function f() " + body + "\nend")
	return err == nil
}

// unsure finds what gopher-lua 1.1 and the Lua 5.1 of Redis read in different
// ways: goto is a name in 5.1; so are hex floats numbers, vertical tabs and form
// feeds white space, and --[= a comment of one line; NUL ends a number.
var unsure = regexp.MustCompile(`\bgoto\b|0[xX][0-9a-fA-F]*[.pP]|[\v\f\x00]|--\[=+(?:[^=\[]|$)`)

func read(text string) (chunk []ast.Stmt, err error) {
	defer func() {
		if recover() != nil {
			chunk, err = nil, ErrUnsure // the parser's own mistake
		}
	}()
	chunk, err = parse.Parse(strings.NewReader(text), "script")
	if err == nil {
		return chunk, nil
	}
	var syntax *parse.Error
	if !errors.As(err, &syntax) {
		return nil, ErrUnsure
	}
	if syntax.Pos.Line < 1 {
		return nil, &SyntaxError{Line: 1 + strings.Count(strings.TrimRight(text, "\n"), "\n"), Message: "unexpected end"}
	}
	return nil, &SyntaxError{Line: syntax.Pos.Line, Message: fmt.Sprintf("unexpected %.40q", syntax.Token)}
}
