package settings

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/redislint/redislint/internal/config"
)

const full = `
# A comment.
rules: [bug, risk, -lossyqueue]
redis-version: 7.10
cluster: always
in-tests: true
generated: TRUE
unsafe-fixes: true
collections: true
default-ttl: 24h
persistent: ["config:*", ./internal/store/...]
clients:
  - example.com/one
  - path: example.com/two
    like: v8
wrappers:
  - func: (*example.com/app/cache.Store).Put
    command: set
    key: 1
    value: 2
    ttl: 3
per-rule:
  - rule: keyscommand
    enabled: false
    severity: error
    allow-keys: "debug:*"
  - rule: missingttl
    allow-keys: [a, "b:*"]
per-path:
  - path: internal/legacy
    off: all
  - path: ["cmd/*/main.go", "**/*_old.go"]
    off: [crossslot, missingttl]
`

func TestDecode(t *testing.T) {
	s, err := Decode("x.yml", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	checkFull(t, s)
	if !s.Nolint {
		t.Error("nolint comments are not looked at")
	}
}

func checkFull(t *testing.T, s *config.Settings) {
	t.Helper()
	if s.Cluster != config.ClusterAlways || !s.InTests || !s.Generated || !s.UnsafeFixes || !s.Collections || s.DefaultTTL != 24*time.Hour {
		t.Errorf("got %+v", s)
	}
	if !s.Redis(7, 10) || s.Redis(7, 11) {
		t.Error("redis-version is not 7.10")
	}
	if !s.Persistent("config:flags") || !s.PersistentPackage("m", "m/internal/store/x") {
		t.Error("persistent is not set")
	}
	if !slices.Equal(s.Clients, []config.Client{{Path: "example.com/one", Like: "v9"}, {Path: "example.com/two", Like: "v8"}}) {
		t.Errorf("clients: %v", s.Clients)
	}
	if !slices.Equal(s.Wrappers, []config.Wrapper{{Func: "(example.com/app/cache.Store).Put", Command: "SET", Key: 1, Value: 2, TTL: 3}}) {
		t.Errorf("wrappers: %v", s.Wrappers)
	}
	for rule, want := range map[string]bool{"keyscommand": false, "lossyqueue": false, "missingttl": true} {
		if got := s.Enabled(rule, config.Risk); got != want {
			t.Errorf("%s is on: %v, want %v", rule, got, want)
		}
	}
	if s.Severity("keyscommand", 0) != config.Error || s.Severity("missingttl", 0) != config.Warning || s.Severity("missingttl", config.Advice) != config.Info {
		t.Error("severities")
	}
	if !s.Allowed("keyscommand", "debug:x") || s.Allowed("keyscommand", "b:x") || !s.Allowed("missingttl", "b:*") || s.Allowed("crossslot", "a") {
		t.Error("keys that are allowed")
	}
	s.Root = "/m"
	for _, test := range []struct {
		rule, file string
		want       bool
	}{
		{"keyscommand", "/m/internal/legacy/a.go", true},
		{"keyscommand", "/m/internal/legacy/deep/a.go", true},
		{"keyscommand", "/m/internal/legacy2/a.go", false},
		{"keyscommand", "/n/internal/legacy/a.go", false},
		{"crossslot", "/m/cmd/tool/main.go", true},
		{"keyscommand", "/m/cmd/tool/main.go", false},
		{"missingttl", "/m/cmd/main.go", false},
		{"missingttl", "/m/a_old.go", true},
		{"missingttl", "/m/x/y/a_old.go", true},
		{"missingttl", "/m/x/y/old.go", false},
	} {
		if got := s.Off(test.rule, test.file); got != test.want {
			t.Errorf("%s is off in %s: %v, want %v", test.rule, test.file, got, test.want)
		}
	}
}

// What golangci-lint decodes gives the same settings, but for a number that
// has lost how it was written.
func TestPlugin(t *testing.T) {
	var raw any
	if err := yaml.Unmarshal([]byte(strings.Replace(full, "7.10", `"7.10"`, 1)), &raw); err != nil {
		t.Fatal(err)
	}
	s, err := Plugin(raw)
	if err != nil {
		t.Fatal(err)
	}
	checkFull(t, s)
	if s.Related || !config.Default().Related {
		t.Error("golangci-lint makes an issue of each related place, and others do not")
	}
	if s.Nolint {
		t.Error("golangci-lint looks at nolint comments itself")
	}
	if s, err := Plugin(nil); err != nil || !s.Rules.Default() {
		t.Errorf("no settings: %v, %v", s, err)
	}
}

func TestPluginErrors(t *testing.T) {
	for _, test := range []struct {
		raw  any
		want string
	}{
		{map[string]any{"rulez": "bug"}, `linters.settings.custom.redislint.settings: unknown key "rulez"; valid: rules, cluster,`},
		{[]any{1}, `linters.settings.custom.redislint.settings: a list where an object belongs; valid: rules,`},
		{map[string]any{"wrappers": []any{map[string]any{"func": "a.b", "command": "SET", "key": 0}, map[string]any{"func": "a.b", "command": "SET", "key": "x"}}},
			`linters.settings.custom.redislint.settings.wrappers[1].key: key="x" is no parameter`},
		{map[string]any{"redis-version": 7.1}, `linters.settings.custom.redislint.settings.redis-version: the number 7.1 where a text belongs: write it in quotes`},
		{map[string]any{"rules": []string{"bug", "nope"}}, `linters.settings.custom.redislint.settings.rules[1]: unknown rule "nope"; valid: bug, risk`},
		{map[string]any{"in-tests": func() {}}, `linters.settings.custom.redislint.settings.in-tests: a value of the type func()`},
		{map[any]any{"per-rule": []any{map[any]any{"rule": "keyscommand", "severity": 3}}}, `linters.settings.custom.redislint.settings.per-rule[0].severity: unknown severity "3"; valid: error, warning, info`},
	} {
		if _, err := Plugin(test.raw); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v: got %v, want %s", test.raw, err, test.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"rulez: bug", `f.yml:1:1: unknown key "rulez"; valid: rules, cluster, redis-version,`},
		{"cluster: auto\n\nrules: [bug, nope]", `f.yml:3:14: rules[1]: unknown rule "nope"; valid: bug, risk, advice, all, ` + config.Rules()[0].Name},
		{"rules: nope", `f.yml:1:8: rules: unknown rule "nope"`},
		{"rules:", `f.yml:1:7: rules: no value`},
		{"rules: []", `f.yml:1:8: rules: the list is empty`},
		{"rules: {a: b}", `f.yml:1:8: rules: an object where a list belongs`},
		{"rules: [[a]]", `f.yml:1:9: rules[0]: a list where a text belongs`},
		{"rules: bug\nrules: risk", `f.yml:2:1: "rules" stands there twice`},
		{"- rules", `f.yml:1:1: a list where an object belongs; valid: rules`},
		{"rules", `f.yml:1:1: the text "rules" where an object belongs`},
		{"in-tests: yes", `f.yml:1:11: in-tests: the text "yes" where true or false belongs`},
		{"in-tests: 1", `f.yml:1:11: in-tests: the number 1 where true or false belongs`},
		{"in-tests: \"true\"", `f.yml:1:11: in-tests: the text "true" where true or false belongs`},
		{"cluster: maybe", `f.yml:1:10: cluster: unknown mode "maybe"; valid: auto, always, never`},
		{"cluster: [auto]", `f.yml:1:10: cluster: a list where a text belongs`},
		{"redis-version: 7", `f.yml:1:16: redis-version: "7" is not a server version; valid: X.Y`},
		{"default-ttl: 60", `f.yml:1:14: default-ttl: "60" is not a duration`},
		{"persistent:\n  - ./a/.../b/...", `f.yml:2:5: persistent[0]: unknown package pattern`},
		{"clients: example.com/x", `f.yml:1:10: clients: the text "example.com/x" where a list belongs`},
		{"clients: ['a b']", `f.yml:1:11: clients[0]: "a b" is not an import path`},
		{"clients:\n  - path: 'a b'", `f.yml:2:11: clients[0].path: "a b" is not an import path`},
		{"clients:\n  - path: a.b/c\n    like: v5", `f.yml:3:11: clients[0].like: unknown API "v5"; valid: v9, v8, v7, v6`},
		{"clients:\n  - like: v8", `f.yml:2:5: clients[0]: path is missing`},
		{"clients:\n  - path: a.b/c\n    api: v5", `f.yml:3:5: clients[0]: unknown key "api"; valid: path, like`},
		{"wrappers:\n  - func: a.b", `f.yml:2:5: wrappers[0]: command is missing`},
		{"wrappers:\n  - func: a.b\n    command: SET\n    key: -1", `f.yml:4:10: wrappers[0].key: key="-1" is no parameter`},
		{"wrappers:\n  - {func: a.b, command: NOPE, key: 1}", `f.yml:2:26: wrappers[0].command: unknown command "NOPE"`},
		{"wrappers:\n  - {func: a.b, command: SET, keys: 1}", `f.yml:2:31: wrappers[0]: unknown key "keys"; valid: func, command, key, value, ttl`},
		{"per-rule:\n  - enabled: true", `f.yml:2:5: per-rule[0]: rule is missing`},
		{"rules: bug, -crossslot", `f.yml:1:8: rules: "bug, -crossslot" is one text: write a list, [`},
		{"rules: [risk, 'bug,advice']", `f.yml:1:15: rules[1]: "bug,advice" is one text: write a list, [`},
		{"per-rule:\n  keyscommand:\n    enabled: false", `f.yml:2:3: per-rule: an object where a list of objects belongs, each of which begins like this: "- rule: keyscommand"`},
		{"per-path:\n  internal/legacy: all", `f.yml:2:3: per-path: an object where a list of objects belongs, each of which begins like this: "- path: internal/legacy"`},
		{"per-rule: keyscommand", `f.yml:1:11: per-rule: the text "keyscommand" where a list belongs`},
		{"per-rule:\n  - rule: nope", `f.yml:2:11: per-rule[0].rule: unknown rule "nope"; valid: ` + config.Rules()[0].Name},
		{"per-rule:\n  - enabled: 3\n    rule: keyscommand", `f.yml:2:14: per-rule[0].enabled: the number 3 where true or false belongs`},
		{"per-rule:\n  - rule: keyscommand\n    severity: loud", `f.yml:3:15: per-rule[0].severity: unknown severity "loud"; valid: error, warning, info`},
		{"per-rule:\n  - rule: keyscommand\n    allow-keys: [a, '']", `f.yml:3:21: per-rule[0].allow-keys[1]: "" matches no key`},
		{"per-rule:\n  - rule: keyscommand\n    options: {a: b}", `f.yml:3:14: per-rule[0].options: keyscommand has no options`},
		{"per-rule:\n  - rule: missingttl\n    options: {a: b}", `f.yml:3:15: per-rule[0].options: unknown key "a"; valid: persistent, default-ttl`},
		{"default-ttl: 1h\nper-rule:\n  - rule: missingttl\n    options:\n      default-ttl: 2h", `f.yml:5:20: per-rule[0].options.default-ttl: default-ttl has a value already`},
		{"per-path:\n  - path: a", `f.yml:2:5: per-path[0]: off is missing`},
		{"per-path:\n  - off: all", `f.yml:2:5: per-path[0]: path is missing`},
		{"per-path:\n  - path: /a\n    off: all", `f.yml:2:11: per-path[0].path: "/a" is no path`},
		{"per-path:\n  - path: [a, ../b]\n    off: all", `f.yml:2:15: per-path[0].path[1]: "../b" leaves the module`},
		{"per-path:\n  - path: 'a\\b'\n    off: all", `f.yml:2:11: per-path[0].path: "a\\b" is no path`},
		{"per-path:\n  - path: 'a['\n    off: all", `f.yml:2:11: per-path[0].path: "a[" is no glob`},
		{"per-path:\n  - path: a\n    off: [bug, nope]", `f.yml:3:16: per-path[0].off[1]: unknown rule "nope"`},
		{"a: b: c", `f.yml:1:1: not YAML: mapping values are not allowed in this context`},
		{"rules: bug\n\tx: y", `f.yml:2:1: not YAML:`},
		{"rules: bug\n---\nrules: bug", `f.yml:2:1: a second document`},
		{"a\x80", `f.yml:1:1: not YAML: `},
		{"? [a]\n: b", `f.yml:1:3: unknown key "a list"`},
		{"<<: {rules: bug}", `f.yml:1:1: unknown key "<<"`},
	} {
		_, err := Decode("f.yml", []byte(test.text))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q:\n got %v\nwant %s", test.text, err, test.want)
		}
	}
}

