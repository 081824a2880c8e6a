package goredis

import (
	"strings"
	"testing"

	"github.com/redislint/redislint/internal/rediscmd"
)

// TestCommandsAreKnown: every command that a method of go-redis sends is one
// that rediscmd knows, so that its keys are found.
func TestCommandsAreKnown(t *testing.T) {
	for _, version := range []string{"v9", "v8", "v7", "v6"} {
		table := Tables(version)
		sent := 0
		for _, name := range table.Names() {
			m, ok := table.Method(name)
			if !ok {
				t.Errorf("%s: %s does not parse", version, name)
				continue
			}
			if m.Role != "" {
				continue // sends no command of its own
			}
			sent++
			var words []string
			for _, it := range m.Items {
				if it.Param >= 0 || it.Group != nil {
					break
				}
				words = append(words, it.Lit)
			}
			if len(words) == 0 {
				t.Errorf("%s: %s has no command word", version, name)
				continue
			}
			if _, _, ok := rediscmd.Lookup(words...); !ok {
				t.Errorf("%s: %s sends %s, which rediscmd does not know", version, name, strings.Join(words, " "))
			}
		}
		if sent < 200 {
			t.Errorf("%s: only %d methods send a command", version, sent)
		}
	}
}
