package redisnil

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
	Name:     "redisnil",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("redisnil"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands, usage.Flow},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Index == nil {
		return nil, nil // reaches no client
	}
	g := usage.FlowOf(pass)
	p.Misses(func(c, missing *command.Command) {
		l := g.NilFailure(c)
		if l == nil || !g.Reached(c) {
			return // somebody tells it from a failure; dead code
		}
		f := usage.Finding{Command: c, Related: at(l)}
		if c == missing {
			f.Message = fmt.Sprintf("%s answers redis.Nil %s, and that is %s like a failure of the server: test errors.Is(err, redis.Nil) first", what(p, c), when(c), ending(p, l))
		} else {
			f.Message = fmt.Sprintf("%s gives redis.Nil as its error when %s finds nothing, though all else was done, and that is %s like a failure of the server: except errors.Is(err, redis.Nil), and read each command's own error", c.Method, what(p, missing), ending(p, l))
		}
		p.Report(pass, f)
	})
	for _, t := range p.NilTexts() {
		f := usage.Finding{Command: t.At, Message: "this compares an error with the text of redis.Nil, and is false as soon as somebody wraps it: use errors.Is(err, redis.Nil)"}
		if t.Client != "" && t.Errors != "" && t.Err != nil {
			is := fmt.Sprintf("%s.Is(%s, %s.Nil)", t.Errors, fix.Text(t.Err), t.Client)
			if t.Not {
				is = "!" + is
			}
			f.Fix = &analysis.SuggestedFix{Message: "Use errors.Is", TextEdits: []analysis.TextEdit{fix.Replace(t.Expr.Pos(), t.Expr.End(), is)}}
		}
		p.Report(pass, f)
	}
	return nil, nil
}

func what(p *usage.Package, c *command.Command) string {
	if k := c.KeyArg(); k != nil {
		return c.Name + " of " + p.KeyText(k)
	}
	return c.Name
}

func when(c *command.Command) string {
	switch {
	case c.Is("XREAD", "XREADGROUP"), strings.HasPrefix(c.Name, "B"):
		return "when its time is over and nothing has come"
	case c.Is("LPOP", "RPOP", "SPOP", "LMOVE", "RPOPLPUSH", "SRANDMEMBER", "LINDEX", "LMPOP", "ZMPOP"):
		return "when there is no element"
	case c.Is("HGET"):
		return "for a missing key or field"
	case c.Is("ZSCORE", "ZRANK", "ZREVRANK"):
		return "for a missing key or member"
	case c.Is("GETSET"):
		return "for a key that was not there, which it has set"
	}
	return "for a missing key"
}

func ending(p *usage.Package, f *usage.Failure) string {
	at := f.Where
	if f.Pos.IsValid() {
		at = p.Place(f.Pos)
	}
	how := map[string]string{"returned": "returned", "logged": "logged as an error", "answered": "answered with a status of 500"}[f.How]
	if f.Via != "" {
		return fmt.Sprintf("%s by the caller of %s (%s)", how, f.Via, at)
	}
	return fmt.Sprintf("%s at %s", how, at)
}

func at(f *usage.Failure) []analysis.RelatedInformation {
	if !f.Pos.IsValid() {
		return nil // in another package
	}
	return []analysis.RelatedInformation{{Pos: f.Pos, End: f.Pos, Message: "here it is taken for a failure"}}
}
