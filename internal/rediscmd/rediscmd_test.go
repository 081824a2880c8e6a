package rediscmd

import (
	"slices"
	"strings"
	"testing"
)

func TestLookup(t *testing.T) {
	for _, tt := range []struct {
		words string
		name  string // "" for none
		n     int
	}{
		{"SET", "SET", 1},
		{"set key", "SET", 1},
		{"sEt config", "SET", 1},
		{"CONFIG", "CONFIG", 1},
		{"config set", "CONFIG SET", 2},
		{"config set maxmemory 1", "CONFIG SET", 2},
		{"config nosuch", "CONFIG", 1},
		{"object encoding k", "OBJECT ENCODING", 2},
		{"xgroup create", "XGROUP CREATE", 2},
		{"client no-evict", "CLIENT NO-EVICT", 2},
		{"client maint_notifications", "CLIENT MAINT_NOTIFICATIONS", 2},
		{"sentinel get-master-addr-by-name", "SENTINEL GET-MASTER-ADDR-BY-NAME", 2},
		{"json.get k", "JSON.GET", 1},
		{"ft.config set", "FT.CONFIG SET", 2},
		{"FT._LIST", "FT._LIST", 1},
		{"msetex", "MSETEX", 1},
		{"acl", "ACL", 1},                 // the first in order
		{"zunionstore", "ZUNIONSTORE", 1}, // the last
		{"se", "", 0},
		{"sett", "", 0},
		{"nosuch config", "", 0},
	} {
		c, n, ok := Lookup(strings.Fields(tt.words)...)
		name := ""
		if ok {
			name = c.Name
		}
		if name != tt.name || n != tt.n {
			t.Errorf("Lookup(%s) = %q, %d, want %q, %d", tt.words, name, n, tt.name, tt.n)
		}
	}
	if _, _, ok := Lookup(); ok {
		t.Error("Lookup() finds a command")
	}
	for _, words := range [][]string{{"config set"}, {""}, {"", ""}, {"", "SET"}, {" SET"}, {"SET "}} {
		if c, _, ok := Lookup(words...); ok {
			t.Errorf("Lookup(%q) finds %s", words, c.Name)
		}
	}
}

func TestAll(t *testing.T) {
	var names []string
	for c := range All {
		names = append(names, c.Name)
		words := strings.Fields(c.Name)
		if got, n, ok := Lookup(words...); !ok || got != c || n != len(words) {
			t.Errorf("Lookup(%q) does not find it", words)
		}
		if c.Arity == 0 || c.Group == "" {
			t.Errorf("%s has arity %d, group %q", c.Name, c.Arity, c.Group)
		}
		if c.Has(Write | ReadOnly) {
			t.Errorf("%s is both Write and ReadOnly", c.Name)
		}
		if c.Has(ReadOnly) {
			for _, s := range c.Specs {
				// PFCOUNT says RW since it may refresh a cached count (COMMAND, 7.0).
				if s.Access.Writes() && c.Name != "PFCOUNT" {
					t.Errorf("%s is ReadOnly and writes a key", c.Name)
				}
			}
		}
		if c.ReplacedBy != "" && c.DeprecatedSince == "" {
			t.Errorf("%s is replaced and not deprecated", c.Name)
		}
	}
	if !slices.IsSorted(names) {
		t.Error("the commands are not sorted: Lookup would miss some")
	}
	if len(slices.Compact(names)) != len(commands) {
		t.Error("a command is there twice")
	}
	if len(commands) < 600 {
		t.Errorf("%d commands, want at least 600", len(commands))
	}
}

