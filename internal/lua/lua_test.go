package lua

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redislint/redislint/internal/keyexpr"
)

// print shows a script the way the tests expect it: a line for each command,
// with what guards it.
func print(s *Script) string {
	var b strings.Builder
	for _, c := range s.Calls {
		for i, a := range c.Args {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(a.Text.String())
			if a.Spread {
				b.WriteString("...")
			}
		}
		if c.Loop {
			b.WriteString(" (loop)")
		}
		for i, g := range c.Guards {
			b.WriteString([]string{" if ", " and "}[min(i, 1)])
			b.WriteString(g.Left.Text.String())
			if g.Op == True || g.Op == False {
				fmt.Fprintf(&b, " is %s", g.Op)
			} else {
				fmt.Fprintf(&b, " %s %s", g.Op, g.Right.Text.String())
			}
		}
		b.WriteByte('\n')
	}
	if s.Opaque {
		b.WriteString("opaque\n")
	}
	return b.String()
}

func TestCommands(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"compare and delete", `if redis.call("get",KEYS[1]) == ARGV[1] then
    return redis.call("del",KEYS[1])
else
    return 0
end`, `
get {KEYS[1]}
del {KEYS[1]} if {GET} == {ARGV[1]}
`},
		{"early return", `
local v = redis.call('GET', KEYS[1])
if not v or v ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
return 1`, `
GET {KEYS[1]}
DEL {KEYS[1]} if {GET} is true and {GET} == {ARGV[1]}
`},
		{"swapped sides, alias, brackets", `local call = redis.call
local key, token = KEYS[1], ARGV[1]
if token == call[[get]] then end
if (token == call('get', key)) then call('del', key) end`, `
get
get {KEYS[1]}
del {KEYS[1]} if {ARGV[1]} == {GET}
`},
		{"and or", `return redis.call('get',KEYS[1])==ARGV[1] and redis.call('del',KEYS[1]) or 0`, `
get {KEYS[1]}
del {KEYS[1]} if {GET} == {ARGV[1]}
`},
		{"elseif", `
local v = redis.call('get', KEYS[1])
if v == false then
  return -1
elseif v ~= ARGV[1] then
  return 0
end
return redis.call('del', KEYS[1])`, `
get {KEYS[1]}
del {KEYS[1]} if {GET} is true and {GET} == {ARGV[1]}
`},
		{"else of a chain", `
local v = redis.call('get', KEYS[1])
if v == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2])
elseif not v then redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
else redis.call('incr', KEYS[2]) end`, `
get {KEYS[1]}
pexpire {KEYS[1]} {ARGV[2]} if {GET} == {ARGV[1]}
set {KEYS[1]} {ARGV[1]} PX {ARGV[2]} if {GET} ~= {ARGV[1]} and {GET} is false
incr {KEYS[2]} if {GET} ~= {ARGV[1]} and {GET} is true
`},
		{"own functions", `
local function owner(key) return redis.call('hget', key, 'owner') end
local function owns(key, who)
  if owner(key) ~= who then return false end
  return true
end
if owns(KEYS[1], ARGV[1]) then redis.call('del', KEYS[1]) end`, `
hget {KEYS[1]} owner
del {KEYS[1]} if {HGET} == {ARGV[1]}
`},
		{"boolean in a local", `
local same = redis.call('get', KEYS[1]) == ARGV[1]
if same then redis.call('del', KEYS[1]) end`, `
get {KEYS[1]}
del {KEYS[1]} if {GET} == {ARGV[1]}
`},
		{"compared after the fact", `
redis.call('del', KEYS[1])
if redis.call('get', KEYS[1]) == ARGV[1] then return 1 end`, `
del {KEYS[1]}
get {KEYS[1]}
`},
		{"or proves nothing", `
if redis.call('get', KEYS[1]) == ARGV[1] or ARGV[2] == 'force' then redis.call('del', KEYS[1]) end`, `
get {KEYS[1]}
del {KEYS[1]}
`},
		{"variable assigned again in a branch", `
local v = redis.call('get', KEYS[1])
if ARGV[2] == '1' then v = ARGV[1] end
if v == ARGV[1] then redis.call('del', KEYS[1]) end`, `
get {KEYS[1]}
del {KEYS[1]} if {?} == {ARGV[1]}
`},
		{"loop over KEYS", `
for i, k in ipairs(KEYS) do
  if redis.call('get', k) == ARGV[1] then redis.call('del', k) end
end
for i = 1, #KEYS do redis.call('expire', KEYS[i], ARGV[1] * 60) end`, `
get {KEYS[*]} (loop)
del {KEYS[*]} (loop) if {GET} == {ARGV[1]}
expire {KEYS[i]} {ARGV[1]} (loop)
`},
		{"unpack", `
redis.call('del', unpack(KEYS))
redis.call('sadd', KEYS[1], unpack(ARGV, 2))
local t = {'x', KEYS[1]}
table.insert(t, 'field')
t[#t+1] = ARGV[1]
redis.call('hset', 'h', unpack(t))
redis.call('hset', unpack(t), 'v')`, `
del {KEYS[1...]}...
sadd {KEYS[1]} {ARGV[2...]}...
hset h x {KEYS[1]} field {ARGV[1]}
hset x v
`},
		{"built keys", `
local prefix = 'app:' .. ARGV[1]
redis.call('incr', prefix .. ':' .. KEYS[1])
redis.call('get', string.format('%s:%s', prefix, 'x'))
redis.call('get', ('u:%d'):format(7))
redis.call('SET', 'a', 1e3, 'EX', 0x10, 60*60)`, `
incr app:{ARGV[1]}:{KEYS[1]}
get app:{ARGV[1]}:x
get u:7
SET a 1000 EX 16 3600
`},
		{"counter", `
local n = redis.call('INCR', KEYS[1])
if n == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
if tonumber(n) > tonumber(ARGV[2]) then return 0 end
return 1`, `
INCR {KEYS[1]}
EXPIRE {KEYS[1]} {ARGV[1]} if {INCR} == 1
`},
		{"pcall and dynamic names", `
local ok, err = pcall(redis.call, 'get', KEYS[1])
redis.pcall('del', KEYS[1])
pcall(function() redis.call('incr', KEYS[2]) end)
redis.call(ARGV[1], KEYS[1])
error('no')
redis.call('never')`, `
get {KEYS[1]}
del {KEYS[1]}
incr {KEYS[2]}
opaque
`},
		{"library", `#!lua name=mylib
local function put(keys, args) return redis.call('SET', keys[1], args[1]) end
redis.register_function('put', put)
redis.register_function{function_name='get', callback=function(keys) return redis.call('GET', keys[1]) end}`, `
SET {KEYS[1]} {ARGV[1]}
GET {KEYS[1]}
`},
		{"functions out of sight", `
local M = {del = function(k) return redis.call('del', k) end}
M.del(KEYS[1])`, "\nopaque\n"},
		{"recursion", `
local function f(n) redis.call('incr', KEYS[1]) return f(n - 1) end
f(3)`, strings.Repeat("\nincr {KEYS[1]}", 16) + "\nopaque\n"},
		{"loop forgets", `
local k = KEYS[1]
while true do
  redis.call('get', k)
  k = KEYS[2]
  if ARGV[1] then break end
  redis.call('set', k, 1)
end
redis.call('del', k)`, `
get {?} (loop)
set {KEYS[2]} 1 (loop) if {ARGV[1]} is false
del {?}
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := Parse(test.text)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := print(s), strings.TrimPrefix(test.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// The place of each command is that of its own "call", whatever else the line
// holds.
func TestOffsets(t *testing.T) {
	text := "-- redis.call in a comment\r\nlocal call, s = redis.call, 'call' --[[ call\n\ncall ]] call('get', call('incr', KEYS[1]))\n" +
		"local t = [==[\ncall\n]==] local x = \"c\\\"all\" redis.pcall('del', 'call') redis['call']('a', redis.call('b'))\n" +
		"for call in pairs{} do end function f(call) end t.call = 1 redis.call('c')"
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range s.Calls {
		got = append(got, text[max(0, c.Offset-6):c.Offset]+"|"+text[c.Offset:c.End]+"|"+text[c.End:c.End+4])
	}
	want := []string{
		"get', |call|('in", "ll ]] |call|('ge", "redis.|pcall|('de",
		"redis.|call|('b'", "redis[|'call'|]('a", "redis.|call|('c'",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Where the text is one that the tree and the tokens cannot agree on, the place
// is still in the right line.
func TestOffsetsOfEscapes(t *testing.T) {
	s, err := Parse("x = 1\nredis['c\\97ll']('get', 'k')")
	if err != nil || len(s.Calls) != 1 || s.Calls[0].Offset != 6 {
		t.Errorf("got %+v, %v", s, err)
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"if x then", "unexpected end in line 1"},
		{"return redis.call('get' KEYS[1])", `unexpected "KEYS" in line 1`},
		{"local x = 1\nx += 1", `unexpected "+" in line 2`},
		{"return 'abc", "unexpected end in line 1"},
		{"#!lua name=x\nreturn )", `unexpected ")" in line 2`},
		// What gopher-lua takes and Lua 5.1 does not.
		{"for i = 1, 2 do\nif x then goto continue end\n::continue::\nend", `unexpected "goto" in line 2`},
		{"x = 1\n::again::", `unexpected "::" in line 2`},
		{"if x then\nbreak end", `unexpected "break" in line 2`},
		{"while x do local f = function() break end end", `unexpected "break" in line 1`},
		{"local function f(a)\nreturn ... end", `unexpected "..." in line 2`},
		{"return ...", ""},
		{"local function f(...) for i = 1, 2 do break end while x do break end repeat break until x for k in pairs(t) do if k then break end end return ... end", ""},
		// What Redis takes or may take, in a form that the parser does not.
		{"local goto = 1; return goto", "unsure"},
		{"return 0x1p4", "unsure"},
		{"return\v1", "unsure"},
		{"return 5\x00", "unsure"},
		{"return 1 --[=", "unsure"},
		{"return 1 end if x then ", "unsure"},
		{"return 1 end", `unexpected "end" in line 1`},
		{"--[= a comment\nreturn 1", "unsure"},
		{"#!lua", "unsure"},
		{strings.Repeat(" ", maxText+1), "unsure"},
		{"", ""},
		{"#!lua\nreturn 1", ""},
	} {
		_, err := Parse(test.text)
		got := ""
		switch {
		case err == ErrUnsure:
			got = "unsure"
		case err != nil:
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("Parse(%.40q): %q, want %q", test.text, got, test.want)
		}
	}
}

func TestBind(t *testing.T) {
	lit := func(texts ...string) (out []Value) {
		for _, s := range texts {
			out = append(out, Value{Text: keyexpr.Lit(s)})
		}
		return out
	}
	rest := Value{Text: keyexpr.Of(keyexpr.Hole{ID: "x", Name: "rest"}), Spread: true}
	s, err := Parse(`redis.call('set', 'p:' .. KEYS[2], ARGV[1], 'EX', ARGV[2] * 60)
for _, k in ipairs(KEYS) do redis.call('get', k) end
redis.call('sadd', KEYS[1], unpack(ARGV, 2))`)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		keys, args []Value
		want       string
	}{
		{lit("a", "b"), lit("v", "5"), "set p:b v EX 300|get {KEYS[*]}|sadd a 5|"},
		{lit("a"), nil, "set p:{KEYS[2]} {ARGV[1]} EX {ARGV[2]}|get a|sadd a|"},
		{append(lit("a"), rest), append(lit("v"), rest), "set p:{KEYS[2]} v EX {ARGV[2]}|get {KEYS[*]}|sadd a {rest}...|"},
	} {
		var got strings.Builder
		for _, c := range s.Calls {
			for i, a := range c.Args {
				for j, v := range a.Bind(test.keys, test.args) {
					if i+j > 0 {
						got.WriteByte(' ')
					}
					got.WriteString(v.Text.String())
					if v.Spread {
						got.WriteString("...")
					}
					if v.Text.FromParams() {
						t.Errorf("%s still has a hole of the script", v.Text)
					}
				}
			}
			got.WriteByte('|')
		}
		if got.String() != test.want {
			t.Errorf("got  %s\nwant %s", got.String(), test.want)
		}
	}
}

func TestReplies(t *testing.T) {
	s, err := Parse(`local v = redis.call('get', KEYS[1]) if v == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`)
	if err != nil {
		t.Fatal(err)
	}
	if c := s.Reply(s.Calls[1].Guards[0].Left.Text); c != s.Calls[0] {
		t.Errorf("the compared value comes from %v", c)
	}
	if s.Reply(s.Calls[1].Guards[0].Right.Text) != nil {
		t.Error("ARGV[1] is taken for an answer")
	}
	if len(s.Returns) != 2 || s.Reply(s.Returns[0].Values[0].Text) != s.Calls[1] || len(s.Returns[0].Guards) != 1 {
		t.Errorf("returns %+v", s.Returns)
	}
}

// Hostile texts: an answer within a second, and never a panic.
func TestHostile(t *testing.T) {
	for name, text := range map[string]string{
		"nested blocks":      strings.Repeat("do ", 10000) + strings.Repeat("end ", 10000),
		"nested parentheses": "return " + strings.Repeat("(", 10000) + "1" + strings.Repeat(")", 10000),
		"nested ifs":         strings.Repeat("if redis.call('get')==ARGV[1] then ", 3000) + strings.Repeat("end ", 3000),
		"elseif chain":       "if x then " + strings.Repeat("elseif redis.call('get') == 1 then return 1 ", 2500) + "end",
		"long concatenation": "return 'a'" + strings.Repeat(" .. ARGV[1]", 11000),
		"left sums":          "return 1" + strings.Repeat(" + ARGV[1]", 11000),
		"many commands":      strings.Repeat("redis.call('incr', KEYS[1])\n", maxText/28),
		"growing string":     "local s = 'a'\n" + strings.Repeat("s = s .. s\n", 1000),
		"growing table":      "local t = {}\n" + strings.Repeat("t[#t+1] = 1\n", 10000),
		"functions in functions": "local function f0() redis.call('incr', 'a') end\n" + func() string {
			var b strings.Builder
			for i := 1; i < 30; i++ {
				fmt.Fprintf(&b, "local function f%d() f%d() f%d() end\n", i, i-1, i-1)
			}
			return b.String() + "f29()"
		}(),
		"many variables":  strings.Repeat("x = 1 if y then x = 2 end ", 5000),
		"nested loops":    strings.Repeat("while x do ", 5000) + "y = 1 " + strings.Repeat("end ", 5000),
		"NUL and non-UTF": "return '\x00\xff' .. \"\x00\"",
		"only quotes":     strings.Repeat("'", 1<<20),
		"open brackets":   strings.Repeat("[[", 1<<19),
		"open comments":   strings.Repeat("--[[", 1<<18),
		"zero bytes":      strings.Repeat("\x00", 1<<20),
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			s, err := Parse(text)
			// Five times the second that is promised: the machine may be busy.
			if d := time.Since(begin); d > 5*time.Second {
				t.Errorf("%s: %v", name, d)
			} else {
				t.Logf("%s: %v, parsed: %v", name, d.Round(time.Millisecond), s != nil)
			}
			if err != nil && s != nil {
				t.Errorf("%s: a script and an error", name)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end",
		"local function f(k, ...) return redis.call('hget', k, ...) end for i, k in ipairs(KEYS) do f(k, unpack(ARGV, 2)) end",
		"#!lua name=x\nredis.register_function{function_name='f', callback=function(k, a) return redis.pcall('set', k[1], a[1], 'EX', 60*60) end}",
		"local t = {1, KEYS[1], x = 2} t[#t+1] = ('%s:%d'):format(ARGV[1], 3) while not t do break end repeat local y = 1 until y goto x ::x::",
		"return redis.call([[get]], \"a\\n\" .. 0x10 .. 1e3) --[==[ comment ]==]",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if (s == nil) != (err != nil) {
			t.Fatalf("script %v, error %v", s, err)
		}
		if s == nil {
			return
		}
		one := []Value{{Text: keyexpr.Lit("a")}}
		for _, c := range s.Calls {
			if c.Offset < 0 || c.End < c.Offset || c.End > len(text) {
				t.Fatalf("command at %d to %d of %d", c.Offset, c.End, len(text))
			}
			if c.Name() == "" {
				t.Fatal("a command without a name")
			}
			for _, a := range c.Args {
				for _, v := range a.Bind(one, one) {
					if v.Text.FromParams() {
						t.Fatalf("%s is not bound", v.Text)
					}
				}
			}
		}
	})
}
