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

	"go.yaml.in/yaml/v3"
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
		call, _, _ := strings.Cut(m[1], " > ") // what the shell does with it
		call, _, _ = strings.Cut(call, " # ")
		calls = append(calls, strings.Fields(call))
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
	if len(calls) != 7 {
		t.Errorf("%d calls, want those of Actions (three), GitLab, make, Docker and pre-commit: %v", len(calls), calls)
	}
	for _, args := range calls {
		cmd := exec.Command(binary, args...)
		cmd.Dir = filepath.Join(repository, "examples", "shop")
		var exit *exec.ExitError
		if slices.Contains(args, "-format=sarif") { // whoever takes the file judges it
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("redislint %v: %v\n%s", args, err, out)
			}
			continue
		}
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

var (
	recipeWorkflow = regexp.MustCompile("(?ms)^```yaml\n(name: .*?)^```$")
	annotation     = regexp.MustCompile(`^::error file=(\w+\.go),line=(\d+),col=(\d+)::(.+ \[\w+\])$`)
)

// TestAnnotations: the step of docs/ci.md that runs go vet fails on the sample,
// and has GitHub show all that go vet finds beside its line.
func TestAnnotations(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err) // GitHub's shell, on Windows, too
	}
	text, err := os.ReadFile(filepath.Join(repository, "docs", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	var scripts []string
	for _, m := range recipeWorkflow.FindAllStringSubmatch(string(text), -1) {
		var workflow struct {
			Jobs map[string]struct {
				Steps []struct{ Run, Shell string }
			}
		}
		if err := yaml.Unmarshal([]byte(m[1]), &workflow); err != nil {
			t.Fatal(err)
		}
		for _, job := range workflow.Jobs {
			for _, step := range job.Steps {
				if strings.Contains(step.Run, "::error") {
					if step.Shell != "bash" {
						t.Errorf("shell %q: GitHub's default goes on after a pipe that failed", step.Shell)
					}
					scripts = append(scripts, step.Run)
				}
			}
		}
	}
	if len(scripts) != 1 {
		t.Fatalf("steps with annotations: %q", scripts)
	}
	shop := filepath.Join(repository, "examples", "shop")
	env := append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	// As GitHub runs it.
	cmd := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", scripts[0])
	cmd.Dir, cmd.Env = shop, env
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("the step: %v\n%s", err, out)
	}
	var got []string
	for line := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n") {
		if m := annotation.FindStringSubmatch(line); m != nil {
			got = append(got, strings.Join(m[1:4], ":")+": "+m[4])
		} else if !strings.HasPrefix(line, "#") {
			t.Errorf("no annotation: %s", line)
		}
	}
	plain := exec.Command("go", "vet", "-vettool="+binary, "./...")
	plain.Dir, plain.Env = shop, env
	out, err = plain.CombinedOutput()
	if !errors.As(err, &exit) {
		t.Fatalf("go vet: %v\n%s", err, out)
	}
	var want []string
	for line := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n") {
		if !strings.HasPrefix(line, "#") {
			want = append(want, strings.TrimPrefix(line, "./"))
		}
	}
	if !slices.Equal(got, want) || len(want) < 3 {
		t.Errorf("annotations:\n%s\nwant what go vet finds:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
