package settings

import (
	"os"
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
