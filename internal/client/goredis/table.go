package goredis

import (
	_ "embed"
	"sync"

	"github.com/redislint/redislint/internal/client/goredis/wire"
)

// The tables say how each method of go-redis spells its command on the wire.
// They are written by internal/tools/genmethods, which calls every method of
// redis.Pipeliner with marked arguments and reads what was queued.
//
//go:generate go run -C ../../tools/genmethods .
var (
	//go:embed methods_v9.txt
	textV9 string
	//go:embed methods_v8.txt
	textV8 string
	//go:embed methods_v7.txt
	textV7 string
	//go:embed methods_v6.txt
	textV6 string
)

// The notation of the tables.
type (
	Table  = wire.Table
	Method = wire.Method
	Item   = wire.Item
	Ref    = wire.Ref
)

// The roles of methods that send no command of their own; see package wire.
const (
	RoleDo        = wire.RoleDo
	RoleProcess   = wire.RoleProcess
	RolePipeline  = wire.RolePipeline
	RolePipelined = wire.RolePipelined
	RoleExec      = wire.RoleExec
	RoleDiscard   = wire.RoleDiscard
	RoleWatch     = wire.RoleWatch
	RoleSubscribe = wire.RoleSubscribe
	RoleInspect   = wire.RoleInspect
)

var tables = [...]struct {
	version string
	text    *string
	once    sync.Once
	table   *Table
}{
	{version: "v9", text: &textV9},
	{version: "v8", text: &textV8},
	{version: "v7", text: &textV7},
	{version: "v6", text: &textV6},
}

// Tables returns the table of a major version of go-redis ("v9", "v8", "v7",
// "v6"), or nil for any other.
func Tables(version string) *Table {
	for i := range tables {
		t := &tables[i]
		if t.version == version {
			t.once.Do(func() { t.table = wire.New(version, *t.text) })
			return t.table
		}
	}
	return nil
}
