package keyexpr

import "strings"

// slots is the number of hash slots of a Redis cluster.
const slots = 16384

// crcTable is that of CRC16/XMODEM (polynomial 0x1021), which the Redis cluster
// specification names for hash slots.
var crcTable = func() (t [256]uint16) {
	for i := range t {
		crc := uint16(i) << 8
		for range 8 {
			carry := crc&0x8000 != 0
			crc <<= 1
			if carry {
				crc ^= 0x1021
			}
		}
		t[i] = crc
	}
	return t
}()

// HashTag returns the part of the key s that Redis hashes: what stands between
// the first '{' and the first '}' after it, or all of s when there is no such
// pair or nothing between.
func HashTag(s string) string {
	if _, rest, ok := strings.Cut(s, "{"); ok {
		if tag, _, ok := strings.Cut(rest, "}"); ok && tag != "" {
			return tag
		}
	}
	return s
}

// Slot returns the hash slot of the key s, as CLUSTER KEYSLOT does: 0 to 16383.
func Slot(s string) uint16 {
	tag := HashTag(s)
	var crc uint16
	for i := range len(tag) {
		crc = crc<<8 ^ crcTable[byte(crc>>8)^tag[i]]
	}
	return crc % slots
}

// Tag returns the hash tag in the literal text: from the first literal '{' to
// the first literal '}' after it, holes between included. It is lenient, since
// it takes holes to hold no braces. It is false when there is no such pair or
// nothing between, and then Redis hashes the whole key (or a tag in a hole), and
// when a derived hole before the end of the tag is known to print braces.
func (k Key) Tag() (tag Key, ok bool) {
	var parts []Part
	inside := false
	for _, p := range k.Parts {
		if p.Hole != nil {
			if p.Hole.printsBrace() {
				return Key{}, false
			}
			if inside {
				parts = append(parts, p)
			}
			continue // taken to hold no braces
		}
		text := p.Text
		if !inside {
			if _, text, inside = strings.Cut(text, "{"); !inside {
				continue // no brace yet
			}
		}
		before, _, closed := strings.Cut(text, "}")
		parts = append(parts, Part{Text: before})
		if closed {
			tag = Concat(Key{Parts: parts})
			return tag, len(tag.Parts) > 0
		}
	}
	return Key{}, false
}

// printsBrace reports whether there is a brace in the literal text that a derived
// hole is derived from, as in a padded "{user}".
func (h Hole) printsBrace() bool {
	d, ok := h.derivation()
	if !ok {
		return false
	}
	for _, p := range d.arg.Parts {
		if strings.ContainsAny(p.Text, "{}") || p.Hole != nil && p.Hole.printsBrace() {
			return true
		}
	}
	return false
}

// Slot returns the hash slot when it is certain: of a constant key, and of a key
// whose constant text holds a hash tag before its first hole.
func (k Key) Slot() (uint16, bool) {
	if text, ok := k.Const(); ok {
		return Slot(text), true
	}
	first := k.Parts[0].Text // "" for a hole
	if tag := HashTag(first); tag != first {
		return Slot(first), true
	}
	return 0, false
}

// An Answer is that to a question which cannot always be told.
type Answer int8

const (
	Unknown Answer = iota
	Yes
	No
)

func (a Answer) String() string {
	switch a {
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return "unknown"
}

// SameSlot says whether Redis puts both keys in one hash slot. Yes is lenient as
// [Key.Tag] is: keys are equal, their tags are, or their slots. No is certain:
// both slots are known and differ.
func SameSlot(a, b Key) Answer {
	if a.Equal(b) {
		return Yes
	}
	tagA, okA := a.Tag()
	tagB, okB := b.Tag()
	if okA && okB && tagA.Equal(tagB) {
		return Yes
	}
	slotA, okA := a.Slot()
	slotB, okB := b.Slot()
	switch {
	case !okA || !okB:
		return Unknown
	case slotA == slotB:
		return Yes
	}
	return No
}
