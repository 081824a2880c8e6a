package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/redislint/redislint/internal/load"
	"github.com/redislint/redislint/internal/report"
)

// outputFlags defines the flags that say how a run of our own reports. go vet
// does not know them: its processes see one package each.
func outputFlags(flags *flag.FlagSet) {
	flags.String("format", "text", "")
	flags.String("color", "auto", "")
	flags.String("load", load.Auto.String(), "")
}

// newOutput reads those flags. ok is false for runs that another driver serves.
func (out *output) read(flags *flag.FlagSet, plain bool) error {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	name := flags.Lookup("format").Value.String()
	i := slices.IndexFunc(report.Formats(), func(f report.Format) bool { return f.Name == name })
	color := flags.Lookup("color").Value.String()
	how := flags.Lookup("load").Value.String()
	var hows []string
	for _, h := range load.Hows() {
		hows = append(hows, h.String())
		if h.String() == how {
			out.how = h
		}
	}
	switch {
	case !slices.Contains(hows, how):
		return fmt.Errorf("unknown -load %q; valid: %s", how, strings.Join(hows, ", "))
	case i < 0:
		return fmt.Errorf("unknown format %q; valid: %s", name, strings.Join(report.FormatNames(), ", "))
	case !slices.Contains([]string{"auto", "always", "never"}, color):
		return fmt.Errorf("unknown -color %q; valid: auto, always, never", color)
	case out.json && given["format"]:
		return errors.New("-json is x/tools' own form and goes without -format; -format=json is a flat one")
	case !plain && (given["format"] || given["color"] || given["load"]):
		return errors.New("-format, -color and -load go with runs that report, not with -fix, -diff and the flags that measure a run")
	}
	out.format = report.Formats()[i]
	out.color = color == "always" || color == "auto" && out.terminal && colorful()
	return nil
}

// colorful reports whether a terminal is one that shows colors, and its user
// wants them (no-color.org).
func colorful() bool {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	// The old console of Windows prints escapes as they are.
	return runtime.GOOS != "windows" || os.Getenv("WT_SESSION") != "" || os.Getenv("TERM") != ""
}

// terminal reports whether a file is one. What else is a device that takes
// characters, nobody gives a program to print to, but for the null device.
func terminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// paths is the folder that names in a format are relative to: the working
// folder, or for the forms of a service the checkout that it looks at, if that
// holds the working folder.
func paths(format string) report.Paths {
	wd, err := os.Getwd()
	if err != nil {
		return report.Paths{} // all names stay absolute
	}
	root := ""
	switch format {
	case "github", "sarif":
		root = os.Getenv("GITHUB_WORKSPACE")
	case "gitlab":
		root = os.Getenv("CI_PROJECT_DIR")
	}
	if root != "" {
		if _, below := (report.Paths{Dirs: links(root)}).Relative(filepath.Join(wd, "x")); below {
			wd = root
		}
	}
	return report.Paths{Dirs: links(wd)}
}

// links is the folder by this name, and by that without symbolic links.
func links(dir string) []string {
	if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir {
		return []string{dir, real}
	}
	return []string{dir}
}

// print writes the report to where its form belongs.
func (out *output) print(r *report.Report) error {
	if out.format.Render == nil {
		_, err := os.Stderr.Write(r.Text(report.Text{Color: out.color, Caret: out.terminal, Context: out.context}))
		return err
	}
	text, err := out.format.Render(r)
	if err != nil {
		return fmt.Errorf("-format=%s: %w", out.format.Name, err)
	}
	// All of it is there before any of it is written.
	if _, err := os.Stdout.Write(text); err != nil {
		return fmt.Errorf("the report is not whole: %w", err)
	}
	return nil
}

func versionName() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return cmp.Or(info.Main.Version, "(devel)")
	}
	return "(devel)"
}

// A progress tells on a terminal what takes long.
type progress struct {
	mu    sync.Mutex
	step  string
	shown bool
	stop  chan struct{}
	ended chan struct{}
}

// patience is how long a run may take without a word.
const patience = 2 * time.Second

// watch begins to tell, if stderr is a terminal. A nil progress is silent.
func watch(terminal bool) *progress {
	if !terminal {
		return nil
	}
	p := &progress{stop: make(chan struct{}), ended: make(chan struct{})}
	begin := time.Now()
	go func() {
		defer close(p.ended)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-p.stop:
				return
			case <-tick.C:
			}
			if took := time.Since(begin); took >= patience {
				p.mu.Lock()
				fmt.Fprintf(os.Stderr, "\rredislint: %s (%d s)\x1b[K", p.step, int(took.Seconds()))
				p.shown = true
				p.mu.Unlock()
			}
		}
	}()
	return p
}

// on says what is being done.
func (p *progress) on(format string, args ...any) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.step = fmt.Sprintf(format, args...)
}

// end takes the line away; to do so twice is no harm.
func (p *progress) end() {
	if p == nil {
		return
	}
	select {
	case <-p.ended:
		return
	default:
	}
	close(p.stop)
	<-p.ended
	if p.shown {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}
