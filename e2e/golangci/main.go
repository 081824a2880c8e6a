// Command golangci is golangci-lint with redislint in it, as "golangci-lint
// custom" makes it from .custom-gcl.yml, but without a clone of golangci-lint's
// repository: a main over its commands, and the plugin.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/redislint/redislint/plugin"
)

func main() {
	// With another version than this one, golangci-lint takes two binaries of
	// one version for the same, and shows what an older redislint has found.
	info := commands.BuildInfo{Version: "(devel)", GoVersion: "unknown", Commit: "?"}
	if err := commands.Execute(info); err != nil {
		fmt.Fprintf(os.Stderr, "The command is terminated due to an error: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}