func TestEmpty(t *testing.T) {
	for _, text := range []string{"", "\n", "# nothing\n", "{}", "\r\n# CRLF\r\n"} {
		s, err := Decode("f.yml", []byte(text))
		if err != nil || !reflect.DeepEqual(s, config.Default()) {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
	s, err := Decode("f.yml", []byte("rules: [bug]\r\nin-tests: true\r\n"))
	if err != nil || !s.InTests || s.Rules.String() != "bug" {
		t.Errorf("CRLF: %v, %v", s, err)
	}
	s, err = Decode("f.yml", []byte("per-rule:\n  - rule: missingttl\n    options: {default-ttl: 2h, persistent: [a]}\nin-tests: &on true\ngenerated: *on\n"))
	if err != nil || s.DefaultTTL != 2*time.Hour || !s.Persistent("a") || !s.Generated {
		t.Errorf("options and an alias: %v, %v", s, err)
	}
}

// Nothing that a file can hold is more than an error.
func FuzzDecode(f *testing.F) {
	f.Add(full)
	f.Add("a: &a [*a]\nrules: *a")
	f.Add("per-rule: [{rule: missingttl, options: {persistent: [./...]}}]")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Decode("f.yml", []byte(text))
		if (s == nil) != (err != nil) {
			t.Errorf("%v, %v", s, err)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("more than a line: %q", err)
		}
	})
}
