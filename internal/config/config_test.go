package config

import (
	"flag"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
)

// parse returns the settings that these arguments give, and leaves the
// process's own as they were.
func parse(t *testing.T, args ...string) (*Settings, error) {
	t.Helper()
	before := current
	defer func() { current = before }()
	current = &Settings{Rules: defaultSelection}
	fs := Flags()
	fs.Init("redislint", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	err := fs.Parse(args)
	return current, err
}

func TestSelection(t *testing.T) {
	crossslot, _ := Lookup("crossslot")
	for _, test := range []struct {
		rules string // "-" alone: the flag is not given
		risk  bool   // keyscommand's own findings
		info  bool   // keyscommand's info findings
		bug   bool   // crossslot's bug findings
		runs  bool   // crossslot runs
	}{
		{"-", true, false, true, true},
		{"bug,risk", true, false, true, true},
		{"all", true, true, true, true},
		{"advice", false, true, false, false},
		{"bug", false, false, true, true},
		{"risk", true, false, false, true},
		{"keyscommand", true, true, false, false},
		{"-keyscommand", false, false, true, true},
		{"-crossslot", true, false, false, false},
		{"all,-keyscommand", false, false, true, true},
		{"-keyscommand,keyscommand", true, true, true, true},
		{"keyscommand,-risk", false, false, false, false},
		{"crossslot,-keyscommand", false, false, true, true},
		{" risk , -crossslot ", true, false, false, false},
	} {
		var args []string
		if test.rules != "-" {
			args = append(args, "-rules="+test.rules)
		}
		s, err := parse(t, args...)
		if err != nil {
			t.Errorf("%s: %v", test.rules, err)
			continue
		}
		if got := s.Enabled("keyscommand", Risk); got != test.risk {
			t.Errorf("-rules=%s: keyscommand's own findings: %v, want %v", test.rules, got, test.risk)
		}
		if got := s.WantsInfo("keyscommand"); got != test.info {
			t.Errorf("-rules=%s: keyscommand's info findings: %v, want %v", test.rules, got, test.info)
		}
		if got := s.Enabled("crossslot", Bug); got != test.bug {
			t.Errorf("-rules=%s: crossslot's bug findings: %v, want %v", test.rules, got, test.bug)
		}
		if got := s.Runs(crossslot); got != test.runs {
			t.Errorf("-rules=%s: crossslot runs: %v, want %v", test.rules, got, test.runs)
		}
	}
}

func TestValues(t *testing.T) {
	s, err := parse(t, "-cluster=always", "-redis-version=7.4.1", "-clients=example.com/redis, example.com/old=v8",
		"-default-ttl=90s", "-in-tests", "-generated=true", "-unsafe-fixes", "-collections", "-persistent=config:*")
	if err != nil {
		t.Fatal(err)
	}
	if s.Cluster != ClusterAlways || s.DefaultTTL != 90*time.Second || !s.InTests || !s.Generated || !s.UnsafeFixes || !s.Collections {
		t.Errorf("got %+v", s)
	}
	if len(s.Clients) != 2 || s.Clients[0] != (Client{"example.com/redis", "v9"}) || s.Clients[1] != (Client{"example.com/old", "v8"}) {
		t.Errorf("clients: %v", s.Clients)
	}
	if !s.Redis(7, 4) || !s.Redis(6, 2) || s.Redis(8, 0) || s.RedisCouldBe(8, 0) || !s.RedisCouldBe(7, 4) {
		t.Error("7.4.1 is at least 7.4 and older than 8.0")
	}
	unset, err := parse(t)
	if err != nil {
		t.Fatal(err)
	}
	if !unset.Redis(6, 2) || unset.Redis(7, 0) || !unset.RedisCouldBe(99, 0) {
		t.Error("an unset version is a 6.2 for replacements, and the newest for complaints")
	}
	if unset.Cluster != ClusterAuto || unset.InTests || unset.DefaultTTL != 0 {
		t.Errorf("defaults: %+v", unset)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ arg, bad, valid string }{
		{"-rules=keyscomand", `"keyscomand"`, "keyscommand"},
		{"-rules=risk,-nothing", `"nothing"`, "missingttl"},
		{"-rules=", "no rule", "all"},
		{"-cluster=yes", `"yes"`, "auto, always, never"},
		{"-redis-version=seven", `"seven"`, "6.2"},
		{"-redis-version=7", `"7"`, "X.Y"},
		{"-redis-version=7.x", `"7.x"`, "X.Y"},
		{"-default-ttl=60", `"60"`, "24h"},
		{"-default-ttl=-1s", `"-1s"`, "positive"},
		{"-default-ttl=0s", `"0s"`, "positive"},
		{"-clients=a b", `"a b"`, "example.com/redis"},
		{"-clients==v8", `""`, "example.com/redis"},
		{"-clients=example.com/redis=v5", `"v5"`, "v9, v8, v7, v6"},
		{"-persistent=./a/.../b/...", `"./a/.../b/..."`, "./dir/..."},
		{"-in-tests=perhaps", `"perhaps"`, "true, false"},
	} {
		s, err := parse(t, test.arg)
		if err == nil {
			t.Errorf("%s: no error", test.arg)
			continue
		}
		if !strings.Contains(err.Error(), test.bad) || !strings.Contains(err.Error(), test.valid) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: want one line that names %s and lists %s, got %q", test.arg, test.bad, test.valid, err)
		}
		if s.Rules.String() != "bug,risk" || s.Cluster != ClusterAuto || len(s.Clients) != 0 {
			t.Errorf("%s: a bad value changed the settings: %+v", test.arg, s)
		}
	}
}

