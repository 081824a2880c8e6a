package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/redislint/redislint/internal/lua"
	"github.com/redislint/redislint/internal/tools/genrediscmd/redisserver"
)

// mutants is how many scripts the server and the parser are asked about, and
// the seed of the first.
const (
	mutants = 20000
	seed    = 1
)

// TestServerAndParser asks a real server about thousands of scripts, most of
// them broken in some way: what it accepts must never be called a syntax error.
// A script that only the server refuses is missed, which is not wrong, but most
// must be caught.
func TestServerAndParser(t *testing.T) {
	s := redisserver.ForTest(t)
	rdb := redis.NewClient(&redis.Options{Addr: s.Addr, MaxRetries: -1})
	defer rdb.Close()
	corpus := scripts(t)
	texts := append([]string(nil), corpus...)
	for i := range mutants {
		texts = append(texts, mutant(corpus, uint64(seed+i)))
	}
	ctx := context.Background()
	var refusal redis.Error
	var loads []*redis.StringCmd
	for some := range slices.Chunk(texts, 500) {
		pipe := rdb.Pipeline()
		for _, text := range some {
			loads = append(loads, pipe.ScriptLoad(ctx, text))
		}
		if _, err := pipe.Exec(ctx); err != nil && !errors.As(err, &refusal) {
			t.Fatal(err)
		}
		if err := rdb.ScriptFlush(ctx).Err(); err != nil {
			t.Fatal(err) // scripts stay in memory otherwise
		}
	}
	var accepted, refused, caught, unsure int
	for i, text := range texts {
		_, err := lua.Parse(text)
		wrong := errors.As(err, new(*lua.SyntaxError))
		switch answer := loads[i].Err(); {
		case answer == nil:
			accepted++
			if err != nil && !wrong {
				unsure++
			}
			if wrong {
				t.Errorf("the server accepts what is called a syntax error (%v):\n%q", err, text)
			}
		case !errors.As(answer, &refusal):
			t.Fatal(answer)
		default:
			refused++
			if wrong {
				caught++
			}
		}
	}
	t.Logf("%d scripts: %d accepted (%d of them not understood), %d refused, of which %d are reported", len(texts), accepted, unsure, refused, caught)
	if accepted < mutants/6 || refused < mutants/6 {
		t.Errorf("%d accepted and %d refused of %d: the mutations are too mild or too wild", accepted, refused, len(texts))
	}
	if caught*100 < refused*85 {
		t.Errorf("only %d of %d refused scripts are reported", caught, refused)
	}
}

