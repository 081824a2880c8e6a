// Package command is the model that every rule sees: one Redis command that
// the program sends, whatever way the code spells it.
package command

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/redislint/redislint/internal/keyexpr"
	"github.com/redislint/redislint/internal/rediscmd"
)

// An Arg is one argument as it goes over the wire.
type Arg struct {
	Text keyexpr.Key
	// Expr is the Go expression that supplies the argument in the function
	// that makes the call; nil for keywords that the client adds and for what
	// a helper supplies by itself.
	Expr ast.Expr
	// Spread: the argument stands for zero or more, each of the pattern Text.
	Spread bool
	// Unit is how the client converts a Go value: "s", "ms" for a
	// time.Duration given in nanoseconds, "unix", "unixms" for a time.Time;
	// AnyValue for what a helper hands on as it is given; "" for text.
	Unit string
	// Value: a map or slice of unknown length whose elements are not all of
	// one role (a map of keys and values).
	Mixed bool
	// If lists values that must be non-zero for the client to send the
	// argument, Unless values that must be zero. What is known to decide is
	// gone: these are open.
	If, Unless []keyexpr.Key
	// Negative: a negative value has a meaning of its own ("keepttl": the
	// client sends KEEPTTL in place of the expiry, "omit": nothing).
	Negative string
	// Given: a call through a helper supplies this argument (or part of it).
	Given bool
	// Counts: the argument is the number of what the next Counts arguments stand
	// for, which a helper's callers decide (numkeys).
	Counts int
}

// AnyValue is the Unit of a value of any type that a helper hands on as it is:
// its text alone does not tell it from what fmt.Sprint makes of it.
const AnyValue = "v"

// Keyword reports whether the argument is the constant word, in any case.
func (a *Arg) Keyword(word string) bool {
	s, ok := a.Text.Const()
	return ok && !a.Spread && strings.EqualFold(s, word)
}

// Kind is what a client talks to.
type Kind uint8

const (
	// AnyServer: the static type does not say (an interface).
	AnyServer Kind = iota
	// Single: one server, or Sentinel's current master.
	Single
	// Cluster: Redis Cluster.
	Cluster
	// Ring: client-side sharding.
	Ring
)

func (k Kind) String() string {
	return [...]string{"any", "single", "cluster", "ring"}[k]
}

// BatchKind is how a command reaches the server together with others.
type BatchKind uint8

const (
	// Direct: sent at once, by itself.
	Direct BatchKind = iota
	// Pipeline: queued, sent together, not atomic.
	Pipeline
	// Transaction: queued between MULTI and EXEC.
	Transaction
	// Queued: on a pipeline that the code does not show the making of: a
	// plain one or a transaction.
	Queued
	// Script: inside a Lua script.
	Script
)

func (k BatchKind) String() string {
	return [...]string{"none", "pipeline", "tx", "queued", "script"}[k]
}

// A Batch is one pipeline, transaction or script run that commands share.
type Batch struct {
	Kind BatchKind
	// Call makes the batch: Pipeline(), TxPipelined(…); nil when out of sight.
	Call *ast.CallExpr
	// Watch is the WATCH that a transaction runs under.
	Watch *Watch
}

// A Watch is one call of Watch: the commands of its closure run on one
// connection, and a transaction in it fails when a watched key changed.
type Watch struct {
	Call *ast.CallExpr
	Keys []Arg
	Fn   *ast.FuncLit // nil when the function is not a literal
}

// A Via is the helper of the user's own that a command goes through.
type Via struct {
	Name string    // as people call it: "Put", "(*Cache).Put"
	Pkg  string    // import path
	Pos  token.Pos // of the declaration; NoPos when in another package
	// Forwarder: the helper, and those that it goes through in turn, do nothing
	// but hand their parameters to this one command, so whoever calls it decides.
	Forwarder bool
	// Inner is the helper that this one goes through in turn.
	Inner *Via
}

