package nevernil

import (
	_ "embed"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/fix"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "nevernil",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("nevernil"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands, usage.Flow},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Empty() {
		return nil, nil
	}
	g := usage.FlowOf(pass)
	for _, c := range p.Commands {
		if c.Nil != command.NilNever || c.Via != nil {
			continue // it may answer Nil, or a helper may return it by itself
		}
		if c.Batch != nil {
			continue // the error may be that of the batch
		}
		tests := g.NilTests(c)
		if len(tests) == 0 {
			continue // nothing depends on it
		}
		f := usage.Finding{Command: c, Message: message(p, c, tests[0])}
		if text := g.EmptyTest(c, tests[0]); text != "" && strings.HasPrefix(c.Missing, "empty ") && len(tests) == 1 {
			f.Fix = &analysis.SuggestedFix{
				Message:   "Test for an empty answer",
				TextEdits: []analysis.TextEdit{fix.Replace(tests[0].Expr.Pos(), tests[0].Expr.End(), text)},
			}
		}
		for _, t := range tests {
			f.Related = append(f.Related, analysis.RelatedInformation{Pos: t.Expr.Pos(), End: t.Expr.End(), Message: "this branch is never taken"})
		}
		p.Report(pass, f)
	}
	return nil, nil
}

func message(p *usage.Package, c *command.Command, t usage.NilTest) string {
	answer, instead := "another value", "test that"
	value, empty := "the answer", "test for an empty one"
	if t.Value != nil {
		value = t.Value.Name()
		empty = fmt.Sprintf("test len(%s) == 0", value)
	}
	switch m := c.Missing; {
	case strings.HasPrefix(m, "empty map"):
		answer, instead = "an empty map", empty
	case strings.HasPrefix(m, "empty "):
		answer, instead = "an empty list", empty
	case m == "filled []interface{}":
		answer, instead = "a list with a nil for what is missing", "test its elements for nil"
	case strings.HasPrefix(m, "filled "):
		answer, instead = "a list with an element for each argument", "test its elements"
	case m == "-2ns":
		answer, instead = "-2 for a missing key", "test for a negative value"
	case m == "true" || m == "false":
		answer, instead = "true or false", "test "+value
	case m == `"OK"`:
		answer, instead = "OK or an error", "drop the branch"
	case m != "" && strings.Trim(m, "-0123456789") == "":
		answer, instead = "a number", "test "+value
	case strings.HasPrefix(m, `"`):
		answer, instead = "a text", "test "+value
	}
	return fmt.Sprintf("%s answers %s, never redis.Nil, so the branch at %s is never taken: %s", c.Name, answer, p.Place(t.Expr.Pos()), instead)
}
