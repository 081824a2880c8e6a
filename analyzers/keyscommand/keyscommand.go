package keyscommand

import (
	_ "embed"
	"fmt"

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
	Name:     "keyscommand",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("keyscommand"),
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
		if !c.Is("KEYS") {
			continue // another command
		}
		var pattern []*command.Arg
		if len(c.Args) > 0 {
			pattern = append(pattern, &c.Args[0])
		}
		if !p.Chosen(c, pattern...) {
			continue // whoever supplies the pattern is reported
		}
		f := usage.Finding{Command: c, Message: message(p, c), Fix: scanLoop(p, c)}
		if p.AdvicePlace(c) {
			f.Tier = config.Advice // an operator waits for it, not every user
		}
		p.Report(pass, f)
	}
	return nil, nil
}

var occasions = map[usage.Occasion]string{
	usage.EachTurn:    ", here at every turn of a loop",
	usage.EachTick:    ", here at every tick",
	usage.EachRequest: ", here for every HTTP request",
}

func message(p *usage.Package, c *command.Command) string {
	name, instead, nodes := "KEYS", "Scan", ""
	if len(c.Args) > 0 {
		name += " " + p.KeyText(&c.Args[0])
	}
	if p.Cluster(c) != usage.NoCluster {
		nodes, instead = " and on a cluster answers from one node only", "Scan in ForEachMaster"
	}
	return fmt.Sprintf("%s walks every key of the server while all other clients wait%s%s: iterate with %s", name, occasions[p.Occasion(c)], nodes, instead)
}

// scanLoop is the fix where the statement does nothing but take or return the
// names and the error.
func scanLoop(p *usage.Package, c *command.Command) *analysis.SuggestedFix {
	lib, iterates := p.Iterates(c)
	r := p.Result(c)
	if c.Via != nil || c.Batch != nil || c.Method != "Keys" || !iterates || r.Chain != "Result" {
		return nil
	}
	s := &fix.KeysSite{
		Fset: p.Fset, File: p.Func(c).File, Call: c.Call, Chain: r.Node, Client: lib,
		Context: c.Version != "v6" && c.Version != "v7", Imported: p.Imported(c), Visible: p.Visible(c), Unused: p.Unused(c),
	}
	switch {
	case c.Kind == command.Cluster && !c.Each:
		s.Each = "ForEachMaster"
	case c.Kind == command.Ring && !c.Each:
		s.Each = "ForEachShard"
	case p.Cluster(c) != usage.NoCluster:
		return nil // whether one SCAN sees all the keys, the type does not say
	}
	st := p.Statement(c, r.Node)
	s.Stmt, s.List, s.Open = st.Stmt, st.List, st.Open
	t, ok := p.Taking(r, st.Stmt)
	if !ok {
		return nil
	}
	s.Keys, s.NewKeys, s.Err, s.NewErr = t.Value, t.NewValue, t.Err, t.NewErr
	return fix.ScanLoop(s)
}
