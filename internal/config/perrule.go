package config

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/redislint/redislint/internal/keyexpr"
)

// A Severity is how loudly a driver reports the findings of a rule.
type Severity string

const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Severities lists them, the loudest first.
func Severities() []Severity { return []Severity{Error, Warning, Info} }

// perRule is what the user says of one rule beside whether it is on.
type perRule struct {
	severity Severity // "": that of the tier
	allow    []string // globs of keys
}

// offPath turns rules off for a part of the tree.
type offPath struct {
	glob  string
	rules map[string]bool
}

// A Setting is one of those that the flags set.
type Setting struct {
	Name   string
	IsBool bool
	IsList bool
	Rule   string // the rule that it is an option of, or ""
}

// All lists the settings that flags set, in the order of their definition.
func All() []Setting {
	var all []Setting
	for _, v := range values {
		all = append(all, Setting{v.name, v.isBool, v.separator != "", v.rule})
	}
	return all
}

// Set gives a setting the value, or the items, that its flag would take. It
// changes nothing if one is not valid.
//
// Like all methods Set…, it is for settings that no pass was given yet.
func (s *Settings) Set(name string, items ...string) error {
	i := slices.IndexFunc(values, func(v *value) bool { return v.name == name })
	if i < 0 {
		var names []string
		for _, v := range values {
			names = append(names, v.name)
		}
		return fmt.Errorf("unknown setting %q; valid: %s", name, strings.Join(names, ", "))
	}
	next := *s
	if err := values[i].set(&next, items); err != nil {
		return err
	}
	*s = next
	return nil
}

// SetEnabled turns a rule on, with all its findings, or off. -rules on the
// command line knows nothing of it.
func (s *Settings) SetEnabled(rule string, on bool) error {
	r, err := Find(rule)
	if err != nil {
		return err
	}
	s.Rules = s.Rules.with(r.Name, on)
	return nil
}

// SetSeverity gives all findings of a rule one severity.
func (s *Settings) SetSeverity(rule, severity string) error {
	r, err := Find(rule)
	if err != nil {
		return err
	}
	if !slices.Contains(Severities(), Severity(severity)) {
		return fmt.Errorf("unknown severity %q; valid: error, warning, info", severity)
	}
	entry := s.perRule[r.Name]
	entry.severity = Severity(severity)
	s.setRule(r.Name, entry)
	return nil
}

// SetAllowed has a rule leave alone the keys that match one of the globs
// (keyexpr.Match), in their printed form.
func (s *Settings) SetAllowed(rule string, globs ...string) error {
	r, err := Find(rule)
	if err != nil {
		return err
	}
	if slices.Contains(globs, "") {
		return errors.New(`"" matches no key; valid: a glob over the printed key, such as config:* or user:*:profile`)
	}
	entry := s.perRule[r.Name]
	entry.allow = slices.Concat(entry.allow, globs)
	s.setRule(r.Name, entry)
	return nil
}

func (s *Settings) setRule(name string, entry perRule) {
	s.perRule = maps.Clone(s.perRule)
	if s.perRule == nil {
		s.perRule = map[string]perRule{}
	}
	s.perRule[name] = entry
}

// SetOff turns rules, or groups of them, off for the files that a glob
// matches, and for those in the folders that it matches. It is relative to the
// module's root and has forward slashes; "*" and "?" stay within a name, "**"
// stands for any number of folders.
func (s *Settings) SetOff(glob string, rules ...string) error {
	if err := checkGlob(glob); err != nil {
		return err
	}
	off := offPath{path.Clean(glob), map[string]bool{}}
	for _, name := range rules {
		bits := groupBits(name)
		if bits == 0 {
			r, err := Find(name)
			if err != nil {
				return err
			}
			off.rules[r.Name] = true
			continue
		}
		for _, r := range Rules() {
			if bits&(1<<r.Tier) != 0 {
				off.rules[r.Name] = true
			}
		}
	}
	s.off = append(s.off[:len(s.off):len(s.off)], off)
	return nil
}

// drive is how a path of Windows begins. The same file is used on all systems,
// so it is refused on all.
var drive = regexp.MustCompile(`^[A-Za-z]:`)

func checkGlob(glob string) error {
	const valid = "valid: a path below the module's root with forward slashes, such as internal/legacy, **/*_gen.go or cmd/*/main.go"
	switch {
	case glob == "" || strings.HasPrefix(glob, "/") || strings.Contains(glob, `\`) || drive.MatchString(glob):
		return fmt.Errorf("%q is no path; %s", glob, valid)
	case slices.Contains(strings.Split(glob, "/"), ".."):
		return fmt.Errorf("%q leaves the module; %s", glob, valid)
	}
	for elem := range strings.SplitSeq(glob, "/") {
		if _, err := path.Match(elem, ""); err != nil {
			return fmt.Errorf("%q is no glob (%v in %q); %s", glob, err, elem, valid)
		}
	}
	return nil
}

// Find is [Lookup] with an error that lists the rules.
func Find(name string) (Rule, error) {
	r, ok := Lookup(name)
	if !ok {
		var names []string
		for _, r := range rules {
			names = append(names, r.Name)
		}
		return Rule{}, fmt.Errorf("unknown rule %q; valid: %s", name, strings.Join(names, ", "))
	}
	return r, nil
}

// Severity is how loudly a finding of this tier of a rule is reported: what
// the user says, else error for a bug, warning for a risk, info for advice.
// Tier 0 is the rule's own.
func (s *Settings) Severity(rule string, tier Tier) Severity {
	if own := s.perRule[rule].severity; own != "" {
		return own
	}
	if tier == 0 {
		if r, ok := Lookup(rule); ok {
			tier = r.Tier
		}
	}
	switch tier {
	case Bug:
		return Error
	case Advice:
		return Info
	}
	return Warning
}

// Allowed reports whether the user said that the rule leaves alone this key,
// printed with its unknown parts as "*" (keyexpr.Key.Pattern).
func (s *Settings) Allowed(rule, key string) bool {
	return slices.ContainsFunc(s.perRule[rule].allow, func(glob string) bool { return keyexpr.Match(glob, key) })
}

// Off reports whether the rule is off for the file, an absolute name.
func (s *Settings) Off(rule, file string) bool {
	if len(s.off) == 0 || s.Root == "" {
		return false
	}
	rel, err := filepath.Rel(s.Root, file)
	if err != nil {
		return false // on another volume
	}
	rel = filepath.ToSlash(rel)
	if rel == ".." || strings.HasPrefix(rel, "../") {
		return false // not below the root, as what cgo makes
	}
	return slices.ContainsFunc(s.off, func(o offPath) bool { return o.rules[rule] && matchPath(o.glob, rel) })
}

// matchPath reports whether the glob matches the file or a folder that it lies in.
func matchPath(glob, file string) bool {
	if glob == "." {
		return true
	}
	return matchElems(strings.Split(glob, "/"), strings.Split(file, "/"))
}

func matchElems(glob, file []string) bool {
	for len(glob) > 0 {
		if glob[0] == "**" {
			for len(glob) > 0 && glob[0] == "**" {
				glob = glob[1:] // "**/**" is "**", and must not cost more
			}
			if len(glob) == 0 {
				return len(file) > 0
			}
			for i := range file {
				if matchElems(glob, file[i:]) {
					return true
				}
			}
			return false
		}
		if len(file) == 0 {
			return false
		}
		if ok, err := path.Match(glob[0], file[0]); !ok || err != nil {
			return false
		}
		glob, file = glob[1:], file[1:]
	}
	return true
}
