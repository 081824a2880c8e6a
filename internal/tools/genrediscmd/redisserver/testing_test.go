package redisserver

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// A fake is a test that ends as a real one does, by leaving its goroutine.
type fake struct{ failed, skipped string }

func (f *fake) Helper()        {}
func (f *fake) Cleanup(func()) {}
func (f *fake) Fatalf(format string, args ...any) {
	f.failed = fmt.Sprintf(format, args...)
	runtime.Goexit()
}
func (f *fake) Skipf(format string, args ...any) {
	f.skipped = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// TestForTest: a machine without redis-server skips, and CI fails.
func TestForTest(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for ci, fails := range map[string]bool{"": false, "false": false, "true": true, "1": true} {
		t.Setenv("CI", ci)
		f := &fake{}
		done := make(chan struct{})
		go func() {
			defer close(done)
			ForTest(f)
		}()
		<-done
		if (f.failed != "") != fails || (f.skipped != "") == fails {
			t.Errorf("CI=%s: failed %q, skipped %q", ci, f.failed, f.skipped)
		}
		if said := f.failed + f.skipped; !strings.Contains(said, Binary+" is not on PATH") {
			t.Errorf("CI=%s: %q does not say what is missing", ci, said)
		}
	}
}
