package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/analyzers"
	"github.com/redislint/redislint/internal/corpus"
	"github.com/redislint/redislint/internal/load"
)

// chainLength is how many packages lie between a finding and its command.
const chainLength = 20

// The first package of the chain sends; each other one hands on to the one
// before, in a function, in a method, and in a cycle of two functions.
const (
	chainFirst = `package p1

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type Cache struct{ rdb *redis.Client }

func (c *Cache) Put(ctx context.Context, key string, value any, ttl time.Duration) error {
	return c.rdb.Set(ctx, key, value, ttl).Err()
}

func (c *Cache) All(ctx context.Context, pattern string) ([]string, error) {
	return c.rdb.Keys(ctx, pattern).Result()
}

func Put(ctx context.Context, c *Cache, key string, value any, ttl time.Duration) error {
	return c.rdb.Set(ctx, key, value, ttl).Err()
}

func Even(ctx context.Context, c *Cache, n int, key string, ttl time.Duration) error {
	if n == 0 {
		return Put(ctx, c, key, n, ttl)
	}
	return Odd(ctx, c, n-1, key, ttl)
}

func Odd(ctx context.Context, c *Cache, n int, key string, ttl time.Duration) error {
	return Even(ctx, c, n-1, key, ttl)
}
`
	chainNext = `package pN

import (
	"context"
	"time"

	below "example.com/testdata/pM"
)

type Cache struct{ below *below.Cache }

func (c *Cache) Put(ctx context.Context, key string, value any, ttl time.Duration) error {
	return c.below.Put(ctx, key, value, ttl)
}

func (c *Cache) All(ctx context.Context, pattern string) ([]string, error) {
	return c.below.All(ctx, pattern)
}

func Put(ctx context.Context, c *Cache, key string, value any, ttl time.Duration) error {
	return below.Put(ctx, c.below, key, value, ttl)
}

func Even(ctx context.Context, c *Cache, n int, key string, ttl time.Duration) error {
	if n == 0 {
		return below.Even(ctx, c.below, n, key, ttl)
	}
	return Odd(ctx, c, n-1, key, ttl)
}

func Odd(ctx context.Context, c *Cache, n int, key string, ttl time.Duration) error {
	return Even(ctx, c, n-1, key, ttl)
}
`
	chainTop = `package top

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	below "example.com/testdata/pM"
)

func calls(ctx context.Context, c *below.Cache, id string) {
	_ = below.Put(ctx, c, "u:"+id, 1, 0) // want ` + "`missingttl: SET of \"u:\\*\"`" + `
	_ = below.Put(ctx, c, "u:"+id, 1, time.Hour)
	_ = c.Put(ctx, "m:"+id, 1, 0) // want ` + "`missingttl: SET of \"m:\\*\"`" + `
	_ = c.Put(ctx, "m:"+id, 1, time.Hour)
	_ = below.Even(ctx, c, 4, "e:"+id, 0) // want ` + "`missingttl: SET of \"e:\\*\"`" + `
	_ = below.Even(ctx, c, 4, "e:"+id, time.Hour)
	_ = below.Odd(ctx, c, 3, "o:"+id, 0) // want ` + "`missingttl: SET of \"o:\\*\"`" + `
	_ = below.Odd(ctx, c, 3, "o:"+id, time.Hour)
	_, _ = c.All(ctx, "u:*") // want ` + "`keyscommand: `" + `
}

func direct(ctx context.Context, rdb *redis.Client) ([]string, error) {
	return rdb.Keys(ctx, "u:*").Result() // want ` + "`keyscommand: `" + `
}
`
)

// chain writes a module with a chain of n packages, and returns its folder and
// what is to be found in the package on top.
func chain(t *testing.T, n int) (root string, wants corpus.Wants) {
	t.Helper()
	files := map[string]string{
		"p1/p1.go":   chainFirst,
		"top/top.go": strings.ReplaceAll(chainTop, "pM", fmt.Sprintf("p%d", n)),
	}
	for i := 2; i <= n; i++ {
		name := fmt.Sprintf("p%d", i)
		files[name+"/"+name+".go"] = strings.NewReplacer("pN", name, "pM", fmt.Sprintf("p%d", i-1)).Replace(chainNext)
	}
	root = module(t, files)
	groups, err := corpus.Groups(root, []string{"top"})
	if err != nil {
		t.Fatal(err)
	}
	return root, groups[0].Wants
}

// vetRelayed runs go vet with this test's binary as its tool, which keeps facts
// files in dir and, of the package named damage, what redislint says of it when
// the facts that it imports are damaged. A build that is not empty makes the relay a
// tool that the go command has no results of yet.
func vetRelayed(t *testing.T, root, dir, build, damage string, args ...string) (stdout, stderr []byte, err error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	settings, err := json.Marshal(relaySettings{Binary: binary, Dir: dir, Build: build, Damage: damage})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", append([]string{"vet", "-vettool=" + self}, args...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), relayEnv+"="+string(settings))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.Bytes(), errs.Bytes(), err
}

