package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// buildTags makes the go command build with the tags of the -tags flag, if it
// was given. The driver of x/tools ignores that flag and has no other way to
// name tags, so they go where both drivers' loading finds them.
func buildTags(tags *flag.Flag) error {
	if tags.Value.String() == "" {
		return nil
	}
	if err := quotable(tags.Value.String()); err != nil {
		return err
	}
	// The variable hides what "go env -w GOFLAGS=..." has set.
	out, err := exec.Command("go", "env", "GOFLAGS").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = errors.New(explainError(string(exit.Stderr)))
		}
		return fmt.Errorf("go env GOFLAGS: %w", err)
	}
	// Of two -tags the go command takes the last.
	return os.Setenv("GOFLAGS", strings.TrimSpace(strings.TrimSpace(string(out))+" "+goFlag(tags.Value.String())))
}

// quotable says what is wrong with tags that no flag in GOFLAGS can hold.
func quotable(tags string) error {
	if strings.Contains(tags, "'") {
		return fmt.Errorf("-tags=%s: a build tag has no quotes; valid: a comma-separated list, such as -tags=linux,redis", tags)
	}
	return nil
}

// goFlag is -tags=tags as GOFLAGS wants it; the go command still takes tags
// with spaces between them.
func goFlag(tags string) string {
	if strings.ContainsAny(tags, " \t\n") {
		return "'-tags=" + tags + "'"
	}
	return "-tags=" + tags
}
