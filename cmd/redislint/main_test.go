package main

import (
	"encoding/json"
	"flag"
	"os/exec"
	"slices"
	"testing"

	"github.com/redislint/redislint/internal/config"
)

// driverFlags knows the driver's flags, and which of them take a value.
func TestDriverFlags(t *testing.T) {
	out, err := exec.Command("go", "run", ".", "-flags").Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Name string
		Bool bool
	}
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal(err)
	}
	settings := config.Flags()
	var driver flag.FlagSet
	driverFlags(&driver)
	var told []string
	for _, f := range list {
		if settings.Lookup(f.Name) != nil {
			continue
		}
		told = append(told, f.Name)
		mine := driver.Lookup(f.Name)
		if mine == nil {
			t.Errorf("the driver's flag -%s is missing", f.Name)
			continue
		}
		boolean, ok := mine.Value.(interface{ IsBoolFlag() bool })
		if isBool := ok && boolean.IsBoolFlag(); isBool != f.Bool {
			t.Errorf("-%s: boolean is %v, want %v", f.Name, isBool, f.Bool)
		}
	}
	// -flags does not list what go vet must not set.
	told = append(told, "debug", "cpuprofile", "memprofile", "trace", "fix")
	driver.VisitAll(func(f *flag.Flag) {
		if !slices.Contains(told, f.Name) {
			t.Errorf("the driver has no flag -%s", f.Name)
		}
	})
}

func TestVetProtocol(t *testing.T) {
	for _, test := range []struct {
		args []string
		want bool
	}{
		{[]string{"-V=full"}, true},
		{[]string{"--V=full"}, true},
		{[]string{"-flags"}, true},
		{[]string{"-rules=all", "-json", "/tmp/vet.cfg"}, true},
		{[]string{"-fix", "vet.cfg"}, true},
		{[]string{"./..."}, false},
		{[]string{"-rules=all", "./flags"}, false},
		{[]string{"-v", "V"}, false},
	} {
		if got := vetProtocol(test.args); got != test.want {
			t.Errorf("%q: %v, want %v", test.args, got, test.want)
		}
	}
}
