package ruledoc

import (
	"slices"
	"strings"
	"testing"
)

const source = `// Package greedy defines an Analyzer.
//
// # Analyzer greedy
//
// greedy: report a *thing* that takes too much
//
// The claim, with SET k v.
//
// Tier: risk; advice in tools and
// in migrations; bug on a cluster
// Since: v0.1.0
//
// # Why
//
// Because: it does.
//
// # Bad
//
//	take(all)
//
// # Deliberately not flagged
//
//   - one
//   - two
package greedy
`

func TestDoc(t *testing.T) {
	doc := Doc(source)
	if !strings.HasPrefix(doc, "report a *thing* that takes too much\n\nThe claim") {
		t.Errorf("doc begins %q", doc)
	}
	for _, bad := range []string{
		"",
		"package x",
		"not go",
		"// Package x.\npackage x",
		"// # Analyzer x\n//\n// no summary\npackage x",
		"// # Analyzer x\n//\n// y: another rule's summary\npackage x",
	} {
		if got := Doc(bad); got != "" {
			t.Errorf("Doc(%q) = %q, want nothing", bad, got)
		}
	}
}

func TestParse(t *testing.T) {
	page, err := Parse("greedy", Doc(source))
	if err != nil {
		t.Fatal(err)
	}
	if page.Tier != "risk" || !slices.Equal(page.Also, []string{"advice", "bug"}) {
		t.Errorf("tier %q, also %q", page.Tier, page.Also)
	}
	want := []Fact{{"Tier", "risk; advice in tools and in migrations; bug on a cluster"}, {"Since", "v0.1.0"}}
	if !slices.Equal(page.Facts, want) {
		t.Errorf("facts %q, want %q", page.Facts, want)
	}
	const markdown = "# greedy\n\nReport a *thing* that takes too much.\n\n" +
		"- **Tier**: risk; advice in tools and in migrations; bug on a cluster\n- **Since**: v0.1.0\n\n" +
		"The claim, with SET k v.\n\n## Why\n\nBecause: it does.\n\n## Bad\n\n```go\ntake(all)\n```\n\n" +
		"## Deliberately not flagged\n\n  - one\n  - two\n"
	if got := page.Markdown(); got != markdown {
		t.Errorf("got\n%s\nwant\n%s", got, markdown)
	}
	for _, bad := range []string{"", "a summary", "a summary\n\n# Why\n\nSince: v0.1.0"} {
		if page, err := Parse("greedy", bad); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", bad, page)
		}
	}
}

func TestParts(t *testing.T) {
	page, err := Parse("greedy", Doc(source))
	if err != nil {
		t.Fatal(err)
	}
	if want := "A *thing* that takes too much"; page.Title() != want {
		t.Errorf("title %q, want %q", page.Title(), want)
	}
	if text := page.Plain(); !strings.Contains(text, "The claim, with SET k v.\n") || !strings.Contains(text, "# Why\n") || strings.Contains(text, "Tier:") {
		t.Errorf("plain:\n%s", text)
	}
	for heading, want := range map[string]string{
		"":     "<p>The claim, with SET k v.\n",
		"Why":  "<p>Because: it does.\n",
		"Bad":  "<pre>take(all)\n</pre>\n",
		"None": "",
	} {
		if got := page.HTML(heading); got != want {
			t.Errorf("%q: %q, want %q", heading, got, want)
		}
	}
}
