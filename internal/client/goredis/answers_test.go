package goredis

import (
	"strings"
	"testing"

	"github.com/redislint/redislint/internal/command"
)

// TestAnswersGolden pins what Redis's and go-redis's documentation say, not
// what the tables do.
func TestAnswersGolden(t *testing.T) {
	for _, tt := range []struct {
		version, method string
		want            command.NilAnswer
		missing         string
	}{
		{"v9", "Get", command.NilMay, "nil"},
		{"v9", "HGet", command.NilMay, "nil"},
		{"v9", "ZScore", command.NilMay, "nil"},
		{"v9", "LPop", command.NilMay, "nil"},
		{"v9", "BLPop", command.NilMay, "nil"},
		{"v9", "XRead", command.NilMay, "nil"},
		{"v9", "GetSet", command.NilMay, "nil"},
		{"v9", "HGetAll", command.NilNever, "empty map[string]string"},
		{"v9", "SMembers", command.NilNever, "empty []string"},
		{"v9", "LRange", command.NilNever, "empty []string"},
		{"v9", "MGet", command.NilNever, "filled []interface{}"},
		{"v9", "HMGet", command.NilNever, "filled []interface{}"},
		{"v9", "Exists", command.NilNever, "0"},
		{"v9", "TTL", command.NilNever, "-2ns"},
		{"v9", "Set", command.NilNever, `"OK"`},
		{"v9", "SetNX", command.NilNever, "true"},       // a BoolCmd: the server's null is false
		{"v9", "BitField", command.NilUnknown, "error"}, // OVERFLOW FAIL answers null inside of the list
		{"v9", "HExpire", command.NilUnknown, ""},       // newer than the server
		{"v8", "HGetAll", command.NilNever, "empty map[string]string"},
		{"v8", "Get", command.NilMay, "nil"},
		{"v7", "SMembers", command.NilNever, "empty []string"},
		{"v6", "LRange", command.NilNever, "empty []string"},
		{"v6", "LPop", command.NilMay, "nil"},
	} {
		n := AnswersOf(tt.version).nils[tt.method]
		if n.answer != tt.want || n.missing != tt.missing || n.unless != nil {
			t.Errorf("%s %s: got %v %q, want %v %q", tt.version, tt.method, n, n.missing, tt.want, tt.missing)
		}
	}
	if n := AnswersOf("v9").nils["SetArgs"]; n.answer != command.NilNever || len(n.unless) < 2 {
		t.Errorf("SetArgs: got %v, want never without Get and Mode", n)
	}
	if AnswersOf("v5") != nil {
		t.Error("a table for v5")
	}
}

func TestRefusesAndEmpty(t *testing.T) {
	a := AnswersOf("v9")
	for _, tt := range []struct {
		method         string
		param          int
		kind           string
		alone          bool
		refuses, known bool
	}{
		{"Set", 2, "struct", false, true, true},
		{"Set", 2, "named-string", false, true, true},
		{"Set", 2, "marshaler", false, false, true},
		{"Set", 2, "pointer-marshaler", false, true, true},
		{"Set", 2, "[]byte", false, false, true},
		{"HSet", 2, "tagged", true, false, true},
		{"HSet", 2, "tagged", false, true, true},
		{"SAdd", 2, "[]string", true, false, true},
		{"SAdd", 2, "[]string", false, true, true},
		{"Get", 1, "struct", false, false, false},
		{"Nope", 1, "struct", false, false, false},
	} {
		refuses, known := a.Refuses(tt.method, tt.param, tt.kind, tt.alone)
		if refuses != tt.refuses || known != tt.known {
			t.Errorf("%s(%d, %s, alone=%t): got %t, %t", tt.method, tt.param, tt.kind, tt.alone, refuses, known)
		}
	}
	for at, want := range map[paramOf]string{{"Del", 1}: "arity", {"SAdd", 2}: "arity", {"PFAdd", 2}: "ok", {"Get", 1}: ""} {
		if got := a.Empty(at.method, at.param); got != want {
			t.Errorf("Empty(%s, %d) = %q, want %q", at.method, at.param, got, want)
		}
	}
	var none *Answers
	if refuses, known := none.Refuses("Set", 2, "struct", false); refuses || known || none.Empty("Del", 1) != "" {
		t.Error("no table knows something")
	}
}

// TestAnswersAreWhole: the reader takes every line.
func TestAnswersAreWhole(t *testing.T) {
	for i := range answerTables {
		table := &answerTables[i]
		a := AnswersOf(table.version)
		lines := 0
		for line := range strings.Lines(*table.text) {
			if line[0] != '#' && line[0] != '[' {
				lines++
			}
		}
		unknown := strings.Count(*table.text, "\tunknown\n") // what the server does not know is left out
		if got := len(a.nils) + len(a.values) + len(a.empty); got != lines-unknown || lines < 200 {
			t.Errorf("%s: %d entries of %d lines", table.version, got, lines-unknown)
		}
		if !strings.HasPrefix(a.Module, "github.com/") || !strings.HasPrefix(a.Server, "redis-server ") {
			t.Errorf("%s: head %q, %q", table.version, a.Module, a.Server)
		}
		for name, n := range a.nils {
			if _, ok := Tables(table.version).Method(name); !ok {
				t.Errorf("%s: no method %s", table.version, name)
			}
			if n.answer == command.NilNever && n.missing == "nil" {
				t.Errorf("%s: %s never answers nil, and does", table.version, name)
			}
		}
	}
}
