package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A fact is what one source says of one command. The three sources are kept
// as text, one fact a line:
//
//	CONFIG|SET arity=-4 flags=admin,noscript group=server since=2.0.0
//	ZDIFF arity=-3 flags=readonly key=RO+access@index:1/keynum:0:1:1
//
// Zero fields are absent from the line.
type fact struct {
	name       string // upper case, subcommands after a bar, as Redis writes them
	arity      int
	flags      []string
	addFlags   bool // flags=+…: added to those of the earlier sources
	group      string
	since      string
	deprecated string
	request    string // request_policy of the command tips
	response   string // response_policy
	keys       []keySpec
	replaced   string
}

type keySpec struct {
	access  []string // RO, RW, OW or RM, then the rest as COMMAND names them
	begin   string   // index, keyword, unknown
	index   int      // index: the position; keyword: startfrom
	keyword string
	find    string // range, keynum, unknown
	nums    [3]int // range: lastkey, keystep, limit; keynum: keynumidx, firstkey, keystep
}

// The flags of COMMAND that rediscmd keeps, with their Go names, in the order
// of the constants. dangerous comes from the ACL categories and of_n from the
// complexity; container is set by merge, for commands that have subcommands.
var flagNames = []struct{ wire, goName string }{
	{"write", "Write"}, {"readonly", "ReadOnly"}, {"denyoom", "DenyOOM"}, {"blocking", "Blocking"},
	{"admin", "Admin"}, {"dangerous", "Dangerous"}, {"fast", "Fast"}, {"of_n", "OfN"},
	{"noscript", "NoScript"}, {"no_multi", "NoMulti"}, {"movablekeys", "MovableKeys"},
	{"no_mandatory_keys", "NoMandatoryKeys"}, {"pubsub", "PubSub"}, {"no_auth", "NoAuth"},
	{"module", "Module"}, {"only_sentinel", "OnlySentinel"}, {"container", "Container"},
}

// Flags that say how a server behaves while it loads, lags or is busy: no
// claim about calling code rests on them.
var droppedFlags = []string{
	"loading", "stale", "skip_monitor", "skip_slowlog", "asking", "allow_busy", "no_async_loading", "script_runner",
}

// keepFlags drops what rediscmd has no use for. A flag that neither list
// names is an error, so that a newer server's flags are looked at.
func keepFlags(in []string) ([]string, error) {
	var out []string
	for _, f := range in {
		f = strings.ToLower(f)
		if slices.Contains(droppedFlags, f) {
			continue
		}
		if flagRank(f) < 0 {
			return nil, fmt.Errorf("flag %q is new: name it in flagNames or droppedFlags", f)
		}
		out = append(out, f)
	}
	return sortFlags(out), nil
}

func flagRank(f string) int {
	for i, n := range flagNames {
		if n.wire == f {
			return i
		}
	}
	return -1
}

func sortFlags(f []string) []string {
	slices.SortFunc(f, func(a, b string) int { return cmp.Compare(flagRank(a), flagRank(b)) })
	return slices.Compact(f)
}

var accessNames = []struct{ wire, goName string }{
	{"RO", "KeyRO"}, {"RW", "KeyRW"}, {"OW", "KeyOW"}, {"RM", "KeyRM"},
	{"access", "KeyAccess"}, {"update", "KeyUpdate"}, {"insert", "KeyInsert"}, {"delete", "KeyDelete"},
	{"not_key", "KeyNot"}, {"incomplete", "KeyIncomplete"}, {"variable_flags", "KeyVariable"},
}

func accessRank(a string) int {
	for i, n := range accessNames {
		if n.wire == a {
			return i
		}
	}
	return -1
}

func (k keySpec) String() string {
	begin, find := k.begin, k.find
	switch k.begin {
	case "index":
		begin = fmt.Sprintf("index:%d", k.index)
	case "keyword":
		begin = fmt.Sprintf("keyword:%s:%d", k.keyword, k.index)
	}
	if k.find != "unknown" {
		find = fmt.Sprintf("%s:%d:%d:%d", k.find, k.nums[0], k.nums[1], k.nums[2])
	}
	return strings.Join(k.access, "+") + "@" + begin + "/" + find
}

