package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redislint/redislint/internal/corpus"
)

// module writes a module that has go-redis, and returns its folder.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(repository, "testdata", "src", name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// oddLimit is the time that all the odd packages together may take, on a slow
// machine that does other work and has to compile them first; they take seconds.
const oddLimit = 4 * time.Minute

const oddHead = `package NAME

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

var _ time.Duration

`

// TestOddHelpers: helpers that nobody should write neither stop redislint nor
// hide what is plain.
func TestOddHelpers(t *testing.T) {
	files := map[string]string{}
	add := func(name, body string) {
		files[name+"/"+name+".go"] = strings.Replace(oddHead, "NAME", name, 1) + body
	}
	add("params", params(200))
	add("cyclic", cyclic)
	add("shadow", shadow)
	add("generic", generic)
	add("long", long(10_000))
	add("wide", wide(200, 20))
	root := module(t, files)
	groups, err := corpus.Groups(root, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	for _, driver := range [][]string{{binary}, {"go", "vet", "-vettool=" + binary}} {
		t.Run(filepath.Base(driver[0]), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), oddLimit)
			defer cancel()
			cmd := exec.CommandContext(ctx, driver[0], append(driver[1:], "-json", "-rules=all", "./...")...)
			cmd.Dir = root
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			start := time.Now()
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("after %s: %v\n%s", time.Since(start), err, &stderr)
			}
			t.Logf("%s, of which %s of processor time", time.Since(start), cmd.ProcessState.UserTime())
			found := findings(t, root, out)
			for i := range found {
				found[i].Message = strings.TrimSuffix(found[i].Message, " ["+found[i].Rule+"]")
			}
			for _, problem := range groups[0].Wants.Compare(found) {
				t.Error(problem)
			}
		})
	}
}

// params is a helper with n parameters, of which the last but one is the key.
func params(n int) string {
	var b strings.Builder
	b.WriteString("func put(ctx context.Context, rdb *redis.Client")
	for i := range n - 4 {
		fmt.Fprintf(&b, ", p%d string", i)
	}
	b.WriteString(", key string, ttl time.Duration) error {\n\treturn rdb.Set(ctx, key, 1, ttl).Err()\n}\n\n")
	b.WriteString("func puts(ctx context.Context, rdb *redis.Client, id string) {\n")
	fill := strings.Repeat(`, ""`, n-4)
	fmt.Fprintf(&b, "\t_ = put(ctx, rdb%s, \"u:\"+id, 0) // want `missingttl: SET of \"u:\\*\"`\n", fill)
	fmt.Fprintf(&b, "\t_ = put(ctx, rdb%s, \"u:\"+id, time.Hour)\n}\n", fill)
	return b.String()
}

const cyclic = `
type cache struct {
	rdb  *redis.Client
	next *cache
}

// Itself.
func (c *cache) put(ctx context.Context, key string, ttl time.Duration, tries int) error {
	if err := c.rdb.Set(ctx, key, 1, ttl).Err(); err != nil && tries > 0 {
		return c.put(ctx, key, ttl, tries-1)
	}
	return nil
}

// Each other.
func (c *cache) ping(ctx context.Context, key string, ttl time.Duration, n int) error {
	if n > 0 {
		return c.pong(ctx, key, ttl, n-1)
	}
	return c.put(ctx, key, ttl, 1)
}

func (c *cache) pong(ctx context.Context, key string, ttl time.Duration, n int) error {
	return c.ping(ctx, key, ttl, n-1)
}

// Through an interface that it implements itself.
type putter interface {
	Put(ctx context.Context, key string, ttl time.Duration) error
}

type chained struct {
	rdb  *redis.Client
	next putter
}

func (c *chained) Put(ctx context.Context, key string, ttl time.Duration) error {
	if c.next != nil {
		return c.next.Put(ctx, key, ttl)
	}
	return c.rdb.Set(ctx, key, 1, ttl).Err()
}

// Through a closure.
func retry(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) {
	var try func(n int) error
	try = func(n int) error {
		if err := rdb.Set(ctx, key, 1, ttl).Err(); err != nil && n > 0 {
			return try(n - 1)
		}
		return nil
	}
	_ = try(3)
}

func uses(ctx context.Context, c *cache, p putter, id string) {
	_ = c.put(ctx, "a:"+id, 0, 3) // want ` + "`missingttl: SET of \"a:\\*\"`" + `
	_ = c.put(ctx, "a:"+id, time.Hour, 3)
	_ = c.next.ping(ctx, "b:"+id, 0, 3) // want ` + "`missingttl: SET of \"b:\\*\"`" + `
	_ = c.next.ping(ctx, "b:"+id, time.Hour, 3)
	_ = c.pong(ctx, "c:"+id, 0, 3) // want ` + "`missingttl: SET of \"c:\\*\"`" + `
	_ = p.Put(ctx, "d:"+id, 0) // want ` + "`missingttl: SET of \"d:\\*\"`" + `
	_ = p.Put(ctx, "d:"+id, time.Hour)
	retry(ctx, c.rdb, "e:"+id, 0) // want ` + "`missingttl: SET of \"e:\\*\"`" + `
	retry(ctx, c.rdb, "e:"+id, time.Hour)
}
`

