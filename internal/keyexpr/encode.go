package keyexpr

import (
	"encoding/binary"
	"errors"
)

// The encoding of a key, for facts: the number of parts, then for each part a
// header, all of them uvarints. The two low bits of a header are 0 for literal
// text, whose length is above them and whose bytes follow, else the kind of the
// hole and one; above them stand bits that tell which fields follow, in the
// order of the constants. Numbers are zigzag varints, texts have their length
// before them.

const (
	hasIndex = 1 << (iota + 2)
	hasPath
	hasMul
	hasID
	hasName
	fieldsEnd
)

// errEncoding is the one error of Decode: nobody can mend a fact.
var errEncoding = errors.New("keyexpr: malformed encoded key")

// Append appends the encoding of k to b. Equal keys with equal names have equal
// encodings.
func (k Key) Append(b []byte) []byte {
	parts := Concat(k).Parts
	b = binary.AppendUvarint(b, uint64(len(parts)))
	for _, p := range parts {
		if p.Hole == nil {
			b = binary.AppendUvarint(b, uint64(len(p.Text))<<2)
			b = append(b, p.Text...)
			continue // literal text
		}
		h := *p.Hole
		if h.Kind > Recv {
			h = Hole{Name: h.Name} // no such kind: anonymous
		}
		head := uint64(h.Kind) + 1
		for _, f := range []struct {
			bit uint64
			set bool
		}{
			{hasIndex, h.Index != 0}, {hasPath, h.Path != ""}, {hasMul, h.Mul != 0}, {hasID, h.ID != ""}, {hasName, h.Name != ""},
		} {
			if f.set {
				head |= f.bit
			}
		}
		b = binary.AppendUvarint(b, head)
		if h.Index != 0 {
			b = binary.AppendVarint(b, int64(h.Index))
		}
		b = appendText(b, h.Path)
		if h.Mul != 0 {
			b = binary.AppendVarint(b, h.Mul)
		}
		b = appendText(b, h.ID)
		b = appendText(b, h.Name)
	}
	return b
}

func appendText(b []byte, s string) []byte {
	if s == "" {
		return b
	}
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// Decode reads one key from b and returns what follows it. It accepts exactly
// what [Key.Append] writes.
func Decode(b []byte) (k Key, rest []byte, err error) {
	d := decoder{rest: b}
	n := d.uvarint()
	if n > uint64(len(d.rest)) { // a part takes a byte at least
		return Key{}, nil, errEncoding
	}
	for range n {
		p := d.part()
		if last := len(k.Parts) - 1; last >= 0 && p.Hole == nil && k.Parts[last].Hole == nil {
			d.bad = true // adjacent literals
		}
		if d.bad {
			return Key{}, nil, errEncoding
		}
		k.Parts = append(k.Parts, p)
	}
	if d.bad {
		return Key{}, nil, errEncoding
	}
	return k, d.rest, nil
}

type decoder struct {
	rest []byte
	bad  bool
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.rest)
	// The last byte of a longer varint is 0 only when it was padded.
	if n <= 0 || n > 1 && d.rest[n-1] == 0 {
		d.bad = true
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

// varint reads a number that is not 0: zeros are not written.
func (d *decoder) varint() int64 {
	u := d.uvarint()
	if u == 0 {
		d.bad = true
	}
	return int64(u>>1) ^ -int64(u&1)
}

// text reads n bytes; no text is empty, since empty ones are not written.
func (d *decoder) text(n uint64) string {
	if d.bad || n == 0 || n > uint64(len(d.rest)) {
		d.bad = true
		return ""
	}
	s := string(d.rest[:n])
	d.rest = d.rest[n:]
	return s
}

func (d *decoder) part() Part {
	head := d.uvarint()
	kind := head & 3
	if kind == 0 {
		return Part{Text: d.text(head >> 2)}
	}
	if head >= fieldsEnd {
		d.bad = true
		return Part{}
	}
	h := &Hole{Kind: HoleKind(kind - 1)}
	if head&hasIndex != 0 {
		n := d.varint()
		h.Index = int(n)
		d.bad = d.bad || int64(h.Index) != n
	}
	if head&hasPath != 0 {
		h.Path = d.text(d.uvarint())
	}
	if head&hasMul != 0 {
		h.Mul = d.varint()
	}
	if head&hasID != 0 {
		h.ID = d.text(d.uvarint())
	}
	if head&hasName != 0 {
		h.Name = d.text(d.uvarint())
	}
	return Part{Hole: h}
}
