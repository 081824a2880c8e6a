package goredis

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/redislint/redislint/internal/client/goredis/wire"
	"github.com/redislint/redislint/internal/command"
)

// The tables say what each method answers, refuses to encode and makes of an
// empty list. They are written by internal/tools/genanswers, which calls every
// method on a real redis-server; their heads name its version and go-redis's.
//
//go:generate go run -C ../../tools/genanswers .
var (
	//go:embed answers_v9.txt
	answersV9 string
	//go:embed answers_v8.txt
	answersV8 string
	//go:embed answers_v7.txt
	answersV7 string
	//go:embed answers_v6.txt
	answersV6 string
)

// Answers is the table of one major version. Methods of commands that the
// server of its head does not know are not in it.
type Answers struct {
	// Module and Server are what it was measured with:
	// "github.com/redis/go-redis/v9 v9.23.0" and "redis-server 7.0.15".
	Module, Server string

	nils   map[string]nilAnswer
	values map[paramOf]refusal
	empty  map[paramOf]string
}

// A paramOf is a parameter of a method, numbered as in a wire.Ref.
type paramOf struct {
	method string
	param  int
}

type nilAnswer struct {
	answer  command.NilAnswer
	unless  []wire.Ref // the options that have to be zero
	missing string
}

type refusal struct{ among, alone []string }

var answerTables = [...]struct {
	version string
	text    *string
	once    sync.Once
	table   *Answers
}{
	{version: "v9", text: &answersV9},
	{version: "v8", text: &answersV8},
	{version: "v7", text: &answersV7},
	{version: "v6", text: &answersV6},
}

// AnswersOf returns the table of a major version of go-redis ("v9" to "v6"), or
// nil for any other.
func AnswersOf(version string) *Answers {
	for i := range answerTables {
		t := &answerTables[i]
		if t.version == version {
			t.once.Do(func() { t.table = parseAnswers(*t.text) })
			return t.table
		}
	}
	return nil
}

// parseAnswers reads a table: lines of columns between tabs, in sections.
//
//	[nil]    method, command, "never", "may", "unknown" or "if=" and the options
//	         without which it never does, and what it answers for a missing key
//	[values] method, parameter, the kinds of values that it refuses among others,
//	         and those that it refuses as the only one
//	[empty]  method, parameter, what an empty list there gives: "ok", "arity"
//	         (wrong number of arguments) or "error"
func parseAnswers(text string) *Answers {
	a := &Answers{nils: map[string]nilAnswer{}, values: map[paramOf]refusal{}, empty: map[paramOf]string{}}
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		cols := strings.Split(line, "\t")
		switch {
		case strings.HasPrefix(line, "# module "):
			a.Module = strings.TrimPrefix(line, "# module ")
		case strings.HasPrefix(line, "# redis-server "):
			a.Server = strings.TrimPrefix(line, "# ")
		case strings.HasPrefix(line, "["):
			section = line
		case section == "[nil]" && len(cols) == 4:
			n := nilAnswer{missing: cols[3]}
			switch refs, conditional := strings.CutPrefix(cols[2], "if="); {
			case conditional:
				unless, err := wire.ParseRefs(refs)
				if err != nil {
					continue // the test of the tables reports it
				}
				n.answer, n.unless = command.NilNever, unless
			case cols[2] == "never":
				n.answer = command.NilNever
			case cols[2] == "may":
				n.answer = command.NilMay
			}
			a.nils[cols[0]] = n
		case (section == "[values]" || section == "[empty]") && len(cols) >= 3:
			param, err := strconv.Atoi(cols[1])
			if err != nil {
				continue // the test of the tables reports it
			}
			at := paramOf{cols[0], param}
			if section == "[empty]" {
				a.empty[at] = cols[2]
				continue
			}
			r := refusal{among: strings.Split(cols[2], ",")}
			if len(cols) > 3 {
				r.alone = strings.Split(cols[3], ",")
			}
			a.values[at] = r
		}
	}
	return a
}

// Refuses reports whether the method refuses to encode a value of the kind at
// the parameter ("struct", "named-string", "[]string"…: the kinds are those of
// genanswers); alone: the value is the only one of a variadic parameter, where
// some types are spread. known is false for what was not measured.
func (a *Answers) Refuses(method string, param int, kind string, alone bool) (refuses, known bool) {
	if a == nil {
		return false, false
	}
	r, ok := a.values[paramOf{method, param}]
	if !ok {
		return false, false
	}
	if alone && r.alone != nil {
		return slices.Contains(r.alone, kind), true
	}
	return slices.Contains(r.among, kind), true
}

// Empty tells what an empty list at the parameter gives: "ok", "arity" (the
// server answers ERR wrong number of arguments), "error" (any other error), or
// "" where it was not measured.
func (a *Answers) Empty(method string, param int) string {
	if a == nil {
		return ""
	}
	return a.empty[paramOf{method, param}]
}

// EmptyOf is [Answers.Empty] for a call of a helper, whose method is not known: by
// the command's name, which many methods have (DEL and Del, MGET and MGet).
func (a *Answers) EmptyOf(name string) string {
	if a == nil {
		return ""
	}
	for at, what := range a.empty {
		if strings.EqualFold(at.method, name) {
			return what
		}
	}
	return ""
}

// nilAnswer tells whether this call can answer redis.Nil, and what the method
// answers for a missing key.
func (b *builder) nilAnswer(a *Answers) (command.NilAnswer, string) {
	if a == nil {
		return command.NilUnknown, ""
	}
	n := a.nils[b.m.Name]
	for _, r := range n.unless {
		if _, decided, holds := b.ref(r); !decided || holds {
			return command.NilMay, n.missing
		}
	}
	return n.answer, n.missing
}
