package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/redislint/redislint/internal/corpus"
)

// groups returns the corpus of all rules.
func groups(t *testing.T, root string) []*corpus.Group {
	t.Helper()
	groups, err := corpus.Groups(root, append(ruleNames(), "clients", "helpers"))
	if err != nil {
		t.Fatal(err)
	}
	return groups
}

// TestCorpus: the binary and go vet find what the test loop finds.
func TestCorpus(t *testing.T) {
	root := filepath.Join(repository, "testdata", "src")
	for _, group := range groups(t, root) {
		for _, driver := range []struct {
			name string
			args []string
		}{
			{"binary", []string{binary, "-json"}},
			{"vet", []string{"go", "vet", "-vettool=" + binary, "-json"}},
		} {
			t.Run(driver.name+" "+strings.Join(group.Flags, " "), func(t *testing.T) {
				args := slices.Concat(driver.args, group.Flags, group.Patterns)
				cmd := exec.Command(args[0], args[1:]...)
				cmd.Dir = root
				var stderr bytes.Buffer
				cmd.Stderr = &stderr
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("%v\n%s", err, &stderr)
				}
				found := findings(t, root, out)
				for i, f := range found {
					// go vet makes its text out of the JSON, so that the rule
					// is in the message there.
					message, shown := strings.CutSuffix(f.Message, " ["+f.Rule+"]")
					if shown != (driver.name == "vet") {
						t.Errorf("%s: %s shows the rule: %v: %s", f.Position, driver.name, shown, f.Message)
					}
					found[i].Message = message
				}
				for _, problem := range group.Wants.Compare(found) {
					t.Error(problem)
				}
			})
		}
	}
}

// findings reads a driver's JSON: a sequence of objects, for package and
// analyzer, between comment lines of the go command.
func findings(t *testing.T, root string, out []byte) []corpus.Finding {
	t.Helper()
	var text []byte
	for line := range bytes.Lines(out) {
		if !bytes.HasPrefix(line, []byte("#")) {
			text = append(text, line...)
		}
	}
	var all []corpus.Finding
	decoder := json.NewDecoder(bytes.NewReader(text))
	for {
		var tree map[string]map[string]json.RawMessage
		err := decoder.Decode(&tree)
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, out)
		}
		for pkg, results := range tree {
			for analyzer, raw := range results {
				var diagnostics []struct{ Category, Posn, Message string }
				if err := json.Unmarshal(raw, &diagnostics); err != nil || analyzer != "redislint" && !slices.Contains(ruleNames(), analyzer) {
					t.Fatalf("%s on %s: %s", analyzer, pkg, raw)
				}
				for _, d := range diagnostics {
					rule := d.Category
					if analyzer != "redislint" {
						rule = analyzer // a driver of single rules
					}
					all = append(all, corpus.Finding{Position: position(t, root, d.Posn), Rule: rule, Message: d.Message})
				}
			}
		}
	}
}

// position reads "file:line:column".
func position(t *testing.T, root, posn string) corpus.Position {
	t.Helper()
	rest := posn[:strings.LastIndex(posn, ":")]
	i := strings.LastIndex(rest, ":")
	line, err := strconv.Atoi(rest[i+1:])
	if err != nil {
		t.Fatalf("position %q: %v", posn, err)
	}
	file := rest[:i]
	if filepath.IsAbs(file) {
		if file, err = filepath.Rel(root, file); err != nil {
			t.Fatal(err)
		}
	}
	return corpus.Position{File: filepath.ToSlash(file), Line: line}
}

// TestFix: -fix of the binary and of go vet writes the goldens, and nothing
// else; redislint has nothing to say of what it wrote.
func TestFix(t *testing.T) {
	for _, driver := range []struct {
		name string
		args []string
	}{
		{"binary", []string{binary, "-fix"}},
		{"vet", []string{"go", "vet", "-vettool=" + binary, "-fix"}},
	} {
		t.Run(driver.name, func(t *testing.T) {
			root := t.TempDir()
			original := filepath.Join(repository, "testdata", "src")
			if err := os.CopyFS(root, os.DirFS(original)); err != nil {
				t.Fatal(err)
			}
			goldens := 0
			for _, group := range groups(t, root) {
				args := slices.Concat(driver.args, group.Flags, group.Patterns)
				cmd := exec.Command(args[0], args[1:]...)
				cmd.Dir = root
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				fixed := make(map[string]bool)
				for _, file := range group.Files {
					want, err := os.ReadFile(filepath.Join(original, file+".golden"))
					if err == nil {
						goldens++
						fixed[file] = true
					} else if want, err = os.ReadFile(filepath.Join(original, file)); err != nil {
						t.Fatal(err)
					}
					got, err := os.ReadFile(filepath.Join(root, file))
					if err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(got, want) {
						t.Errorf("%s after -fix:\n%s", file, got)
					}
				}
				again := exec.Command(binary, slices.Concat([]string{"-json"}, group.Flags, group.Patterns)...)
				again.Dir = root
				out, err := again.Output()
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range findings(t, root, out) {
					// Other rules may have something to say of the file.
					if rule, _, _ := strings.Cut(f.File, "/"); fixed[f.File] && rule == f.Rule {
						t.Errorf("%s: still found after -fix: %s: %s", f.Position, f.Rule, f.Message)
					}
				}
			}
			if goldens == 0 {
				t.Error("the corpus has no golden")
			}
		})
	}
}