// A Command is one Redis command that a place in the program sends.
type Command struct {
	// Name is upper case, subcommands as "CONFIG SET"; "" when the command's
	// name is not constant (those are not listed).
	Name string
	// Info is what Redis says of the command; nil for unknown names.
	Info *rediscmd.Command
	// Wire is the command as the client sends it, its name first, with
	// arguments whose conditions are open. A helper's callers fill it anew.
	Wire []Arg
	// Args are the wire arguments after the name.
	Args []Arg
	// Unsent are the arguments that the client leaves out because of a value
	// that is known: the expiry that is 0.
	Unsent []Arg

	// Call is the call in this package that sends or queues the command; for
	// Via commands the call of the helper.
	Call *ast.CallExpr
	// Pos, End span the method's name: where findings stand.
	Pos, End token.Pos
	// Method is the client's method ("Set", "Do", "Process"), or the helper's name.
	Method string
	// Sender is the expression that the command is sent on; nil through a helper.
	Sender ast.Expr
	// On is the sender as a value: equal for two commands on one client.
	On keyexpr.Key
	// Type is the sender's static type, for people: "*redis.ClusterClient".
	Type string
	// Kind is what the sender is certain to talk to.
	Kind Kind
	// Each: sent inside a closure that runs once on every node (ForEachMaster).
	Each bool
	// Batch is nil for a direct command.
	Batch *Batch
	// Watch is the WATCH closure that the command is sent in, directly or batched.
	Watch *Watch
	// OnTx: sent on the connection that WATCH holds.
	OnTx bool
	// Via is nil unless a helper sends the command.
	Via *Via
	// May: a helper sends it only on some of its paths.
	May bool
	// Version is the client library's major version: "v9".
	Version string
	// Script says how a Lua script sends the command; nil outside of scripts.
	Script *InScript
	// Nil says whether the call can answer redis.Nil, and Missing what it
	// answers for a missing key, as measured on a real server: "0", "false",
	// "-2ns", `""`, "nil", "error", "empty []string" (of that Go type), "filled
	// []interface{}" (with elements), "value" of some other type; "" where that
	// is not known. Both are unknown for commands through a helper.
	Nil     NilAnswer
	Missing string

	keys []KeyArg
}

// InScript is what is known of a command that a Lua script sends.
type InScript struct {
	// Order counts the commands of one run in the order of execution.
	Order int
	// Loop: any number of times. Guarded: only on some condition. Protected: by
	// redis.pcall.
	Loop, Guarded, Protected bool
	// Checked: only after the key's value was found equal to Token, which the
	// caller passes.
	Checked bool
	Token   keyexpr.Key
	// Undeclared: a key of it is no part of KEYS.
	Undeclared bool
	// Run is the command that runs the script; nil through a helper.
	Run *Command
}

// A NilAnswer says whether a call can answer redis.Nil.
type NilAnswer uint8

const (
	// NilUnknown: nothing is known of the command in this form.
	NilUnknown NilAnswer = iota
	// NilNever: never, whatever the server holds.
	NilNever
	// NilMay: where there is nothing, or under some option.
	NilMay
)

// A KeyArg is one key of a command.
type KeyArg struct {
	*Arg
	Access rediscmd.Access
}

