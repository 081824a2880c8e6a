//go:build linux

// Command compare measures redislint on whole modules against what else could
// run on them: the same analyzers under x/tools' driver, an analyzer that does
// nothing under the same loader, go vet, staticcheck and golangci-lint. All take
// turns in one run, so that a machine that gets slower does so for all; what
// counts is the ratio.
//
//	go run ./bench/compare [-n RUNS] [-cold] [-golangci BINARY] [-o FILE.md] MODULE...
//
// A MODULE is the folder of a module whose dependencies are downloaded. The go
// command's caches are warm, but for "go vet, first time", which gets flags that
// it has not seen, and under -cold, which takes an empty build cache for a run of
// redislint and of the x/tools driver.
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A tool is one of the contestants.
type tool struct {
	name string
	args func(round int) []string
}

// A sample is the cost of a run, with all its children.
type sample struct {
	wall, cpu time.Duration
	memory    int64 // bytes, of the largest process
}

//go:embed intro.md
var intro string

func main() {
	log.SetFlags(0)
	log.SetPrefix("compare: ")
	rounds := flag.Int("n", 5, "how often each tool runs on a module, after one `run` that does not count")
	cold := flag.Bool("cold", false, "also with an empty build cache, once")
	golangci := flag.String("golangci", "", "a golangci-lint `binary` that has redislint")
	out := flag.String("o", "", "write the tables to a `file`, in place of stdout")
	flag.Parse()
	if flag.NArg() == 0 || *rounds < 1 {
		log.Fatal("no modules named")
	}
	dir, err := os.MkdirTemp("", "compare")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	var report bytes.Buffer
	report.WriteString(intro)
	if err := compare(&report, dir, *rounds, *cold, *golangci, flag.Args()); err != nil {
		log.Print(err)
		os.RemoveAll(dir)
		os.Exit(1)
	}
	if *out == "" {
		_, err = os.Stdout.Write(report.Bytes())
	} else {
		err = os.WriteFile(*out, report.Bytes(), 0o666)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func compare(w io.Writer, dir string, rounds int, cold bool, golangci string, modules []string) error {
	built := func(name, pkg string) (string, error) {
		file := filepath.Join(dir, name)
		if out, err := exec.Command("go", "build", "-o", file, pkg).CombinedOutput(); err != nil {
			return "", fmt.Errorf("building %s: %w\n%s", pkg, err, out)
		}
		return file, nil
	}
	const root = "github.com/redislint/redislint"
	redislint, err1 := built("redislint", root+"/cmd/redislint")
	single, err2 := built("single", root+"/bench/compare/single")
	null, err3 := built("null", root+"/bench/compare/null")
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	fixed := func(args ...string) func(int) []string { return func(int) []string { return args } }
	tools := []tool{
		{"redislint", fixed(redislint, "./...")},
		{"nothing, under the same loader", fixed(null, "./...")},
		{"redislint under x/tools' driver", fixed(single, "-test=false", "./...")},
		{"go vet -vettool, first time", func(round int) []string {
			return []string{"go", "vet", "-vettool=" + redislint, fmt.Sprintf("-persistent=%d-%d:*", os.Getpid(), round), "./..."}
		}},
		{"go vet -vettool, again", fixed("go", "vet", "-vettool="+redislint, "./...")},
		{"go vet", fixed("go", "vet", "./...")},
	}
	if path, err := exec.LookPath("staticcheck"); err == nil {
		tools = append(tools, tool{"staticcheck", fixed(path, "./...")})
	}
	if golangci != "" {
		tools = append(tools, tool{"golangci-lint with redislint alone, again", fixed(golangci, "run", "--no-config", "--default=none", "--enable=redislint", "./...")})
	}
	all := map[string][]float64{} // tool: CPU ratios to redislint, one a module
	memory := map[string][]float64{}
	for _, module := range modules {
		n, err := exec.Command("sh", "-c", "cd \"$0\" && go list -e -deps ./... | wc -l", module).Output()
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "### %s\n\n%s packages with all dependencies.\n\n| | wall | CPU | memory | CPU, of redislint's | memory |\n|---|---|---|---|---|---|\n", filepath.Base(module), strings.TrimSpace(string(n)))
		samples := map[string][]sample{}
		for round := range rounds + 1 {
			for _, t := range tools {
				s, err := run(module, t.args(round), nil)
				if err != nil {
					return err
				}
				if round > 0 {
					samples[t.name] = append(samples[t.name], s)
				}
			}
			log.Printf("%s: round %d of %d", module, round, rounds)
		}
		for _, t := range tools {
			var wall, cpu, mem, ratio, less []float64
			for i, s := range samples[t.name] {
				base := samples["redislint"][i]
				wall, cpu, mem = append(wall, s.wall.Seconds()), append(cpu, s.cpu.Seconds()), append(mem, float64(s.memory)/1e6)
				ratio, less = append(ratio, s.cpu.Seconds()/base.cpu.Seconds()), append(less, float64(s.memory)/float64(base.memory))
			}
			fmt.Fprintf(w, "| %s | %.2f s | %.2f s | %.0f MB | %.2f | %.2f |\n", t.name, median(wall), median(cpu), median(mem), median(ratio), median(less))
			all[t.name], memory[t.name] = append(all[t.name], median(ratio)), append(memory[t.name], median(less))
		}
		if cold {
			fast, err := coldly(module, redislint, "./...")
			if err != nil {
				return err
			}
			slow, err := coldly(module, single, "-test=false", "./...")
			if err != nil {
				return err
			}
			const name = "redislint, empty build cache, of x/tools' driver's"
			fmt.Fprintf(w, "| %s | %.2f s | %.2f s | %.0f MB | %.2f | %.2f |\n", name, fast.wall.Seconds(), fast.cpu.Seconds(), float64(fast.memory)/1e6,
				fast.cpu.Seconds()/slow.cpu.Seconds(), float64(fast.memory)/float64(slow.memory))
			all[name], memory[name] = append(all[name], fast.cpu.Seconds()/slow.cpu.Seconds()), append(memory[name], float64(fast.memory)/float64(slow.memory))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "### All\n\nMedians over %d modules of the ratios above (%s, %d CPUs, %s).\n\n| | CPU | memory |\n|---|---|---|\n", len(modules), runtime.Version(), runtime.NumCPU(), time.Now().Format(time.DateOnly))
	for _, t := range append(tools, tool{name: "redislint, empty build cache, of x/tools' driver's"}) {
		if len(all[t.name]) > 0 {
			fmt.Fprintf(w, "| %s | %.2f | %.2f |\n", t.name, median(all[t.name]), median(memory[t.name]))
		}
	}
	return nil
}

// coldly runs a program with a build cache of its own, which is empty.
func coldly(module string, args ...string) (sample, error) {
	cache, err := os.MkdirTemp("", "cache")
	if err != nil {
		return sample{}, err
	}
	defer os.RemoveAll(cache)
	return run(module, args, []string{"GOCACHE=" + cache})
}

// run measures a command, whatever its exit code says of what it found.
func run(dir string, args, env []string) (sample, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOFLAGS=-mod=mod -buildvcs=false", "GOWORK=off"), env...)
	began := time.Now()
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return sample{}, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	s := sample{wall: time.Since(began), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.memory = usage.Maxrss * 1024 // Linux counts kilobytes
	}
	return s, nil
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	return values[len(values)/2]
}
