package main

import (
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/usage"
)

// factsOnly is the x/tools version whose unitchecker is known to take an empty
// facts file for a package without facts. Later ones may store more in it.
const factsOnly = "v0.47.0"

// foreign answers the go command's question for the facts of a package of which
// none are to be had, without parsing it or checking its types: one of the
// standard library or of a dependency that reaches no client. Most of what go
// vet looks at for the first time are such packages. ok is false where the
// driver has to look.
//
// The invariant: the driver would write the same file. A package reaches a
// client if it is one, or if what it imports has facts; usage exports texts of
// main modules alone.
func foreign(args []string) (ok bool) {
	flags := config.Flags()
	flags.Init("redislint", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	driverFlags(&flags)
	if flags.Parse(args) != nil || flags.NArg() != 1 || !strings.HasSuffix(flags.Arg(0), ".cfg") || !factsAlone() {
		return false
	}
	text, err := os.ReadFile(flags.Arg(0))
	if err != nil {
		return false
	}
	var unit unitchecker.Config
	if json.Unmarshal(text, &unit) != nil || !unit.VetxOnly || unit.VetxOutput == "" || !elsewhere(&unit) {
		return false
	}
	if usage.ClientPath(config.Current())(unit.ImportPath) {
		return false
	}
	for _, facts := range unit.PackageVetx {
		if info, err := os.Stat(facts); err != nil || info.Size() > 0 {
			return false
		}
	}
	if unit.Stdout != "" && os.WriteFile(unit.Stdout, nil, 0o666) != nil {
		return false
	}
	return os.WriteFile(unit.VetxOutput, nil, 0o666) == nil
}

// factsAlone reports whether this program is built with the x/tools version
// that factsOnly names.
func factsAlone() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, dep := range info.Deps {
		if dep.Path == "golang.org/x/tools" {
			return dep.Version == factsOnly && dep.Replace == nil
		}
	}
	return false
}

// elsewhere reports whether the package is the standard library's or a
// dependency's. The go command names the module of all others, and tells its
// children where the standard library lies.
func elsewhere(unit *unitchecker.Config) bool {
	if unit.ModulePath != "" {
		return unit.ModuleVersion != ""
	}
	root := os.Getenv("GOROOT")
	if root == "" {
		return false
	}
	rel, err := filepath.Rel(filepath.Join(root, "src"), unit.Dir)
	return err == nil && filepath.IsLocal(rel)
}
