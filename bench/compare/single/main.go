// Command single is redislint under x/tools' own driver, to compare with.
package main

import (
	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/redislint/redislint/analyzers"
)

func main() { singlechecker.Main(analyzers.Analyzer) }
