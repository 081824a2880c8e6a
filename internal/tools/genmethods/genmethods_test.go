package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	v9 "github.com/redis/go-redis/v9"
	"github.com/redislint/redislint/internal/client/goredis/wire"
)

// tableDir is outside of this module, so the go command does not see when a
// file there changes: run these tests with -count=1.
var tableDir = filepath.Join("..", "..", "client", "goredis")

func committed(t *testing.T, v *version) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(tableDir, v.file()))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTablesAreFresh(t *testing.T) {
	for i := range versions {
		v := &versions[i]
		t.Run(v.name, func(t *testing.T) {
			want, err := v.table()
			if err != nil {
				t.Fatal(err)
			}
			got := committed(t, v)
			if got == want {
				return
			}
			have := strings.Split(got, "\n")
			for _, line := range strings.Split(want, "\n") {
				if !slices.Contains(have, line) {
					t.Errorf("%s lacks\n%s", v.file(), line)
					break
				}
			}
			t.Errorf("%s is stale; run\n\tgo generate ./internal/client/goredis", v.file())
		})
	}
}

// interfaces are what a method may be called through.
var interfaces = map[string][]reflect.Type{
	"v9": {reflect.TypeFor[v9.Pipeliner](), reflect.TypeFor[v9.Cmdable](), reflect.TypeFor[v9.StatefulCmdable]()},
	"v8": {reflect.TypeFor[v8.Pipeliner](), reflect.TypeFor[v8.Cmdable](), reflect.TypeFor[v8.StatefulCmdable]()},
	"v7": {reflect.TypeFor[v7.Pipeliner](), reflect.TypeFor[v7.Cmdable](), reflect.TypeFor[v7.StatefulCmdable]()},
	"v6": {reflect.TypeFor[v6.Pipeliner](), reflect.TypeFor[v6.Cmdable](), reflect.TypeFor[v6.StatefulCmdable]()},
}

func TestEveryMethodIsListed(t *testing.T) {
	for i := range versions {
		v := &versions[i]
		table := wire.New(v.name, committed(t, v))
		types := append([]reflect.Type{reflect.TypeOf(v.pipeline())}, interfaces[v.name]...)
		for _, typ := range types {
			for m := range typ.Methods() {
				if typ.Kind() != reflect.Interface && !(m.Type.NumOut() > 0 && m.Type.Out(0).Implements(v.cmder)) {
					continue // a method of *Pipeline alone that makes no command
				}
				method, ok := table.Method(m.Name)
				reason, excused := table.Exception(m.Name)
				switch {
				case !ok && !excused:
					t.Errorf("%s: %v.%s is neither in the table nor an exception", v.name, typ, m.Name)
				case excused && strings.TrimSpace(reason) == "":
					t.Errorf("%s: %s is an exception without a reason", v.name, m.Name)
				case ok && method.Partial != excused:
					t.Errorf("%s: %s: partial=%v, but an exception: %v", v.name, m.Name, method.Partial, excused)
				case ok && method.Role == "" && len(method.Items) == 0:
					t.Errorf("%s: %s sends nothing and has no role", v.name, m.Name)
				}
			}
		}
	}
}

func TestExceptionsAreNeeded(t *testing.T) {
	used := map[string]bool{}
	for i := range versions {
		for _, t := range versions[i].targets() {
			used[t.name] = true
		}
	}
	for name := range overrides {
		if !used[name] {
			t.Errorf("the override of %s is for no method of any version", name)
		}
	}
	for name := range missing {
		if !used[name] {
			t.Errorf("the missing method %s is in no version", name)
		}
		for i := range versions {
			for _, target := range versions[i].targets() {
				if target.name != name {
					continue
				}
				if m, problem := target.derive(); m != nil || problem == "" {
					t.Errorf("%s: %s can be derived now; drop it from the missing ones", versions[i].name, name)
				}
			}
		}
	}
}

// TestTemplatesGiveWhatIsSent evaluates every committed template, as the
// parser reads it, in every call and compares with what go-redis sends.
func TestTemplatesGiveWhatIsSent(t *testing.T) {
	for i := range versions {
		v := &versions[i]
		v.quiet()
		table := wire.New(v.name, committed(t, v))
		n := 0
		for _, target := range v.targets() {
			m, ok := table.Method(target.name)
			if !ok || m.Partial || m.Role != "" {
				continue
			}
			samples, problem := target.samples()
			if problem == "" {
				problem = target.verify(m, samples)
			}
			if problem != "" {
				t.Errorf("%s: %s: %s", v.name, target.name, problem)
			}
			n++
		}
		if n < 200 {
			t.Errorf("%s: only %d templates were evaluated", v.name, n)
		}
	}
}

// TestVerifySeesWrongTemplates guards the test above: each of these is nearly
// right.
func TestVerifySeesWrongTemplates(t *testing.T) {
	v := &versions[0]
	v.quiet()
	for name, lines := range map[string][]string{
		"Set": {
			"SET $1 $2 EX?3+ $3:s?3+\t*StatusCmd\tprecise=3",
			"SET $1 $2 EX?3+ $3:s?3+\t*StatusCmd\tkeepttl=3",
			"SET $1 $2 EX?3 $3:s?3\t*StatusCmd\tkeepttl=3 precise=3",
			"SET $1 $2 EX?3+ $3:ms?3+\t*StatusCmd\tkeepttl=3 precise=3",
			"SET $2 $1 EX?3+ $3:s?3+\t*StatusCmd\tkeepttl=3 precise=3",
			"SET $1 $2 EX $3:s\t*StatusCmd\tkeepttl=3 precise=3",
		},
		"XRead": {
			"XREAD COUNT?1.Count+ $1.Count?1.Count+ MAXCOUNT?1.MaxCount+ $1.MaxCount?1.MaxCount+ MAXSIZE?1.MaxSize+ $1.MaxSize?1.MaxSize+ BLOCK $1.Block:ms0 STREAMS $1.Streams... ($1.ID)...1.Streams?1.ID\t*XStreamSliceCmd",
			"XREAD COUNT?1.Count+ $1.Count?1.Count+ MAXCOUNT?1.MaxCount+ $1.MaxCount?1.MaxCount+ MAXSIZE?1.MaxSize+ $1.MaxSize?1.MaxSize+ BLOCK $1.Block:ms STREAMS $1.Streams... ($1.ID)...1.Streams?1.ID\t*XStreamSliceCmd\tblock=1.Block",
		},
		"ZAdd":        {"ZADD $1 ($2[].Member $2[].Score)...", "ZADD $1 $2[].Score $2[].Member"},
		"ZUnionStore": {"ZUNIONSTORE $1 #$2.Weights $2.Keys... WEIGHTS?2.Weights $2.Weights... AGGREGATE?2.Aggregate $2.Aggregate?2.Aggregate"},
		"MSetEX":      {"MSETEX #$2 $2..."},
	} {
		for _, target := range v.targets() {
			if target.name != name {
				continue
			}
			samples, problem := target.samples()
			if problem != "" {
				t.Fatal(name, problem)
			}
			for _, line := range lines {
				m, err := wire.ParseMethod(name + "\t" + line)
				if err != nil {
					t.Fatal(err)
				}
				if target.verify(m, samples) == "" {
					t.Errorf("verify accepts %s", line)
				}
			}
		}
	}
}
