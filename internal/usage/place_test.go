package usage_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/usage"
)

// place reports what repeats a command, and whether it stands off the cluster.
var place = &analysis.Analyzer{
	Name:     "place",
	Doc:      "print where commands stand",
	Requires: []*analysis.Analyzer{usage.Commands},
	Run: func(pass *analysis.Pass) (any, error) {
		p := usage.Of(pass)
		for _, c := range p.Commands {
			text := [...]string{"once", "each turn", "each tick", "each request"}[p.Occasion(c)]
			if p.OffCluster(c) {
				text += ", off the cluster"
			}
			pass.Report(analysis.Diagnostic{Pos: c.Pos, Message: text})
		}
		return nil, nil
	},
}

// TestPlace compares what is known of a command's place with the want comments
// in testdata/src/place.
func TestPlace(t *testing.T) { testDump(t, place, "./place") }
