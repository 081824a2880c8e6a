package rediscmd

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// textOf makes an arg function of the words of a call: a word "?" is not
// known, and "”" is the empty string.
func textOf(words []string) func(int) (string, bool) {
	return func(i int) (string, bool) {
		switch words[i] {
		case "?":
			return "", false
		case "''":
			return "", true
		}
		return words[i], true
	}
}

func TestKeys(t *testing.T) {
	for _, tt := range []struct {
		call  string
		want  string // indices
		exact bool
	}{
		{"PING", "", true},
		{"SET k v", "1", true},
		{"SET ? ? EX ?", "1", true},
		{"SET", "", false},
		{"MGET a b c", "1 2 3", true},
		{"MGET ? ?", "1 2", true},
		{"MSET a 1 b 2", "1 3", true},
		{"MSET a 1 b", "1 3", true},
		{"DEL a b", "1 2", true},
		{"DEL", "", false},
		{"EVAL s 2 a b x y", "3 4", true},
		{"EVAL s 0 x y", "", true},
		{"EVAL s ? a b", "", false},
		{"EVAL s 3 a b", "3 4", false},
		{"EVAL s -1 a b", "", false},
		{"EVAL s +1 a b", "", false},
		{"EVAL s 9223372036854775807 a b", "3 4", false},
		{"EVAL s 99999999999999999999 a b", "", false},
		{"EVAL s", "", false},
		{"EVALSHA sha 1 a x", "3", true},
		{"EVAL_RO s 1 a x", "3", true},
		{"FCALL f 1 a x", "3", true},
		{"FCALL_RO f 2 a b", "3 4", true},
		{"ZUNIONSTORE d 2 a b WEIGHTS 1 2", "1 3 4", true},
		{"ZUNIONSTORE d ? a b WEIGHTS 1 2", "1", false},
		{"ZINTER 2 a b WITHSCORES", "2 3", true},
		{"ZDIFF 1 a", "2", true},
		{"LMPOP 2 a b LEFT", "2 3", true},
		{"BLMPOP 0 2 a b LEFT", "3 4", true},
		{"BLMPOP ? 2 ? ? LEFT", "3 4", true},
		{"ZMPOP 1 a MIN", "2", true},
		{"BZMPOP 0 1 a MIN", "3", true},
		{"SINTERCARD 2 a b LIMIT 3", "2 3", true},
		{"XREAD STREAMS a b 0 0", "2 3", true},
		{"XREAD COUNT 2 BLOCK 0 streams a b 0 0", "6 7", true},
		{"XREAD COUNT ? BLOCK ? STREAMS ? ?", "6", true},
		{"XREAD ? ? STREAMS a 0", "4", false},
		{"XREAD COUNT 2", "", true},
		{"XREADGROUP GROUP g c STREAMS a b > >", "5 6", true},
		{"XREADGROUP GROUP STREAMS c STREAMS a >", "5", true},
		{"XREADGROUP GROUP ? ? COUNT ? BLOCK ? NOACK STREAMS ? ?", "10", true},
		{"XREADGROUP GROUP g c CLAIM ? STREAMS a >", "7", true},
		{"XGROUP CREATE s g $", "2", true},
		{"XGROUP CREATE s g $ MKSTREAM", "2", true},
		{"XINFO STREAM s", "2", true},
		{"XADD s * f v", "1", true},
		{"XACKDEL s g IDS 1 1-0", "1", true},
		{"SORT k", "1", true},
		{"SORT k STORE d", "1 3", true},
		{"SORT k LIMIT 0 STORE STORE d", "1 6", true},
		{"SORT k STORE a STORE b", "1 5", true},
		{"SORT k BY nosort GET # STORE d", "1 7", true},
		{"SORT k BY w_* STORE d", "1 5", false},
		{"SORT k GET o_*->f", "1", false},
		{"SORT k BY ?", "1", false},
		{"SORT k BY", "1", false},
		{"SORT k STORE", "1", true},
		{"SORT k ? d", "1", false},
		{"SORT_RO k LIMIT 0 3 DESC", "1", true},
		{"SORT_RO k BY w_*", "1", false},
		{"GEORADIUS k 1 2 3 m", "1", true},
		{"GEORADIUS k 1 2 3 m STORE d", "1 7", true},
		{"GEORADIUS k ? ? ? m COUNT ? STOREDIST d", "1 9", true},
		{"GEORADIUS k ? ? ? ? WITHDIST", "1", true},
		{"GEORADIUS k 1 2 3 m ? d", "1", false},
		{"GEORADIUS k 1 2 3 m STORE", "1", false},
		{"GEORADIUSBYMEMBER k m 3 km STORE d", "1 6", true},
		{"GEOSEARCHSTORE d s FROMMEMBER m BYRADIUS 1 m", "1 2", true},
		{"BITOP AND d a b", "2 3 4", true},
		{"BITOP NOT d a", "2 3", true},
		{"OBJECT ENCODING k", "2", true},
		{"MEMORY USAGE k SAMPLES 5", "2", true},
		{"MIGRATE h 1 k 0 9", "3", true},
		{"MIGRATE h 1 k 0 9 COPY REPLACE", "3", true},
		{"MIGRATE h 1 '' 0 9 KEYS a b", "7 8", true},
		{"MIGRATE h 1 '' 0 9 COPY AUTH KEYS KEYS a b", "10 11", true},
		{"MIGRATE h 1 '' 0 9 AUTH2 u p KEYS a", "10", true},
		{"MIGRATE h 1 ? 0 9 KEYS a", "7", false},
		{"MIGRATE h 1 k 0 9 KEYS a", "3", true},
		{"MIGRATE h 1 k 0 9 ? a", "3", false},
		{"RENAME a b", "1 2", true},
		{"COPY a b REPLACE", "1 2", true},
		{"LMOVE a b LEFT RIGHT", "1 2", true},
		{"BLPOP a b 0", "1 2", true},
		{"BLPOP a", "", false},
		{"SMOVE a b m", "1 2", true},
		{"PFMERGE d a b", "1 2 3", true},
		{"PFMERGE d", "1", false},
		{"SSUBSCRIBE a b", "", true},
		{"SPUBLISH a m", "", true},
		{"PUBLISH a m", "", true},
		{"WATCH a b", "1 2", true},
		{"MSETEX 2 a 1 b 2 EX 10", "2 4", true},
		{"MSETEX ? a 1 b 2 EX 10", "", false},
		{"MSETEX 5 a 1 b 2", "2 4", false},
		{"DELEX k IFEQ v", "1", true},
		{"HSETEX k EX 1 FIELDS 1 f v", "1", true},
		{"VADD k VALUES 1 1 e", "1", true},
		{"LMOVEM a b LEFT LEFT 2", "1 2", true},
		{"SUNIONCARD 2 a b", "2 3", true},
		{"HIMPORT SET k f 1", "2", true},
		{"JSON.MGET a b $", "1 2", true},
		{"JSON.MSET a $ 1 b $ 2", "1 4", true},
		{"JSON.DEBUG MEMORY k", "2", true},
		{"JSON.DEBUG HELP", "", true},
		{"FT.SEARCH idx q", "", true},
		{"FT.SUGADD k s 1", "1", true},
		{"TS.MADD a 1 1 b 1 1", "1 4", true},
		{"TS.CREATERULE a b AGGREGATION avg 1", "1 2", true},
		{"TS.NRANGE 2 a b - +", "2 3", true},
		{"CMS.MERGE d 2 a b WEIGHTS 1 2", "1 3 4", true},
		{"TDIGEST.MERGE d 2 a b", "1 3 4", true},
		{"CONFIG GET maxmemory", "", true},
	} {
		words := strings.Fields(tt.call)
		c, _, ok := Lookup(words...)
		if !ok {
			t.Errorf("%s: the command is not known", tt.call)
			continue
		}
		idx, exact := c.Keys(len(words), textOf(words))
		var got []string
		for _, i := range idx {
			got = append(got, strconv.Itoa(i))
		}
		if s := strings.Join(got, " "); s != tt.want || exact != tt.exact {
			t.Errorf("%s: keys at %q, exact %v, want %q, %v", tt.call, s, exact, tt.want, tt.exact)
		}
	}
}

