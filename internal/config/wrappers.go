package config

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/redislint/redislint/internal/rediscmd"
)

// A Wrapper is a function that sends a command in a way that the code does not
// show (through reflection, generated code or another protocol).
type Wrapper struct {
	// Func is the function's full name without a pointer's star:
	// "example.com/cache.Put", "(example.com/cache.Store).Put".
	Func string
	// Command is the Redis command, upper case.
	Command string
	// Key, Value and TTL are the indices of the parameters that supply them,
	// counted from 0 without the receiver; -1: none. A TTL that is no
	// time.Duration counts seconds.
	Key, Value, TTL int
}

// Package is the import path of the function's package.
func (w Wrapper) Package() string {
	name, _, _ := strings.Cut(strings.TrimLeft(w.Func, "(*"), ")") // a method's type, or the function
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		return name[:dot]
	}
	return "" // refused by Check
}

var wrapperFunc = regexp.MustCompile(`^(\(\*?[\w.~-]+(/[\w.~+-]+)*\.\w+\)|[\w.~-]+(/[\w.~+-]+)*)\.\w+$`)

// parseWrappers reads items such as
// "func=(example.com/cache.Store).Put,command=SET,key=1,value=2,ttl=3".
// Spaces do as well as commas.
func parseWrappers(items []string) ([]Wrapper, error) {
	var out []Wrapper
	for _, item := range items {
		w := NewWrapper()
		for field := range strings.FieldsFuncSeq(item, func(r rune) bool { return r == ',' || r == ' ' }) {
			name, val, _ := strings.Cut(field, "=")
			if err := w.Set(name, val); err != nil {
				return nil, fmt.Errorf("wrapper %q: %w", item, err)
			}
		}
		if err := w.Check(); err != nil {
			return nil, fmt.Errorf("wrapper %q: %w", item, err)
		}
		out = append(out, w)
	}
	return out, nil
}

// NewWrapper returns a wrapper of which nothing is known.
func NewWrapper() Wrapper { return Wrapper{Key: -1, Value: -1, TTL: -1} }

// WrapperFields are the names that [Wrapper.Set] takes.
func WrapperFields() []string { return []string{"func", "command", "key", "value", "ttl"} }

// Check reports what the wrapper lacks.
func (w Wrapper) Check() error {
	switch {
	case w.Func == "":
		return errors.New("func is missing")
	case w.Command == "":
		return errors.New("command is missing")
	case w.Key < 0 && (w.Value >= 0 || w.TTL >= 0):
		return errors.New("key is missing")
	}
	return nil
}

// Set gives one field its value.
func (w *Wrapper) Set(name, val string) error {
	index := func(to *int) error {
		n, err := strconv.Atoi(val)
		if err != nil || n < 0 || n > 255 {
			return fmt.Errorf("%s=%q is no parameter; valid: its index, counted from 0 without the receiver", name, val)
		}
		*to = n
		return nil
	}
	switch name {
	case "func":
		if !wrapperFunc.MatchString(val) {
			return fmt.Errorf("%q is not a function; valid: example.com/cache.Put, (example.com/cache.Store).Put", val)
		}
		w.Func = strings.Replace(val, "(*", "(", 1)
	case "command":
		if _, n, ok := rediscmd.Lookup(val); !ok || n != 1 {
			return fmt.Errorf("unknown command %q; valid: a Redis command of one word, such as SET", val)
		}
		w.Command = strings.ToUpper(val)
	case "key":
		return index(&w.Key)
	case "value":
		return index(&w.Value)
	case "ttl":
		return index(&w.TTL)
	default:
		return fmt.Errorf("unknown field %q; valid: %s", name, strings.Join(WrapperFields(), ", "))
	}
	return nil
}

func (w Wrapper) String() string {
	out := "func=" + w.Func + ",command=" + w.Command
	for _, f := range []struct {
		name string
		n    int
	}{{"key", w.Key}, {"value", w.Value}, {"ttl", w.TTL}} {
		if f.n >= 0 {
			out += fmt.Sprintf(",%s=%d", f.name, f.n)
		}
	}
	return out
}