// Finish derives the name, the arguments and the keys from Wire. It reports
// whether the command's name is known.
func (c *Command) Finish() bool {
	wire := make([]Arg, 0, len(c.Wire))
	for _, a := range c.Wire {
		if n, ok := a.Text.Int(); ok && n < 0 && a.Negative != "" {
			switch {
			case a.Negative == "keepttl" && n == -1:
				wire = append(wire, Arg{Text: keyexpr.Lit("KEEPTTL"), Expr: a.Expr, Given: a.Given})
				continue
			case a.Negative == "omit":
				if len(wire) > 0 {
					wire = wire[:len(wire)-1] // its keyword
				}
				continue
			}
		}
		if unsent := a; a.Resolve() {
			wire = append(wire, a)
		} else {
			c.Unsent = append(c.Unsent, unsent)
		}
	}
	// One of several names is sent, by a value that is not known (SETNX, or SET
	// … EX … NX): the longer form says more.
	for len(wire) > 1 && wire[0].open() && wire[1].open() && wire[0].named() && wire[1].named() && len(wire[0].Unless) > 0 {
		wire = wire[1:]
	}
	c.Wire = wire
	if len(wire) == 0 || wire[0].Spread {
		return false
	}
	first, ok := wire[0].Text.Const()
	if !ok {
		return false
	}
	words := strings.Fields(strings.ToUpper(first))
	if len(words) == 0 || words[0][0] < 'A' || words[0][0] > 'Z' {
		return false // no command's name: the server refuses it
	}
	n := 1
	if len(words) == 1 && len(wire) > 1 && !wire[1].Spread {
		if second, ok := wire[1].Text.Const(); ok {
			if _, named, ok := rediscmd.Lookup(words[0], second); ok && named == 2 {
				words, n = append(words, strings.ToUpper(second)), 2
			}
		}
	}
	c.Name = strings.Join(words, " ")
	c.Args = wire[n:len(wire):len(wire)]
	c.keys = nil
	info, named, ok := rediscmd.Lookup(words...)
	if !ok || named != len(words) {
		return true
	}
	c.Info = info
	off := len(words)
	at := func(i int) (string, bool) {
		if i < off {
			return words[i], true
		}
		if i-off >= len(c.Args) || c.Args[i-off].Spread {
			return "", false
		}
		return c.Args[i-off].Text.Const()
	}
	refs, _ := info.KeyRefs(off+len(c.Args), at)
	for _, r := range refs {
		if i := r.Index - off; i >= 0 && i < len(c.Args) {
			c.keys = append(c.keys, KeyArg{&c.Args[i], r.Access})
		}
	}
	c.spreadKeys()
	return true
}

// Nameless reports whether a parameter of the enclosing function supplies the
// command's name, so that only a call of the function makes it a command.
func (c *Command) Nameless() bool {
	return c.Name == "" && len(c.Wire) > 0 && c.Wire[0].Text.FromParams()
}

func (a *Arg) open() bool { return len(a.If)+len(a.Unless) > 0 }

func (a *Arg) named() bool {
	_, ok := a.Text.Const()
	return ok && a.Expr == nil
}

// spreadKeys adds the keys that lie behind an argument of unknown count, where
// positions no longer count: every argument of a command that takes nothing
// but keys, and the arguments after numkeys.
func (c *Command) spreadKeys() {
	spread := false
	for i := range c.Args {
		spread = spread || c.Args[i].Spread
	}
	if !spread {
		return
	}
	from, to := 0, len(c.Args)
	switch c.Name {
	case "MGET", "DEL", "UNLINK", "EXISTS", "TOUCH", "SUNION", "SINTER", "SDIFF", "PFCOUNT", "WATCH", "SSUBSCRIBE",
		"PFMERGE", "SUNIONSTORE", "SINTERSTORE", "SDIFFSTORE":
	case "BLPOP", "BRPOP", "BZPOPMIN", "BZPOPMAX":
		to-- // the timeout
	case "BITOP":
		from = 1
	case "MSET", "MSETNX":
		if len(c.Args)%2 == 0 && !slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Mixed }) {
			return // appended in pairs: every second one is a value
		}
		for i := range c.Args {
			if c.Args[i].Spread && !c.isKey(&c.Args[i]) {
				c.keys = append(c.keys, KeyArg{&c.Args[i], rediscmd.KeyOW})
			}
		}
		return
	case "EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "FCALL", "FCALL_RO", "ZUNIONSTORE", "ZINTERSTORE", "ZDIFFSTORE", "BLMPOP", "BZMPOP":
		from, to = 2, c.firstSpread(2)
	case "ZUNION", "ZINTER", "ZDIFF", "SINTERCARD", "ZINTERCARD", "LMPOP", "ZMPOP":
		from, to = 1, c.firstSpread(1)
	case "XREAD", "XREADGROUP":
		from = slices.IndexFunc(c.Args, func(a Arg) bool { return a.Keyword("STREAMS") }) + 1
		if from == 0 || c.firstSpread(from) == from {
			return // the spread lies before the streams
		}
		// How many are streams and how many are IDs is not known: the first is
		// a stream.
		c.keys, to = nil, from+1
	default:
		return
	}
	for i := from; i < to; i++ {
		if !c.isKey(&c.Args[i]) {
			access := rediscmd.Access(0)
			if len(c.keys) > 0 {
				access = c.keys[len(c.keys)-1].Access
			}
			c.keys = append(c.keys, KeyArg{&c.Args[i], access})
		}
	}
}

