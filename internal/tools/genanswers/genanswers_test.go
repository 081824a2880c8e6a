package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/redislint/redislint/internal/client/goredis/wire"
	"github.com/redislint/redislint/internal/tools/genrediscmd/redisserver"
)

// tableDir is outside of this module, so the go command does not see when a
// file there changes: run these tests with -count=1.
var tableDir = filepath.Join("..", "..", "client", "goredis")

// TestFresh makes the tables anew where the server is of the version that they
// were made with.
func TestFresh(t *testing.T) {
	s := redisserver.ForTest(t)
	server, err := redisserver.InstalledVersion()
	if err != nil {
		t.Fatal(err)
	}
	for i := range versions {
		v := &versions[i]
		t.Run(v.name, func(t *testing.T) {
			have, err := os.ReadFile(filepath.Join(tableDir, v.file()))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(have), "\n# redis-server "+server+"\n") {
				redisserver.Skip(t, "redis-server is %s, %s is from another version", server, v.file())
			}
			want, err := v.table(s, tableDir)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(have), "\n")
			for line := range strings.Lines(want) {
				if line = strings.TrimSuffix(line, "\n"); !slices.Contains(lines, line) {
					t.Errorf("%s is stale, it lacks\n%s\nrun\n\tgo generate ./internal/client/goredis", v.file(), line)
					return
				}
			}
			if string(have) != want {
				t.Errorf("%s is stale; run\n\tgo generate ./internal/client/goredis", v.file())
			}
		})
	}
}

// What is said of a method that answers nil at times.
func TestUnless(t *testing.T) {
	m := &method{wire: &wire.Method{Items: []wire.Item{
		{Lit: "SET", Param: -1}, {Lit: "NX", Param: -1, If: []wire.Ref{{Param: 2, Field: "NX"}}}, {Lit: "GET", Param: -1, If: []wire.Ref{{Param: 2, Field: "Get"}}},
	}}}
	set := func(names ...string) map[string]bool {
		m := map[string]bool{}
		for _, n := range names {
			m[n] = true
		}
		return m
	}
	type calls = []map[string]bool
	for _, tt := range []struct {
		name          string
		with, without calls
		want          string
	}{
		{"a plain call", calls{set("2.NX"), set()}, calls{set()}, "may"},
		{"an option", calls{set("2.NX"), set("2.NX", "2.Get")}, calls{set(), set("2.Get")}, "if=2.Get,2.NX"},
		{"never tried without", calls{set("2.NX")}, calls{set("2.NX")}, "may"},
	} {
		if got := m.unless(tt.with, tt.without); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}
