package keyscommand

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "keyscommand",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("keyscommand"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	return nil, nil
}
