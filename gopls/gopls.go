// Package gopls is redislint as a gopls that was built with it runs it.
//
// Nobody needs to import it: the command "redislint gopls" adds to gopls's
// source what does, since gopls itself loads no analyzers from outside
// (https://go.dev/issue/59869).
package gopls

import (
	"log"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/analyzers"
	"github.com/redislint/redislint/internal/settings"
)

// files are the settings of all modules that this process is asked for. Each
// is read once, so that a process never mixes the findings of two versions: a
// change is seen after a restart.
var files = settings.Lazy("")

// Analyzer returns the analyzer that gopls runs. gopls shows its findings as
// redislint(rule), with a link to the rule's page, and turns it off by its own
// setting "analyses": {"redislint": false}. Each package has the settings of
// the .redislint.yml of its main module.
//
// The panic of a rule goes to the log, which gopls keeps beside the protocol;
// the other rules still speak.
func Analyzer() *analysis.Analyzer {
	files.Use()
	return analyzers.New(analyzers.Options{
		OnPanic: func(rule, pkg string, value any) {
			log.Printf("redislint: rule %s failed on package %s: %v (please report it)", rule, pkg, value)
		},
	})
}

// SettingsKey tells the settings of two packages apart, or those of one
// package before and after a change of its file. The folder is that of a
// package of a main module.
func SettingsKey(dir string) string { return files.Key(dir) }