func TestKeyRefs(t *testing.T) {
	for _, tt := range []struct {
		call string
		want []KeyRef
	}{
		{"GET k", []KeyRef{{1, KeyRO | KeyAccess}}},
		{"EXISTS k", []KeyRef{{1, KeyRO}}},
		{"DEL k", []KeyRef{{1, KeyRM | KeyDelete}}},
		{"SET k v", []KeyRef{{1, KeyRW | KeyAccess | KeyUpdate | KeyVariable}}},
		{"MSET k v", []KeyRef{{1, KeyOW | KeyUpdate}}},
		{"LMOVE a b LEFT LEFT", []KeyRef{{1, KeyRW | KeyAccess | KeyDelete}, {2, KeyRW | KeyInsert}}},
		{"ZUNIONSTORE d 1 a", []KeyRef{{1, KeyOW | KeyUpdate}, {3, KeyRO | KeyAccess}}},
		{"SORT k STORE d", []KeyRef{{1, KeyRO | KeyAccess}, {3, KeyOW | KeyUpdate}}},
		{"MIGRATE h 1 '' 0 9 KEYS a", []KeyRef{{7, KeyRW | KeyAccess | KeyDelete}}},
		{"SSUBSCRIBE a b", []KeyRef{{1, KeyNot}, {2, KeyNot}}},
	} {
		words := strings.Fields(tt.call)
		c, _, _ := Lookup(words...)
		if got, _ := c.KeyRefs(len(words), textOf(words)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.call, got, tt.want)
		}
	}
}

