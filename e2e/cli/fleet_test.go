package cli

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fleetModule has a client of its own, so that nothing but it and what it
// takes from the standard library is built into the empty cache.
var fleetModule = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.25\n",
	"redis/redis.go": `// Package redis has as much of go-redis as the test needs.
package redis

import "context"

type cmdable func(ctx context.Context, cmd any) error

type StringSliceCmd struct{ val []string }

func (c cmdable) Keys(ctx context.Context, pattern string) *StringSliceCmd { return nil }

type Client struct{ cmdable }
`,
	"users.go": `package m

import (
	"context"

	"example.com/m/redis"
)

func users(ctx context.Context, rdb *redis.Client) {
	rdb.Keys(ctx, "user:*")
}
`,
}

// TestFleet: machines that share a cache through GOCACHEPROG share what go vet
// has found, as docs/fleet.md says.
func TestFleet(t *testing.T) {
	root := t.TempDir()
	program := filepath.Join(root, "gocacheprog")
	if out, err := exec.Command("go", "build", "-o", program, "./testdata/gocacheprog").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	shared := filepath.Join(root, "shared")
	if err := os.Mkdir(shared, 0o777); err != nil {
		t.Fatal(err)
	}
	here, elsewhere := filepath.Join(root, "here"), filepath.Join(root, "else", "where")
	for _, checkout := range []string{here, elsewhere} {
		for name, text := range fleetModule {
			file := filepath.Join(checkout, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}

	const finding = `users.go:10:6: KEYS "user:*"`
	first := vetShared(t, program, shared, here)
	// The standard library's packages that are imported, and the two of the module.
	if first.runs < 10 || first.hits != 0 || !strings.HasPrefix(first.found, finding) {
		t.Errorf("with an empty shared cache, go vet ran redislint %d times, took %d results from the cache, and found\n%s", first.runs, first.hits, first.found)
	}
	second := vetShared(t, program, shared, here)
	if second.runs != 0 || second.hits == 0 || second.found != first.found {
		t.Errorf("on a second machine, go vet ran redislint %d times, took %d results from the cache, and found\n%s", second.runs, second.hits, second.found)
	}

	// Another path of the checkout: the module's own packages are other
	// packages then, the rest comes from the cache.
	third := vetShared(t, program, shared, elsewhere)
	if third.runs != 2 || third.hits == 0 || third.found != first.found {
		t.Errorf("in another folder, go vet ran redislint %d times, took %d results from the cache, and found\n%s", third.runs, third.hits, third.found)
	}
}

type vetted struct {
	runs  int    // of redislint
	hits  int    // what the shared cache had
	found string // the findings
}

// vetShared vets a checkout as on a machine that has nothing but the shared cache.
func vetShared(t *testing.T, program, shared, checkout string) vetted {
	t.Helper()
	asked := filepath.Join(t.TempDir(), "asked.jsonl")
	cmd := exec.Command("go", "vet", "-x", "-vettool="+binary, "-rules=keyscommand", "-clients=example.com/m/redis", "./...")
	cmd.Dir = checkout
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off",
		"GOCACHE="+t.TempDir(), "GOCACHEPROG="+program+" "+shared+" "+asked)
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("go vet finds nothing\n%s", out)
	}
	var v vetted
	for line := range strings.Lines(string(out)) {
		switch {
		// -x shows the configuration that is written and the call; the call counts.
		case strings.Contains(line, "vet.cfg") && strings.Contains(line, filepath.Base(binary)+" "):
			v.runs++
		case strings.Contains(line, ".go:"):
			v.found += line
		}
	}
	notes, err := os.Open(asked)
	if err != nil {
		t.Fatalf("the go command asked the program nothing: %v\n%s", err, out)
	}
	defer notes.Close()
	lines := bufio.NewScanner(notes)
	for lines.Scan() {
		if !bytes.Contains(lines.Bytes(), []byte(`"Miss":true`)) {
			v.hits++
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return v
}
