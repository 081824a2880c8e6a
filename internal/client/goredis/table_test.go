package goredis

import (
	"strings"
	"testing"

	"github.com/redislint/redislint/internal/client/goredis/wire"
)

// text prints a method as its line has it.
func text(m *Method) string {
	var items []string
	if m.Role != "" {
		items = append(items, "@"+m.Role)
	}
	for _, it := range m.Items {
		items = append(items, it.String())
	}
	return strings.Join(items, " ")
}

// TestTableGolden pins what well-known methods send, read from Redis's
// documentation of the commands and go-redis's source, not from the tables.
func TestTableGolden(t *testing.T) {
	for _, tt := range []struct{ version, method, want string }{
		{"v9", "Set", "SET $1 $2 EX?3+ $3:s?3+"},
		{"v9", "SetNX", "SET $1 $2 EX?3 $3:s?3 NX"},
		{"v9", "SetXX", "SET $1 $2 EX?3 $3:s?3 XX"},
		{"v9", "SetEx", "SETEX $1 $3:s $2"},
		{"v9", "SetArgs", "SET $1 $2 KEEPTTL?3.KeepTTL EXAT?3.ExpireAt $3.ExpireAt:unix?3.ExpireAt EX?3.TTL+ $3.TTL:s?3.TTL+ $3.Mode?3.Mode $3.MatchDigest:hex16?3.MatchDigest,3.Mode=IFDEQ $3.MatchDigest:hex16?3.MatchDigest,3.Mode=IFDNE $3.MatchValue?3.MatchValue,3.Mode=IFEQ $3.MatchValue?3.MatchValue,3.Mode=IFNE GET?3.Get"},
		{"v9", "SetFromBuffer", "SET $1 $2"},
		{"v9", "Get", "GET $1"},
		{"v9", "GetSet", "GETSET $1 $2"},
		{"v9", "GetDel", "GETDEL $1"},
		{"v9", "GetEx", "GETEX $1 PERSIST!2 EX?2+ $2:s?2+"},
		{"v9", "MSet", "MSET $1..."},
		{"v9", "MGet", "MGET $1..."},
		{"v9", "Del", "DEL $1..."},
		{"v9", "Unlink", "UNLINK $1..."},
		{"v9", "Expire", "EXPIRE $1 $2:s"},
		{"v9", "ExpireNX", "EXPIRE $1 $2:s NX"},
		{"v9", "PExpire", "PEXPIRE $1 $2:ms"},
		{"v9", "PExpireAt", "PEXPIREAT $1 $2:unixms"},
		{"v9", "HSet", "HSET $1 $2..."},
		{"v9", "HSetEX", "HSETEX $1 FIELDS #$2/2 $2..."},
		{"v9", "HExpire", "HEXPIRE $1 $2:s FIELDS #$3 $3..."},
		{"v9", "XReadGroup", "XREADGROUP GROUP $1.Group $1.Consumer COUNT?1.Count+ $1.Count?1.Count+ MAXCOUNT?1.MaxCount+ $1.MaxCount?1.MaxCount+ MAXSIZE?1.MaxSize+ $1.MaxSize?1.MaxSize+ BLOCK $1.Block:ms0 NOACK?1.NoAck CLAIM?1.Claim+ $1.Claim:ms0?1.Claim+ STREAMS $1.Streams..."},
		{"v9", "XAck", "XACK $1 $2 $3..."},
		{"v9", "ZAdd", "ZADD $1 ($2[].Score $2[].Member)..."},
		{"v9", "ZAddNX", "ZADD $1 NX ($2[].Score $2[].Member)..."},
		{"v9", "ZUnionStore", "ZUNIONSTORE $1 #$2.Keys $2.Keys... WEIGHTS?2.Weights $2.Weights... AGGREGATE?2.Aggregate $2.Aggregate?2.Aggregate"},
		{"v9", "BLPop", "BLPOP $2... $1:s"},
		{"v9", "LMove", "LMOVE $1 $2 $3 $4"},
		{"v9", "BLMove", "BLMOVE $1 $2 $3 $4 $5:s"},
		{"v9", "BRPopLPush", "BRPOPLPUSH $1 $2 $3:s"},
		{"v9", "Eval", "EVAL $1 #$2 $2... $3..."},
		{"v9", "EvalSha", "EVALSHA $1 #$2 $2... $3..."},
		{"v9", "FCall", "FCALL $1 #$2 $2... $3..."},
		{"v9", "Rename", "RENAME $1 $2"},
		{"v9", "BitOpAnd", "BITOP AND $1 $2..."},
		{"v9", "PFMerge", "PFMERGE $1 $2..."},
		{"v9", "Keys", "KEYS $1"},
		{"v9", "FTAliasAdd", "FT.ALIASADD $2 $1"},
		{"v9", "Do", "@do $1..."},
		{"v9", "Exec", "@exec"},
		{"v9", "TxPipelined", "@pipelined"},
		{"v9", "Wait", "WAIT $1 $2:ms0"},
		{"v8", "SetNX", "SET?3 SETNX!3 $1 $2 EX?3 $3:s?3 NX?3"},
		{"v8", "XAdd", "XADD $1.Stream NOMKSTREAM?1.NoMkStream MINID?1.MinID!1.MaxLen+,1.MaxLenApprox+ MAXLEN?1.MaxLen+ MAXLEN?1.MaxLenApprox+!1.MaxLen+ ~?1.Approx,1.MaxLen+ ~?1.Approx,1.MaxLenApprox+!1.MaxLen+ ~?1.Approx,1.MinID!1.MaxLen+,1.MaxLenApprox+ ~?1.MaxLenApprox+!1.Approx,1.MaxLen+ $1.MinID?1.MinID!1.MaxLen+,1.MaxLenApprox+ $1.MaxLenApprox?1.MaxLenApprox+!1.MaxLen+ $1.MaxLen?1.MaxLen+ LIMIT?1.Limit+ $1.Limit?1.Limit+ *!1.ID $1.ID?1.ID $1.Values"},
		{"v7", "Set", "SET $0 $1 EX?2+ $2:s0?2+"},
		{"v7", "Expire", "EXPIRE $0 $1:s0"},
		{"v6", "Set", "SET $0 $1 EX?2+ $2:s0?2+"},
		{"v6", "HMSet", "HMSET $0 ($1[][key] $1[][val])..."},
		{"v6", "ZUnionStore", "ZUNIONSTORE $0 #$2 $2... WEIGHTS?1.Weights $1.Weights... AGGREGATE?1.Aggregate $1.Aggregate?1.Aggregate"},
	} {
		m, ok := Tables(tt.version).Method(tt.method)
		if !ok {
			t.Errorf("%s: no %s", tt.version, tt.method)
			continue
		}
		if got := text(m); got != tt.want {
			t.Errorf("%s %s:\n got %s\nwant %s", tt.version, tt.method, got, tt.want)
		}
	}
}

