// Package goplsbuild builds a gopls that has redislint.
//
// gopls loads no analyzers from outside, so its source is copied from the
// module cache, a file is added that appends ours to its list, and the copy is
// built. Nothing of it is left but the program.
//
// A second addition keeps gopls's own cache right. It keeps the findings of a
// package by its source, its dependencies and the names of the analyzers, for
// the next process, too; what a settings file says must count as well. (Another
// cache folder, GOPLSCACHE, for each settings file would do, but must be chosen
// before gopls knows which modules it is asked for, and is cold each time.)
package goplsbuild

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"time"
)

const (
	ourModule   = "github.com/redislint/redislint"
	goplsModule = "golang.org/x/tools/gopls"
	toolsModule = "golang.org/x/tools"
)

// DefaultVersion is the gopls that is built unless another is asked for; the
// end-to-end tests drive it.
const DefaultVersion = "v0.23.0"

// Options say what to build. They are checked by [Build].
type Options struct {
	Out     string // the program to write
	Version string // of gopls, as v0.23.0
	// Source is a folder with the source of redislint; "" takes the version
	// that Info names from the module proxy.
	Source string
	// Info describes the running binary: what is built has its rules.
	Info *debug.BuildInfo
	// Progress is told, in a line, what takes long.
	Progress io.Writer
}

// Name returns what the built program answers to "gopls version", after its path.
func (o Options) Name() string { return o.Version + "+redislint" }

// Build writes the program, whole or not at all: it is built beside its place
// and renamed. Errors are one line. The go command's settings apply (GOPROXY,
// GOTOOLCHAIN, GOOS), without GOFLAGS and GOWORK.
func Build(ctx context.Context, o Options) (err error) {
	if !versionText.MatchString(o.Version) {
		return fmt.Errorf("%q is not a version of gopls; valid: vX.Y.Z, such as %s", o.Version, DefaultVersion)
	}
	out, err := place(o.Out)
	if err != nil {
		return err
	}
	ours, err := source(ctx, o)
	if err != nil {
		return err
	}
	// In the same folder, so that the rename cannot cross file systems; first,
	// so that a folder which cannot be written to costs nobody two minutes.
	beside, err := os.CreateTemp(filepath.Dir(out), ".redislint-gopls-*")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", o.Out, unwrapPath(err))
	}
	defer os.Remove(beside.Name()) // no longer there if all went well
	if err := beside.Close(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "redislint-gopls-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()

	b := builder{Options: o, dir: dir}
	if err := b.copyGopls(ctx); err != nil {
		return err
	}
	if err := b.add(); err != nil {
		return err
	}
	if err := b.require(ctx, ours); err != nil {
		return err
	}
	fmt.Fprintf(o.Progress, "building gopls %s with redislint, which takes minutes the first time\n", o.Version)
	if err := b.build(ctx, beside.Name()); err != nil {
		return err
	}
	if err := os.Rename(beside.Name(), out); err != nil {
		return fmt.Errorf("%s cannot be written: %w", o.Out, unwrapPath(err))
	}
	return nil
}

var versionText = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// place returns the absolute form of a file that can be written or replaced.
func place(out string) (string, error) {
	abs, err := filepath.Abs(out)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(abs); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return "", fmt.Errorf("%s is a folder: name the program to write, such as %s", out, filepath.Join(out, "gopls"))
		}
		return "", fmt.Errorf("%s is no regular file", out)
	}
	if _, err := os.Stat(filepath.Dir(abs)); err != nil {
		return "", fmt.Errorf("%s cannot be written: %w", out, unwrapPath(err))
	}
	return abs, nil
}

