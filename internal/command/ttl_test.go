package command_test

import (
	"testing"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/keyexpr"
)

// A SET whose expiry is 0 has none, and remembers which argument decided that:
// the one that the call of a helper supplies before one that the helper chose.
func TestTTLRemembersWhatDecided(t *testing.T) {
	zero := []keyexpr.Key{keyexpr.Lit("0")}
	set := func(more ...command.Arg) *command.Command {
		return &command.Command{Wire: append([]command.Arg{
			{Text: keyexpr.Lit("SET")}, {Text: keyexpr.Lit("k")}, {Text: keyexpr.Lit("v")},
		}, more...)}
	}
	at := command.Arg{Text: keyexpr.Lit("0"), Unit: "unix", If: zero}
	ttl := command.Arg{Text: keyexpr.Lit("0"), Unit: "s", If: zero, Given: true}
	word := command.Arg{Text: keyexpr.Lit("EX"), If: zero}
	for _, test := range []struct {
		name  string
		c     *command.Command
		kind  command.TTLKind
		given bool
		arg   bool
	}{
		{"no place for an expiry", set(), command.TTLNone, false, false},
		{"zero", set(word, at), command.TTLNone, false, true},
		{"given zero", set(at, word, ttl), command.TTLNone, true, true},
		{"sent", set(command.Arg{Text: keyexpr.Lit("EX")}, command.Arg{Text: keyexpr.Lit("60"), Unit: "s"}), command.TTLSome, false, true},
		{"kept", set(command.Arg{Text: keyexpr.Lit("KEEPTTL")}, at), command.TTLKeep, false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !test.c.Finish() {
				t.Fatal("no command")
			}
			got := test.c.TTL()
			if got.Kind != test.kind || (got.Arg != nil) != test.arg || got.Arg != nil && got.Arg.Given != test.given {
				t.Errorf("TTL is %s of kind %d, argument %+v", got, got.Kind, got.Arg)
			}
		})
	}
}
