package eval

import (
	"go/token"
	"strconv"
	"strings"

	"github.com/redislint/redislint/internal/keyexpr"
)

// VariesIn reports whether the text, evaluated inside the loop, may be another
// one at the next turn: a variable of it is declared or assigned in the loop, a
// call in the loop makes it, or nothing is known of a part.
func (x *Index) VariesIn(k keyexpr.Key, loop Span) bool {
	return k.Any(func(h keyexpr.Hole) bool {
		if h.Kind != keyexpr.Value {
			return false // parameters that are assigned are values
		}
		if h.ID == "" {
			return true
		}
		rest, isLocal := strings.CutPrefix(h.ID, "l:")
		if !isLocal {
			return false
		}
		if i := strings.IndexByte(rest, '#'); i >= 0 && !startsWithDigit(rest) {
			rest = rest[i+1:] // name#position of the declaration
		}
		end := 0
		for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
			end++
		}
		n, err := strconv.Atoi(rest[:end])
		if err != nil || loop.Contains(token.Pos(n)) {
			return true
		}
		for v, as := range x.assigns {
			if int(v.Pos()) != n {
				continue // another variable
			}
			for _, a := range as {
				if loop.Contains(a.Pos - 1) {
					return true
				}
			}
		}
		return false
	})
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
