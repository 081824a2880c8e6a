package lua

import "github.com/redislint/redislint/internal/keyexpr"

// Compared finds what the key's value was found equal to before the command is
// sent: the other side of a comparison that guards it, with the answer of GET
// or HGET on the same key. It is false where nothing compares, where another
// key's value is compared, and for a comparison with a constant, which any
// process passes.
func (s *Script) Compared(c *Call, key keyexpr.Key) (with Value, ok bool) {
	for _, g := range c.Guards {
		if g.Op != Equal {
			continue // only equality proves whose value it is
		}
		for _, side := range [...][2]Value{{g.Left, g.Right}, {g.Right, g.Left}} {
			read := s.Reply(side[0].Text)
			if read == nil || len(read.Args) < 2 || !read.Args[1].Text.Equal(key) {
				continue // another key's value, or no answer at all
			}
			switch read.Name() {
			case "GET", "HGET", "GETRANGE", "SUBSTR":
			default:
				continue // EXISTS == 1 says that there is an owner, not which
			}
			if _, constant := side[1].Text.Const(); !constant && s.Reply(side[1].Text) == nil {
				return side[1], true
			}
		}
	}
	return Value{}, false
}
