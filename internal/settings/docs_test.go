package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/redislint/redislint/internal/config"
)

// example is the one in the documentation.
func example(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), "<!-- example: read by a test -->\n```yaml\n")
	yaml, _, end := strings.Cut(rest, "```\n<!-- example: end -->")
	if !ok || !end {
		t.Fatal("docs/settings.md has no example")
	}
	return yaml
}

// The example decodes, as a file and as golangci-lint has it, and leaves no
// flag and no key out.
func TestExample(t *testing.T) {
	text := example(t)
	s, err := Decode("docs/settings.md", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if s.Enabled("crossslot", config.Bug) || s.Enabled("lossyqueue", config.Risk) || !s.Enabled("missingttl", config.Risk) || !s.Redis(7, 2) || len(s.Wrappers) != 1 || len(s.Clients) != 1 {
		t.Errorf("the example does not say what it says: %+v", s)
	}
	var tree map[string]any
	if err := yaml.Unmarshal([]byte(text), &tree); err != nil {
		t.Fatal(err)
	}
	if _, err := Plugin(tree); err != nil {
		t.Error(err)
	}
	want := []string{perRule, perPath}
	for _, setting := range config.All() {
		want = append(want, setting.Name)
	}
	flags := config.Flags()
	for _, name := range want {
		if tree[name] == nil {
			t.Errorf("the example has no %s", name)
		}
		if name != perRule && name != perPath && flags.Lookup(name) == nil {
			t.Errorf("no flag -%s", name)
		}
	}
	for name := range tree {
		if !slices.Contains(want, name) {
			t.Errorf("%s is no key", name)
		}
	}
	for _, field := range slices.Concat(ruleFields[:4], pathFields, forkFields, config.WrapperFields()) {
		if !strings.Contains(text, field+":") {
			t.Errorf("the example has no %s", field)
		}
	}
}

var yamlBlock = regexp.MustCompile("(?ms)^```(?:yaml|yml)\n(.*?)^```$")

// blocks are the YAML texts that users are given: whole files, and blocks of
// the documentation, by file and line.
func blocks(t *testing.T) map[string]string {
	t.Helper()
	const root = "../.."
	all := map[string]string{}
	for _, name := range []string{".golangci.example.yml", ".custom-gcl.yml", ".pre-commit-hooks.yaml"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(text)
	}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/rules/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.ReplaceAll(string(data), "\r\n", "\n")
			found := yamlBlock.FindAllStringSubmatchIndex(text, -1)
			if fences := strings.Count(text, "```y"); fences != len(found) {
				t.Errorf("%s: %d blocks of YAML begin and %d end", name, fences, len(found))
			}
			for _, m := range found {
				rel, err := filepath.Rel(root, name)
				if err != nil {
					t.Fatal(err)
				}
				all[fmt.Sprintf("%s:%d", filepath.ToSlash(rel), 1+strings.Count(text[:m[2]], "\n"))] = text[m[2]:m[3]]
			}
		}
	}
	return all
}

// TestYAML: every YAML text that users are told to copy is YAML, has each key
// once, and is what its place says: settings decode, workflows have steps.
func TestYAML(t *testing.T) {
	kinds := map[string]int{}
	for at, text := range blocks(t) {
		decoder := yaml.NewDecoder(bytes.NewReader([]byte(text)))
		var tree any
		if err := decoder.Decode(&tree); err != nil {
			t.Errorf("%s: %v", at, err)
			continue
		}
		var more any
		if err := decoder.Decode(&more); !errors.Is(err, io.EOF) {
			t.Errorf("%s: a second document, or %v", at, err)
		}
		top, _ := tree.(map[string]any)
		page, _, _ := strings.Cut(at, ":")
		switch {
		case top["version"] == "2" && top["linters"] != nil:
			kinds["golangci-lint"]++
			raw := tree
			for key := range strings.SplitSeq(PluginPath, ".") {
				below, _ := raw.(map[string]any)
				raw = below[key]
			}
			if raw == nil {
				t.Errorf("%s: no %s", at, PluginPath)
			}
			if _, err := Plugin(raw); err != nil {
				t.Errorf("%s: %v", at, err)
			}
		case top["jobs"] != nil:
			kinds["workflow"]++
			jobs, _ := top["jobs"].(map[string]any)
			for name, job := range jobs {
				job, _ := job.(map[string]any)
				steps, _ := job["steps"].([]any)
				if len(steps) == 0 || job["runs-on"] == nil || top["on"] == nil {
					t.Errorf("%s: the job %s does not run", at, name)
				}
				for _, step := range steps {
					step, _ := step.(map[string]any)
					_, uses := step["uses"].(string)
					_, run := step["run"].(string)
					if uses == run {
						t.Errorf("%s: %s: a step either uses or runs something: %v", at, name, step)
					}
				}
			}
		case page == "docs/settings.md" || page == "docs/editors.md" || page == "docs/silencing.md" || strings.HasPrefix(page, "docs/rules/"):
			kinds["settings"]++
			if _, err := Decode(at, []byte(text)); err != nil {
				t.Error(err)
			}
		default:
			kinds["other"]++
		}
	}
	for kind, least := range map[string]int{"golangci-lint": 2, "workflow": 3, "settings": 2} {
		if kinds[kind] < least {
			t.Errorf("%d texts for %s, want %d: %v", kinds[kind], kind, least, kinds)
		}
	}
}
