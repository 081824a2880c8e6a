package main

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"reflect"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	v9 "github.com/redis/go-redis/v9"
)

// A version is one major version of go-redis.
type version struct {
	name      string
	path      string // of the module and package
	pipeliner reflect.Type
	cmder     reflect.Type
	client    any
	pipeline  func() any // a new Pipeliner, which is never executed
	quiet     func()     // turns the library's log off
	// fixed are the constructors without args ...interface{}: reflection
	// cannot find a function by name. The generator asks for one it lacks.
	fixed map[string]any
}

var versions = []version{
	{
		name: "v9", path: "github.com/redis/go-redis/v9",
		pipeliner: reflect.TypeFor[v9.Pipeliner](), cmder: reflect.TypeFor[v9.Cmder](),
		pipeline: func() any { return client9.Pipeline() }, client: client9,
		quiet: func() { v9.SetLogger(silent{}) },
		fixed: map[string]any{
			"NewXInfoConsumersCmd":    v9.NewXInfoConsumersCmd,
			"NewXInfoGroupsCmd":       v9.NewXInfoGroupsCmd,
			"NewXInfoStreamCmd":       v9.NewXInfoStreamCmd,
			"NewGeoLocationCmd":       v9.NewGeoLocationCmd,
			"NewGeoSearchLocationCmd": v9.NewGeoSearchLocationCmd,
			"NewLCSCmd":               v9.NewLCSCmd,
			"NewHImportPrepareCmd":    v9.NewHImportPrepareCmd,
			"NewHImportSetCmd":        v9.NewHImportSetCmd,
			"NewHImportDiscardCmd":    v9.NewHImportDiscardCmd,
			"NewHImportDiscardAllCmd": v9.NewHImportDiscardAllCmd,
		},
	},
	{
		name: "v8", path: "github.com/go-redis/redis/v8",
		pipeliner: reflect.TypeFor[v8.Pipeliner](), cmder: reflect.TypeFor[v8.Cmder](),
		pipeline: func() any { return client8.Pipeline() }, client: client8,
		quiet: func() { v8.SetLogger(silent{}) },
		fixed: map[string]any{
			"NewXInfoConsumersCmd":    v8.NewXInfoConsumersCmd,
			"NewXInfoGroupsCmd":       v8.NewXInfoGroupsCmd,
			"NewXInfoStreamCmd":       v8.NewXInfoStreamCmd,
			"NewGeoLocationCmd":       v8.NewGeoLocationCmd,
			"NewGeoSearchLocationCmd": v8.NewGeoSearchLocationCmd,
		},
	},
	{
		name: "v7", path: "github.com/go-redis/redis/v7",
		pipeliner: reflect.TypeFor[v7.Pipeliner](), cmder: reflect.TypeFor[v7.Cmder](),
		pipeline: func() any { return client7.Pipeline() }, client: client7,
		quiet: func() { v7.SetLogger(log.New(io.Discard, "", 0)) },
		fixed: map[string]any{
			"NewXInfoGroupsCmd": v7.NewXInfoGroupsCmd,
			"NewGeoLocationCmd": v7.NewGeoLocationCmd,
		},
	},
	{
		name: "v6", path: "github.com/go-redis/redis",
		pipeliner: reflect.TypeFor[v6.Pipeliner](), cmder: reflect.TypeFor[v6.Cmder](),
		pipeline: func() any { return client6.Pipeline() }, client: client6,
		quiet: func() { v6.SetLogger(log.New(io.Discard, "", 0)) },
		fixed: map[string]any{
			"NewGeoLocationCmd": v6.NewGeoLocationCmd,
		},
	},
}

// The clients have a dialer that fails at once: the few commands that are
// not queued are made and then not sent.
var (
	client9 = v9.NewClient(&v9.Options{MaxRetries: -1, DialerRetries: 1, Dialer: noDial})
	client8 = v8.NewClient(&v8.Options{MaxRetries: -1, Dialer: noDial})
	client7 = v7.NewClient(&v7.Options{MaxRetries: -1, Dialer: noDial})
	client6 = v6.NewClient(&v6.Options{Dialer: func() (net.Conn, error) { return nil, errNoDial }})
)

var errNoDial = errors.New("genmethods does not dial")

func noDial(context.Context, string, string) (net.Conn, error) { return nil, errNoDial }

type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}

// special lists, by type or by struct field, the strings that go-redis
// compares with: found by reading its source. A value that is missing here
// makes a template that is right for all other values.
var special = map[string][]string{
	"redis.BitCount.Unit":        {"BYTE", "BIT"},
	"redis.SetArgs.Mode":         {"IFEQ", "IFNE", "IFDEQ", "IFDNE"},
	"redis.DelExArgs.Mode":       {"IFEQ", "IFNE", "IFDEQ", "IFDNE"},
	"redis.ExpirationMode":       {"EX", "PX", "EXAT", "PXAT", "KEEPTTL", "PERSIST"},
	"redis.HGetEXExpirationType": {"PERSIST"},
	"redis.HSetEXExpirationType": {"KEEPTTL"},
}

// An override is a template written by hand, with the reason. It is for the
// plain use of the method: the table marks it as partial.
type override struct{ template, reason string }

var overrides = map[string]override{
	"FTAggregateWithArgs":  {"FT.AGGREGATE $1 $2", ftReason},
	"FTCreate":             {"FT.CREATE $1", ftReason},
	"FTHybrid":             {"FT.HYBRID $1 SEARCH $2", ftReason},
	"FTHybridWithArgs":     {"FT.HYBRID $1", ftReason},
	"FTSearchWithArgs":     {"FT.SEARCH $1 $2", ftReason},
	"TSNRangeWithArgs":     {"TS.NRANGE #$1 $1... $2 $3", tsnReason},
	"TSNRevRangeWithArgs":  {"TS.NREVRANGE #$1 $1... $2 $3", tsnReason},
	"BitFieldRO":           {"BITFIELD_RO $1 $2...", "sends GET before each pair of $2"},
	"ClusterAddSlotsRange": {"CLUSTER ADDSLOTS", "sends every slot from the first to the last"},
	"ClusterDelSlotsRange": {"CLUSTER DELSLOTS", "sends every slot from the first to the last"},
}

const (
	ftReason  = "the options of the query are left out: no key is among them, and their nested lists are beyond the notation"
	tsnReason = "the options are left out: no key is among them, and a list of lists of aggregators is beyond the notation"
)

// missing are the methods that have no line, with the reason.
var missing = map[string]string{
	"JSONDebugMemory": "panics: not implemented",
	"Quit":            "panics: not implemented",
}
