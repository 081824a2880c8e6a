package wire

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseMethod(t *testing.T) {
	m, err := ParseMethod("XRead\tXREAD COUNT?1.Count+ $1.Count?1.Count+ BLOCK $1.Block:ms0 STREAMS $1.Streams... ($1.ID)...1.Streams?1.ID!2,3.Mode=IFEQ\t*XStreamSliceCmd\tkeepttl=3 precise=3,4.TTL block=1.Block flat=2 flat=1.Values partial")
	if err != nil {
		t.Fatal(err)
	}
	count := []Ref{{Param: 1, Field: "Count", Positive: true}}
	want := &Method{
		Name: "XRead",
		Items: []Item{
			{Lit: "XREAD", Param: -1},
			{Lit: "COUNT", Param: -1, If: count},
			{Param: 1, Field: "Count", If: count},
			{Lit: "BLOCK", Param: -1},
			{Param: 1, Field: "Block", Unit: "ms0"},
			{Lit: "STREAMS", Param: -1},
			{Param: 1, Field: "Streams", Each: true},
			{
				Param: 1, Field: "Streams", Each: true, Group: []Item{{Param: 1, Field: "ID"}},
				If: []Ref{{Param: 1, Field: "ID"}}, Unless: []Ref{{Param: 2}, {Param: 3, Field: "Mode", Is: "IFEQ"}},
			},
		},
		Result:    "*XStreamSliceCmd",
		KeepTTL:   Ref{Param: 3},
		Precise:   []Ref{{Param: 3}, {Param: 4, Field: "TTL"}},
		Block:     Ref{Param: 1, Field: "Block"},
		Flat:      2,
		FlatField: Ref{Param: 1, Field: "Values"},
		Partial:   true,
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("got  %+v\nwant %+v", m, want)
	}
}

func TestParseItems(t *testing.T) {
	for text, want := range map[string]Item{
		`SET`:                  {Lit: "SET", Param: -1},
		`FT._LIST`:             {Lit: "FT._LIST", Param: -1},
		`~`:                    {Lit: "~", Param: -1},
		`*!1.ID`:               {Lit: "*", Param: -1, Unless: []Ref{{Param: 1, Field: "ID"}}},
		`""`:                   {Lit: "", Param: -1},
		`"a b"`:                {Lit: "a b", Param: -1},
		`"$x"?2`:               {Lit: "$x", Param: -1, If: []Ref{{Param: 2}}},
		`$0`:                   {Param: 0},
		`$12.Expiration.Mode`:  {Param: 12, Field: "Expiration.Mode"},
		`$1[]...`:              {Param: 1, Field: "[]", Each: true},
		`$2[key]...`:           {Param: 2, Field: "[key]", Each: true},
		`$1.Streams...`:        {Param: 1, Field: "Streams", Each: true},
		`#$2.Keys`:             {Param: 2, Field: "Keys", Count: true, Per: 1},
		`#$1/2`:                {Param: 1, Count: true, Per: 2},
		`$3:prefix=@?1`:        {Param: 3, Unit: "prefix=@", If: []Ref{{Param: 1}}},
		`$3.TTL:s?3.TTL+,2!1+`: {Param: 3, Field: "TTL", Unit: "s", If: []Ref{{Param: 3, Field: "TTL", Positive: true}, {Param: 2}}, Unless: []Ref{{Param: 1, Positive: true}}},
		`($2[].Score $2[].Member)...`: {Param: 2, Each: true, Group: []Item{
			{Param: 2, Field: "[].Score"}, {Param: 2, Field: "[].Member"},
		}},
		`(GET $1.Get[])...?1`: {Param: 1, Field: "Get", Each: true, If: []Ref{{Param: 1}}, Group: []Item{
			{Lit: "GET", Param: -1}, {Param: 1, Field: "Get[]"},
		}},
	} {
		m, err := ParseMethod("X\t" + text)
		if err != nil {
			t.Error(err)
			continue
		}
		if len(m.Items) != 1 || !reflect.DeepEqual(m.Items[0], want) {
			t.Errorf("%s: got %+v, want %+v", text, m.Items, want)
			continue
		}
		if got := m.Items[0].String(); got != text {
			t.Errorf("%s prints as %s", text, got)
		}
	}
}

