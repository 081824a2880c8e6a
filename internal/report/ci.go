package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/redislint/redislint/internal/config"
)

// github writes workflow commands.
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
func (r *Report) github() ([]byte, error) {
	levels := map[config.Severity]string{config.Error: "error", config.Warning: "warning", config.Info: "notice"}
	var out bytes.Buffer
	for _, f := range r.Fresh() {
		name, _ := r.Paths.Relative(f.File)
		fmt.Fprintf(&out, "::%s file=%s,line=%d", levels[f.Severity], githubProperty(name), f.Line)
		if f.EndLine > 0 {
			fmt.Fprintf(&out, ",endLine=%d", f.EndLine)
		}
		if f.Column > 0 {
			fmt.Fprintf(&out, ",col=%d", f.Column)
		}
		if f.EndCol > 0 && f.EndLine == f.Line { // it takes columns of one line only
			fmt.Fprintf(&out, ",endColumn=%d", f.EndCol)
		}
		// The log shows the message alone.
		fmt.Fprintf(&out, ",title=%s::%s%s\n", githubProperty(strings.TrimSuffix("redislint: "+f.Rule, ": ")), githubText.Replace(f.Message), githubText.Replace(ruleSuffix(f)))
	}
	return out.Bytes(), nil
}

func ruleSuffix(f Finding) string {
	if f.Rule == "" {
		return ""
	}
	return " [" + f.Rule + "]"
}

// As the runner reads them (actions/toolkit, core/src/command.ts).
var githubText = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

func githubProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubText.Replace(text))
}

// gitlab writes a Code Quality report.
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
func (r *Report) gitlab() ([]byte, error) {
	type lines struct {
		Begin int `json:"begin"`
	}
	type location struct {
		Path  string `json:"path"`
		Lines lines  `json:"lines"`
	}
	type issue struct {
		Description string   `json:"description"`
		CheckName   string   `json:"check_name"`
		Fingerprint string   `json:"fingerprint"`
		Severity    string   `json:"severity"`
		Location    location `json:"location"`
	}
	severities := map[config.Severity]string{config.Error: "critical", config.Warning: "major", config.Info: "info"}
	issues := []issue{}
	for _, f := range r.Fresh() {
		name, _ := r.Paths.Relative(f.File)
		issues = append(issues, issue{f.Message, checkName(f), f.fingerprint, severities[f.Severity], location{name, lines{f.Line}}})
	}
	return indented(issues)
}

// checkName is the rule for those that know other tools, too.
func checkName(f Finding) string { return strings.TrimSuffix("redislint."+f.Rule, ".") }

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

// checkstyle writes the XML of Checkstyle, whose severities are ours.
func (r *Report) checkstyle() ([]byte, error) {
	doc := struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}{Version: "4.3"} // of the form, not ours
	for _, f := range r.Fresh() {
		name, _ := r.Paths.Relative(f.File)
		if n := len(doc.Files); n == 0 || doc.Files[n-1].Name != name { // they are sorted
			doc.Files = append(doc.Files, checkstyleFile{Name: name})
		}
		last := &doc.Files[len(doc.Files)-1]
		last.Errors = append(last.Errors, checkstyleError{f.Line, f.Column, string(f.Severity), f.Message, checkName(f)})
	}
	text, err := xml.MarshalIndent(doc, "", "  ")
	return append(append([]byte(xml.Header), text...), '\n'), err
}
