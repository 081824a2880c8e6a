package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/redislint/redislint/internal/goplsbuild"
)

// gopls builds the language server with redislint in it.
func gopls(args []string) int {
	flags := flag.NewFlagSet("redislint gopls", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	out := flags.String("o", "", "")
	version := flags.String("version", goplsbuild.DefaultVersion, "")
	source := flags.String("source", "", "")
	const usage = "usage: redislint gopls -o PATH [-version vX.Y.Z] [-source DIR]"
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Printf(`%s

Builds gopls, the language server of Go editors, with redislint's rules in it,
and writes it to PATH. Editors that run it show findings as redislint(rule),
with the rule's page and its fix. See docs/editors.md.

  -o PATH        the program to write
  -version vX    the gopls to build (default %s)
  -source DIR    build with the redislint in DIR, not the release of this binary
`, usage, goplsbuild.DefaultVersion)
		return 0
	case err != nil:
		complain("gopls: %v; %s", err, usage)
		return exitUsage
	case flags.NArg() > 0:
		complain("gopls takes no arguments, got %q; %s", flags.Args(), usage)
		return exitUsage
	case *out == "":
		complain("gopls needs -o PATH, the program to write; %s", usage)
		return exitUsage
	}
	// The folder of a half-built program is removed on the way out.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	info, _ := debug.ReadBuildInfo()
	o := goplsbuild.Options{Out: *out, Version: *version, Source: *source, Info: info, Progress: os.Stderr}
	if err := goplsbuild.Build(ctx, o); err != nil {
		complain("gopls: %v", err)
		return exitError
	}
	fmt.Printf("%s: gopls %s\n", *out, o.Name())
	return 0
}
