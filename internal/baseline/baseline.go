// Package baseline keeps the findings that a code base has when redislint is
// adopted, so that a run reports those that are new.
//
// A finding is known by its file, rule, function and message, not by its line:
// code may move about in a function, and a function in its file. Where several
// are alike, their number counts.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A Finding is what a finding is known by.
type Finding struct {
	Module  string `json:"module"` // path of the module, or ""
	File    string `json:"file"`   // relative to the module's root, with forward slashes
	Rule    string `json:"rule"`
	Func    string `json:"func,omitempty"` // the declaration that it stands in: "(*T).Put"
	Message string `json:"message"`
}

// place finds lines of other places in a message, which shift.
var place = regexp.MustCompile(`(\.go):\d+(:\d+)?`)

func (f Finding) normal() Finding {
	f.Message = place.ReplaceAllString(f.Message, "$1")
	return f
}

// Identity is the finding as one text that lives as long as an entry of a
// baseline would.
func (f Finding) Identity() string {
	f = f.normal()
	return strings.Join([]string{f.Module, f.File, f.Rule, f.Func, f.Message}, "\x00")
}

// A Baseline is the findings that are known, each as often as it may come.
type Baseline struct {
	count map[Finding]int
	left  map[Finding]int // how many have not come yet
}

// version is that of the file's form.
const version = 1

// entry is a line of the file.
type entry struct {
	Finding
	Count int `json:"count"`
}

// Empty returns a baseline without findings.
func Empty() *Baseline { return &Baseline{map[Finding]int{}, map[Finding]int{}} }

// Read reads a baseline. A file that does not exist gives an error that is
// fs.ErrNotExist. rule gives the name that a rule has now.
func Read(name string, rule func(name string) string) (*Baseline, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no baseline %s (%w); -write-baseline makes it", name, fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	var form struct {
		Version  int     `json:"version"`
		Findings []entry `json:"findings"`
	}
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&form); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("it ends too early")
		}
		at := in.InputOffset()
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			at = syntax.Offset
		} else if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
			at = wrong.Offset
		}
		return nil, fmt.Errorf("%s:%d: no baseline: %v", name, lineOf(text, at), err)
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, fmt.Errorf("%s:%d: no baseline: there is more after its end", name, lineOf(text, in.InputOffset()))
	}
	if form.Version != version {
		return nil, fmt.Errorf("%s: a baseline of version %d; this redislint reads version %d", name, form.Version, version)
	}
	b := Empty()
	for i, e := range form.Findings {
		if e.Count < 1 || e.File == "" || e.Rule == "" {
			return nil, fmt.Errorf("%s: no baseline: finding %d has no file, no rule or no count above 0", name, i+1)
		}
		e.Rule = rule(e.Rule)
		b.count[e.Finding.normal()] += e.Count
	}
	b.left = maps.Clone(b.count)
	return b, nil
}

func lineOf(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), int64(len(text)))], []byte("\n"))
}

// Add makes the finding known once more.
func (b *Baseline) Add(f Finding) { b.count[f.normal()]++ }

// Take reports whether the finding is known, and has not come as often as that
// yet.
func (b *Baseline) Take(f Finding) bool {
	f = f.normal()
	if b.left[f] == 0 {
		return false
	}
	b.left[f]--
	return true
}

// Stale counts the findings that are known and did not come, of those that
// judged says would have.
func (b *Baseline) Stale(judged func(Finding) bool) int {
	n := 0
	for f, left := range b.left {
		if left > 0 && judged(f) {
			n += left
		}
	}
	return n
}

// Keep takes over what the other one knows of findings that were not judged.
func (b *Baseline) Keep(other *Baseline, judged func(Finding) bool) {
	for f, n := range other.count {
		if !judged(f) {
			b.count[f] += n
		}
	}
}

// Len is the number of findings that are known.
func (b *Baseline) Len() int {
	n := 0
	for _, count := range b.count {
		n += count
	}
	return n
}

// Write writes the baseline, a finding a line, in an order of its own. Either
// all of it is written or the file is as it was.
func (b *Baseline) Write(name string) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n\"version\": %d,\n\"findings\": [", version)
	for i, f := range slices.SortedFunc(maps.Keys(b.count), compare) {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		line, err := marshal(entry{f, b.count[f]})
		if err != nil {
			return err
		}
		out.Write(line)
	}
	out.WriteString("\n]\n}\n")
	return replace(name, out.Bytes())
}

// marshal leaves < and > as they are: people read the file.
func marshal(e entry) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(e)
	return bytes.TrimSuffix(line.Bytes(), []byte("\n")), err
}

func compare(a, b Finding) int {
	return cmp.Or(cmp.Compare(a.Module, b.Module), cmp.Compare(a.File, b.File), cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Func, b.Func), cmp.Compare(a.Message, b.Message))
}

// replace writes beside the file, and puts the new one in its place.
func replace(name string, text []byte) (err error) {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // a link stays one
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s is no file", name)
		}
		mode = info.Mode().Perm()
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no folder %s", name, filepath.Dir(name))
	}
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	_, err = tmp.Write(text)
	err = errors.Join(err, tmp.Chmod(mode), tmp.Close())
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
