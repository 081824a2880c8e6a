package report

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/redislint/redislint/internal/config"
)

const text = "package a\n\nfunc f() {\n\tx(\"\u00e9\", y)\n}\n"

// sample is two findings, given in the wrong order and one of them twice, in a
// folder whose name has what formats must escape.
func sample(findings ...Finding) *Report {
	at := func(line, column int) Place {
		return Place{File: "/w/a b,c%/f.go", Line: line, Column: column, EndLine: line, EndCol: column + 1}
	}
	second := Finding{Rule: "keyscommand", Tier: config.Risk, Severity: config.Warning, Package: "m/a", Place: at(4, 2), Message: "KEYS \"<b>:*\" & more: 100%\nsecond line", URL: "https://example.com/k", Identity: "one"}
	first := Finding{Rule: "emptykeys", Tier: config.Bug, Severity: config.Error, Package: "m/a", Place: at(3, 1), Message: "first", Identity: "two"}
	r := &Report{
		Version: "v1", Paths: Paths{Dirs: []string{"/w"}},
		Read:     func(string) ([]byte, error) { return []byte(text), nil },
		Findings: append([]Finding{second, first, second}, findings...), Packages: 1,
	}
	r.Settle()
	return r
}

func render(t *testing.T, r *Report, name string) string {
	t.Helper()
	for _, f := range Formats() {
		if f.Name == name {
			text, err := f.Render(r)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
	}
	t.Fatalf("no format %s", name)
	return ""
}

func TestSettle(t *testing.T) {
	r := sample()
	if len(r.Findings) != 2 || r.Findings[0].Rule != "emptykeys" || r.Findings[1].Rule != "keyscommand" {
		t.Fatalf("%d findings: %+v", len(r.Findings), r.Findings)
	}
	if r.Findings[0].fingerprint == r.Findings[1].fingerprint || len(r.Findings[0].fingerprint) != 32 {
		t.Errorf("fingerprints %q, %q", r.Findings[0].fingerprint, r.Findings[1].fingerprint)
	}
}

// A fingerprint holds while lines move, and two findings of one identity have
// two.
func TestFingerprint(t *testing.T) {
	moved := sample()
	for i := range moved.Findings {
		moved.Findings[i].Line += 10
	}
	moved.Settle()
	for i, f := range sample().Findings {
		if f.fingerprint != moved.Findings[i].fingerprint {
			t.Errorf("%s has another fingerprint ten lines below", f.Rule)
		}
	}
	twin := sample().Findings[0]
	twin.Line = 9
	r := sample(twin)
	if len(r.Findings) != 3 || r.Findings[0].fingerprint == r.Findings[2].fingerprint {
		t.Errorf("two findings of one identity: %+v", r.Findings)
	}
}

func TestGitHub(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(render(t, sample(), "github")), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines: %q", len(lines), lines)
	}
	for i, want := range []string{"::error file=a b%2Cc%25/f.go,line=3,", "::warning file=a b%2Cc%25/f.go,line=4,"} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("%q does not begin with %q", lines[i], want)
		}
	}
	if !strings.Contains(lines[1], "100%25%0Asecond line") {
		t.Errorf("the message is not escaped: %q", lines[1])
	}
}

func TestCheckstyle(t *testing.T) {
	var doc struct {
		Files []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line    int    `xml:"line,attr"`
				Message string `xml:"message,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	if err := xml.Unmarshal([]byte(render(t, sample(), "checkstyle")), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Files) != 1 || doc.Files[0].Name != "a b,c%/f.go" || len(doc.Files[0].Errors) != 2 || !strings.Contains(doc.Files[0].Errors[1].Message, `"<b>:*" & more`) {
		t.Errorf("%+v", doc)
	}
}

func TestGitLab(t *testing.T) {
	var issues []struct {
		Description, Fingerprint, Severity string
		Location                           struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	if err := json.Unmarshal([]byte(render(t, sample(), "gitlab")), &issues); err != nil {
		t.Fatal(err)
	}
	if len(issues) != 2 || issues[0].Severity == issues[1].Severity || issues[1].Location.Lines.Begin != 4 || issues[0].Fingerprint == issues[1].Fingerprint {
		t.Errorf("%+v", issues)
	}
	// No finding is an empty list, not null: GitLab reads nothing else.
	if got := strings.TrimSpace(render(t, &Report{}, "gitlab")); got != "[]" {
		t.Errorf("no findings: %q", got)
	}
}

// What a page shows is text, whatever it holds, and nothing is loaded from
// elsewhere.
func TestHTML(t *testing.T) {
	page := render(t, sample(), "html")
	for _, want := range []string{"&lt;b&gt;:*", "keyscommand", "emptykeys"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, bad := range []string{"<b>:*", "<script src", "@import", "url(http", "<img"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}

// The caret stands below the column, behind tabs and wide text as well.
func TestText(t *testing.T) {
	shown := string(sample().Text(Text{Caret: true, Context: -1}))
	if !strings.Contains(shown, "\t\tx(\"\u00e9\", y)\n\t\t^") {
		t.Errorf("no caret below the column:\n%s", shown)
	}
	if strings.Contains(shown, "\x1b") {
		t.Error("colors that nobody asked for")
	}
	if !strings.Contains(string(sample().Text(Text{Color: true, Context: -1})), "\x1b[") {
		t.Error("no colors")
	}
}

func TestSummary(t *testing.T) {
	if got, want := sample().Summary(), "2 findings in 1 of 1 package that sends commands: 1 emptykeys, 1 keyscommand"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
