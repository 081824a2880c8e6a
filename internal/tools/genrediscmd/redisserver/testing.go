package redisserver

import (
	"errors"
	"os"
	"os/exec"
)

// TB is the part of testing.TB that ForTest needs; the generator, which
// imports this package, does not link package testing.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
	Skipf(format string, args ...any)
	Cleanup(func())
}

// ForTest starts a server that is stopped when the test ends. Where
// redis-server is not installed the test is skipped, but fails under CI=true.
func ForTest(t TB, options ...string) *Server {
	t.Helper()
	s, err := Start(options...)
	switch {
	case errors.Is(err, exec.ErrNotFound) && os.Getenv("CI") == "true":
		t.Fatalf("%s is not on PATH: CI must install it", Binary)
	case errors.Is(err, exec.ErrNotFound):
		t.Skipf("%s is not on PATH", Binary)
	case err != nil:
		t.Fatalf("starting %s: %v", Binary, err)
	}
	t.Cleanup(s.Stop)
	return s
}
