package redisserver

import (
	"errors"
	"os"
	"os/exec"
)

// TB is the part of testing.TB that ForTest and Skip need; the generator,
// which imports this package, does not link package testing.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
	Skipf(format string, args ...any)
	Cleanup(func())
}

// ForTest starts a server that is stopped when the test ends. Where
// redis-server is not installed, the test is left out as by [Skip].
func ForTest(t TB, options ...string) *Server {
	t.Helper()
	s, err := Start(options...)
	switch {
	case errors.Is(err, exec.ErrNotFound):
		Skip(t, "%s is not on PATH", Binary)
	case err != nil:
		t.Fatalf("starting %s: %v", Binary, err)
	}
	t.Cleanup(s.Stop)
	return s
}

// Skip leaves out a test for which this machine's server is not the right one.
// In CI, where the variable CI is set, as .ci/run and all CI services do, that
// is a failure: nobody would notice that it no longer runs.
func Skip(t TB, format string, args ...any) {
	t.Helper()
	if ci := os.Getenv("CI"); ci != "" && ci != "false" {
		t.Fatalf("CI leaves out no test: "+format, args...)
	}
	t.Skipf(format, args...)
}
