package usage_test

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/usage"
)

// flowed reports where the answer of every command ends up.
var flowed = &analysis.Analyzer{
	Name:     "flowed",
	Doc:      "print where answers end up",
	Requires: []*analysis.Analyzer{usage.Commands},
	Run: func(pass *analysis.Pass) (any, error) {
		p := usage.Of(pass)
		for _, c := range p.Commands {
			var out []string
			for _, s := range p.Flows(c) {
				text := s.Kind.String()
				if s.Name != "" {
					text += map[usage.SinkKind]string{usage.Decoded: " by ", usage.Passed: " to "}[s.Kind] + s.Name
				}
				out = append(out, fmt.Sprintf("%s as %s", text, types.TypeString(s.Type, types.RelativeTo(pass.Pkg))))
			}
			if out = slices.Compact(out); len(out) == 0 {
				out = []string{"none"}
			}
			pass.Report(analysis.Diagnostic{Pos: c.Pos, Message: strings.Join(out, "; ")})
		}
		return nil, nil
	},
}

func TestFlows(t *testing.T) { testDump(t, flowed, "./sinks") }
