// Command multi is a driver of single rules that loads packages itself.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/redislint/redislint/analyzers"
)

func main() { multichecker.Main(analyzers.All()...) }
