package redisnil

import (
	_ "embed"
	"fmt"
	"strings"
	"time"

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
	for _, c := range p.Commands {
		if c.Batch != nil || c.Via != nil || !mayMiss(p, c) {
			continue // answers with its batch; or in the helper; or there is always an answer
		}
		if l := g.NilFailure(c); l != nil && g.Reached(c) {
			p.Report(pass, usage.Finding{
				Command: c, Related: at(l),
				Message: fmt.Sprintf("%s answers redis.Nil %s, and that is %s like a failure of the server: test errors.Is(err, redis.Nil) first", what(p, c), when(c), ending(p, l)),
			})
		}
	}
	for _, l := range p.Pipelines() {
		var missing *command.Command
		for _, c := range l.Queued {
			if c.Via == nil && mayMiss(p, c) {
				missing = c
				break
			}
		}
		if missing == nil {
			continue // all of them always answer
		}
		for _, e := range l.Execs {
			if f := g.NilFailure(e); f != nil && len(p.At(e.Call)) == 0 && g.Reached(e) {
				p.Report(pass, usage.Finding{
					Command: e, Related: at(f),
					Message: fmt.Sprintf("%s gives redis.Nil as its error when %s finds nothing, though all else was done, and that is %s like a failure of the server: except errors.Is(err, redis.Nil), and read each command's own error", e.Method, what(p, missing), ending(p, f)),
				})
			}
		}
	}
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

// mayMiss reports whether the command answers Nil for something as common as a
// missing key, member or element, or a time that has run out.
func mayMiss(p *usage.Package, c *command.Command) bool {
	if c.Script != nil || c.Nil != command.NilMay && !c.Is("XREADGROUP") {
		return false // of a script nothing is known
	}
	switch {
	case c.Is("SET", "ZADD", "XADD", "XRANGE", "GEORADIUS", "GEORADIUSBYMEMBER"):
		return false // by an option, whose answer is meant: lockresult
	case c.Is("XREAD", "XREADGROUP"):
		block := c.Option(0, "BLOCK")
		if block == nil {
			return !c.Is("XREADGROUP") && !c.Opaque(0)
		}
		for i := range c.Args {
			if &c.Args[i] == block && i+1 < len(c.Args) {
				return positive(&c.Args[i+1])
			}
		}
		return false
	case c.Is("BLPOP", "BRPOP", "BLMOVE", "BRPOPLPUSH", "BZPOPMIN", "BZPOPMAX"):
		return len(c.Args) > 0 && positive(&c.Args[len(c.Args)-1])
	case c.Is("BLMPOP", "BZMPOP"):
		return len(c.Args) > 0 && positive(&c.Args[0])
	}
	return !p.Written(c) // else what is asked for is there
}

// positive reports whether the timeout is a constant other than 0, so that it runs out.
func positive(a *command.Arg) bool {
	n, ok := a.Text.Int()
	return ok && time.Duration(n) > 0
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
	how := map[string]string{"returned": "returned", "logged": "logged as an error", "answered": "answered with a status of 500"}[f.How]
	if f.Via != "" {
		return fmt.Sprintf("%s by the caller of %s (%s)", how, f.Via, p.Place(f.Pos))
	}
	return fmt.Sprintf("%s at %s", how, p.Place(f.Pos))
}

func at(f *usage.Failure) []analysis.RelatedInformation {
	return []analysis.RelatedInformation{{Pos: f.Pos, End: f.Pos, Message: "here it is taken for a failure"}}
}
