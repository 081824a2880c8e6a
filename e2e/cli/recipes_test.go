package cli

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	recipeCall    = regexp.MustCompile(`(?m)^(?:\s+- (?:run: )?redislint|\tgo run \S+/cmd/redislint@latest) (.+)$`)
	recipeDocker  = regexp.MustCompile(`(?m)^ENTRYPOINT (\[.*\])\nCMD (\[.*\])$`)
	recipeHook    = regexp.MustCompile(`(?m)^  entry: (\S+)\n  args: (\[.*\])$`)
	recipePackage = regexp.MustCompile(`(\S+/cmd/\w+)@latest`)
)

// TestRecipes: each call of redislint in docs/ci.md, and the hook's, fails on
// the sample because of what is found there, and what is installed is a
// command of ours.
func TestRecipes(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(repository, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	recipes, hooks := read("docs/ci.md"), read(".pre-commit-hooks.yaml")

	var calls [][]string // arguments
	for _, m := range recipeCall.FindAllStringSubmatch(recipes, -1) {
		calls = append(calls, strings.Fields(m[1]))
	}
	for _, m := range slices.Concat(recipeDocker.FindAllStringSubmatch(recipes, -1), recipeHook.FindAllStringSubmatch(hooks, -1)) {
		var args []string
		if err := json.Unmarshal([]byte(m[2]), &args); err != nil {
			t.Fatal(err)
		}
		if strings.Trim(m[1], `[]"`) != "redislint" {
			t.Errorf("%s is not redislint", m[1])
		}
		calls = append(calls, args)
	}
	if len(calls) != 5 {
		t.Errorf("%d calls, want those of Actions, GitLab, make, Docker and pre-commit: %v", len(calls), calls)
	}
	for _, args := range calls {
		cmd := exec.Command(binary, args...)
		cmd.Dir = filepath.Join(repository, "examples", "shop")
		var exit *exec.ExitError
		if out, err := cmd.CombinedOutput(); !errors.As(err, &exit) || exit.ExitCode() != 3 {
			t.Errorf("redislint %v: %v\n%s", args, err, out)
		}
	}

	packages := recipePackage.FindAllStringSubmatch(recipes, -1)
	if len(packages) < 4 {
		t.Errorf("installed: %v", packages)
	}
	for _, m := range packages {
		cmd := exec.Command("go", "list", "-f", "{{.Name}}", m[1])
		cmd.Dir = repository
		if out, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "main" {
			t.Errorf("go install %s: %v %s", m[1], err, out)
		}
	}
	if id := "- id: redislint\n"; !strings.Contains(recipes, id) || !strings.Contains(hooks, id) {
		t.Error("the hook of docs/ci.md is not that of .pre-commit-hooks.yaml")
	}
}