const shadow = `
func put(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) error {
	return rdb.Set(ctx, key, 1, ttl).Err()
}

func byLocal(ctx context.Context, rdb *redis.Client, id string) {
	_ = put(ctx, rdb, "u:"+id, 0) // want ` + "`missingttl: SET of \"u:\\*\"`" + `
	put := func(context.Context, *redis.Client, string, time.Duration) error { return nil }
	_ = put(ctx, rdb, "u:"+id, 0)
}

func byParameter(ctx context.Context, rdb *redis.Client, id string, put func(context.Context, *redis.Client, string, time.Duration) error) {
	_ = put(ctx, rdb, "u:"+id, 0)
}

type put2 struct{ put func(context.Context, *redis.Client, string, time.Duration) error }

func byField(ctx context.Context, rdb *redis.Client, id string, p put2) {
	_ = p.put(ctx, rdb, "u:"+id, 0)
}

// Two embedded types of one method each: the outer one's own wins.
type base struct{ rdb *redis.Client }

func (b base) Put(ctx context.Context, key string, ttl time.Duration) error {
	return b.rdb.Set(ctx, key, 1, ttl).Err()
}

type quiet struct{}

func (quiet) Put(context.Context, string, time.Duration) error { return nil }

type outer struct {
	base
	inner quiet
}

type silent struct {
	base
	quiet
}

func (s silent) Put(ctx context.Context, key string, ttl time.Duration) error {
	return s.quiet.Put(ctx, key, ttl)
}

// A deeper method does not reach the top where a shallower one is.
type deep struct {
	outer
	quiet
}

func embedded(ctx context.Context, o outer, s silent, d deep, id string) {
	_ = o.Put(ctx, "o:"+id, 0) // want ` + "`missingttl: SET of \"o:\\*\"`" + `
	_ = o.inner.Put(ctx, "o:"+id, 0)
	_ = s.Put(ctx, "s:"+id, 0)
	_ = s.base.Put(ctx, "s:"+id, 0) // want ` + "`missingttl: SET of \"s:\\*\"`" + `
	_ = d.Put(ctx, "d:"+id, 0)
	_ = d.outer.Put(ctx, "d:"+id, 0) // want ` + "`missingttl: SET of \"d:\\*\"`" + `
}

// Interfaces that overlap have each method once.
type putter interface {
	Put(ctx context.Context, key string, ttl time.Duration) error
}

type both interface {
	putter
	interface {
		Put(ctx context.Context, key string, ttl time.Duration) error
		Close() error
	}
}

type closer struct{ base }

func (closer) Close() error { return nil }

func overlapping(ctx context.Context, b both, id string) {
	_ = b.Put(ctx, "b:"+id, 0) // want ` + "`missingttl: SET of \"b:\\*\"`" + `
	_ = b.Put(ctx, "b:"+id, time.Hour)
}
`