// TestFacts holds facts of each source, so that a broken merge is seen.
func TestFacts(t *testing.T) {
	get := func(name string) *Command {
		c, n, ok := Lookup(strings.Fields(name)...)
		if !ok || n != len(strings.Fields(name)) {
			t.Fatalf("%s is not known", name)
		}
		return c
	}
	for _, tt := range []struct {
		name      string
		with, not Flags
		group     Group
		since     string
	}{
		{"SET", Write | DenyOOM, ReadOnly | Fast | OfN, GroupString, "1.0.0"},
		{"GET", ReadOnly | Fast, Write | OfN, GroupString, "1.0.0"},
		{"KEYS", ReadOnly | Dangerous | OfN, Admin, GroupGeneric, "1.0.0"},
		{"SCAN", ReadOnly, OfN, GroupGeneric, "2.8.0"},
		{"FLUSHALL", Write | Dangerous, Admin, GroupServer, "1.0.0"},
		{"CONFIG SET", Admin | Dangerous, Write, GroupServer, "2.0.0"},
		{"CONFIG", Container, Admin, GroupServer, "2.0.0"},
		{"BLPOP", Write | Blocking, NoScript, GroupList, "2.0.0"},
		{"ZADD", Write | Fast, OfN, GroupSortedSet, "1.2.0"},
		{"SMEMBERS", ReadOnly | OfN, Write, GroupSet, "1.0.0"},
		{"SUBSCRIBE", PubSub | NoScript, Write, GroupPubSub, "2.0.0"},
		{"HEXPIRE", Write | OfN, Module, GroupHash, "7.4.0"},
		{"HSETEX", Write | OfN, Module, GroupHash, "8.0.0"},
		{"MSETEX", Write | MovableKeys | OfN, Module, GroupString, "8.4.0"},
		{"DELEX", Write, MovableKeys, GroupString, "8.4.0"},
		{"XACKDEL", Write, OfN, GroupStream, "8.2.0"},
		{"VADD", Write | Module, ReadOnly, GroupVectorSet, "8.0.0"},
		{"JSON.SET", Write | Module, ReadOnly, GroupJSON, "1.0.0"},
		{"FT.SEARCH", ReadOnly | Module, Write, GroupSearch, "1.0.0"},
		{"SENTINEL FAILOVER", Admin | OnlySentinel | Dangerous, Write, GroupSentinel, "2.8.4"},
		{"HOTKEYS START", Admin | Dangerous, Write, GroupServer, "8.6.0"},
	} {
		c := get(tt.name)
		if !c.Has(tt.with) || c.Flags&tt.not != 0 || c.Group != tt.group || c.Since != tt.since {
			t.Errorf("%s: flags %b, group %s, since %s", tt.name, c.Flags, c.Group, c.Since)
		}
	}
	if c := get("HMSET"); c.DeprecatedSince != "4.0.0" || !strings.Contains(c.ReplacedBy, "HSET") {
		t.Errorf("HMSET: deprecated since %q, replaced by %q", c.DeprecatedSince, c.ReplacedBy)
	}
	if c := get("SETNX"); c.DeprecatedSince != "2.6.12" || !strings.Contains(c.ReplacedBy, "NX") {
		t.Errorf("SETNX: deprecated since %q, replaced by %q", c.DeprecatedSince, c.ReplacedBy)
	}
	// 7.0 says 3; newer servers take WITHSCORE.
	if c := get("ZRANK"); c.Arity != -3 {
		t.Errorf("ZRANK: arity %d, want the newer server's -3", c.Arity)
	}
	for _, name := range []string{"DEL", "EXISTS", "MGET", "MSET", "TOUCH", "UNLINK"} {
		if c := get(name); c.RequestPolicy != "multi_shard" {
			t.Errorf("%s: request policy %q, want multi_shard", name, c.RequestPolicy)
		}
	}
	if c := get("DBSIZE"); c.RequestPolicy != "all_shards" || c.ResponsePolicy != "agg_sum" {
		t.Errorf("DBSIZE: policies %q, %q", c.RequestPolicy, c.ResponsePolicy)
	}
}

func TestArityOK(t *testing.T) {
	for _, tt := range []struct {
		arity, n int
		want     bool
	}{{2, 2, true}, {2, 3, false}, {2, 1, false}, {-2, 2, true}, {-2, 9, true}, {-2, 1, false}} {
		if got := (&Command{Arity: tt.arity}).ArityOK(tt.n); got != tt.want {
			t.Errorf("arity %d takes %d arguments: %v, want %v", tt.arity, tt.n, got, tt.want)
		}
	}
}

func BenchmarkLookup(b *testing.B) {
	for b.Loop() {
		Lookup("xgroup", "create")
	}
}
