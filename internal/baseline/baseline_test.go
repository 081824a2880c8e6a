package baseline

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func same(name string) string { return name }

var (
	one = Finding{Module: "m", File: "a/a.go", Rule: "keyscommand", Func: "f", Message: "see b.go:12: <KEYS>"}
	two = Finding{Module: "m", File: "b/b.go", Rule: "missingttl", Message: "é\u2028"}
)

func TestRoundTrip(t *testing.T) {
	name := filepath.Join(t.TempDir(), "base.json")
	b := Empty()
	b.Add(two)
	b.Add(one)
	b.Add(one)
	var first []byte
	for range 10 {
		if err := b.Write(name); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = text
		} else if string(text) != string(first) {
			t.Fatalf("written twice:\n%s\n%s", first, text)
		}
	}
	if !strings.Contains(string(first), "<KEYS>") || strings.Count(string(first), "\n") != 7 {
		t.Errorf("not a line a finding:\n%s", first)
	}
	if entries, err := os.ReadDir(filepath.Dir(name)); err != nil || len(entries) != 1 {
		t.Errorf("left over: %v, %v", entries, err)
	}
	b, err := Read(name, same)
	if err != nil {
		t.Fatal(err)
	}
	moved := one
	moved.Message = "see b.go:99: <KEYS>"
	other := one
	other.Func = "g"
	if b.Len() != 3 || !b.Take(moved) || !b.Take(one) || b.Take(one) || b.Take(other) {
		t.Error("a finding is known as often as it was there, whatever its lines")
	}
	all := func(Finding) bool { return true }
	if n := b.Stale(all); n != 1 {
		t.Errorf("%d stale, want 1", n)
	}
	if n := b.Stale(func(f Finding) bool { return f.Rule == "keyscommand" }); n != 0 {
		t.Errorf("%d stale of those judged, want 0", n)
	}
	next := Empty()
	next.Keep(b, func(f Finding) bool { return f.File == "a/a.go" })
	if next.Len() != 1 {
		t.Errorf("kept %d, want the one that was not judged", next.Len())
	}
}

// A rule that was renamed is known by its new name.
func TestRenamed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "base.json")
	b := Empty()
	b.Add(two)
	if err := b.Write(name); err != nil {
		t.Fatal(err)
	}
	b, err := Read(name, func(string) string { return "newname" })
	if err != nil {
		t.Fatal(err)
	}
	renamed := two
	renamed.Rule = "newname"
	if !b.Take(renamed) {
		t.Error("the old name is not the new one")
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := Read(filepath.Join(dir, "missing"), same); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "-write-baseline") {
		t.Errorf("missing: %v", err)
	}
	name := filepath.Join(dir, "base.json")
	for _, test := range []struct{ text, want string }{
		{"", "base.json:1: no baseline: it ends too early"},
		{"{", "base.json:1: no baseline: it ends too early"},
		{"{\n\"version\": x}", "base.json:2: no baseline: invalid character 'x'"},
		{"[]", "base.json:1: no baseline: "},
		{`{"version": 2}`, "a baseline of version 2; this redislint reads version 1"},
		{`{}`, "a baseline of version 0"},
		{`{"version": 1, "found": []}`, `unknown field "found"`},
		{`{"version": 1} {}`, "there is more after its end"},
		{`{"version": 1, "findings": [{"file": "a", "rule": "b", "message": "c"}]}`, "finding 1 has no file, no rule or no count"},
		{"<<<<<<< HEAD\n", "base.json:1: no baseline: invalid character '<'"},
	} {
		if err := os.WriteFile(name, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(name, same); err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v, want %s", test.text, err, test.want)
		}
	}
	if err := Empty().Write(dir); err == nil {
		t.Error("a folder was written")
	}
	if err := Empty().Write(filepath.Join(dir, "no", "base.json")); err == nil {
		t.Error("no error for a folder that is not there")
	}
}

// The file keeps its mode, and a link stays a link.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "base.json"), filepath.Join(dir, "link.json")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err) // no links here
	}
	if err := Empty().Write(link); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if info, err := os.Stat(name); err != nil || info.Size() == 0 || info.Mode().Perm() != 0o600 {
		t.Errorf("not written, or another mode: %v, %v", info, err)
	}
}