const generic = `
// A type that recurs through its own methods, and functions that recur with
// their own type arguments.
type node[T any] struct {
	rdb  *redis.Client
	next *node[T]
}

func (n *node[T]) put(ctx context.Context, key string, v T, ttl time.Duration) error {
	if n.next != nil {
		return n.next.put(ctx, key, v, ttl)
	}
	return n.rdb.Set(ctx, key, v, ttl).Err()
}

func put[T any](ctx context.Context, rdb *redis.Client, n int, v T, key string, ttl time.Duration) error {
	if n > 0 {
		return put[T](ctx, rdb, n-1, v, key, ttl)
	}
	return rdb.Set(ctx, key, v, ttl).Err()
}

func swap[A, B any](ctx context.Context, rdb *redis.Client, a A, b B, key string, ttl time.Duration, n int) error {
	if n > 0 {
		return swap(ctx, rdb, b, a, key, ttl, n-1)
	}
	return put(ctx, rdb, n, a, key, ttl)
}

type tree[K comparable, V interface{ children() []V }] struct {
	rdb  *redis.Client
	vals map[K]V
}

type leaf struct{}

func (leaf) children() []leaf { return nil }

func (t tree[K, V]) put(ctx context.Context, key string, v V, ttl time.Duration) error {
	for _, c := range v.children() {
		if err := t.put(ctx, key, c, ttl); err != nil {
			return err
		}
	}
	return t.rdb.Set(ctx, key, 1, ttl).Err()
}

func uses(ctx context.Context, n *node[string], t tree[int, leaf], id string) {
	_ = n.put(ctx, "n:"+id, "v", 0) // want ` + "`missingttl: SET of \"n:\\*\"`" + `
	_ = n.put(ctx, "n:"+id, "v", time.Hour)
	_ = put(ctx, n.rdb, 3, 1.5, "p:"+id, 0) // want ` + "`missingttl: SET of \"p:\\*\"`" + `
	_ = put(ctx, n.rdb, 3, 1.5, "p:"+id, time.Hour)
	_ = swap(ctx, n.rdb, 1, "x", "s:"+id, 0, 3) // want ` + "`missingttl: SET of \"s:\\*\"`" + `
	_ = swap(ctx, n.rdb, 1, "x", "s:"+id, time.Hour, 3)
	_ = t.put(ctx, "t:"+id, leaf{}, 0) // want ` + "`missingttl: SET of \"t:\\*\"`" + `
	_ = t.put(ctx, "t:"+id, leaf{}, time.Hour)
}
`

// long is a helper of n statements, in branches and loops too, that sends at
// its end, and another that sends in every hundredth.
func long(n int) string {
	var b strings.Builder
	b.WriteString("func put(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) error {\n\tx := 0\n")
	for i := range n / 4 {
		fmt.Fprintf(&b, "\tx += %d\n\tif x > %d {\n\t\tfor x > 1 {\n\t\t\tx /= 2\n\t\t}\n\t}\n", i, i)
	}
	b.WriteString("\treturn rdb.Set(ctx, key, x, ttl).Err()\n}\n\n")
	b.WriteString("func many(ctx context.Context, rdb *redis.Client, key string) (n int64) {\n")
	for i := range n / 4 {
		if i%25 == 0 {
			fmt.Fprintf(&b, "\tn += rdb.Incr(ctx, key).Val()\n")
		} else {
			fmt.Fprintf(&b, "\tif n > %d {\n\t\tn++\n\t}\n", i)
		}
	}
	b.WriteString("\treturn n\n}\n\n")
	b.WriteString("func uses(ctx context.Context, rdb *redis.Client, id string) int64 {\n")
	b.WriteString("\t_ = put(ctx, rdb, \"u:\"+id, 0) // want `missingttl: SET of \"u:\\*\"`\n")
	b.WriteString("\t_ = put(ctx, rdb, \"u:\"+id, time.Hour)\n\treturn many(ctx, rdb, id)\n}\n")
	return b.String()
}

