package gopls

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redislint/redislint/analyzers"
	"github.com/redislint/redislint/internal/corpus"
	"github.com/redislint/redislint/internal/settings"
)

// TestCorpus: gopls finds what the test loop finds. The flags of a folder are
// the settings of the module there.
func TestCorpus(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(root, os.DirFS(filepath.Join(repository, "testdata", "src"))); err != nil {
		t.Fatal(err)
	}
	names := []string{"clients", "helpers"}
	for _, rule := range analyzers.All() {
		names = append(names, rule.Name)
	}
	groups, err := corpus.Groups(root, names)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, group := range groups {
		t.Run(strings.Join(group.Flags, " "), func(t *testing.T) {
			write(t, filepath.Join(root, settings.Name), settingsOf(t, group.Flags))
			s := start(t, root, nil)
			for _, file := range group.Files {
				s.open(file)
			}
			var all []corpus.Finding
			for _, file := range group.Files {
				for _, d := range s.pull(file) {
					all = append(all, corpus.Finding{
						Position: corpus.Position{File: file, Line: d.Range.Start.Line + 1},
						Rule:     fmt.Sprint(d.Code), Message: d.Message,
					})
				}
			}
			for _, problem := range group.Wants.Compare(all) {
				t.Error(problem)
			}
			t.Logf("%d findings in %d files", len(all), len(group.Files))
			total += len(all)
		})
	}
	t.Logf("%d findings compared", total)
	if total == 0 {
		t.Error("the corpus has no finding")
	}
}

// settingsOf writes flags as a settings file.
func settingsOf(t *testing.T, flags []string) string {
	t.Helper()
	values := map[string]string{} // the last of a flag counts
	for _, flag := range flags {
		name, value, found := strings.Cut(strings.TrimPrefix(flag, "-"), "=")
		if !found {
			value = "true"
		}
		values[name] = value
	}
	var out strings.Builder
	for name, value := range values {
		switch name {
		case "rules", "persistent", "clients":
			fmt.Fprintf(&out, "%s:\n", name)
			for item := range strings.SplitSeq(value, ",") {
				fmt.Fprintf(&out, "  - %q\n", item)
			}
		case "wrappers":
			fmt.Fprintf(&out, "%s:\n", name)
			for wrapper := range strings.SplitSeq(value, ";") {
				dash := "-"
				for field := range strings.SplitSeq(wrapper, ",") {
					name, value, _ := strings.Cut(field, "=")
					fmt.Fprintf(&out, "  %s %s: %q\n", dash, name, value)
					dash = " "
				}
			}
		default:
			fmt.Fprintf(&out, "%s: %s\n", name, value)
		}
	}
	if _, err := settings.Decode(settings.Name, []byte(out.String())); err != nil {
		t.Fatalf("%v in\n%s", err, &out)
	}
	return out.String()
}