// firstSpread is the place behind the first spread argument from the given one
// on, or that one when there is none: up to there all are keys where their
// number is not known.
func (c *Command) firstSpread(from int) int {
	for i := from; i < len(c.Args); i++ {
		if c.Args[i].Spread {
			if n, ok := c.Args[from-1].Text.Int(); ok && n >= 0 {
				return from // the number is known: the spread lies behind the keys
			}
			return i + 1
		}
	}
	return from
}

func (c *Command) isKey(a *Arg) bool {
	for _, k := range c.keys {
		if k.Arg == a {
			return true
		}
	}
	return false
}

// Keys lists the command's keys in wire order.
func (c *Command) Keys() []KeyArg { return c.keys }

// Key is the first key, or an unknown.
func (c *Command) Key() keyexpr.Key {
	if len(c.keys) == 0 {
		return keyexpr.Of(keyexpr.Hole{})
	}
	return c.keys[0].Text
}

// KeyArg is the argument of the first key, or nil.
func (c *Command) KeyArg() *Arg {
	if len(c.keys) == 0 {
		return nil
	}
	return c.keys[0].Arg
}

// Is reports whether the command has one of the names.
func (c *Command) Is(names ...string) bool {
	for _, n := range names {
		if c.Name == n {
			return true
		}
	}
	return false
}

// BatchKind is Direct for a command without a batch.
func (c *Command) BatchKind() BatchKind {
	if c.Batch == nil {
		return Direct
	}
	return c.Batch.Kind
}

// Has reports whether one of the words stands among the arguments, from the
// given argument on.
func (c *Command) Has(from int, words ...string) bool {
	return c.Option(from, words...) != nil
}

// Option is the argument that is one of the words, or nil.
func (c *Command) Option(from int, words ...string) *Arg {
	for i := from; i < len(c.Args); i++ {
		for _, w := range words {
			if c.Args[i].Keyword(w) {
				return &c.Args[i]
			}
		}
	}
	return nil
}

// Opaque reports whether the arguments from the given one on are of unknown
// count, so that what is not seen may still be there.
func (c *Command) Opaque(from int) bool {
	for i := from; i < len(c.Args); i++ {
		if c.Args[i].Spread {
			return true
		}
	}
	return len(c.Args) < from
}

// A TTLKind is what a write says of its key's expiry.
type TTLKind uint8

const (
	// TTLUnknown: an expiry that may or may not be there.
	TTLUnknown TTLKind = iota
	// TTLNone: certainly no expiry.
	TTLNone
	// TTLKeep: the expiry that the key has stays (KEEPTTL).
	TTLKeep
	// TTLSome: an expiry is sent, of a value known or not.
	TTLSome
)

// A TTL is the expiry that a command gives to its key.
type TTL struct {
	Kind TTLKind
	// Value is the expiry as Go code gives it.
	Value keyexpr.Key
	// Arg supplies the expiry, and where none is sent the one that decided
	// that (a constant 0); nil when the command has no place for one.
	Arg *Arg
}

// String prints the TTL for dumps: none, keep, a duration, or unknown.
func (t TTL) String() string {
	switch t.Kind {
	case TTLNone:
		return "none"
	case TTLKeep:
		return "keep"
	case TTLSome:
		return t.Value.String()
	}
	return "unknown"
}