// scripts are those of internal/lua: written like what people write. Libraries
// are for FUNCTION LOAD, so that their header goes.
func scripts(t *testing.T) []string {
	files, err := filepath.Glob(filepath.Join("..", "..", "internal", "lua", "testdata", "scripts", "*.lua"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	var out []string
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		header, rest, _ := strings.Cut(string(text), "\n")
		if strings.Contains(header, "name=") {
			text = []byte(rest)
		}
		out = append(out, string(text))
	}
	return out
}

// lexeme cuts a script into what Lua calls tokens, comments and space.
var lexeme = regexp.MustCompile(`(?s)--\[\[.*?\]\]|--[^\n]*|\[(=*)\[.*?\]=*\]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_][A-Za-z_0-9]*|\d[\w.]*|\.\.\.?|[=~<>]=|\s+|.`)

// odd are texts that Lua 5.1, what came after it, or the parser reads in a way
// of its own.
var odd = []string{
	"goto", "goto x", "::x::", "local goto = 1 ", "x.goto = 1 ", "continue", "// ", "~", "&", "|", "<<", ">> 1", "!=", "!", "+= 1", "++", "&&", "||",
	"0x1p4", "0x.8", "0xA.8p3", "0x", "0xG", "0x1e+1", "1e", "1e+", "1..2", "1.2.3", "3x", "08", ".", "..", "...", ". .", "3.", "0X1F", "1e309", "0xfffffffffffffffffff", "1_000", "0b1", "1LL", "1i",
	"[[", "]]", "[=[", "]=]", "[==[ a ]] ]=] ]==]", "[[ a [[ b ]]", "[=", "[[\r\na]]", "--[[", "--[=", "--[==[", "--[=[ a ]=]", "--[", "--", "--]]", "---[[ a\n", "--[==\n",
	"\"", "'", "\"\\x41\"", "\"\\u{41}\"", "'\\z  a'", "'\\300'", "'\\1234'", "'\\\n'", "'\\\r\n'", "'\\\r'", "'a\nb'", "\"\\0\"", "\"\\'\"", "'\\q'",
	";", ";;", ";;;", ",", "(", ")", "{", "}", "end", "end ", " do", "then", "return", "return;", "return 1;", "break", "break;", "nil", "not", "-", "#", "%", "^", "=", "==", ":", "::",
	"\x00", "'\x00'", "--\x00\n", "\xff", "'\xff\xfe'", "é", "'é'", "--é\n", "\ufeff", "\v", "\f", "\r", "\n\r", "\r\r", "\u00a0", "\x1a", "\b", "\x7f", "`", "$", "@", "?", "\\",
	"#!lua\n", "#!lua flags=no-writes\n", "#!lua name=x\n", "# x\n", "#!",
	"end if true then ", "end function f() ", "local function f(...) return ... end ", "local a <const> = 1 ", "local x = function(a, ...) return ... end ", "a, b = b, a ", "f{}", "f'x' ", "f[[x]] ", "(f)() ", "(a) = 1 ", "(a).b = 1 ", "f() = 1 ", "f()\n(g)() ", "f\n(g) ", "a.b:c() ", "a:b ", "a.b", "local a, ", "local ", "x = y = z ", "'x':rep(3) ", "('x'):rep(3) ", "{}.x ", "({}).x = 1 ",
	"for i = 1 do end ", "for i = 1, 2, 3 do end ", "for i = 1, 2, 3, 4 do end ", "for a.b = 1, 2 do end ", "for a, b in c, d do end ", "for in c do end ", "while x end ", "repeat until x ", "repeat local y until y ", "if x then elseif y then else end ", "if x then else elseif y then end ", "else if ", "function f.a.b:c(x, ...) end ", "function f:a.b() end ", "local function f.a() end ", "function (x) end ", "function f(a, ) end ", "function f(..., a) end ", "function f(a = 1) end ",
	"t = {1, 2; 3, } ", "t = {, } ", "t = {;} ", "t = {1,, 2} ", "t = {[1] = 2, a = 3, 4} ", "t = {a.b = 3} ", "t = {[1]} ", "return f(), ", "return (f()) ", "return 1, 2 ", "return nil ", "t[1][2].x = 1 ", "t.1 = 2 ", "t[] = 1 ", "a.end = 1 ", "a.function = 1 ", "and = 1 ", "- - 1 ", "--1 ", "not not 1 ", "x = 1 - -1 ", "x = 2^-2 ", "x = #'a' ", "x = -'1' ", "x = a..b..1 ", "x = 1 ..2 ", "x = a . b ", "x = a .b ", "x = a: b() ",
}

// The kinds of lexemes that can often stand in each other's place.
var (
	isName   = regexp.MustCompile(`^[A-Za-z_]`)
	isNumber = regexp.MustCompile(`^\.?\d`)
	isText   = regexp.MustCompile(`^(?:["']|\[=*\[)`)
	isSpace  = regexp.MustCompile(`^(?:\s|--)`)
)

func kind(lexeme string) int {
	for i, re := range [...]*regexp.Regexp{isName, isNumber, isText, isSpace} {
		if re.MatchString(lexeme) {
			return i
		}
	}
	return -1
}

// mutant is a script of the corpus with one to three changes; the seed decides
// which. Half of the changes put in what is of the same kind, so that many
// mutants still are Lua.
func mutant(corpus []string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0))
	pick := func(of []string) string { return of[r.IntN(len(of))] }
	tokens := lexeme.FindAllString(pick(corpus), -1)
	like := func(i int, from []string) string {
		for range 40 {
			if s := pick(from); kind(s) == kind(tokens[i]) {
				return s
			}
		}
		return tokens[i]
	}
	for range 1 + r.IntN(3)*r.IntN(2) {
		if len(tokens) == 0 {
			break
		}
		i, j := r.IntN(len(tokens)), r.IntN(len(tokens))
		switch r.IntN(16) {
		case 0: // gone
			tokens = append(tokens[:i:i], tokens[i+1:]...)
		case 1: // twice
			tokens = append(tokens[:i+1:i+1], tokens[i:]...)
		case 2: // swapped
			tokens[i], tokens[j] = tokens[j], tokens[i]
		case 3: // another of any script
			tokens[i] = pick(lexeme.FindAllString(pick(corpus), -1))
		case 4: // something odd before it
			tokens[i] = pick(odd) + tokens[i]
		case 5: // something odd in its place
			tokens[i] = pick(odd)
		case 6: // one byte of it
			b := []byte(tokens[i])
			b[r.IntN(len(b))] = byte(r.IntN(256))
			tokens[i] = string(b)
		case 7, 8, 9: // another of its kind
			tokens[i] = like(i, tokens)
		case 10, 11, 12: // an odd one of its kind
			tokens[i] = like(i, odd)
		default: // something odd between two lines
			for i > 0 && !strings.Contains(tokens[i], "\n") {
				i--
			}
			tokens[i] = pick([]string{"", "\n"}) + pick(odd) + tokens[i]
		}
	}
	text := strings.Join(tokens, "")
	switch r.IntN(24) {
	case 0:
		text = pick(odd) + text
	case 1:
		text += pick(odd)
	case 2:
		text = text[:r.IntN(len(text)+1)]
	case 3:
		text = strings.ReplaceAll(text, "\n", "\r\n")
	case 4:
		text = strings.ReplaceAll(text, "\n", pick([]string{"\r", "\v\n", "\n\r", ";\n", " "}))
	}
	return text
}