// unwrapPath takes the path away from an error whose message names it better.
func unwrapPath(err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// A module is a version of redislint, or a folder that holds its source.
type module struct{ version, dir string }

// source finds the source of redislint that the options name.
func source(ctx context.Context, o Options) (module, error) {
	if o.Source == "" {
		v, err := released(o.Info)
		return module{version: v}, err
	}
	dir, err := filepath.Abs(o.Source)
	if err != nil {
		return module{}, err
	}
	file, err := readGoMod(ctx, filepath.Join(dir, "go.mod"))
	if err != nil {
		return module{}, fmt.Errorf("-source %s is no checkout of redislint: %w", o.Source, err)
	}
	if file.Module.Path != ourModule {
		return module{}, fmt.Errorf("-source %s is no checkout of redislint: its module is %s", o.Source, file.Module.Path)
	}
	if _, err := os.Stat(filepath.Join(dir, "gopls", "gopls.go")); err != nil {
		return module{}, fmt.Errorf("-source %s is too old a redislint: it has no package gopls", o.Source)
	}
	return module{version: "v0.0.0", dir: dir}, nil
}

// released returns the version of redislint that a binary was built from.
func released(info *debug.BuildInfo) (string, error) {
	var found *debug.Module
	if info != nil {
		if info.Main.Path == ourModule {
			found = &info.Main
		}
		// Built as a tool of another module.
		for _, dep := range info.Deps {
			if dep.Path == ourModule {
				found = dep
			}
		}
	}
	if found == nil || found.Replace != nil || !strings.HasPrefix(found.Version, "v") || strings.HasSuffix(found.Version, "+dirty") {
		return "", errors.New("this redislint is a development build, of which there is no released source: name a checkout with -source DIR")
	}
	return found.Version, nil
}

type builder struct {
	Options
	dir   string // gopls's source, ours to change
	goMod goMod  // gopls's own
}

// copyGopls downloads gopls, and copies it out of the read-only module cache.
// The go command refuses here if it is older than gopls needs, and may not
// fetch a newer one.
func (b *builder) copyGopls(ctx context.Context) error {
	cached, err := download(ctx, b.dir, goplsModule, b.Version)
	if err != nil {
		return fmt.Errorf("gopls %s cannot be downloaded: %w", b.Version, err)
	}
	if err := os.CopyFS(b.dir, os.DirFS(cached)); err != nil {
		return fmt.Errorf("gopls %s cannot be copied: %w", b.Version, err)
	}
	b.goMod, err = readGoMod(ctx, filepath.Join(b.dir, "go.mod"))
	return err
}

// require makes our module and its requirements known to the copy.
func (b *builder) require(ctx context.Context, ours module) error {
	tools := ""
	for _, r := range b.goMod.Require {
		if r.Path == toolsModule {
			tools = r.Version
		}
	}
	if tools == "" {
		return fmt.Errorf("gopls %s requires no %s: redislint builds with %s", b.Version, toolsModule, DefaultVersion)
	}
	edit := []string{"mod", "edit", "-require=" + ourModule + "@" + ours.version,
		// gopls uses packages of x/tools that are internal, and a newer one,
		// which we might ask for, does not compile with it.
		"-replace=" + toolsModule + "=" + toolsModule + "@" + tools}
	if ours.dir == "" {
		if _, err := download(ctx, b.dir, ourModule, ours.version); err != nil {
			return fmt.Errorf("redislint %s, which this binary was built from, cannot be downloaded (a checkout does, with -source DIR): %w", ours.version, err)
		}
	} else {
		edit = append(edit, "-replace="+ourModule+"="+ours.dir)
		// What the checkout has verified need not be asked of a server.
		sums, err := os.ReadFile(filepath.Join(ours.dir, "go.sum"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if err := appendFile(filepath.Join(b.dir, "go.sum"), sums); err != nil {
			return err
		}
	}
	_, err := run(ctx, b.dir, edit...)
	return err
}

func appendFile(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

func (b *builder) build(ctx context.Context, out string) error {
	_, err := run(ctx, b.dir, "build", "-mod=mod",
		// The same program wherever the copy lies, from the same cache.
		"-trimpath", "-buildvcs=false",
		"-ldflags=-X=main.version="+b.Name(), "-o", out, ".")
	if err != nil {
		return fmt.Errorf("gopls %s with redislint does not build (%s is known to): %w", b.Version, DefaultVersion, err)
	}
	return nil
}

// A goMod is what "go mod edit -json" says of a go.mod.
type goMod struct {
	Module  struct{ Path string }
	Go      string
	Require []struct{ Path, Version string }
}

func readGoMod(ctx context.Context, name string) (goMod, error) {
	var file goMod
	if _, err := os.Stat(name); err != nil {
		return file, fmt.Errorf("it has no go.mod (%w)", unwrapPath(err))
	}
	out, err := run(ctx, "", "mod", "edit", "-json", name)
	if err != nil {
		return file, err
	}
	return file, json.Unmarshal([]byte(out), &file)
}

// download returns the folder of a module's version in the module cache. It
// runs the go command in a folder that is in no module.
func download(ctx context.Context, dir, path, version string) (string, error) {
	out, err := run(ctx, dir, "mod", "download", "-json", path+"@"+version)
	var answer struct{ Dir, Error string }
	if jsonErr := json.Unmarshal([]byte(out), &answer); jsonErr != nil {
		return "", errors.Join(err, jsonErr)
	}
	if answer.Error != "" {
		return "", errors.New(oneLine(answer.Error))
	}
	return answer.Dir, err
}

// run runs the go command and returns its output. The error is one line: the
// first that it wrote which is no heading or progress.
func run(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GO111MODULE=on", "PWD="+dir)
	// The compilers that it started end with it.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	switch {
	case err == nil:
		return stdout.String(), nil
	case ctx.Err() != nil:
		return "", errors.New("interrupted")
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("there is no go command in PATH")
	}
	if line := oneLine(stderr.String()); line != "" {
		err = errors.New(line)
	}
	return stdout.String(), err
}

func oneLine(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "go: downloading ") && !strings.HasPrefix(line, "go: finding ") {
			return strings.TrimPrefix(line, "go: ")
		}
	}
	return ""
}