func TestParseRoles(t *testing.T) {
	m, err := ParseMethod("Do\t@do $1...\t*Cmd")
	if err != nil || m.Role != RoleDo || len(m.Items) != 1 || m.Items[0].Param != 1 || !m.Items[0].Each {
		t.Errorf("got %+v, %v", m, err)
	}
	m, err = ParseMethod("Exec\t@exec\t[]Cmder")
	if err != nil || m.Role != RoleExec || m.Items != nil || m.Result != "[]Cmder" {
		t.Errorf("got %+v, %v", m, err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, line := range []string{
		"", "Name", "\tSET", "X\tSET\t*Cmd\t\textra",
		"X\t$", "X\t$x", "X\t$1.", "X\t$1.?", "X\t#1", "X\t#$1/0", "X\t#$1/",
		"X\tSET?", "X\tSET!", "X\tSET?1,", "X\tSET?1.Mode=", "X\tSET?x",
		"X\t(", "X\t($1[].A", "X\t($1[].A)", "X\t(SET)...", "X\t(($1[])...)...", "X\t)",
		"X\t\"open", "X\t$1$2", "X\t\"a\"b",
		"X\tSET\t*Cmd\tnew=1", "X\tSET\t*Cmd\tkeepttl=", "X\tSET\t*Cmd\tblock=1x",
	} {
		if m, err := ParseMethod(line); err == nil {
			t.Errorf("%q parses as %+v", line, m)
		}
	}
}

const sample = `# module example.com/redis v1.0.0
[methods]
Get	GET $1	*StringCmd
GetSet	GETSET $1 $2	*StringCmd
Set	SET $1 $2	*StatusCmd
Torn	SET $	*StatusCmd
[others]
Tx.Watch	WATCH $1...	*StatusCmd
[constructors]
NewCmd	@do $1...	*Cmd
[exceptions]
Quit	panics
`

func TestTable(t *testing.T) {
	table := New("v1", sample)
	if table.Version != "v1" || table.Module != "example.com/redis v1.0.0" {
		t.Errorf("got %q %q", table.Version, table.Module)
	}
	for _, name := range []string{"Get", "GetSet", "Set"} {
		m, ok := table.Method(name)
		if !ok || m.Name != name {
			t.Errorf("Method(%s) = %v, %v", name, m, ok)
		}
		if again, _ := table.Method(name); again != m {
			t.Errorf("%s is parsed twice", name)
		}
	}
	for _, name := range []string{"", "Ge", "Gett", "Sets", "Torn", "Tx.Watch", "NewCmd", "Quit", "A", "Z"} {
		if m, ok := table.Method(name); ok || m != nil {
			t.Errorf("Method(%q) = %v, %v", name, m, ok)
		}
	}
	if _, ok := table.Method("Torn"); ok {
		t.Error("a malformed line is found the second time")
	}
	if _, ok := table.Other("Tx", "Watch"); !ok {
		t.Error("no Tx.Watch")
	}
	if m, ok := table.Constructor("NewCmd"); !ok || m.Role != RoleDo {
		t.Error("no NewCmd")
	}
	if reason, ok := table.Exception("Quit"); !ok || reason != "panics" {
		t.Error("no reason for Quit")
	}
	if got := strings.Join(table.Names(), " "); got != "Get GetSet Set Torn" {
		t.Error(got)
	}
}

func FuzzParseMethod(f *testing.F) {
	for _, line := range []string{
		"Set\tSET $1 $2 EX?3+ $3:s?3+\t*StatusCmd\tkeepttl=3 precise=3",
		"ZAdd\tZADD $1 ($2[].Score $2[].Member)...\t*IntCmd",
		"XRead\tXREAD STREAMS $1.Streams... ($1.ID)...1.Streams?1.ID\t*Cmd\tblock=1.Block",
		"MSetEX\tMSETEX #$2/2 $2... KEEPTTL?1.Expiration.Mode=KEEPTTL\t*IntCmd\tflat=2",
		"Do\t@do $1...\t*Cmd", "X\t\"a b\" \"$\" (", "X\t$1...?1!2", "X\t$99999", "X\t$1[][",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		m, err := ParseMethod(line)
		if err != nil {
			return
		}
		// What is read is printed so that it is read again as the same.
		for _, it := range m.Items {
			again, err := ParseMethod("X\t" + it.String())
			if err != nil {
				t.Fatalf("%q: %q does not parse: %v", line, it, err)
			}
			if len(again.Items) != 1 || !reflect.DeepEqual(again.Items[0], it) {
				t.Fatalf("%q: %+v is read again as %+v", line, it, again.Items)
			}
		}
	})
}
