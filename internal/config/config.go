// Package config holds redislint's settings.
//
// They are the flags of one leaf analyzer, so that they reach the first pass
// that runs in every driver. The umbrella and the single rules show the same
// flag values under their own names (see [Flags]): setting one sets them all.
//
// A driver that reads settings from elsewhere, too, makes Settings of them,
// with [Default] and the methods Set…, and has every pass choose (see [Choose]).
// The package knows no file format.
package config

import (
	"flag"
	"reflect"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/index"
	"github.com/redislint/redislint/internal/keyexpr"
)

// Analyzer's result is the *[Settings] of the run. It looks at no code.
var Analyzer = &analysis.Analyzer{
	Name:       "redislintconfig",
	Doc:        "hold the settings that all redislint rules share",
	URL:        "https://github.com/redislint/redislint#settings",
	Flags:      Flags(),
	Run:        func(pass *analysis.Pass) (any, error) { return of(pass), nil },
	ResultType: reflect.TypeFor[*Settings](),
	// So that a package with errors is reported once, not as a failed
	// prerequisite of every analyzer that wants the settings.
	RunDespiteErrors: true,
}

// current is what the flags say. It is replaced, never mutated: a pass keeps
// the settings that it was given. Flags are set before analysis starts, so
// there is no lock.
var current = Default()

// choose is what [Choose] was given.
var choose func(*analysis.Pass) (*Settings, error)

// Default returns the settings of a run without flags. The caller may change
// them until it hands them on.
func Default() *Settings { return &Settings{Rules: defaultSelection, Nolint: true, Related: true} }

// Current returns the settings of the flags alone: those of packages that
// belong to no main module, and of all where [Choose] was not called.
func Current() *Settings { return current }

// Choose has each pass that starts from now on ask for its settings: those of
// its main module, or nil where only flags count. Flags that were set win over
// what it returns. An error does not end the run: the pass goes on with the
// flags alone, and the umbrella says what is wrong ([Settings.Problem]).
//
// The function is called from several goroutines. Nil takes it away again.
func Choose(of func(*analysis.Pass) (*Settings, error)) { choose = of }

func of(pass *analysis.Pass) *Settings {
	if choose == nil || pass == nil || len(pass.Files) == 0 {
		return current
	}
	own, err := choose(pass)
	if err != nil {
		next := *current
		next.Problem = err
		return &next
	}
	if own == nil {
		return current
	}
	return own.UnderFlags()
}

// UnderFlags returns the settings with all flags that were set on top of them.
func (s *Settings) UnderFlags() *Settings {
	next := *s
	for _, given := range current.given {
		// It was valid when it was set, and no flag asks what others say.
		_ = given.value.set(&next, given.items)
	}
	next.given = current.given
	next.Module = current.Module
	return &next
}

// SetModule hands the module index to the passes that start from now on; nil
// takes it away again.
func SetModule(module *index.Index) {
	next := *current
	next.Module = module
	current = &next
}

// A Tier says how sure and how urgent a finding is.
type Tier uint8

const (
	// Bug: the code does not do what it says, on every run that reaches it.
	Bug Tier = iota + 1
	// Risk: right today, and an incident after a crash, a race, growth, or
	// a move to a cluster.
	Risk
	// Advice: worth a look; off unless asked for.
	Advice
)

var tierNames = [...]string{Bug: "bug", Risk: "risk", Advice: "advice"}

func (t Tier) String() string {
	if int(t) < len(tierNames) && t != 0 {
		return tierNames[t]
	}
	return "none"
}

// A Rule is what the list of rules (rules_gen.go) knows of one.
type Rule struct {
	Name string
	Tier Tier // of most of its findings
	// Also holds the tiers that some of its findings have instead, such as
	// Advice where rules.md calls a finding "info".
	Also []Tier
}

// Rules returns all rules, by name. The caller must not change it.
func Rules() []Rule { return rules }

// Lookup returns the rule that has, or once had, this name.
func Lookup(name string) (Rule, bool) {
	if now, ok := aliases[name]; ok {
		name = now
	}
	for _, r := range rules {
		if r.Name == name {
			return r, true
		}
	}
	return Rule{}, false
}

// A ClusterMode is what the user says of clients whose kind the code does not show.
type ClusterMode uint8

