package keyexpr

import (
	"strings"
	"testing"
)

// A key that grows without end becomes anonymous, as do those made of it.
func TestConcatIsBounded(t *testing.T) {
	k := Concat(Lit("a"), Of(Hole{Kind: Param, Index: 0}))
	steps := 0
	for len(k.Parts) > 1 {
		if steps++; steps > 30 {
			t.Fatalf("%d parts", len(k.Parts))
		}
		k = Concat(k, k)
	}
	if k.Known() || k.Equal(k) {
		t.Errorf("a key of too many parts is %v", k)
	}
	text := Lit(strings.Repeat("a", 1000))
	for range 20 {
		text = Concat(text, text)
	}
	if s, ok := text.Const(); ok {
		t.Errorf("a text of %d bytes is kept", len(s))
	}
}
