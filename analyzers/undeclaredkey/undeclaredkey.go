package undeclaredkey

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "undeclaredkey",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("undeclaredkey"),
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
		if c.Script == nil || !c.Script.Undeclared {
			continue // not in a script, or a key that KEYS names
		}
		if c.Via != nil && c.Script.Run == nil {
			continue // the helper's own script: reported there
		}
		f := usage.Finding{Command: c, Tier: config.Advice, Message: fmt.Sprintf(
			"this script's %s of %s touches a key that KEYS does not name, which fails once the server is a cluster: pass it in KEYS", c.Name, p.KeyText(c.KeyArg()))}
		if p.OnCluster(c) {
			f.Tier = config.Risk
			f.Message = fmt.Sprintf("this script's %s of %s touches a key that KEYS does not name, and fails when another node of the cluster holds it: pass it in KEYS, with the hash tag of the others", c.Name, p.KeyText(c.KeyArg()))
		}
		p.Report(pass, f)
	}
	return nil, nil
}
