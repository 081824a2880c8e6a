// Command unit is a driver of single rules that is told everything about one
// package, as Bazel's nogo and the tools of go vet are.
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/redislint/redislint/analyzers"
)

func main() { unitchecker.Main(analyzers.All()...) }
