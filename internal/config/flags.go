package config

import (
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A value is one flag. Its Set checks the text, and changes the settings only
// if it is valid.
type value struct {
	name, usage string
	isBool      bool
	// separator stands between the items of a flag that is a list; "": one value.
	separator string
	// rule is the rule that the setting is an option of, or "".
	rule string
	get  func(*Settings) string
	set  func(s *Settings, items []string) error
}

// An assignment is a flag that was set.
type assignment struct {
	value *value
	items []string
}

// one makes the set of a flag that has one value.
func one(set func(*Settings, string) error) func(*Settings, []string) error {
	return func(s *Settings, items []string) error {
		if len(items) != 1 {
			return fmt.Errorf("it takes one value, got %d", len(items))
		}
		return set(s, items[0])
	}
}

var values = []*value{
	{
		name:      "rules",
		usage:     "comma-separated `list` of rules and groups (bug, risk, advice, all); -name takes one away",
		get:       func(s *Settings) string { return s.Rules.String() },
		separator: ",",
		set: func(s *Settings, items []string) (err error) {
			s.Rules, err = parseSelection(items)
			return err
		},
	},
	{
		name:  "cluster",
		usage: "whether clients of unknown kind talk to a cluster: `auto`, always or never (auto looks for evidence in the code)",
		get:   func(s *Settings) string { return clusterNames[s.Cluster] },
		set: one(func(s *Settings, text string) error {
			for mode, name := range clusterNames {
				if name == text {
					s.Cluster = ClusterMode(mode)
					return nil
				}
			}
			return fmt.Errorf("unknown mode %q; valid: %s", text, strings.Join(clusterNames[:], ", "))
		}),
	},
	{
		name:  "redis-version",
		usage: "the oldest server `version` (7.2) that the code must work with; unset, replacements are those of 6.2",
		get:   func(s *Settings) string { return s.redis.String() },
		set: one(func(s *Settings, text string) (err error) {
			s.redis, err = parseVersion(text)
			return err
		}),
	},
	{
		name:  "persistent",
		usage: "comma-separated `patterns` of keys (config:*) and packages (./internal/store/...) that live without an expiry",
		get: func(s *Settings) string {
			return strings.Join(append(s.persistentKeys[:len(s.persistentKeys):len(s.persistentKeys)], s.persistentPaths...), ",")
		},
		separator: ",",
		rule:      "missingttl",
		set: func(s *Settings, items []string) error {
			s.persistentKeys, s.persistentPaths = nil, nil
			for _, pattern := range items {
				switch {
				case strings.HasPrefix(pattern, `.\`):
					return fmt.Errorf("package pattern %q has backslashes; write ./dir or ./dir/..., on every system", pattern)
				case !isPackagePattern(pattern):
					s.persistentKeys = append(s.persistentKeys, pattern)
				case strings.Contains(strings.TrimSuffix(pattern, "/..."), "..."):
					return fmt.Errorf("unknown package pattern %q; valid: ./dir, ./dir/..., import/path/... (\"...\" at the end only)", pattern)
				default:
					s.persistentPaths = append(s.persistentPaths, pattern)
				}
			}
			return nil
		},
	},
	boolean("in-tests", "judge test files, too", func(s *Settings) *bool { return &s.InTests }),
	boolean("generated", "judge generated files, too", func(s *Settings) *bool { return &s.Generated }),
	{
		name:  "clients",
		usage: "comma-separated `forks` of go-redis: import/path, or import/path=v8 if it has the API of v8, v7 or v6",
		get: func(s *Settings) string {
			var items []string
			for _, c := range s.Clients {
				items = append(items, c.Path+"="+c.Like)
			}
			return strings.Join(items, ",")
		},
		separator: ",",
		set: func(s *Settings, items []string) error {
			s.Clients = nil
			for _, item := range items {
				path, like, found := strings.Cut(item, "=")
				if !found {
					like = "v9"
				}
				if !importPath.MatchString(path) {
					return fmt.Errorf("%q is not an import path; valid: example.com/redis, example.com/redis=v8", path)
				}
				switch like {
				case "v9", "v8", "v7", "v6":
				default:
					return fmt.Errorf("unknown API %q of %s; valid: v9, v8, v7, v6", like, path)
				}
				s.Clients = append(s.Clients, Client{Path: path, Like: like})
			}
			return nil
		},
	},
	{
		name:  "default-ttl",
		usage: "the `duration` (24h) that missingttl's fix inserts; unset, it has no fix",
		get: func(s *Settings) string {
			if s.DefaultTTL == 0 {
				return ""
			}
			return s.DefaultTTL.String()
		},
		rule: "missingttl",
		set: one(func(s *Settings, text string) error {
			if text == "" {
				s.DefaultTTL = 0
				return nil
			}
			d, err := time.ParseDuration(text)
			if err != nil || d <= 0 {
				return fmt.Errorf("%q is not a duration; valid: a positive number with a unit, such as 90s, 15m or 24h", text)
			}
			s.DefaultTTL = d
			return nil
		}),
	},
	{
		name:  "wrappers",
		usage: "semicolon-separated `functions` that send a command which the code does not show: func=(example.com/cache.Store).Put,command=SET,key=1,value=2,ttl=3",
		get: func(s *Settings) string {
			var items []string
			for _, w := range s.Wrappers {
				items = append(items, w.String())
			}
			return strings.Join(items, ";")
		},
		separator: ";",
		set: func(s *Settings, items []string) (err error) {
			s.Wrappers, err = parseWrappers(items)
			return err
		},
	},
	boolean("unsafe-fixes", "suggest fixes that need a second look, too", func(s *Settings) *bool { return &s.UnsafeFixes }),
	boolean("collections", "judge collections (HSET, SADD, ZADD, LPUSH) that get their expiry in a second command, too", func(s *Settings) *bool { return &s.Collections }),
}

var clusterNames = [...]string{ClusterAuto: "auto", ClusterAlways: "always", ClusterNever: "never"}

var importPath = regexp.MustCompile(`^[\w.~-]+(/[\w.~+-]+)*$`)

func boolean(name, usage string, field func(*Settings) *bool) *value {
	return &value{
		name:   name,
		usage:  usage,
		isBool: true,
		get:    func(s *Settings) string { return strconv.FormatBool(*field(s)) },
		set: one(func(s *Settings, text string) error {
			b, err := strconv.ParseBool(text)
			if err != nil {
				return fmt.Errorf("%q is no boolean; valid: true, false", text)
			}
			*field(s) = b
			return nil
		}),
	}
}

// String implements flag.Value. The flag package also calls it on a zero value.
func (v *value) String() string {
	if v.get == nil {
		return ""
	}
	return v.get(current)
}

// Set implements flag.Value.
func (v *value) Set(text string) error {
	next := *current
	items := []string{text}
	if v.separator != "" {
		items = list(text, v.separator)
	}
	if err := v.set(&next, items); err != nil {
		return err
	}
	next.given = append(next.given[:len(next.given):len(next.given)], assignment{v, items})
	current = &next
	return nil
}

// Get implements flag.Getter.
func (v *value) Get() any { return v.String() }

// IsBoolFlag lets a boolean flag stand without a value.
func (v *value) IsBoolFlag() bool { return v.isBool }

// list splits a list, without empty items.
func list(text, separator string) []string {
	var items []string
	for item := range strings.SplitSeq(text, separator) {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// A Selection is the parsed -rules.
type Selection struct {
	text  string
	tiers uint8            // a bit for each Tier whose findings are asked for
	named map[string]state // rules that were named, and what the last mention says
}

type state uint8

const (
	selected state = iota + 1
	removed
)

const defaultTiers = 1<<Bug | 1<<Risk

var defaultSelection = Selection{text: "bug,risk", tiers: defaultTiers}

func (s Selection) String() string { return s.text }

// Default reports whether nothing was selected.
func (s Selection) Default() bool { return s.text == defaultSelection.text && len(s.named) == 0 }

// parseSelection reads a list from left to right: later items win. A list
// that begins by taking away takes away from the default.
func parseSelection(items []string) (Selection, error) {
	if len(items) == 0 {
		return Selection{}, fmt.Errorf("no rule named; valid: %s", validRules())
	}
	sel := Selection{text: strings.Join(items, ","), named: make(map[string]state)}
	if strings.HasPrefix(items[0], "-") {
		sel.tiers = defaultTiers
	}
	for _, item := range items {
		name, remove := strings.CutPrefix(item, "-")
		if bits := groupBits(name); bits != 0 {
			if remove {
				sel.tiers &^= bits
			} else {
				sel.tiers |= bits
			}
			// A group says of each of its rules what it says of the tier.
			for _, r := range rules {
				if bits&(1<<r.Tier) != 0 {
					delete(sel.named, r.Name)
				}
			}
			continue
		}
		rule, ok := Lookup(name)
		if !ok {
			return Selection{}, fmt.Errorf("unknown rule %q; valid: %s", name, validRules())
		}
		if remove {
			sel.named[rule.Name] = removed
		} else {
			sel.named[rule.Name] = selected
		}
	}
	return sel, nil
}

// with is the selection after one more item, the name of a rule.
func (s Selection) with(rule string, on bool) Selection {
	s.named = maps.Clone(s.named)
	if s.named == nil {
		s.named = map[string]state{}
	}
	if on {
		s.text, s.named[rule] = s.text+","+rule, selected
	} else {
		s.text, s.named[rule] = s.text+",-"+rule, removed
	}
	return s
}

func groupBits(name string) uint8 {
	switch name {
	case "bug":
		return 1 << Bug
	case "risk":
		return 1 << Risk
	case "advice":
		return 1 << Advice
	case "all":
		return 1<<Bug | 1<<Risk | 1<<Advice
	}
	return 0
}

// A version is a server's version. The patch is dropped: everything that a
// rule asks about came with a minor version.
type version struct{ major, minor int }

func (v version) atLeast(min version) bool {
	return v.major > min.major || v.major == min.major && v.minor >= min.minor
}

func (v version) String() string {
	if v == (version{}) {
		return ""
	}
	return fmt.Sprintf("%d.%d", v.major, v.minor)
}

var versionText = regexp.MustCompile(`^(\d{1,3})\.(\d{1,3})(\.\d{1,3})?$`)

func parseVersion(text string) (version, error) {
	if text == "" {
		return version{}, nil
	}
	m := versionText.FindStringSubmatch(text)
	if m == nil || m[1] == "0" {
		return version{}, fmt.Errorf("%q is not a server version; valid: X.Y or X.Y.Z, such as 6.2 or 7.4.1", text)
	}
	major, _ := strconv.Atoi(m[1]) // at most three digits
	minor, _ := strconv.Atoi(m[2])
	return version{major, minor}, nil
}

func isPackagePattern(pattern string) bool {
	return pattern == "." || strings.HasPrefix(pattern, "./") || strings.Contains(pattern, "/...")
}

func matchPackage(pattern, module, path string) bool {
	base, below := strings.CutSuffix(pattern, "/...")
	relative := base == "." || strings.HasPrefix(base, "./")
	base = strings.TrimPrefix(strings.TrimPrefix(base, "."), "/")
	if !relative {
		return path == base || below && strings.HasPrefix(path, base+"/")
	}
	if module != "" {
		rest, ok := strings.CutPrefix(path, module)
		if !ok || rest != "" && rest[0] != '/' {
			return false
		}
		rest = strings.TrimPrefix(rest, "/")
		return rest == base || below && (base == "" || strings.HasPrefix(rest, base+"/"))
	}
	if base == "" {
		return below
	}
	return path == base || strings.HasSuffix(path, "/"+base) ||
		below && strings.Contains("/"+path+"/", "/"+base+"/")
}
