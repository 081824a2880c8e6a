package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/redislint/redislint/analyzers"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/corpus"
)

// asLinter in the environment makes the test binary the program that it tests,
// so that golangci-lint is linked once.
const asLinter = "REDISLINT_TEST_AS_GOLANGCI_LINT"

var (
	repository string // the main module's folder
	cache      string // golangci-lint's, for this process
)

func TestMain(m *testing.M) {
	if os.Getenv(asLinter) != "" {
		main()
		return
	}
	code, err := prepare(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func prepare(m *testing.M) (code int, err error) {
	if repository, err = filepath.Abs("../.."); err != nil {
		return 0, err
	}
	if cache, err = os.MkdirTemp("", "golangci-lint"); err != nil {
		return 0, err
	}
	defer os.RemoveAll(cache)
	return m.Run(), nil
}

// An issue is what golangci-lint shows of a finding.
type issue struct {
	FromLinter, Text, Severity string
	Pos                        struct {
		Filename     string
		Line, Column int
	}
}

func (i issue) String() string {
	return fmt.Sprintf("%s:%d:%d: %s (%s)", i.Pos.Filename, i.Pos.Line, i.Pos.Column, i.Text, i.FromLinter)
}

// start runs golangci-lint in a folder.
func start(t *testing.T, dir string, env []string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = dir
	cmd.Env = slices.Concat(os.Environ(), []string{asLinter + "=1", "GOLANGCI_LINT_CACHE=" + cache, "GOFLAGS=", "GOWORK=off"}, env)
	var outText, errText bytes.Buffer
	cmd.Stdout, cmd.Stderr = &outText, &errText
	err = cmd.Run()
	return outText.String(), errText.String(), err
}

// lint returns the issues of a folder under a configuration.
func lint(t *testing.T, dir, config string, args ...string) []issue {
	t.Helper()
	issues, _ := lintVerbose(t, dir, config, nil, args...)
	return issues
}

func lintVerbose(t *testing.T, dir, config string, env []string, args ...string) (issues []issue, stderr string) {
	t.Helper()
	args = append([]string{"run", "--config=" + config, "--allow-parallel-runners", "--issues-exit-code=0", "--output.json.path=stdout", "--show-stats=false"}, args...)
	out, stderr, err := start(t, dir, env, args...)
	if err != nil {
		t.Fatalf("golangci-lint %s: %v\n%s", strings.Join(args, " "), err, stderr)
	}
	var report struct{ Issues []issue }
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v in\n%s\n%s", err, out, stderr)
	}
	return report.Issues, stderr
}

// configuration writes one that runs redislint with these settings, and what
// else is enabled, and returns the file's name.
func configuration(t *testing.T, settings any, others ...string) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{
		"version": "2",
		"linters": map[string]any{
			"default": "none",
			"enable":  append([]string{"redislint"}, others...),
			"settings": map[string]any{"custom": map[string]any{
				"redislint": map[string]any{"type": "module", "settings": settings},
			}},
			"exclusions": map[string]any{"generated": "disable"}, // redislint has its own mind there
		},
		"run":    map[string]any{"relative-path-mode": "wd"}, // not this file's folder
		"issues": map[string]any{"max-issues-per-linter": 0, "max-same-issues": 0, "uniq-by-line": false},
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "golangci.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// settingsOf writes flags of the corpus as the settings of the plugin.
func settingsOf(t *testing.T, flags []string) map[string]any {
	t.Helper()
	settings := make(map[string]any)
	for _, flag := range flags {
		name, value, hasValue := strings.Cut(strings.TrimPrefix(flag, "-"), "=")
		i := slices.IndexFunc(config.All(), func(s config.Setting) bool { return s.Name == name })
		if i < 0 {
			t.Fatalf("%s is no setting", flag)
		}
		switch setting := config.All()[i]; {
		case name == "wrappers":
			var wrappers []any
			for text := range strings.SplitSeq(value, ";") {
				wrapper := make(map[string]any)
				for field := range strings.SplitSeq(text, ",") {
					key, value, _ := strings.Cut(field, "=")
					wrapper[key] = value
				}
				wrappers = append(wrappers, wrapper)
			}
			settings[name] = wrappers
		case setting.IsBool:
			settings[name] = !hasValue || value == "true"
		case setting.IsList:
			settings[name] = strings.Split(value, ",")
		default:
			settings[name] = value
		}
	}
	return settings
}

// findings reads issues as findings: "rule: message".
func findings(t *testing.T, issues []issue) []corpus.Finding {
	t.Helper()
	var out []corpus.Finding
	for _, i := range issues {
		rule, message, ok := strings.Cut(i.Text, ": ")
		if i.FromLinter != "redislint" || !ok {
			t.Errorf("unexpected issue: %s", i)
			continue
		}
		out = append(out, corpus.Finding{
			Position: corpus.Position{File: filepath.ToSlash(i.Pos.Filename), Line: i.Pos.Line},
			Rule:     rule, Message: message,
		})
	}
	return out
}

// TestCorpus: golangci-lint shows what the test loop finds, and --fix writes
// the goldens, which compile and have nothing left to report (the test loop in
// analyzers sees to that), and nothing else.
func TestCorpus(t *testing.T) {
	original := filepath.Join(repository, "testdata", "src")
	root := t.TempDir()
	if err := os.CopyFS(root, os.DirFS(original)); err != nil {
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
	compared, goldens := 0, 0
	for _, group := range groups {
		t.Run(strings.Join(group.Flags, " "), func(t *testing.T) {
			file := configuration(t, settingsOf(t, group.Flags))
			found := findings(t, lint(t, root, file, group.Patterns...))
			group.Wants.Without("unusedignore", "unusedignore/umbrella") // what only those know who run all rules in one analyzer
			for _, problem := range group.Wants.Compare(found) {
				t.Error(problem)
			}
			compared += len(found)
			if len(group.Goldens) == 0 {
				return
			}
			// The second run takes its issues from the cache.
			lint(t, root, file, append([]string{"--fix"}, group.Patterns...)...)
			for _, file := range group.Files {
				want, err := os.ReadFile(filepath.Join(original, file+".golden"))
				if err == nil {
					goldens++
				} else if want, err = os.ReadFile(filepath.Join(original, file)); err != nil {
					t.Fatal(err)
				}
				got, err := os.ReadFile(filepath.Join(root, file))
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%s after --fix:\n%s", file, got)
				}
			}
		})
	}
	if compared == 0 || goldens == 0 {
		t.Error("the corpus has nothing to compare")
	}
	t.Logf("%d findings and %d goldens compared", compared, goldens)
}

var vetMark = regexp.MustCompile(`// vet "(\w+): `)

// TestModule: golangci-lint sees a package and what it imports. On
// testdata/module it finds a part of what the binary does, but for what rests
// on an absence: lines marked // vet "rule: ...".
func TestModule(t *testing.T) {
	root := filepath.Join(repository, "testdata", "module")
	groups, err := corpus.Groups(root, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != 1 {
		t.Fatalf("%d groups of flags, want one", len(groups))
	}
	found := findings(t, lint(t, root, configuration(t, settingsOf(t, groups[0].Flags)), "./..."))
	var unmarked []corpus.Finding
	for _, f := range found {
		text, err := os.ReadFile(filepath.Join(root, f.File))
		if err != nil {
			t.Fatal(err)
		}
		line := strings.Split(string(text), "\n")[f.Line-1]
		if m := vetMark.FindStringSubmatch(line); m == nil || m[1] != f.Rule {
			unmarked = append(unmarked, f)
		}
	}
	for _, problem := range groups[0].Wants.Compare(unmarked) {
		if strings.Contains(problem, "unwanted finding") {
			t.Error(problem)
		}
	}
	if len(unmarked) == 0 {
		t.Error("nothing found that the binary finds, too")
	}
}

// module writes a module that can use what the corpus uses, with one file.
func module(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		from, err := os.ReadFile(filepath.Join(repository, "testdata", "src", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), from, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

const users = `package a

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func silenced(ctx context.Context, rdb *redis.Client) {
	rdb.Keys(ctx, "silenced:*") //nolint:redislint // a list of ten
}

func shown(ctx context.Context, rdb *redis.Client) {
	rdb.Keys(ctx, "shown:*")
	_ = rdb.Set(ctx, "shown", 1, 0)
}

func needless(ctx context.Context, rdb *redis.Client) {
	rdb.Scan(ctx, 0, "needless:*", 10) //nolint:redislint // nothing to silence
}
`

// TestNolint: the directive is golangci-lint's. It silences our issues, and
// nolintlint knows which directives do nothing: it would call all of them
// needless if redislint looked at them itself.
func TestNolint(t *testing.T) {
	issues := lint(t, module(t, users), configuration(t, nil, "nolintlint"), "./...")
	var got []string
	for _, i := range issues {
		got = append(got, fmt.Sprintf("%s:%d %s", i.Pos.Filename, i.Pos.Line, i.FromLinter))
	}
	slices.Sort(got)
	want := []string{"a.go:14 redislint", "a.go:15 redislint", "a.go:19 nolintlint"}
	if !slices.Equal(got, want) {
		t.Errorf("issues: %v, want %v\n%v", got, want, issues)
	}
}

// TestCache: a second run takes everything from golangci-lint's cache and shows
// the same, and other settings are not served from it.
func TestCache(t *testing.T) {
	dir := module(t, users)
	env := []string{"GL_DEBUG=goanalysis/issues/cache"}
	file := configuration(t, nil)
	first, _ := lintVerbose(t, dir, file, env, "./...")
	second, debug := lintVerbose(t, dir, file, env, "./...")
	if !strings.Contains(debug, "analyzing 0/1 packages") {
		t.Errorf("the second run does not take the package from the cache:\n%s", debug)
	}
	if len(first) != 2 || !slices.Equal(first, second) {
		t.Errorf("first run: %v\nsecond run: %v", first, second)
	}
	other := findings(t, lint(t, dir, configuration(t, map[string]any{"rules": []string{"missingttl"}}), "./..."))
	if len(other) != 1 || other[0].Rule != "missingttl" {
		t.Errorf("with one rule: %v", other)
	}
}

// TestBadSettings: what is wrong is said in one line, with the path of the key.
func TestBadSettings(t *testing.T) {
	const path = "linters.settings.custom.redislint.settings"
	dir := module(t, users)
	for _, test := range []struct {
		settings any
		wants    []string
	}{
		{map[string]any{"rule": []string{"bug"}}, []string{path, `"rule"`, "valid: ", "rules"}},
		{map[string]any{"rules": []string{"risk", "keyscomand"}}, []string{path + ".rules[1]", `unknown rule "keyscomand"`, "keyscommand"}},
		{map[string]any{"cluster": true}, []string{path + ".cluster", "auto, always, never"}},
		{map[string]any{"redis-version": 7.1}, []string{path + ".redis-version", "quotes"}},
		{map[string]any{"wrappers": []any{map[string]any{"func": "example.com/a.Put"}}}, []string{path + ".wrappers[0]", "command"}},
		{[]string{"risk"}, []string{path, "a list where an object belongs"}},
	} {
		_, stderr, err := start(t, dir, nil, "run", "--config="+configuration(t, test.settings), "./...")
		if err == nil {
			t.Errorf("%v: no error", test.settings)
		}
		for _, want := range append(test.wants, "plugin(redislint)") {
			if !strings.Contains(stderr, want) {
				t.Errorf("%v: no %q in\n%s", test.settings, want, stderr)
			}
		}
		if lines := strings.Count(strings.TrimSpace(stderr), "\n") + 1; lines > 2 {
			t.Errorf("%v: %d lines of errors:\n%s", test.settings, lines, stderr)
		}
	}
}