func TestTableAttributes(t *testing.T) {
	method := func(version, name string) *Method {
		m, ok := Tables(version).Method(name)
		if !ok {
			t.Fatalf("%s: no %s", version, name)
		}
		return m
	}
	if m := method("v9", "Set"); m.KeepTTL != (Ref{Param: 3}) || len(m.Precise) != 1 || m.Precise[0] != (Ref{Param: 3}) || m.Result != "*StatusCmd" {
		t.Errorf("Set: %+v", m)
	}
	if m := method("v6", "Set"); !m.KeepTTL.IsNone() {
		t.Errorf("v6 has no KeepTTL, but Set: %+v", m)
	}
	if m := method("v9", "SetArgs"); len(m.Precise) != 2 || m.Precise[0] != (Ref{Param: 3, Field: "TTL"}) || !m.KeepTTL.IsNone() {
		t.Errorf("SetArgs: %+v", m)
	}
	if m := method("v9", "XRead"); m.Block != (Ref{Param: 1, Field: "Block"}) {
		t.Errorf("XRead: %+v", m)
	}
	if m := method("v9", "MSet"); m.Flat != 1 {
		t.Errorf("MSet: %+v", m)
	}
	if m := method("v9", "Del"); m.Flat != -1 || m.Partial || !m.FlatField.IsNone() {
		t.Errorf("Del: %+v", m)
	}
	if m := method("v9", "XAdd"); m.FlatField != (Ref{Param: 1, Field: "Values"}) {
		t.Errorf("XAdd: %+v", m)
	}
}

