package durationunit

import (
	_ "embed"
	"fmt"
	"go/ast"
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
	Name:     "durationunit",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("durationunit"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Empty() {
		return nil, nil
	}
	for _, c := range p.Commands {
		for i := range c.Args {
			if judge(pass, p, c, &c.Args[i]) {
				break // one finding a call
			}
		}
		for i := range c.Unsent {
			if judge(pass, p, c, &c.Unsent[i]) {
				break
			}
		}
	}
	return nil, nil
}

// judge reports the argument if it is a time in the wrong unit.
func judge(pass *analysis.Pass, p *usage.Package, c *command.Command, a *command.Arg) bool {
	unit, ok := usage.IsDuration(a)
	if !ok {
		return false // no time
	}
	f := usage.Finding{Command: c}
	if conv, name, of := p.NamedUnit(a); conv != nil && c.Via == nil {
		f.Message = fmt.Sprintf("%s counts %ss by its name, and time.Duration(%s) makes nanoseconds of it, which %s takes for next to nothing: multiply by time.%s",
			name, lower(of), name, c.Name, of)
		f.Fix = multiply(p, c, conv, of)
		p.Report(pass, f)
		return true
	}
	n, known := a.Text.Int()
	if !known || n == 0 || n == -1 || !p.Decided(c, a) {
		return false // not constant; for ever, or redis.KeepTTL; decided elsewhere
	}
	d := time.Duration(n)
	if n < 0 {
		if !c.Is("SET", "SETEX", "PSETEX") || a.Expr == nil {
			return false // Block: -1 does not block, EXPIRE deletes
		}
		what := "sends no expiry, so the value is stored for ever"
		if c.NX() || !c.Is("SET") {
			what = "gets an error from the server"
		}
		f.Message = fmt.Sprintf("%s of %s with the negative expiry %v %s: pass a positive one", c.Name, p.KeyText(c.KeyArg()), d, what)
		p.Report(pass, f)
		return true
	}
	sent := time.Second
	if unit == "ms" || c.Is("SET", "GETEX") { // those send milliseconds for what is no whole second
		sent = time.Millisecond
	}
	bare := p.Bare(a)
	if d >= sent || bare == nil {
		return false // something is sent of it; a unit is written
	}
	of := "Second"
	switch {
	case unit == "ms" && (n >= 1000 || c.Is("PEXPIRE", "PSETEX")):
		of = "Millisecond"
	}
	f.Message = fmt.Sprintf("%s means %v, which %s sends as %s: write %s*time.%s", p.Source(bare), d, c.Name, effect(c, a, sent), p.Source(bare), of)
	f.Fix = multiply(p, c, bare, of)
	p.Report(pass, f)
	return true
}

// effect is what goes over the wire for a time below the unit.
func effect(c *command.Command, a *command.Arg, sent time.Duration) string {
	zero := a.Unit == "s0" || a.Unit == "ms0"
	switch {
	case zero && c.Is("XREAD", "XREADGROUP"):
		return "BLOCK 0, and waits for ever"
	case zero && c.Is("BLPOP", "BRPOP", "BRPOPLPUSH", "BLMOVE", "BZPOPMIN", "BZPOPMAX"):
		return "0, and waits for ever"
	case zero:
		return "0"
	case sent == time.Millisecond:
		return "1 ms"
	}
	return "1 s"
}

func lower(unit string) string { return string(unit[0]+'a'-'A') + unit[1:] }

// multiply is the fix where the number stands in the call itself.
func multiply(p *usage.Package, c *command.Command, e ast.Expr, unit string) *analysis.SuggestedFix {
	file := p.File(c)
	if file == nil || e.Pos() < c.Call.Pos() || e.End() > c.Call.End() {
		return nil // a constant or variable, which other places may use
	}
	name, add := p.Qualifier(file, c.Pos, "time", "time")
	return fix.Unit(file, e, unit, p.InLiteral(c, e), name, add)
}