func TestAccess(t *testing.T) {
	for _, tt := range []struct {
		a             Access
		reads, writes bool
	}{
		{KeyRO | KeyAccess, true, false},
		{KeyRO, true, false},
		{KeyOW | KeyUpdate, false, true},
		{KeyRW | KeyInsert, false, true},
		{KeyRW | KeyAccess | KeyDelete, true, true},
		{KeyRM | KeyDelete, false, true},
		{KeyNot, false, false},
	} {
		if tt.a.Reads() != tt.reads || tt.a.Writes() != tt.writes {
			t.Errorf("%b: reads %v, writes %v", tt.a, tt.a.Reads(), tt.a.Writes())
		}
	}
}

// A hostile argument count must neither panic nor hang.
func TestKeysOfAbsurdCounts(t *testing.T) {
	unknown := func(int) (string, bool) { return "", false }
	for c := range All {
		for _, n := range []int{math.MinInt, -1, 0, 1, 2, 3} {
			for _, i := range first(c.Keys(n, unknown)) {
				if i < 1 || i >= n {
					t.Errorf("%s with %d arguments has a key at %d", c.Name, n, i)
				}
			}
		}
	}
}

func first(idx []int, _ bool) []int { return idx }

// FuzzKeys holds three claims for every command and argument list: keys are
// among the arguments, none is there twice, and hiding the text of arguments
// never makes an exact list that differs from the one with all texts.
func FuzzKeys(f *testing.F) {
	for _, call := range []string{
		"eval s 2 a b", "zunionstore d 2 a b", "xread count 1 streams a b 0 0", "sort k by w store d", "sort k store a store b",
		"migrate h 1  0 9 keys a b", "georadius k 1 2 3 m count store store d", "msetex 2 a 1 b 2", "mset a 1 b 2",
		"eval s 9223372036854775807 a", "xreadgroup group g c streams a >", "json.debug memory k", "json.debug x memory memory",
		"georadius k 1 2 3 m store a storedist a", "cms.merge d 1 d",
	} {
		for _, hide := range []uint64{0, 0xff, 0b10100, 1 << 5} {
			f.Add(call, hide)
		}
	}
	f.Fuzz(func(t *testing.T, call string, hide uint64) {
		words := strings.Split(call, " ")
		if len(words) > 64 {
			return
		}
		c, _, ok := Lookup(words...)
		if !ok {
			return
		}
		full, fullExact := c.KeyRefs(len(words), func(i int) (string, bool) { return words[i], true })
		for i, r := range full {
			if r.Index < 1 || r.Index >= len(words) {
				t.Errorf("%q: key at %d", words, r.Index)
			}
			if slices.ContainsFunc(full[:i], func(o KeyRef) bool { return o.Index == r.Index }) && fullExact {
				t.Errorf("%q: key at %d is there twice", words, r.Index)
			}
		}
		part, partExact := c.KeyRefs(len(words), func(i int) (string, bool) {
			if hide>>i&1 == 1 {
				return "", false
			}
			return words[i], true
		})
		if partExact && (!fullExact || !slices.Equal(part, full)) {
			t.Errorf("%q hiding %b: exactly %v, but %v (%v) with all texts", words, hide, part, full, fullExact)
		}
	})
}