func TestTableOthersAndConstructors(t *testing.T) {
	v9 := Tables("v9")
	if m, ok := v9.Other("Tx", "Watch"); !ok || text(m) != "WATCH $1..." || m.Role != "" {
		t.Errorf("Tx.Watch: %+v", m)
	}
	if m, ok := v9.Other("Client", "Watch"); !ok || text(m) != "@watch WATCH $2..." {
		t.Errorf("Client.Watch: %+v", m)
	}
	for name, want := range map[string]string{
		"NewStatusCmd":      "@do $1...",
		"NewDurationCmd":    "@do $2...",
		"NewXInfoGroupsCmd": "XINFO GROUPS $1",
	} {
		if m, ok := v9.Constructor(name); !ok || text(m) != want {
			t.Errorf("%s: got %+v, want %s", name, m, want)
		}
	}
	if m, ok := Tables("v6").Constructor("NewStatusCmd"); !ok || text(m) != "@do $0..." {
		t.Errorf("v6 NewStatusCmd: %+v", m)
	}
	if _, ok := v9.Constructor("NewStatusResult"); ok {
		t.Error("a result is no command")
	}
}

// TestTablesParse reads every line and prints it again, so that no line can be
// malformed and the parser loses nothing.
func TestTablesParse(t *testing.T) {
	for _, version := range []string{"v9", "v8", "v7", "v6"} {
		table := Tables(version)
		if table == nil || table.Version != version || table.Module == "" {
			t.Fatalf("%s: %+v", version, table)
		}
		lines := map[string]string{}
		var raw string
		for i := range tables {
			if tables[i].version == version {
				raw = *tables[i].text
			}
		}
		for line := range strings.Lines(raw) {
			cols := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			if len(cols) > 1 {
				lines[cols[0]] = cols[1]
			}
		}
		check := func(name string, m *wire.Method, ok bool) {
			if !ok {
				t.Errorf("%s: the line of %s does not parse", version, name)
				return
			}
			if got := text(m); got != lines[name] {
				t.Errorf("%s: %s prints as\n%s, its line is\n%s", version, name, got, lines[name])
			}
		}
		names := table.Names()
		if len(names) < 240 {
			t.Errorf("%s: only %d methods", version, len(names))
		}
		for _, name := range names {
			m, ok := table.Method(name)
			// Only an exception may be in both sections under one name.
			if _, excused := table.Exception(name); excused {
				if !ok || !m.Partial {
					t.Errorf("%s: %s is an exception, but not partial", version, name)
				}
				continue
			}
			check(name, m, ok)
		}
		for _, name := range table.Others() {
			recv, method, _ := strings.Cut(name, ".")
			m, ok := table.Other(recv, method)
			check(name, m, ok)
		}
		for _, name := range table.Constructors() {
			m, ok := table.Constructor(name)
			check(name, m, ok)
		}
	}
	if Tables("v5") != nil {
		t.Error("there is a table of v5")
	}
}

func BenchmarkTableLookup(b *testing.B) {
	for b.Loop() {
		t := wire.New("v9", textV9)
		for _, name := range []string{"Set", "Get", "Del", "Expire", "HSet", "XAdd", "ZAdd", "Eval", "SetNX", "TxPipelined"} {
			if _, ok := t.Method(name); !ok {
				b.Fatal(name)
			}
		}
	}
}
