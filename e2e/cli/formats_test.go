package cli

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/xeipuuv/gojsonschema"
)

// A line is a finding as every format tells it.
type line struct {
	file, rule, message string
	line                int
}

var textLine = regexp.MustCompile(`(?m)^([^\s:]+):(\d+):\d+: (.*) \[(\w+)\]$`)

// TestFormats: every format holds the findings of text, as those who read it
// will, and ends the run with the exit code that the docs name.
func TestFormats(t *testing.T) {
	shop := filepath.Join(repository, "examples", "shop")
	run := func(format string, want int) (stdout, stderr []byte) {
		t.Helper()
		cmd := exec.Command(binary, "-format="+format, "./...")
		cmd.Dir = shop
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		code := 0
		var exit *exec.ExitError
		if err := cmd.Run(); errors.As(err, &exit) {
			code = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		if code != want {
			t.Errorf("-format=%s ends with %d, want %d", format, code, want)
		}
		return out.Bytes(), errs.Bytes()
	}
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Error(err)
		}
		return n
	}
	stdout, stderr := run("text", 3)
	if len(stdout) > 0 {
		t.Errorf("text writes to stdout: %s", stdout)
	}
	var want []line
	for _, m := range textLine.FindAllStringSubmatch(string(stderr), -1) {
		want = append(want, line{m[1], m[4], m[3], number(m[2])})
	}
	if len(want) != 7 {
		t.Fatalf("%d findings in\n%s", len(want), stderr)
	}
	check := func(format string, got []line) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("-format=%s:\n%+v, want\n%+v", format, got, want)
		}
	}
	decode := func(format string, text []byte, into any) {
		t.Helper()
		if err := json.Unmarshal(text, into); err != nil {
			t.Fatalf("-format=%s: %v in\n%s", format, err, text)
		}
	}

	var flat struct {
		Findings []struct {
			File, Rule, Message, Tier, Fingerprint string
			Line                                   int
		}
	}
	stdout, _ = run("json", 3)
	decode("json", stdout, &flat)
	var got []line
	for _, f := range flat.Findings {
		got = append(got, line{f.File, f.Rule, f.Message, f.Line})
		if f.Tier == "" || f.Fingerprint == "" {
			t.Errorf("%+v", f)
		}
	}
	check("json", got)

	stdout, _ = run("sarif", 0)
	doc, err := sarif.FromBytes(stdout)
	if err != nil {
		t.Fatal(err)
	}
	valid, err := gojsonschema.Validate(gojsonschema.NewStringLoader(sarifSchema(t)), gojsonschema.NewBytesLoader(stdout))
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range valid.Errors() {
		t.Errorf("not SARIF 2.1.0: %s", problem)
	}
	got = nil
	rules := doc.Runs[0].Tool.Driver.Rules
	for _, r := range doc.Runs[0].Results {
		at := r.Locations[0].PhysicalLocation
		got = append(got, line{*at.ArtifactLocation.URI, *r.RuleID, *r.Message.Text, *at.Region.StartLine})
		if i := r.RuleIndex; i < 0 || i >= len(rules) || *rules[i].ID != *r.RuleID || rules[i].HelpURI == nil {
			t.Errorf("%s: rule %d is not its own, or has no page", *r.RuleID, i)
		}
		if len(r.PartialFingerprints) == 0 {
			t.Errorf("%s has no fingerprint", *r.RuleID)
		}
	}
	check("sarif", got)

	stdout, _ = run("github", 3)
	got = nil
	unescape := strings.NewReplacer("%25", "%", "%3A", ":", "%2C", ",", "%0A", "\n", "%0D", "\r")
	for _, m := range regexp.MustCompile(`(?m)^::\w+ file=([^,]*),line=(\d+),.*?::(.*) \[(\w+)\]$`).FindAllStringSubmatch(string(stdout), -1) {
		got = append(got, line{unescape.Replace(m[1]), m[4], unescape.Replace(m[3]), number(m[2])})
	}
	check("github", got)

	var issues []struct {
		Description string
		Check       string `json:"check_name"`
		Location    struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	stdout, _ = run("gitlab", 3)
	decode("gitlab", stdout, &issues)
	got = nil
	for _, i := range issues {
		got = append(got, line{i.Location.Path, strings.TrimPrefix(i.Check, "redislint."), i.Description, i.Location.Lines.Begin})
	}
	check("gitlab", got)

	var style struct {
		Files []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line    int    `xml:"line,attr"`
				Message string `xml:"message,attr"`
				Source  string `xml:"source,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	stdout, _ = run("checkstyle", 3)
	if err := xml.Unmarshal(stdout, &style); err != nil {
		t.Fatal(err)
	}
	got = nil
	for _, f := range style.Files {
		for _, e := range f.Errors {
			got = append(got, line{f.Name, strings.TrimPrefix(e.Source, "redislint."), e.Message, e.Line})
		}
	}
	check("checkstyle", got)

	stdout, _ = run("html", 3)
	for _, f := range want {
		if !bytes.Contains(stdout, []byte(f.rule)) || !bytes.Contains(stdout, []byte(f.file)) {
			t.Errorf("the page has no %s of %s", f.rule, f.file)
		}
	}
	_, stderr = run("yaml", 2)
	if !bytes.Contains(stderr, []byte("valid: text, json, sarif, github, gitlab, checkstyle, html")) {
		t.Errorf("an unknown format: %s", stderr)
	}
}

// sarifSchema is the schema of SARIF 2.1.0, which the SARIF library holds. It
// checks with it what it has read and written again itself; what is to be
// checked is the text as it is.
func sarifSchema(t *testing.T) string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, decl := range file.Decls {
		if gen, ok := decl.(*ast.GenDecl); ok && gen.Tok == token.CONST {
			text, err := strconv.Unquote(gen.Specs[0].(*ast.ValueSpec).Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
	}
	t.Fatal("the library holds no schema")
	return ""
}
