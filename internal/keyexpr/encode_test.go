package keyexpr

import (
	"bytes"
	"encoding/binary"
	"math"
	"reflect"
	"testing"
)

func TestEncode(t *testing.T) {
	tests := []struct {
		key  Key
		size int
	}{
		{Key{}, 1},
		{Lit("user"), 6},
		{id, 5},
		{seq("user:", id), 11},
		{opt, 22},
		{secs, 9},
		{value, 6},
		{anon, 9},
		{Of(Hole{}), 2},
		{Of(Hole{Kind: Recv}), 2},
		{Of(Hole{Kind: Value, Mul: math.MinInt64, Index: -1, Path: ".p"}), 16}, // as given
	}
	for _, tt := range tests {
		b := tt.key.Append(nil)
		got, rest, err := Decode(append(b, "rest"...))
		if err != nil || string(rest) != "rest" || !reflect.DeepEqual(got.Parts, tt.key.Parts) {
			t.Errorf("%v decodes as %v, rest %q, %v", tt.key, got, rest, err)
		}
		if tt.size != len(b) {
			t.Errorf("%v takes %d bytes, want %d", tt.key, len(b), tt.size)
		}
		for n := range b {
			if k, _, err := Decode(b[:n]); err == nil {
				t.Errorf("%v: the first %d bytes decode as %v", tt.key, n, k)
			}
		}
		if prefixed := tt.key.Append([]byte("x")); !bytes.Equal(prefixed[1:], b) || prefixed[0] != 'x' {
			t.Errorf("%v: Append to x gives %x", tt.key, prefixed)
		}
	}
}

func TestEncodeNormalises(t *testing.T) {
	k := Key{Parts: []Part{{Text: "a"}, {}, {Text: "b"}, {Hole: &Hole{Kind: 9, ID: "x", Name: "n"}}}}
	got, _, err := Decode(k.Append(nil))
	if want := seq("ab", Of(Hole{Name: "n"})); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v, %v", got, err)
	}
}

func TestDecodeHostile(t *testing.T) {
	huge := binary.AppendUvarint(nil, math.MaxUint64)
	for name, b := range map[string][]byte{
		"nothing":             {},
		"huge count":          huge,
		"huge literal":        append([]byte{1}, huge...),
		"count without parts": {3, 4, 'a'},
		"unending varint":     bytes.Repeat([]byte{0x80}, 20),
		"padded varint":       {0x81, 0, 4, 'a'},
		"empty literal":       {1, 0},
		"adjacent literals":   {2, 4, 'a', 4, 'b'},
		"unknown field":       {1, 0x81, 1},
		"zero index":          {1, 2 | hasIndex, 0},
		"zero factor":         {1, 2 | hasMul, 0},
		"empty path":          {1, 2 | hasPath, 0},
		"huge ID":             append([]byte{1, 1 | hasID}, huge...),
	} {
		if k, _, err := Decode(b); err == nil {
			t.Errorf("%s: decodes as %v", name, k)
		}
	}
	// A count that only just fits must not reserve memory for its parts.
	b := append(binary.AppendUvarint(nil, 1<<20), make([]byte, 1<<20)...)
	if n := testing.AllocsPerRun(10, func() {
		if _, _, err := Decode(b); err == nil {
			t.Error("a million empty literals decode")
		}
	}); n > 2 {
		t.Errorf("%v allocations for a hostile count", n)
	}
}

func FuzzDecode(f *testing.F) {
	padded, _ := Sprintf("user:%05d", []Key{id})
	for _, k := range []Key{{}, Lit("user"), seq("a", id, value, "b"), opt, secs, recv, anon, padded, value.Mul(60)} {
		f.Add(k.Append(nil))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		k, rest, err := Decode(b)
		if err != nil {
			if rest != nil || len(k.Parts) != 0 {
				t.Errorf("an error comes with %v and rest %x", k, rest)
			}
			return
		}
		checkNormal(t, k)
		if again := k.Append(nil); !bytes.Equal(again, b[:len(b)-len(rest)]) {
			t.Errorf("%x decodes as %v, which encodes as %x", b[:len(b)-len(rest)], k, again)
		}
		// Nothing that can be asked of a foreign key may fail.
		if k.Equal(k) != (k.Canonical() != "") {
			t.Errorf("%v: equal to itself is %v, canonical text %q", k, k.Equal(k), k.Canonical())
		}
		filled := k.Subst(func(h Hole) (Key, bool) { return Lit("7"), h.Kind != Value })
		checkNormal(t, filled)
		if filled.FromParams() {
			t.Errorf("%s still holds a parameter of %s", filled.Canonical(), k.Canonical())
		}
		if SameSlot(k, filled) != SameSlot(filled, k) {
			t.Errorf("SameSlot of %v and %v is not symmetric", k, filled)
		}
		Match(k.Pattern(), k.String())
	})
}
