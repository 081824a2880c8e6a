package report

import (
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	show := func(lines []diffLine) string {
		var b strings.Builder
		for _, l := range lines {
			b.WriteString(l.Kind + l.Text + "|")
		}
		return b.String()
	}
	for _, test := range []struct{ a, b, want string }{
		{"abc", "abc", ""},
		{"abcdefg", "abcDefg", " b| c|-d|+D| e| f|"},
		{"abcdefghij", "Abcdefghij", "-a|+A| b| c|"},
		{"abcdefghij", "aXbcdefghiYj", " a|+X| b| c|~…| h| i|+Y| j|"},
		{"abcd", "ad", " a|-b|-c| d|"},
	} {
		if got := show(compare(strings.Split(test.a, ""), strings.Split(test.b, ""))); got != test.want {
			t.Errorf("%s to %s: %s, want %s", test.a, test.b, got, test.want)
		}
	}
	// Edits of another text than the one that is there.
	r := sample()
	for _, edits := range [][]Edit{{{Start: 5, End: 3}}, {{Start: 0, End: 9999}}, {{Start: 0, End: 5}, {Start: 3, End: 6}}} {
		if got := r.diff("/w/f.go", edits); got != nil {
			t.Errorf("%v: %s", edits, show(got))
		}
	}
}
