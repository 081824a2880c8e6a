package report

import (
	"bytes"
	"encoding/json"
)

// jsonVersion is that of the form. Fields may be added; one that goes, or means
// something else, makes it another.
const jsonVersion = 1

type jsonReport struct {
	Format   int           `json:"format"`
	Tool     string        `json:"tool"`
	Version  string        `json:"version"`
	Packages int           `json:"packages"`
	Findings []jsonFinding `json:"findings"`
	Problems []string      `json:"problems"`
}

type jsonFinding struct {
	Rule     string `json:"rule"`
	Tier     string `json:"tier"`
	Severity string `json:"severity"`
	Package  string `json:"package"`
	jsonPlace
	Message     string        `json:"message"`
	URL         string        `json:"url"`
	Fingerprint string        `json:"fingerprint"`
	Related     []jsonRelated `json:"related,omitempty"`
	Fixes       []jsonFix     `json:"fixes,omitempty"`
}

type jsonPlace struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn,omitempty"`
}

type jsonRelated struct {
	jsonPlace
	Message string `json:"message"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

func (r *Report) json() ([]byte, error) {
	out := jsonReport{
		Format: jsonVersion, Tool: "redislint", Version: r.Version, Packages: r.Packages,
		Findings: []jsonFinding{}, Problems: append([]string{}, r.Problems...), // never null
	}
	for _, f := range r.Fresh() {
		finding := jsonFinding{
			Rule: f.Rule, Tier: f.Tier.String(), Severity: string(f.Severity), Package: f.Package,
			jsonPlace: r.jsonPlace(f.Place), Message: f.Message, URL: f.URL, Fingerprint: f.fingerprint,
		}
		for _, related := range f.Related {
			finding.Related = append(finding.Related, jsonRelated{r.jsonPlace(related.Place), related.Message})
		}
		for _, fix := range f.Fixes {
			edits := []jsonEdit{}
			for _, e := range fix.Edits {
				name, _ := r.Paths.Relative(e.File)
				edits = append(edits, jsonEdit{name, e.Start, e.End, e.New})
			}
			finding.Fixes = append(finding.Fixes, jsonFix{fix.Message, edits})
		}
		out.Findings = append(out.Findings, finding)
	}
	return indented(out)
}

func (r *Report) jsonPlace(p Place) jsonPlace {
	name, _ := r.Paths.Relative(p.File)
	return jsonPlace{name, p.Line, p.Column, p.EndLine, p.EndCol}
}

// indented leaves < and > as they are: people read it.
func indented(v any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(v)
	return out.Bytes(), err
}
