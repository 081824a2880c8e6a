package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/redislint/redislint/internal/config"
)

// TestExample: .golangci.example.yml, in place of one's own configuration, has
// the sample's mistakes reported, each with the severity of its rule's tier.
func TestExample(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(repository, "examples", "shop"))); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(repository, ".golangci.example.yml"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, ".golangci.yml")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	severities := map[config.Tier]string{config.Bug: "error", config.Risk: "warning", config.Advice: "info"}
	issues := lint(t, dir, file, "./...")
	var found []string
	for i, f := range findings(t, issues) {
		found = append(found, f.Rule)
		rule, ok := config.Lookup(f.Rule)
		if want := severities[rule.Tier]; !ok || issues[i].Severity != want {
			t.Errorf("%s: severity %q, want %q", issues[i], issues[i].Severity, want)
		}
	}
	slices.Sort(found)
	if want := sampleRules(t); !slices.Equal(found, want) {
		t.Errorf("rules that report something: %v, want those of the binary: %v", found, want)
	}
}

// sampleRules are the rules of the binary's findings in the sample.
func sampleRules(t *testing.T) []string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "redislint")
	build := exec.Command("go", "build", "-o", binary, "./cmd/redislint")
	build.Dir = repository
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(binary, "-json", "./...")
	cmd.Dir = filepath.Join(repository, "examples", "shop")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var rules []string
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var tree map[string]map[string][]struct{ Category string }
		if err := decoder.Decode(&tree); err != nil {
			t.Fatalf("%v in\n%s", err, out)
		}
		for _, results := range tree {
			for _, diagnostics := range results {
				for _, d := range diagnostics {
					rules = append(rules, d.Category)
				}
			}
		}
	}
	slices.Sort(rules)
	return rules
}

var golangciVersion = regexp.MustCompile(`\bv2\.\d+\.\d+\b`)

// TestCustomGCL: golangci-lint custom would build what is tested here. It
// clones golangci-lint, so that only its configuration can be looked at.
func TestCustomGCL(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository, ".custom-gcl.yml"))
	if err != nil {
		t.Fatal(err)
	}
	// What golangci-lint's pkg/commands/internal.Configuration takes.
	var file struct {
		Version, Name, Destination string
		Plugins                    []struct{ Module, Import, Version, Path string }
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		t.Fatal(err)
	}
	if want := list(t, "-m", "-f", "{{.Version}}", "github.com/golangci/golangci-lint/v2"); file.Version != want {
		t.Errorf("version %q, and the tests build %s", file.Version, want)
	}
	for _, page := range []string{"ci.md", "golangci.md"} {
		text, err := os.ReadFile(filepath.Join(repository, "docs", page))
		if err != nil {
			t.Fatal(err)
		}
		named := golangciVersion.FindAllString(string(text), -1)
		if len(named) == 0 || slices.ContainsFunc(named, func(v string) bool { return v != file.Version }) {
			t.Errorf("docs/%s names golangci-lint %v, want %s", page, named, file.Version)
		}
	}
	if len(file.Plugins) != 1 {
		t.Fatalf("%d plugins, want one", len(file.Plugins))
	}
	plugin := file.Plugins[0]
	if have := list(t, "-f", "{{.ImportPath}} {{.Module.Path}}", plugin.Import); have != plugin.Import+" "+plugin.Module {
		t.Errorf("the package %s of the module %s: go list has %s", plugin.Import, plugin.Module, have)
	}
	if plugin.Version == "" || plugin.Path != "" {
		t.Errorf("version %q, path %q: users take the plugin from a module proxy", plugin.Version, plugin.Path)
	}
	if main, err := os.ReadFile("main.go"); err != nil || !strings.Contains(string(main), `_ "`+plugin.Import+`"`) {
		t.Errorf("main.go does not import %s (%v)", plugin.Import, err)
	}
}

func list(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
