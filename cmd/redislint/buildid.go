package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/redislint/redislint/internal/settings"
)

// asksVersion reports whether the go command asks what makes results of this
// tool differ from those of another.
func asksVersion(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		name := strings.TrimLeft(arg, "-")
		return name != arg && name == "V=full"
	})
}

// buildID answers -V=full as x/tools' driver does (go/analysis/internal/
// analysisflags, v0.47.0; the go command reads the line in
// cmd/go/internal/work/buildid.go), and makes the settings files of all main
// modules part of the build ID: the go command keeps results of vet by it, and
// looks at no file that it does not know.
//
// The go command asks once a run, before all packages. So this is also where
// wrong settings are reported once.
func buildID() int {
	files, err := settings.Main("")
	if err != nil {
		complainOf(err)
		return exitUsage
	}
	id, name, err := executableID()
	if err == nil {
		var hash string
		if hash, err = files.Hash(); hash != "" {
			id = fmt.Sprintf("%x", sha256.Sum256([]byte(id+" "+hash)))
		}
	}
	if err != nil {
		complain("%v", err)
		return exitError
	}
	fmt.Printf("%s version devel comments-go-here buildID=%s\n", name, id)
	return 0
}

// executableID is the hash of this program, and its name.
func executableID() (id, name string, err error) {
	if name, err = os.Executable(); err != nil {
		return "", "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), name, nil
}