func parseKeySpec(s string) (keySpec, error) {
	access, rest, ok1 := strings.Cut(s, "@")
	begin, find, ok2 := strings.Cut(rest, "/")
	bad := func() (keySpec, error) { return keySpec{}, fmt.Errorf("malformed key spec %q", s) }
	if !ok1 || !ok2 {
		return bad()
	}
	k := keySpec{access: strings.Split(access, "+")}
	b := strings.Split(begin, ":")
	k.begin = b[0]
	var err error
	switch {
	case k.begin == "index" && len(b) == 2:
		k.index, err = strconv.Atoi(b[1])
	case k.begin == "keyword" && len(b) == 3:
		k.keyword = b[1]
		k.index, err = strconv.Atoi(b[2])
	case begin == "unknown":
	default:
		return bad()
	}
	if err != nil {
		return bad()
	}
	f := strings.Split(find, ":")
	k.find = f[0]
	switch {
	case (k.find == "range" || k.find == "keynum") && len(f) == 4:
		for i := range k.nums {
			if k.nums[i], err = strconv.Atoi(f[i+1]); err != nil {
				return bad()
			}
		}
	case find == "unknown":
	default:
		return bad()
	}
	return k, k.check()
}

func (k keySpec) check() error {
	for _, a := range k.access {
		if accessRank(a) < 0 {
			return fmt.Errorf("key spec %s: %q is no access flag that rediscmd knows", k, a)
		}
	}
	return nil
}

func (f *fact) String() string {
	var b strings.Builder
	b.WriteString(f.name)
	put := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, " %s=%s", name, value)
		}
	}
	if f.arity != 0 {
		put("arity", strconv.Itoa(f.arity))
	}
	flags := strings.Join(f.flags, ",")
	if f.addFlags {
		flags = "+" + flags
	}
	put("flags", flags)
	put("group", f.group)
	put("since", f.since)
	put("deprecated", f.deprecated)
	put("request", f.request)
	put("response", f.response)
	for _, k := range f.keys {
		put("key", k.String())
	}
	if f.replaced != "" {
		put("replaced", strconv.Quote(f.replaced))
	}
	return b.String()
}

func parseFact(line string) (*fact, error) {
	name, rest, _ := strings.Cut(line, " ")
	f := &fact{name: name}
	if name != strings.ToUpper(name) {
		return nil, fmt.Errorf("%s: names are upper case", name)
	}
	for rest != "" {
		field, value, ok := strings.Cut(rest, "=")
		if !ok {
			return nil, fmt.Errorf("%s: %q is no field=value", name, rest)
		}
		if field == "replaced" {
			// The last field, since only it holds spaces.
			s, err := strconv.Unquote(value)
			if err != nil {
				return nil, fmt.Errorf("%s: replaced=%s: %w", name, value, err)
			}
			f.replaced = s
			break
		}
		value, rest, _ = strings.Cut(value, " ")
		var err error
		switch field {
		case "arity":
			f.arity, err = strconv.Atoi(value)
		case "flags":
			value, f.addFlags = strings.CutPrefix(value, "+")
			f.flags, err = keepFlags(strings.Split(value, ","))
		case "group":
			f.group = value
		case "since":
			f.since = value
		case "deprecated":
			f.deprecated = value
		case "request":
			f.request = value
		case "response":
			f.response = value
		case "key":
			var k keySpec
			if k, err = parseKeySpec(value); err == nil {
				f.keys = append(f.keys, k)
			}
		default:
			err = fmt.Errorf("unknown field %q", field)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return f, nil
}

// A source is the facts of one text file. The version is that of the program
// that the facts are from, from the file's first line "# source: PROGRAM VERSION".
type source struct {
	program string
	version string
	facts   []*fact
}

const sourceHeader = "# source: "

func (s *source) format() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s%s %s\n# Written by internal/tools/genrediscmd. DO NOT EDIT.\n", sourceHeader, s.program, s.version)
	slices.SortFunc(s.facts, func(a, b *fact) int { return strings.Compare(a.name, b.name) })
	for _, f := range s.facts {
		fmt.Fprintln(&b, f)
	}
	return b.Bytes()
}

func parseSource(data []byte) (*source, error) {
	s := new(source)
	seen := make(map[string]bool)
	sc := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; sc.Scan(); n++ {
		line := strings.TrimSpace(sc.Text())
		if about, ok := strings.CutPrefix(line, sourceHeader); ok && n == 1 {
			s.program, s.version, _ = strings.Cut(about, " ")
		}
		if line == "" || line[0] == '#' {
			continue
		}
		f, err := parseFact(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if seen[f.name] {
			return nil, fmt.Errorf("line %d: %s is there twice", n, f.name)
		}
		seen[f.name] = true
		s.facts = append(s.facts, f)
	}
	return s, sc.Err()
}
