// Command null loads packages as redislint does and runs an analyzer that does
// nothing: what is left is the floor for every analyzer with facts.
package main

import (
	"log"
	"os"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/load"
	"github.com/redislint/redislint/internal/usage"
)

type fact struct{}

func (*fact) AFact() {}

var null = &analysis.Analyzer{
	Name:      "null",
	Doc:       "do nothing",
	FactTypes: []analysis.Fact{(*fact)(nil)},
	Run:       func(*analysis.Pass) (any, error) { return nil, nil },

	RunDespiteErrors: true,
}

func main() {
	log.SetFlags(0)
	program, err := load.Load(packages.Config{}, usage.ClientPath(config.Current()), os.Args[1:]...)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := checker.Analyze([]*analysis.Analyzer{null}, program.Roots, nil); err != nil {
		log.Fatal(err)
	}
}