// TestChain: what is decided twenty packages above its command is found in
// every driver, and facts do not grow faster than the chain.
func TestChain(t *testing.T) {
	root, wants := chain(t, chainLength)
	compare := func(t *testing.T, found []corpus.Finding) {
		t.Helper()
		for i := range found {
			found[i].Message = strings.TrimSuffix(found[i].Message, " ["+found[i].Rule+"]")
		}
		for _, problem := range wants.Compare(found) {
			t.Error(problem)
		}
	}
	t.Run("binary", func(t *testing.T) {
		compare(t, judged(t, root, binary, "-json", "-rules=all", "./..."))
	})
	t.Run("loop", func(t *testing.T) {
		pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: root}, "./...")
		if err != nil {
			t.Fatal(err)
		}
		load.Prune(pkgs)
		graph, err := checker.Analyze([]*analysis.Analyzer{analyzers.Analyzer}, pkgs, nil)
		if err != nil {
			t.Fatal(err)
		}
		var found []corpus.Finding
		for _, act := range graph.Roots {
			for _, d := range act.Diagnostics {
				posn := act.Package.Fset.Position(d.Pos)
				file, err := filepath.Rel(root, posn.Filename)
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, corpus.Finding{Position: corpus.Position{File: filepath.ToSlash(file), Line: posn.Line}, Rule: d.Category, Message: d.Message})
			}
		}
		compare(t, found)
	})
	t.Run("vet", func(t *testing.T) {
		dir := t.TempDir()
		out, stderr, err := vetRelayed(t, root, dir, "", "example.com/testdata/top", "-json", "-rules=all", "./...")
		if err != nil {
			t.Fatalf("%v\n%s", err, stderr)
		}
		compare(t, findings(t, root, append(out, stderr...)))
		foreignFacts(t, dir)
		files := factFiles(t, dir)
		size := func(i int) int { return len(files[fmt.Sprintf("example.com/testdata/p%d", i)]) }
		half, all := size(chainLength/2), size(chainLength)
		t.Logf("facts files: %d bytes after 1 package, %d after %d, %d after %d", size(1), half, chainLength/2, all, chainLength)
		if size(1) == 0 || half == 0 {
			t.Fatal("no facts files")
		}
		if all > maxFactsFile {
			t.Errorf("the facts file of the last package has %d bytes, want at most %d", all, maxFactsFile)
		}
		// What each package adds: no more in the later half but for the names of
		// helpers that a command keeps, of which there are twelve at most.
		if first, second := half-size(1), all-half; second > first*2 {
			t.Errorf("the first half of the chain adds %d bytes, the second %d: facts grow faster than their number", first, second)
		}
	})
}

const (
	maxFactsFile = 64 << 10 // bytes of one package's facts file
	maxFactBytes = 80       // bytes of a sending function's fact, on average
)

// factFiles reads the facts files that a relay kept, by import path.
func factFiles(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.facts"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.ReplaceAll(strings.TrimSuffix(filepath.Base(name), ".facts"), "!", "/")] = data
	}
	return files
}

// foreignFacts: with facts that are not ours, or damaged, no finding rests on
// them, those of the package itself stay, and nothing crashes. dir holds what
// redislint said, as JSON.
func foreignFacts(t *testing.T, dir string) {
	for damage := range damages {
		out, err := os.ReadFile(filepath.Join(dir, damage+".out"))
		if err != nil {
			t.Fatal(err)
		}
		text := string(out)
		if strings.Contains(text, "panic") || strings.Contains(text, "goroutine ") {
			t.Errorf("%s: a crash:\n%s", damage, text)
		}
		if damage == "cutfile" || damage == "text" {
			// x/tools reads the file before any analyzer runs.
			if strings.Count(text, "decoding facts for") != 1 || strings.Count(text, "\n") > 3 {
				t.Errorf("%s: want one line that says which facts could not be read:\n%s", damage, text)
			}
			continue
		}
		if strings.Count(text, `"category": "keyscommand"`) != 1 || strings.Count(text, `"category"`) != 1 || !strings.Contains(text, "top.go:25:") {
			t.Errorf("%s: want the finding of the package itself, and no other:\n%s", damage, text)
		}
	}
}

var factModules = flag.String("facts-of", "", "comma list of module folders whose facts TestFactBudget measures, in place of the corpus")

// TestFactBudget: what facts cost go vet. Of other modules:
//
//	go test -run TestFactBudget -v . -args -facts-of=/path/to/module
func TestFactBudget(t *testing.T) {
	modules := []string{filepath.Join(repository, "testdata", "module"), filepath.Join(repository, "testdata", "src")}
	if *factModules == "" && os.Getenv("REDISLINT_SOAK") == "" {
		t.Skip("judges every dependency anew, which takes minutes: .ci/soak does")
	}
	if *factModules != "" {
		modules = strings.Split(*factModules, ",")
	}
	for _, module := range modules {
		t.Run(filepath.Base(module), func(t *testing.T) {
			dir := t.TempDir()
			if _, stderr, err := vetRelayed(t, module, dir, strconv.FormatInt(time.Now().UnixNano(), 36), "", "-json", "./..."); err != nil {
				t.Logf("%v\n%s", err, stderr)
			}
			own, senders, total, largest, where := 0, 0, 0, 0, ""
			for path, data := range factFiles(t, dir) {
				facts, err := readFacts(data)
				if err != nil {
					t.Fatalf("%s: %v", path, err)
				}
				if total += len(data); len(data) > largest {
					largest, where = len(data), path
				}
				for _, f := range facts {
					if sends, ok := f.Fact.(interface{ Sends() (bool, int) }); ok && f.PkgPath == path {
						if yes, size := sends.Sends(); yes {
							own += size
							senders++
						}
					}
				}
			}
			if senders == 0 {
				t.Fatal("no facts")
			}
			t.Logf("%d sending functions, %d bytes each on average; facts files %d bytes in all, the largest %d (%s)", senders, own/senders, total, largest, where)
			if own > maxFactBytes*senders {
				t.Errorf("%d bytes a sending function, want at most %d", own/senders, maxFactBytes)
			}
			if largest > maxFactsFile {
				t.Errorf("the facts file of %s has %d bytes, want at most %d", where, largest, maxFactsFile)
			}
		})
	}
}
