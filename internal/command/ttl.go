package command

import (
	"github.com/redislint/redislint/internal/keyexpr"
)

// expiryWords introduce an expiry in SET, GETEX, HSETEX and their like.
var expiryWords = []string{"EX", "PX", "EXAT", "PXAT"}

// TTL tells the expiry that the command gives to its first key.
//
// The claim: TTLNone only where the command, as it goes over the wire, leaves
// the key without an expiry on every run.
func (c *Command) TTL() TTL {
	switch c.Name {
	case "SETEX", "PSETEX", "EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT":
		if len(c.Args) > 1 {
			return TTL{Kind: TTLSome, Value: c.Args[1].Text, Arg: &c.Args[1]}
		}
		return TTL{Kind: TTLUnknown}
	case "SETNX", "GETSET", "MSET", "MSETNX", "APPEND", "SETRANGE", "SETBIT":
		return TTL{Kind: TTLNone, Arg: c.unsentTTL()}
	case "SET":
	case "GETEX", "HSETEX", "MSETEX":
	default:
		return TTL{Kind: TTLUnknown}
	}
	from := 2
	if c.Name == "GETEX" {
		from = 1
	}
	if c.Opaque(from) || len(c.Args) < from {
		return TTL{Kind: TTLUnknown}
	}
	out := TTL{Kind: TTLNone, Arg: c.unsentTTL()}
	for i := from; i < len(c.Args); i++ {
		a := &c.Args[i]
		switch {
		case a.Keyword("KEEPTTL"):
			if len(a.If) > 0 {
				if out.Kind == TTLNone {
					out = TTL{Kind: TTLUnknown, Arg: a}
				}
				continue // sent only when a value says so
			}
			return TTL{Kind: TTLKeep, Arg: a}
		case a.keywordOf(expiryWords):
			if i+1 >= len(c.Args) {
				return TTL{Kind: TTLUnknown}
			}
			v := &c.Args[i+1]
			return TTL{Kind: TTLSome, Value: v.Text, Arg: v}
		default:
			if _, ok := a.Text.Const(); !ok && (a.Unit == "" || a.Unit == AnyValue) {
				out = TTL{Kind: TTLUnknown, Arg: a} // a word that is not constant may be EX
			}
		}
	}
	return out
}

// unsentTTL is the expiry that is not sent because it is zero, first the one
// that a call through a helper supplies; nil when the method takes none.
func (c *Command) unsentTTL() *Arg {
	var out *Arg
	for i := range c.Unsent {
		a := &c.Unsent[i]
		switch a.Unit {
		case "s", "ms", "s0", "ms0", "unix", "unixms":
			if out == nil || a.Given && !out.Given {
				out = a
			}
		}
	}
	return out
}

func (a *Arg) keywordOf(words []string) bool {
	for _, w := range words {
		if a.Keyword(w) {
			return true
		}
	}
	return false
}

// NX reports whether the command writes only where the key does not exist.
func (c *Command) NX() bool {
	switch c.Name {
	case "SETNX", "MSETNX":
		return true
	case "SET":
		return c.Has(2, "NX")
	}
	return false
}

// XX reports whether the command writes only where the key exists.
func (c *Command) XX() bool { return c.Name == "SET" && c.Has(2, "XX") }

// Mode is "NX", "XX" or "" for dumps.
func (c *Command) Mode() string {
	switch {
	case c.NX():
		return "NX"
	case c.XX():
		return "XX"
	}
	return ""
}

// Zero reports whether the value certainly counts as unset for the client:
// Go's zero value of a number, string, bool or pointer, or a negative number
// (go-redis tests lengths, counts and durations for "greater than zero").
func Zero(k keyexpr.Key) bool {
	s, ok := k.Const()
	if !ok {
		return false
	}
	if n, isInt := k.Int(); isInt {
		return n <= 0
	}
	return s == "" || s == "false"
}

// NonZero reports whether the value is certainly not zero: a constant, or text
// with a literal part.
func NonZero(k keyexpr.Key) bool {
	if _, ok := k.Const(); ok {
		return !Zero(k)
	}
	for _, p := range k.Parts {
		if p.Text != "" {
			return true
		}
	}
	return false
}

// Resolve drops the conditions that are decided and reports whether the
// argument may be sent at all.
func (a *Arg) Resolve() bool {
	a.If, a.Unless = open(a.If, Zero, NonZero), open(a.Unless, NonZero, Zero)
	return a.If != nil && a.Unless != nil
}

var noneOpen = []keyexpr.Key{}

// open keeps what is undecided; nil means that a condition is refuted.
func open(conds []keyexpr.Key, refuted, met func(keyexpr.Key) bool) []keyexpr.Key {
	out := noneOpen
	for _, k := range conds {
		switch {
		case refuted(k):
			return nil
		case met(k):
			// decided: always sent
		default:
			out = append(out, k)
		}
	}
	return out
}
