// Package plugin makes redislint a module plugin of golangci-lint: importing
// it, as .custom-gcl.yml has golangci-lint do, registers the linter redislint.
//
// The linter's analyzers are those of the enabled rules, so that an issue reads
// "rule: message (redislint)". What silences an issue with //nolint:redislint
// is golangci-lint; //redislint:ignore directives work as everywhere.
package plugin

import (
	"slices"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/analyzers"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/settings"
)

// Registration is what an import of a golangci-lint plugin is for.
func init() { register.Plugin("redislint", New) }

// New returns the linter with the settings of linters.settings.custom.redislint
// in golangci-lint's configuration. An error names the key that is wrong.
func New(raw any) (register.LinterPlugin, error) {
	s, err := settings.Plugin(raw)
	if err != nil {
		return nil, err
	}
	// As in golangci-lint's own linters, the settings are those of the process:
	// the last linter that is made has its way.
	if err := settings.UsePlugin(raw); err != nil {
		return nil, err
	}
	return linter{s}, nil
}

type linter struct{ settings *config.Settings }

// BuildAnalyzers returns the enabled rules' own analyzers.
func (l linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return slices.DeleteFunc(analyzers.All(), func(a *analysis.Analyzer) bool {
		rule, known := config.Lookup(a.Name)
		return known && !l.settings.Runs(rule)
	}), nil
}

// GetLoadMode asks for types: they decide, never spelling.
func (linter) GetLoadMode() string { return register.LoadModeTypesInfo }
