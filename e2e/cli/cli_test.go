// Package cli tests the built binary: on its own, and as a tool of go vet and
// go fix, over the corpus that the test loop judges, and over bad input.
package cli

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// binary is the redislint that this package's tests run.
var binary string

// repository is the main module's folder.
var repository string

func TestMain(m *testing.M) {
	if settings := os.Getenv(relayEnv); settings != "" {
		code, err := relay(settings)
		if err != nil {
			log.Fatal(err)
		}
		os.Exit(code)
	}
	code, err := build(m)
	if err != nil {
		log.Fatal(err)
	}
	os.Exit(code)
}

func build(m *testing.M) (int, error) {
	var err error
	if repository, err = filepath.Abs("../.."); err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "redislint")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "redislint")
	cmd := exec.Command("go", "build", "-o", binary, "./cmd/redislint")
	cmd.Dir = repository
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("building redislint: %w\n%s", err, out)
	}
	return m.Run(), nil
}

// goEnv returns settings of the go command that scripts need, since they have
// no home of their own.
func goEnv(names ...string) ([]string, error) {
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		return nil, err
	}
	var env []string
	for i, value := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		env = append(env, names[i]+"="+value)
	}
	return env, nil
}

func TestScripts(t *testing.T) {
	env, err := goEnv("GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, env...)
			e.Vars = append(e.Vars,
				"REPOSITORY="+repository,
				"REDISLINT="+binary,
				"PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"),
			)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "lines": lines},
	})
}

// exits runs a command and checks its exit code: exits 3 redislint ./...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := err.(*exec.ExitError); ok {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// lines counts the lines of the last output: lines stderr 1
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines stdout|stderr COUNT")
	}
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	if got := strings.Count(ts.ReadFile(args[0]), "\n"); got != want {
		ts.Fatalf("%d lines, want %d", got, want)
	}
}
