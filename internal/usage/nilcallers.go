package usage

import (
	"go/types"
	"time"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/index"
)

// MayMiss reports whether the command answers the client's Nil for something as
// common as a missing key, member or element, or a time that has run out.
func (p *Package) MayMiss(c *command.Command) bool {
	if c.Script != nil || c.Via != nil || c.Nil != command.NilMay && !c.Is("XREADGROUP") {
		return false // of a script or a helper nothing is known
	}
	switch {
	case c.Is("SET", "ZADD", "XADD", "XRANGE", "GEORADIUS", "GEORADIUSBYMEMBER"):
		return false // by an option, whose answer is meant
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

// Misses lists what gives the client's Nil as its error for something that is not
// there: commands that are sent at once, and, with one of those that are queued,
// calls that execute a batch.
func (p *Package) Misses(visit func(at, missing *command.Command)) {
	for _, c := range p.Commands {
		if c.Batch == nil && p.MayMiss(c) {
			visit(c, c)
		}
	}
	for _, l := range p.Pipelines() {
		for _, c := range l.Queued {
			if !p.MayMiss(c) {
				continue // always answers
			}
			for _, e := range l.Execs {
				if len(p.At(e.Call)) == 0 { // else a function that does more
					visit(e, c)
				}
			}
			break
		}
	}
}

// failsElsewhere asks the module index what the callers of an exported function
// in other packages make of Nil.
func (p *Package) failsElsewhere(fn *types.Func) *Failure {
	how, where, ok := p.Settings.Module.NilFails(fn)
	if !ok {
		return nil
	}
	return &Failure{How: how, Where: where}
}

// passing is a graph that takes it that callers elsewhere make a failure of Nil,
// and notes of which functions.
func (p *Package) passing(up *[]string) *Graph {
	g := newGraph(p)
	g.passing = true
	g.up = func(fn *types.Func) *Failure {
		*up = append(*up, fn.Origin().FullName())
		return &Failure{}
	}
	return g
}

// passedUp lists the exported functions that hand the Nil of a command to callers
// in other packages.
func (p *Package) passedUp() []string {
	var out, up []string
	g := p.passing(&up)
	p.Misses(func(at, _ *command.Command) {
		up = nil
		if g.NilFailure(at) != nil {
			out = append(out, up...)
		}
	})
	return out
}

// nilFates tells what this package makes of the errors of the functions, which
// are of other packages, or methods of an interface.
func (p *Package) nilFates(of map[string]bool) []index.NilFate {
	var out []index.NilFate
	var up []string
	g := p.passing(&up)
	for _, call := range p.allCalls() {
		fn := p.Index.Callee(call)
		if fn == nil {
			continue // of a variable: mentioned as a value
		}
		recv := fn.Signature().Recv()
		if fn = fn.Origin(); !of[fn.FullName()] || fn.Pkg() == p.Types && !(recv != nil && types.IsInterface(recv.Type())) {
			continue // not asked for, or in sight of the function itself
		}
		in := p.Index.FuncOf(call)
		if in != nil && p.left[in.File] {
			continue // no evidence
		}
		fate := index.NilFate{Of: fn}
		up = nil
		if in != nil {
			if f := g.nilFailure(p.here(call), maxCallers); f != nil {
				fate.Fails, fate.Up = true, up
				if f.How != "" {
					fate.How, fate.Where = f.How, p.Place(f.Pos)
				}
			}
		}
		out = append(out, fate)
	}
	return out
}
