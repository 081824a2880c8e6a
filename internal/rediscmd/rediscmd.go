// Package rediscmd is what Redis says of its own commands: arity, flags, type
// group, versions, and where their keys are. It is pure data, generated from
// the replies of two servers and a reviewed supplement; see
// internal/tools/genrediscmd.
package rediscmd

import "strings"

//go:generate go run ../tools/genrediscmd

// A Group is the group of commands that COMMAND DOCS puts a command in.
type Group string

const (
	GroupString       Group = "string"
	GroupHash         Group = "hash"
	GroupList         Group = "list"
	GroupSet          Group = "set"
	GroupSortedSet    Group = "sorted-set"
	GroupStream       Group = "stream"
	GroupBitmap       Group = "bitmap"
	GroupHyperLogLog  Group = "hyperloglog"
	GroupGeo          Group = "geo"
	GroupArray        Group = "array"
	GroupVectorSet    Group = "vector-set"
	GroupGeneric      Group = "generic"
	GroupPubSub       Group = "pubsub"
	GroupScripting    Group = "scripting"
	GroupTransactions Group = "transactions"
	GroupConnection   Group = "connection"
	GroupServer       Group = "server"
	GroupCluster      Group = "cluster"
	GroupSentinel     Group = "sentinel"

	// Modules, part of Redis since 8.0.
	GroupJSON       Group = "json"
	GroupSearch     Group = "search"
	GroupSuggestion Group = "suggestion"
	GroupTimeSeries Group = "timeseries"
	GroupBF         Group = "bf"
	GroupCF         Group = "cf"
	GroupCMS        Group = "cms"
	GroupTopK       Group = "topk"
	GroupTDigest    Group = "tdigest"
)

// Flags are the properties of a command.
type Flags uint32

const (
	Write           Flags = 1 << iota // may change data
	ReadOnly                          // reads data and changes none
	DenyOOM                           // refused when the server is out of memory
	Blocking                          // may block the connection
	Admin                             // administration
	Dangerous                         // in the ACL category @dangerous, in which every Admin command is
	Fast                              // constant or logarithmic time, in the ACL category @fast
	OfN                               // the documented cost of one call grows at least linearly in elements, keys or arguments
	NoScript                          // refused in a script
	NoMulti                           // refused in a transaction
	MovableKeys                       // key positions depend on arguments
	NoMandatoryKeys                   // may be called without keys although it takes some
	PubSub                            // publish and subscribe
	NoAuth                            // allowed before authentication
	Module                            // of a module: Since below 8.0 counts the module's own versions
	OnlySentinel                      // known only to a server in Sentinel mode
	Container                         // has subcommands; alone it is not complete, save COMMAND
)

// A Command is a Redis command or subcommand. Callers must not change it.
type Command struct {
	// Name is upper case, a subcommand's is both words: "CONFIG SET".
	Name string
	// Arity is the number of arguments with the words of the name; -n means
	// at least n.
	Arity int
	Flags Flags
	Group Group
	// Specs say where the keys are. Keys evaluates them.
	Specs []KeySpec
	// Since is the Redis version that brought the command, "" when newer than
	// 8.10 or not documented. DeprecatedSince is "" for one not deprecated;
	// then ReplacedBy says in Redis's words what to use.
	Since, DeprecatedSince, ReplacedBy string
	// RequestPolicy and ResponsePolicy are the command tips for clients of a
	// cluster, such as "all_shards", "multi_shard" and "agg_sum", or "".
	// Meaning: https://redis.io/docs/latest/develop/reference/command-tips/
	RequestPolicy, ResponsePolicy string
}

// Has reports whether c has all flags of f.
func (c *Command) Has(f Flags) bool { return c.Flags&f == f }

// ArityOK reports whether a call with n arguments, the words of the name
// among them, has a number of arguments that c takes.
func (c *Command) ArityOK(n int) bool {
	if c.Arity < 0 {
		return n >= -c.Arity
	}
	return n == c.Arity
}

// Lookup finds the command that a call names by its first one or two
// arguments, in any case, and the number of words that name it: 2 for
// ("CONFIG", "SET"), 1 for ("SET", "config"). A container with a second word
// that is no subcommand is the container. Words after the second are ignored.
func Lookup(words ...string) (*Command, int, bool) {
	if len(words) == 0 {
		return nil, 0, false
	}
	if len(words) > 1 {
		if c := find(words[0], words[1]); c != nil {
			return c, 2, true
		}
	}
	if c := find(words[0], ""); c != nil {
		return c, 1, true
	}
	return nil, 0, false
}

// find is the command named "word sub", or "word" when sub is empty.
func find(word, sub string) *Command {
	// A word with a space would find a subcommand's name as one word, which
	// the server refuses.
	if strings.Contains(word, " ") {
		return nil
	}
	lo, hi := 0, len(commands)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		switch c := compareName(commands[mid].Name, word, sub); {
		case c == 0:
			return &commands[mid]
		case c < 0:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return nil
}

// compareName compares name with word, or with word and sub joined by a
// space, in upper case, without building that text.
func compareName(name, word, sub string) int {
	n := len(word)
	if sub != "" {
		n += 1 + len(sub)
	}
	for i := range min(len(name), n) {
		var b byte
		switch {
		case i < len(word):
			b = word[i]
		case i == len(word):
			b = ' '
		default:
			b = sub[i-len(word)-1]
		}
		if d := int(name[i]) - int(upper(b)); d != 0 {
			return d
		}
	}
	return len(name) - n
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - ('a' - 'A')
	}
	return b
}

// All yields every command and subcommand, by name.
func All(yield func(*Command) bool) {
	for i := range commands {
		if !yield(&commands[i]) {
			return
		}
	}
}
