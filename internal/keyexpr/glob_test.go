package keyexpr

import (
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestMatch(t *testing.T) {
	tests := []struct {
		glob, text string
		want       bool
	}{
		{"", "", true},
		{"", "a", false},
		{"a", "", false},
		{"*", "", true},
		{"**", "a", true},
		{"config:*", "config:theme", true},
		{"config:*", "config:", true},
		{"config:*", "config:*", true},
		{"config:*", "configs:a", false},
		{"config:*", "x:config:a", false},
		{"*:profile", "user:*:profile", true},
		{"*:profile", "user:*:profile:x", false},
		{"user:{*}:profile", "user:{*}:profile", true},
		{"user:{*}:profile", "user:{7}:profile", true},
		{"user:{*}:profile", "user:*:profile", false},
		{"user:1", "user:*", false}, // a hole is more than 1
		{"user:?", "user:*", false},
		{"user:?", "user:7", true},
		{"user:?", "user:", false},
		{"user:?", "user:77", false},
		{"user:??", "user:é7", true}, // characters, not bytes
		{`user:\*`, "user:*", true},
		{`user:\*`, "user:7", false},
		{`\?`, "?", true},
		{`\?`, "a", false},
		{"?", "?", true},
		{`\a\\`, `a\`, true},
		{`a\`, `a\`, true},
		{"a*b*c", "a1b2b3c", true},
		{"a*b*c", "a1b2b3", false},
		{"*a", "aaab", false},
		{"*ab", "aaab", true},
		{"a*?", "a", false},
		{"a*?", "ab", true},
		{"*?*", "*", false},
		{"*é", "\xc3é", true},
		{"[ab]", "a", false}, // no classes
		{"[ab]", "[ab]", true},
	}
	for _, tt := range tests {
		if got := Match(tt.glob, tt.text); got != tt.want {
			t.Errorf("Match(%q, %q) = %v", tt.glob, tt.text, got)
		}
	}
}

func TestMatchDoesNotBacktrack(t *testing.T) {
	start := time.Now()
	if Match(strings.Repeat("a*", 1000)+"b", strings.Repeat("a", 20000)) {
		t.Error("matches without a b")
	}
	// It takes milliseconds; tried star by star it would not end.
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

// globRegexp is the second implementation that Match is compared with.
func globRegexp(glob string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	escaped := false
	for i, c := range glob {
		switch {
		case !escaped && c == '\\' && i+1 < len(glob):
			escaped = true
			continue // the next character is taken as it is
		case !escaped && c == '*':
			b.WriteString(`.*`)
		case !escaped && c == '?':
			b.WriteString(`[^*]`)
		default:
			b.WriteString(regexp.QuoteMeta(string(c)))
		}
		escaped = false
	}
	b.WriteString(`\z`)
	return regexp.MustCompile(b.String())
}

func FuzzMatch(f *testing.F) {
	for _, glob := range []string{"", "*", "a*b?c", `\*\?\\`, "user:{*}:?", "*?*", `a\`, "é*ü"} {
		for _, text := range []string{"", "a", "a1b2c", "*?\\", "user:{*}:7", "é12ü"} {
			f.Add(glob, text)
		}
	}
	f.Fuzz(func(t *testing.T, glob, text string) {
		got := Match(glob, text)
		if !utf8.ValidString(glob) || !utf8.ValidString(text) {
			return // regexp sees replacement characters; not to hang or panic is enough
		}
		if want := globRegexp(glob).MatchString(text); got != want {
			t.Errorf("Match(%q, %q) = %v", glob, text, got)
		}
		if !Match(globOf(Lit(text)), text) {
			t.Errorf("%q does not match itself", text)
		}
	})
}
