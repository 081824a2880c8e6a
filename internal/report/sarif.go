package report

import (
	"bytes"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/redislint/redislint/internal/config"
)

// root stands for the folder that names of files are relative to.
const root = "%SRCROOT%"

// sarif writes SARIF 2.1.0. It is the one form that holds what a baseline
// knows, marked as such.
func (r *Report) sarif() ([]byte, error) {
	log, err := sarif.New(sarif.Version210)
	if err != nil {
		return nil, err
	}
	run := sarif.NewRunWithInformationURI("redislint", "https://github.com/redislint/redislint")
	run.WithColumnKind("utf16CodeUnits")
	run.Tool.Driver.WithVersion(r.Version)
	for _, rule := range r.Rules {
		page := rule.Page
		help := page.Markdown()
		d := run.AddRule(rule.Name).
			WithName(rule.Name).
			WithShortDescription(sarif.NewMultiformatMessageString(page.Title())).
			WithFullDescription(sarif.NewMultiformatMessageString(page.Title())).
			WithHelpURI(rule.URL).
			WithHelp(sarif.NewMultiformatMessageString(page.Plain()).WithMarkdown(help))
		d.WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(level(rule.Severity)))
		d.Properties = sarif.Properties{
			"tier": rule.Tier.String(), "tags": []string{"redis", rule.Tier.String()}, "problem.severity": problemSeverity[rule.Severity],
		}
	}
	for _, f := range r.Findings {
		if f.Known && !r.Compared {
			continue // just written to a baseline
		}
		result := sarif.NewRuleResult(f.Rule).
			WithMessage(sarif.NewTextMessage(f.Message)).
			WithLevel(level(f.Severity)).
			WithLocations([]*sarif.Location{r.sarifLocation(f.Place)}).
			WithPartialFingerPrints(map[string]interface{}{"redislint/v1": f.fingerprint})
		if f.Rule == "" {
			result.RuleID = nil
		}
		result.Properties = sarif.Properties{"tier": f.Tier.String()}
		if r.Compared {
			state := "new"
			if f.Known {
				state = "unchanged"
			}
			result.WithBaselineState(state)
		}
		for i, related := range f.Related {
			result.RelatedLocations = append(result.RelatedLocations,
				r.sarifLocation(related.Place).WithId(i+1).WithMessage(sarif.NewTextMessage(related.Message)))
		}
		for _, fix := range f.Fixes {
			if s := r.sarifFix(fix); s != nil {
				result.Fixes = append(result.Fixes, s)
			}
		}
		if result.RuleID != nil {
			run.AddResult(result)
		} else {
			run.Results = append(run.Results, result)
		}
	}
	invocation := run.AddInvocation(len(r.Problems) == 0)
	for _, problem := range r.Problems {
		invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications,
			&sarif.Notification{Level: "error", Message: sarif.NewTextMessage(problem)})
	}
	log.AddRun(run)
	var out bytes.Buffer
	err = log.PrettyWrite(&out)
	out.WriteByte('\n')
	return out.Bytes(), err
}

func level(s config.Severity) string {
	if s == config.Info {
		return "note"
	}
	return string(s)
}

// problemSeverity is what GitHub shows and filters by.
var problemSeverity = map[config.Severity]string{config.Error: "error", config.Warning: "warning", config.Info: "recommendation"}

func (r *Report) sarifArtifact(file string) *sarif.ArtifactLocation {
	uri, below := r.Paths.uri(file)
	at := sarif.NewArtifactLocation().WithUri(uri)
	if below {
		at.WithUriBaseId(root)
	}
	return at
}

func (r *Report) sarifLocation(p Place) *sarif.Location {
	physical := sarif.NewPhysicalLocation().WithArtifactLocation(r.sarifArtifact(p.File))
	if p.Line > 0 {
		src := r.source(p.File)
		region := sarif.NewRegion().WithStartLine(p.Line)
		if p.Column > 0 {
			region.WithStartColumn(src.utf16(p.Line, p.Column))
		}
		if p.EndLine > 0 && p.EndCol > 0 {
			region.WithEndLine(p.EndLine).WithEndColumn(src.utf16(p.EndLine, p.EndCol))
		}
		physical.WithRegion(region)
	}
	return sarif.NewLocationWithPhysicalLocation(physical)
}

// sarifFix is nil if a place of the fix is not found.
func (r *Report) sarifFix(fix Fix) *sarif.Fix {
	out := sarif.NewFix().WithDescription(sarif.NewTextMessage(fix.Message))
	changes := map[string]*sarif.ArtifactChange{}
	for _, e := range fix.Edits {
		src := r.source(e.File)
		line, column := src.position(e.Start)
		endLine, endColumn := src.position(e.End)
		if line == 0 || endLine == 0 {
			return nil
		}
		change := changes[e.File]
		if change == nil {
			change = sarif.NewArtifactChange(r.sarifArtifact(e.File))
			changes[e.File] = change
			out.ArtifactChanges = append(out.ArtifactChanges, change)
		}
		region := sarif.NewRegion().WithStartLine(line).WithStartColumn(src.utf16(line, column)).
			WithEndLine(endLine).WithEndColumn(src.utf16(endLine, endColumn))
		change.WithReplacement(sarif.NewReplacement(region).WithInsertedContent(sarif.NewArtifactContent().WithText(e.New)))
	}
	if len(changes) == 0 {
		return nil
	}
	return out
}
