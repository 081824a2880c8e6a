package cli

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/redislint/redislint/analyzers"
	"github.com/redislint/redislint/internal/corpus"
)

// TestSingleRules: the rules' own analyzers find, under drivers that know
// nothing of the umbrella, what it finds. A setting given to one rule is one of
// all: they share their flags.
func TestSingleRules(t *testing.T) {
	root := filepath.Join(repository, "testdata", "src")
	drivers := t.TempDir()
	for _, name := range []string{"multi", "unit"} {
		out, err := exec.Command("go", "build", "-o", filepath.Join(drivers, name), "./drivers/"+name).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	for _, driver := range []struct {
		name string
		args []string
		// The go command asks a tool it does not know about every dependency, so
		// that all of the corpus takes long.
		folders []string
	}{
		{"multichecker", []string{filepath.Join(drivers, "multi"), "-json"}, ruleNames()},
		{"unitchecker", []string{"go", "vet", "-vettool=" + filepath.Join(drivers, "unit"), "-json"}, []string{"setnxexpire", "keyscommand", "crossslot/always"}},
	} {
		groups, err := corpus.Groups(root, driver.folders)
		if err != nil {
			t.Fatal(err)
		}
		settings := 0
		for _, group := range groups {
			if group.Flags[len(group.Flags)-1] != "-cluster=always" && len(group.Flags) > 1 {
				continue // one setting shows how settings are shared
			}
			settings += len(group.Flags)
			t.Run(driver.name+" "+strings.Join(group.Flags, " "), func(t *testing.T) {
				args := slices.Clone(driver.args)
				for _, flag := range group.Flags {
					args = append(args, "-missingttl."+strings.TrimPrefix(flag, "-"))
				}
				cmd := exec.Command(args[0], append(args[1:], group.Patterns...)...)
				cmd.Dir = root
				var stderr bytes.Buffer
				cmd.Stderr = &stderr
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("%v\n%s", err, &stderr)
				}
				group.Wants.Without("unusedignore", "unusedignore/umbrella") // what only those know who run all rules
				for _, problem := range group.Wants.Compare(findings(t, root, out)) {
					t.Error(problem)
				}
			})
		}
		if settings < 4 {
			t.Errorf("%s: %d flags in all: the corpus shows nothing of shared settings", driver.name, settings)
		}
	}
}

func ruleNames() []string {
	var names []string
	for _, rule := range analyzers.All() {
		names = append(names, rule.Name)
	}
	return names
}