const (
	ClusterAuto   ClusterMode = iota // evidence in the code decides
	ClusterAlways                    // every client that may be a cluster client is one
	ClusterNever                     // only what is typed *redis.ClusterClient is one
)

// A Client is a fork of go-redis.
type Client struct {
	Path string // its import path
	Like string // the go-redis whose API it has: "v9", "v8", "v7" or "v6"
}

// Settings are the settings of a run. They are read-only.
type Settings struct {
	Rules       Selection
	Cluster     ClusterMode
	InTests     bool // judge test files, too
	Generated   bool // judge generated files, too
	UnsafeFixes bool // suggest fixes that change behaviour or need a second look
	Collections bool // setexpire: judge HSET, SADD, ZADD, LPUSH + EXPIRE, too
	Clients     []Client
	Wrappers    []Wrapper     // functions that send what the code does not show
	DefaultTTL  time.Duration // missingttl's fix inserts it; 0: no fix
	// Module is what the driver knows of the whole module; nil in drivers that
	// see one package at a time.
	Module *index.Index

	// Nolint: //nolint:redislint silences findings. It does unless the driver
	// sees to that itself, as golangci-lint does.
	Nolint bool
	// Related: findings come with the places that they are about, too. They do
	// unless the driver makes a finding of its own of each such place, as
	// golangci-lint does.
	Related bool
	// Root is the folder that the paths of [Settings.SetOff] are relative to;
	// "" if not known, and then no path is off.
	Root string
	// Problem is what was wrong with the settings that the user wrote, so that
	// these are not they.
	Problem error

	given           []assignment // flags, in the order they were set
	perRule         map[string]perRule
	off             []offPath
	redis           version
	persistentKeys  []string
	persistentPaths []string
}

// Enabled reports whether a finding of this tier of a rule is asked for. A
// rule that is named in -rules reports all its findings.
func (s *Settings) Enabled(rule string, tier Tier) bool {
	switch s.Rules.named[rule] {
	case selected:
		return true
	case removed:
		return false
	}
	return s.Rules.tiers&(1<<tier) != 0
}

// WantsInfo reports whether the rule's findings that are info (of tier
// Advice, whatever the rule's own tier) are asked for.
func (s *Settings) WantsInfo(rule string) bool { return s.Enabled(rule, Advice) }

// Runs reports whether the umbrella must run the rule: whether a finding of
// any tier that the rule has is asked for.
func (s *Settings) Runs(r Rule) bool {
	if s.Enabled(r.Name, r.Tier) {
		return true
	}
	for _, t := range r.Also {
		if s.Enabled(r.Name, t) {
			return true
		}
	}
	return false
}

// Redis reports whether a replacement that the server knows since
// major.minor may be offered. Without -redis-version the server is a 6.2.
func (s *Settings) Redis(major, minor int) bool {
	have := s.redis
	if have == (version{}) {
		have = version{6, 2}
	}
	return have.atLeast(version{major, minor})
}

// RedisCouldBe reports whether the server can be major.minor or newer.
// Without -redis-version it can: complaints about what a server does not know
// assume the newest.
func (s *Settings) RedisCouldBe(major, minor int) bool {
	return s.redis == (version{}) || s.redis.atLeast(version{major, minor})
}

// Persistent reports whether a key, printed with its unknown parts as "*"
// (keyexpr.Key.Pattern), is declared to live without an expiry.
func (s *Settings) Persistent(key string) bool {
	for _, glob := range s.persistentKeys {
		if keyexpr.Match(glob, key) {
			return true
		}
	}
	return false
}

// PersistentPackage reports whether all keys of a package are declared to
// live without an expiry. The module is the path of the package's module, or
// "" if the driver does not tell; then "./x" means any path that ends in x.
func (s *Settings) PersistentPackage(module, path string) bool {
	for _, pattern := range s.persistentPaths {
		if matchPackage(pattern, module, path) {
			return true
		}
	}
	return false
}

// Flags returns the flags of all settings. Every call returns a set of its
// own over the same values.
func Flags() flag.FlagSet {
	var fs flag.FlagSet
	for _, v := range values {
		fs.Var(v, v.name, v.usage)
	}
	return fs
}

// Groups returns the names that -rules takes for many rules at once.
func Groups() []string { return []string{"bug", "risk", "advice", "all"} }

func validRules() string {
	names := Groups()
	for _, r := range rules {
		names = append(names, r.Name)
	}
	return strings.Join(names, ", ")
}