// wide is an interface of m methods that n types implement, of which each
// embeds another, some of them seven deep.
func wide(n, m int) string {
	var b strings.Builder
	b.WriteString("type putter interface {\n")
	for i := range m {
		fmt.Fprintf(&b, "\tPut%d(ctx context.Context, key string, ttl time.Duration) error\n", i)
	}
	b.WriteString("}\n\ntype t0 struct{ rdb *redis.Client }\n\n")
	method := func(t, i int) {
		fmt.Fprintf(&b, "func (t *t%d) Put%d(ctx context.Context, key string, ttl time.Duration) error {\n\treturn t.rdb.Set(ctx, key, 1, ttl).Err()\n}\n\n", t, i)
	}
	for i := range m {
		method(0, i)
	}
	for t := 1; t < n; t++ {
		fmt.Fprintf(&b, "type t%d struct{ t%d }\n\n", t, t/2)
		method(t, t%m)
	}
	b.WriteString("func uses(ctx context.Context, p putter, id string) {\n")
	for i := range m {
		if i%5 == 0 { // more than ten would be one finding
			fmt.Fprintf(&b, "\t_ = p.Put%d(ctx, \"w:\"+id, 0) // want `missingttl: SET of \"w:\\*\"`\n", i)
		}
		fmt.Fprintf(&b, "\t_ = p.Put%d(ctx, \"w:\"+id, time.Hour)\n", i)
	}
	b.WriteString("}\n")
	return b.String()
}

// TestBuildTags: a helper is the one that is built.
func TestBuildTags(t *testing.T) {
	root := module(t, map[string]string{
		"store/redis.go": `//go:build !memory

package store

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type Store struct{ rdb *redis.Client }

func (s *Store) Put(ctx context.Context, key string, ttl time.Duration) error {
	return s.rdb.Set(ctx, key, 1, ttl).Err()
}
`,
		"store/memory.go": `//go:build memory

package store

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type Store struct {
	rdb *redis.Client
	set map[string]bool
}

func (s *Store) Put(ctx context.Context, key string, ttl time.Duration) error {
	s.set[key] = true
	return s.rdb.Ping(ctx).Err()
}
`,
		"app/app.go": `package app

import (
	"context"

	"example.com/testdata/store"
)

func puts(ctx context.Context, s *store.Store) { _ = s.Put(ctx, "k", 0) }
`,
	})
	for _, test := range []struct {
		driver []string
		tags   string
		want   int
	}{
		{[]string{binary}, "", 1},
		{[]string{binary}, "memory", 0},
		{[]string{binary, "-debug=p"}, "memory", 0}, // through x/tools' driver
		{[]string{"go", "vet", "-vettool=" + binary}, "memory", 0},
	} {
		args := append(test.driver[1:], "-json", "-tags="+test.tags, "./...")
		if got := judged(t, root, test.driver[0], args...); len(got) != test.want {
			t.Errorf("%q -tags=%s: found %v, want %d", test.driver, test.tags, got, test.want)
		}
	}
}

// TestBrokenBetween: what lies above a package that does not compile is not
// judged, and what lies beside it is.
func TestBrokenBetween(t *testing.T) {
	text := func(name, imports, body string) string {
		return "package " + name + "\n\nimport (\n\t\"context\"\n\t\"time\"\n\n" + imports + ")\n\n" + body
	}
	root := module(t, map[string]string{
		"store/store.go": text("store", "\t\"github.com/redis/go-redis/v9\"\n",
			"func Put(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) error {\n\treturn rdb.Set(ctx, key, 1, ttl).Err()\n}\n"),
		"between/between.go": text("between", "\t\"github.com/redis/go-redis/v9\"\n\n\t\"example.com/testdata/store\"\n",
			"func Put(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) error {\n\tvar n int = \"no number\"\n\treturn store.Put(ctx, rdb, key, ttl)\n}\n"),
		"above/above.go": text("above", "\t\"github.com/redis/go-redis/v9\"\n\n\t\"example.com/testdata/between\"\n",
			"func puts(ctx context.Context, rdb *redis.Client) { _ = between.Put(ctx, rdb, \"above\", time.Duration(0)) }\n"),
		"beside/beside.go": text("beside", "\t\"github.com/redis/go-redis/v9\"\n\n\t\"example.com/testdata/store\"\n",
			"func puts(ctx context.Context, rdb *redis.Client) { _ = store.Put(ctx, rdb, \"beside\", time.Duration(0)) }\n"),
	})
	cmd := exec.Command(binary, "./...")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 1 {
		t.Errorf("%v, want exit code 1", err)
	}
	got := string(out)
	if strings.Count(got, "[missingttl]") != 1 || !strings.Contains(got, "beside.go:12:") || !strings.Contains(got, "between.go:") || strings.Contains(got, "panic") {
		t.Errorf("want the finding in beside and the error in between:\n%s", got)
	}
}
