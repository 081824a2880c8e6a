package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/settings"
	"github.com/redislint/redislint/internal/usage"
)

// dump prints what redislint understands of a line: each command with its
// keys, TTL, client, batch and helper.
func dump(args []string) int {
	flags := config.Flags()
	flags.Init("redislint dump", flag.ContinueOnError)
	flags.Usage = func() {}
	flags.String("tags", "", "")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			help(os.Stdout)
			return 0
		}
		return exitUsage // Parse has said why
	}
	if flags.NArg() != 1 {
		complain("dump takes one place, FILE:LINE")
		return exitUsage
	}
	file, line, err := place(flags.Arg(0))
	if err != nil {
		complain("%v", err)
		return exitUsage
	}
	files, err := settings.Main(filepath.Dir(file))
	if err != nil {
		complainOf(err)
		return exitUsage
	}
	files.Use()
	if err := buildTags(flags.Lookup("tags")); err != nil {
		complain("%v", err)
		return exitError
	}
	commands, err := commandsAt(file, line)
	if err != nil {
		complain("%v", err)
		return exitError
	}
	if len(commands) == 0 {
		complain("%s: no Redis command starts on this line", flags.Arg(0))
		return exitError
	}
	for _, command := range commands {
		fmt.Println(command)
	}
	return 0
}

// place reads FILE:LINE, and takes the FILE:LINE:COLUMN of a finding, too.
func place(text string) (file string, line int, err error) {
	rest, last, ok := cutLast(text)
	if !ok {
		return "", 0, fmt.Errorf("%q is no place; valid: FILE:LINE, such as cache/store.go:42", text)
	}
	if before, middle, ok := cutLast(rest); ok {
		rest, last = before, middle
	}
	file, err = filepath.Abs(rest)
	return file, last, err
}

func cutLast(text string) (before string, number int, ok bool) {
	i := strings.LastIndex(text, ":")
	if i <= 0 {
		return "", 0, false
	}
	number, err := strconv.Atoi(text[i+1:])
	return text[:i], number, err == nil && number > 0
}

func commandsAt(file string, line int) ([]string, error) {
	if _, err := os.Stat(file); err != nil {
		return nil, err
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode:  packages.LoadAllSyntax | packages.NeedModule,
		Dir:   filepath.Dir(file),
		Tests: strings.HasSuffix(file, "_test.go"),
	}, "file="+file)
	if err != nil {
		return nil, err
	}
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("no package holds %s", file)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{usage.Commands}, pkgs, nil)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, root := range graph.Roots {
		if root.Err != nil {
			if errs := root.Package.Errors; len(errs) > 0 {
				return nil, errs[0]
			}
			return nil, root.Err
		}
		lines = append(lines, root.Result.(*usage.Package).DumpLine(file, line)...)
	}
	return lines, nil
}