// Two sets of flags are one set of values, and a pass keeps what it was given.
func TestFlagsAreShared(t *testing.T) {
	before := current
	defer func() { current = before }()
	result, err := Analyzer.Run(&analysis.Pass{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := Flags(), Flags()
	if err := a.Set("cluster", "never"); err != nil {
		t.Fatal(err)
	}
	if got := b.Lookup("cluster").Value.String(); got != "never" {
		t.Errorf("the other set of flags says cluster=%s", got)
	}
	if result.(*Settings).Cluster == ClusterNever {
		t.Error("setting a flag changed the settings of a pass")
	}
}

func TestPersistentKeys(t *testing.T) {
	for _, test := range []struct {
		glob, key string
		want      bool
	}{
		{"config:*", "config:*", true},
		{"config:*", "config:flags", true},
		{"config:*", "config:", true},
		{"config:*", "user:*", false},
		{"user:{*}:profile", "user:{*}:profile", true},
		{"user:{*}:profile", "user:{42}:profile", true},
		{"user:{*}:profile", "user:{*}:cart", false},
		{"*", "", true},
		{"a?c", "abc", true},
		{"a?c", "ac", false},
		{`a\*`, "a*", true},
		{`a\*`, "ab", false},
		{"*:a:*:b", "x:a:a:b:b", true},
		{"*:a:*:b", "x:a:b:c", false},
		{"*a*a*a*a*b", strings.Repeat("a", 2000), false},
		{`a\`, "a", false},
	} {
		s, err := parse(t, "-persistent="+test.glob)
		if err != nil {
			t.Errorf("%s: %v", test.glob, err)
			continue
		}
		if got := s.Persistent(test.key); got != test.want {
			t.Errorf("%s matches %q: %v, want %v", test.glob, test.key, got, test.want)
		}
	}
}

func TestPersistentPackages(t *testing.T) {
	for _, test := range []struct {
		pattern, module, path string
		want                  bool
	}{
		{"./internal/store", "example.com/m", "example.com/m/internal/store", true},
		{"./internal/store", "example.com/m", "example.com/m/internal/store/sub", false},
		{"./internal/store/...", "example.com/m", "example.com/m/internal/store/sub", true},
		{"./internal/store/...", "example.com/m", "example.com/m/internal/stores", false},
		{"./internal/store/...", "example.com/m", "example.com/m/x/internal/store", false},
		{"./...", "example.com/m", "example.com/m", true},
		{"./...", "example.com/m", "example.com/mm", false},
		{".", "example.com/m", "example.com/m", true},
		{".", "example.com/m", "example.com/m/x", false},
		{"./internal/store", "", "example.com/m/internal/store", true},
		{"./internal/store/...", "", "example.com/m/internal/store/sub", true},
		{"./store", "", "example.com/m/bookstore", false},
		{"example.com/m/...", "example.com/m", "example.com/m/x", true},
		{"example.com/m/...", "", "example.com/m", true},
		{"example.com/m/...", "", "example.com/mm", false},
	} {
		s, err := parse(t, "-persistent="+test.pattern)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		if got := s.PersistentPackage(test.module, test.path); got != test.want {
			t.Errorf("%s matches %s (module %q): %v, want %v", test.pattern, test.path, test.module, got, test.want)
		}
		if s.Persistent(test.path) {
			t.Errorf("%s is a pattern of packages and matches a key", test.pattern)
		}
	}
}

func TestWrappers(t *testing.T) {
	s, err := parse(t, "-wrappers=func=(*example.com/app/cache.Store).Put command=set key=1 value=2 ttl=3; func=example.com/app/cache.Drop command=DEL key=0;")
	if err != nil {
		t.Fatal(err)
	}
	want := []Wrapper{
		{Func: "(example.com/app/cache.Store).Put", Command: "SET", Key: 1, Value: 2, TTL: 3},
		{Func: "example.com/app/cache.Drop", Command: "DEL", Key: 0, Value: -1, TTL: -1},
	}
	if len(s.Wrappers) != 2 || s.Wrappers[0] != want[0] || s.Wrappers[1] != want[1] {
		t.Errorf("got %v, want %v", s.Wrappers, want)
	}
	if again, err := parse(t, "-wrappers="+s.Wrappers[0].String()+";"+s.Wrappers[1].String()); err != nil || len(again.Wrappers) != 2 || again.Wrappers[0] != want[0] {
		t.Errorf("printed and parsed again: %v, %v", again.Wrappers, err)
	}
	for _, bad := range []struct{ text, message string }{
		{"command=SET key=0", "func is missing"},
		{"func=a.b key=0", "command is missing"},
		{"func=a.b command=SET value=1", "key is missing"},
		{"func=a.b command=NOPE key=0", `unknown command "NOPE"`},
		{"func=a.b command=SET key=x", `key="x" is no parameter`},
		{"func=a.b command=SET key=-1", "is no parameter"},
		{"func=a b command=SET key=0", `"a" is not a function`},
		{"func=a.b command=SET keys=0", `unknown field "keys"; valid: func, command, key, value, ttl`},
	} {
		if _, err := parse(t, "-wrappers="+bad.text); err == nil || !strings.Contains(err.Error(), bad.message) {
			t.Errorf("%s: got %v, want %q", bad.text, err, bad.message)
		}
	}
}

// Paths are written with forward slashes on every system: what a Windows shell
// completes is refused with the right form, not taken for a key that never matches.
func TestWindowsForms(t *testing.T) {
	if _, err := parse(t, `-persistent=.\internal\store\...`); err == nil || !strings.Contains(err.Error(), "./dir/...") {
		t.Errorf("a pattern with backslashes: %v", err)
	}
	for _, glob := range []string{`internal\legacy`, `C:\m\internal`, `C:/m/internal`, `c:internal`, `\\host\share`, `..\other`} {
		if err := new(Settings).SetOff(glob, "keyscommand"); err == nil || !strings.Contains(err.Error(), "forward slashes") {
			t.Errorf("the path %s: %v", glob, err)
		}
	}
	// Where files lie on another volume than the module, no path of it is meant.
	s := &Settings{Root: filepath.FromSlash("/m")}
	if err := s.SetOff("**", "keyscommand"); err != nil {
		t.Fatal(err)
	}
	if s.Off("keyscommand", filepath.FromSlash("/other/x.go")) || !s.Off("keyscommand", filepath.FromSlash("/m/a/x.go")) {
		t.Error("a file outside of the module counts, or one inside does not")
	}
}
