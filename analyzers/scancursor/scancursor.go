package scancursor

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "scancursor",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("scancursor"),
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
		if !c.Is("SCAN", "HSCAN", "SSCAN", "ZSCAN") || c.Script != nil || c.Batch != nil {
			continue // another command, or an answer that is taken apart out of sight
		}
		if c.Via == nil && p.IteratorUnchecked(c) {
			p.Report(pass, usage.Finding{
				Command: c, Tier: config.Advice,
				Message: fmt.Sprintf("the iterator of this %s stops at an error as it does at the end, and nobody asks its Err: check it after the loop", c.Name),
			})
			continue
		}
		what := ""
		switch g.Cursor(c) {
		case usage.CursorDropped:
			what = "its cursor is dropped"
		case usage.CursorCompared:
			what = "its cursor is never given to another one"
		default:
			continue // it goes on from there, or that is not known
		}
		if start, ok := cursorOf(c); ok && start != 0 {
			continue // a part that somebody asked for
		}
		p.Report(pass, usage.Finding{
			Command: c,
			Message: fmt.Sprintf("one %s%s answers a part, perhaps nothing, and %s, so most elements are never seen: call it until the cursor is 0, or use its Iterator", c.Name, of(p, c), what),
		})
	}
	return nil, nil
}

// cursorOf is the cursor that the command starts from, where it is constant.
func cursorOf(c *command.Command) (int64, bool) {
	i := 1
	if c.Is("SCAN") {
		i = 0
	}
	if i >= len(c.Args) {
		return 0, false
	}
	return c.Args[i].Text.Int()
}

// of names what is scanned: the key, or the pattern.
func of(p *usage.Package, c *command.Command) string {
	if k := c.KeyArg(); k != nil {
		return " of " + p.KeyText(k)
	}
	if len(c.Args) > 2 && c.Args[1].Keyword("MATCH") {
		return " of " + p.KeyText(&c.Args[2])
	}
	return ""
}
