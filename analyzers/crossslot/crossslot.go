package crossslot

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/fix"
	"github.com/redislint/redislint/internal/keyexpr"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "crossslot",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("crossslot"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands, usage.Flow},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Empty() && len(p.Watches()) == 0 {
		return nil, nil
	}
	reported := map[*command.Command]bool{}
	for _, c := range append(p.Watches(), p.Commands...) {
		if !p.OnCluster(c) {
			continue // on a single node the code is right
		}
		if c.Script != nil {
			continue // the KEYS of its run are judged; others are undeclaredkey's
		}
		if f, ok := alone(p, c); ok {
			p.Report(pass, f)
			reported[c] = true
		}
	}
	g := usage.FlowOf(pass)
	for _, j := range p.Joints() {
		if f, ok := together(p, g, j, reported); ok {
			p.Report(pass, f)
		}
	}
	return nil, nil
}

// alone judges the keys of one command.
func alone(p *usage.Package, c *command.Command) (f usage.Finding, found bool) {
	f = usage.Finding{Command: c, Tier: config.Risk}
	keys, answer := c.Keys(), usage.OneSlot(c.Keys())
	if c.Is("DEL", "EXISTS", "MGET", "MSET", "TOUCH", "UNLINK") && p.Resolver() {
		switch {
		case c.BatchKind() == command.Pipeline && c.Batch.Call != nil:
			f.Message = fmt.Sprintf("%s of %s fails in a pipeline, whatever its keys, since SetCommandInfoResolver makes the cluster client split it by slot: send it outside of the pipeline", c.Name, p.KeyText(c.KeyArg()))
		case c.Batch == nil && c.Is("MSET") && !p.TextValues(c):
			f.Message = fmt.Sprintf("MSET of %s panics on values that are no strings, since SetCommandInfoResolver makes the cluster client split it by slot: turn the values into strings", p.KeyText(c.KeyArg()))
		case c.Batch == nil:
			return f, false // the client splits it by slot
		}
		if f.Message != "" {
			f.Tier = tier(p, c, keyexpr.No)
			return f, c.Via == nil
		}
	}
	if answer == keyexpr.Yes {
		return f, false // one key, or one slot for all
	}
	var args []*command.Arg
	for _, k := range keys {
		args = append(args, k.Arg)
		if p.BySlot(c, k.Arg) {
			return f, false // grouped by slot before
		}
	}
	if !p.KeysChosen(c) {
		return f, false // whoever supplies the keys is reported
	}
	f.Tier = tier(p, c, answer)
	f.Message = fmt.Sprintf("%s of %s fails with CROSSSLOT %s: %s", c.Name, list(p, keys), when(answer), instead(c))
	if p.Settings.UnsafeFixes && c.Via == nil {
		f.Fix = fix.HashTag(p.Fset, args)
	}
	return f, true
}

// together judges the keys of a transaction or a WATCH.
func together(p *usage.Package, g *usage.Graph, j *usage.Joint, reported map[*command.Command]bool) (f usage.Finding, found bool) {
	clash, found := g.Clash(j)
	if !found || usage.OneSlot(j.Keys) != keyexpr.Yes {
		return f, false // in one slot, or the WATCH itself is reported
	}
	for _, c := range j.Commands {
		if reported[c] && c.Pos <= clash.Command.Pos {
			return f, false // one finding a batch
		}
	}
	what, refusal, other := "this transaction sends", "the client refuses it with CROSSSLOT", "those of the other turns of the loop"
	if j.Watch != nil {
		what, refusal = "under WATCH it sends", "it fails"
	}
	if clash.Other != nil {
		other = p.KeyText(clash.Other)
	}
	f = usage.Finding{Command: clash.Command, Tier: tier(p, clash.Command, clash.Answer)}
	f.Message = fmt.Sprintf("%s %s of %s beside %s, and %s %s: give all its keys one hash tag such as {user:42}", what, clash.Command.Name, p.KeyText(clash.Key), other, refusal, when(clash.Answer))
	return f, true
}

func tier(p *usage.Package, c *command.Command, answer keyexpr.Answer) config.Tier {
	if answer == keyexpr.No && !c.May && p.Cluster(c) == usage.CertainCluster {
		return config.Bug
	}
	return config.Risk
}

// when says when the consequence comes.
func when(answer keyexpr.Answer) string {
	if answer == keyexpr.No {
		return "on a cluster every time, since their hash slots differ"
	}
	return "on a cluster whenever they lie in different hash slots"
}

func list(p *usage.Package, keys []command.KeyArg) string {
	switch {
	case len(keys) == 1:
		return "the keys " + p.KeyText(keys[0].Arg)
	case len(keys) == 2:
		return p.KeyText(keys[0].Arg) + " and " + p.KeyText(keys[1].Arg)
	}
	return fmt.Sprintf("%s, %s and %d more", p.KeyText(keys[0].Arg), p.KeyText(keys[1].Arg), len(keys)-2)
}

func instead(c *command.Command) string {
	if c.Is("DEL", "EXISTS", "MGET", "MSET", "TOUCH", "UNLINK", "PFCOUNT", "SSUBSCRIBE") {
		return "give them one hash tag such as {user:42}, or send one command a key in a plain pipeline"
	}
	return "give them one hash tag such as {user:42}"
}
