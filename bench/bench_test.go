package bench

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/analyzers"
	"github.com/redislint/redislint/internal/config"
)

// enable turns all rules on and declares the client.
func enable(tb testing.TB) {
	tb.Helper()
	flags := config.Flags()
	flags.Init("redislint", flag.ContinueOnError)
	if err := flags.Parse([]string{"-rules=all", "-clients=" + clientPath}); err != nil {
		tb.Fatal(err)
	}
}

// judge runs all rules over the package, and returns how many findings there are.
func judge(tb testing.TB, u unit) (findings int) {
	tb.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{analyzers.Analyzer}, []*packages.Package{u.pkg}, &checker.Options{Sequential: true})
	if err != nil {
		tb.Fatal(err)
	}
	for _, action := range graph.Roots {
		if action.Err != nil {
			tb.Fatal(action.Err)
		}
		findings += len(action.Diagnostics)
	}
	return findings
}

func run(b *testing.B, u unit) {
	b.ReportAllocs()
	for b.Loop() {
		if judge(b, u) == 0 {
			b.Fatal("nothing found: what is measured is not the rules")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(u.sites), "ns/site")
}

func BenchmarkCallSites(b *testing.B) {
	enable(b)
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("sites=%d", n), func(b *testing.B) { run(b, check(b, "app", n, callSites(n)...)) })
	}
}

func BenchmarkHelperChain(b *testing.B) {
	enable(b)
	for _, n := range []int{5, 50} {
		b.Run(fmt.Sprintf("depth=%d", n), func(b *testing.B) { run(b, check(b, "app", n, chain(n))) })
	}
}

func BenchmarkLongFunction(b *testing.B) {
	enable(b)
	for _, n := range []int{100, 1000, 10_000} {
		// One without an expiry, so that something is found.
		last := "\nfunc last(ctx context.Context, rdb *redis.Client) error { return rdb.Set(ctx, \"last\", 1, 0).Err() }\n"
		b.Run(fmt.Sprintf("commands=%d", n), func(b *testing.B) { run(b, check(b, "app", n, long(n)+last)) })
	}
}

func BenchmarkWideKey(b *testing.B) {
	enable(b)
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("parts=%d", n), func(b *testing.B) { run(b, check(b, "app", n, wide(n))) })
	}
}

func BenchmarkScript(b *testing.B) {
	enable(b)
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		last := "\nfunc last(ctx context.Context, rdb *redis.Client) error { return rdb.Set(ctx, \"last\", 1, 0).Err() }\n"
		b.Run(fmt.Sprintf("bytes=%d", n), func(b *testing.B) { run(b, check(b, "app", n, script(n)+last)) })
	}
}

// BenchmarkTypeCheck is what the call sites cost the type checker, to compare with.
func BenchmarkTypeCheck(b *testing.B) {
	const n = 1000
	files := callSites(n)
	for b.Loop() {
		check(b, "app", n, files...)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/site")
}

// The time for a call site does not grow with the size of its package, nor that
// for a command with the length of its function. Ten times as much may take
// thirty times as long before that fails: what is quadratic takes a hundred.
func TestLinear(t *testing.T) {
	enable(t)
	for _, test := range []struct {
		name         string
		small, large unit
	}{
		{"call sites", check(t, "app", 300, callSites(300)...), check(t, "app", 3000, callSites(3000)...)},
		{"commands of a function", check(t, "app", 300, long(300)), check(t, "app", 3000, long(3000))},
		{"helpers in a chain", check(t, "app", 5, chain(5)), check(t, "app", 50, chain(50))},
		{"parts of a key", check(t, "app", 100, wide(100)), check(t, "app", 1000, wide(1000))},
		{"bytes of a script", check(t, "app", 30_000, script(30_000)), check(t, "app", 300_000, script(300_000))},
	} {
		small, large := best(t, test.small), best(t, test.large)
		t.Logf("%s: %v and, for %d times as many, %v: %.1f times", test.name, small, test.large.sites/test.small.sites, large, float64(large)/float64(small))
		// What a run costs in any case is not to make up for what grows.
		if large > 30*max(small, time.Millisecond) {
			t.Errorf("%s: %v becomes %v", test.name, small, large)
		}
	}
}

// best is the shortest of three runs.
func best(t *testing.T, u unit) time.Duration {
	shortest := time.Duration(1<<63 - 1)
	for range 3 {
		began := time.Now()
		judge(t, u)
		shortest = min(shortest, time.Since(began))
	}
	return shortest
}

// Code that doubles what there is to follow at every line ends soon: what is
// followed is bounded by counts, never by the clock, so that the findings of a
// slow machine are those of a fast one.
func TestBounded(t *testing.T) {
	enable(t)
	body := func(first, line string, n int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "%s\nfunc f(ctx context.Context, rdb *redis.Client, id string, n int) error {\n\tk0 := %s\n", head, first)
		for i := range n {
			b.WriteString("\t" + strings.NewReplacer("$i", strconv.Itoa(i+1), "$p", strconv.Itoa(i)).Replace(line) + "\n")
		}
		fmt.Fprintf(&b, "\treturn rdb.Set(ctx, k%d, n, 0).Err()\n}\n", n)
		return b.String()
	}
	var cycle strings.Builder
	const circle = 40
	cycle.WriteString(head)
	for i := range circle {
		fmt.Fprintf(&cycle, "func g%[1]d(ctx context.Context, rdb *redis.Client, k string) error {\n\tif k == \"%[1]d\" {\n\t\treturn g%[2]d(ctx, rdb, k+k)\n\t}\n\tif err := g%[3]d(ctx, rdb, \"a\"+k); err != nil {\n\t\treturn err\n\t}\n\treturn rdb.Set(ctx, k, 1, 0).Err()\n}\n\n", i, (i+1)%circle, (i*7+3)%circle)
	}
	for name, text := range map[string]string{
		"a text twice":              body(`"k" + id`, "k$i := k$p + k$p", 60),
		"a format twice":            body(`fmt.Sprintf("k:%s", id)`, `k$i := fmt.Sprintf("%s:%s", k$p, k$p)`, 60),
		"a choice at every line":    body(`"k" + id`, "k$i := k$p\n\tif n == $i {\n\t\tk$i = k$p + \"x\"\n\t}", 60),
		"closures in closures":      body(`"k" + id`, "k$i := func() string { return func() string { return k$p + k$p }() }()", 60),
		"helpers in a circle":       cycle.String(),
		"a condition of many parts": body(`"k" + id`, "k$i := k$p\n\tif "+strings.Repeat("n == 1 || id == k$p && ", 40)+"n == 2 {\n\t\treturn rdb.Set(ctx, k$i, 1, 0).Err()\n\t}", 20),
	} {
		t.Run(name, func(t *testing.T) {
			u := check(t, "app", 1, text)
			began := time.Now()
			judge(t, u)
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("%v", took)
			} else {
				t.Log(took)
			}
		})
	}
}
