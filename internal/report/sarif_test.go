package report

import (
	"encoding/json"
	"io/fs"
	"strings"
	"testing"

	"github.com/redislint/redislint/internal/config"
)

// SARIF counts columns in UTF-16, in fixes as in findings, and tells what a
// baseline knows from what is new. e2e/cli holds the form against the schema.
func TestSARIF(t *testing.T) {
	line := "\tx := \"ü𝄞\" + rdb.Keys(ctx)\n" // ü is two bytes and one unit, 𝄞 four bytes and two
	at := strings.Index(line, "Keys")
	file := "/w/a b/c:d.go"
	r := &Report{
		Paths: Paths{Dirs: []string{"/w"}}, Compared: true, Problems: []string{"x.go:1:1: broken"},
		Read: func(string) ([]byte, error) { return []byte(line), nil },
		Findings: []Finding{
			{Rule: "keyscommand", Severity: config.Info, Place: Place{file, 1, at + 1, 1, at + 5}, Message: "new", Identity: "n",
				Related: []Related{{Place{"/other/o.go", 3, 1, 0, 0}, "asked here"}},
				Fixes:   []Fix{{"Use SCAN", []Edit{{file, at, at + 4, "Scan"}}}}},
			{Rule: "keyscommand", Severity: config.Warning, Place: Place{File: file, Line: 2, Column: 1}, Message: "old", Identity: "o", Known: true},
		},
	}
	r.Settle()
	type location struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI, URIBaseID string }
			Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
		}
	}
	var log struct {
		Runs []struct {
			Invocations []struct{ ExecutionSuccessful bool }
			Results     []struct {
				Level, BaselineState        string
				Locations, RelatedLocations []location
				Fixes                       []struct {
					ArtifactChanges []struct {
						Replacements []struct {
							DeletedRegion struct{ StartLine, StartColumn, EndLine, EndColumn int }
						}
					}
				}
			}
		}
	}
	got := render(t, r, "sarif")
	if err := json.Unmarshal([]byte(got), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Results) != 2 || run.Invocations[0].ExecutionSuccessful {
		t.Fatalf("%s", got)
	}
	first := run.Results[0]
	if first.Level != "note" || first.BaselineState != "new" || run.Results[1].BaselineState != "unchanged" {
		t.Errorf("%+v", run.Results)
	}
	p := first.Locations[0].PhysicalLocation
	if p.ArtifactLocation.URI != "a%20b/c:d.go" || p.ArtifactLocation.URIBaseID != root || p.Region.StartColumn != 19 || p.Region.EndColumn != 23 {
		t.Errorf("%+v", p)
	}
	if to := first.Fixes[0].ArtifactChanges[0].Replacements[0].DeletedRegion; to != p.Region {
		t.Errorf("the fix is at %+v, the finding at %+v", to, p.Region)
	}
	if at := first.RelatedLocations[0].PhysicalLocation.ArtifactLocation; at.URI != "file:///other/o.go" || at.URIBaseID != "" {
		t.Errorf("%+v", at)
	}
}

// No form needs the source: the file may be gone.
func TestUnreadable(t *testing.T) {
	r := sample()
	r.Read = func(string) ([]byte, error) { return nil, fs.ErrNotExist }
	for _, f := range Formats() {
		if f.Render != nil {
			render(t, r, f.Name)
		}
	}
	if got := string(r.Text(Text{Caret: true, Context: 2})); strings.Contains(got, "^") {
		t.Errorf("a mark below nothing:\n%s", got)
	}
}
