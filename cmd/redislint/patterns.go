package main

import (
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

// matchNothing returns a line for each pattern that names no Go package. The
// driver would print three for each and, for some, none. It costs one "go
// list" without dependencies.
func matchNothing(patterns []string) []string {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles}, patterns...)
	if err != nil {
		return []string{explainError(err.Error())}
	}
	if len(pkgs) == 0 {
		return []string{strings.Join(patterns, " ") + " matches no packages"}
	}
	var problems []string
	for _, pkg := range pkgs {
		// With a name or files it is a package, if a broken one: the
		// driver says what is wrong with it, and goes on with the others.
		if pkg.Name == "" && len(pkg.GoFiles) == 0 && len(pkg.Errors) > 0 {
			problems = append(problems, explainError(pkg.Errors[0].Msg))
		}
	}
	return problems
}

// explainError makes one line of the go command's message.
func explainError(message string) string {
	line := strings.Join(strings.Fields(message), " ")
	if strings.Contains(line, "does not contain main module") || strings.Contains(line, "go.mod file not found") {
		if dir, err := os.Getwd(); err == nil {
			return "no Go module: there is no go.mod in " + dir + " or above it (" + line + ")"
		}
	}
	return line
}
