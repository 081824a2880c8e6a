// Package keyexpr is the algebra of symbolic Redis keys: text of which some
// parts are known and some are not.
//
// A [Key] is a list of parts, each literal text or a hole: a value that the
// code only knows at run time. Two holes with one identity hold the same
// value, which is what makes "the same key" and "the same hash tag" provable
// without knowing the value. The package knows nothing of Go syntax or types;
// who builds keys (internal/eval) decides what is one identity.
package keyexpr

// A HoleKind says where the value of a hole comes from.
type HoleKind uint8

const (
	// Value is anything that only its identity says something about.
	Value HoleKind = iota
	// Param is a parameter of the enclosing function: a call of the
	// function fills it.
	Param
	// Recv is the receiver of the enclosing method: a call fills it.
	Recv
)

// A Hole is an unknown part of a key.
type Hole struct {
	Kind  HoleKind
	Index int    // of a Param: 0-based position in the signature, without the receiver
	Path  string // of a Param or Recv: the selected fields, ".opts.TTL", or ""
	Mul   int64  // of a Param or Recv: a constant integer factor, 0 and 1 mean none (time.Duration(p) * time.Second)
	ID    string // of a Value: its identity; "" is equal to nothing, not even to itself
	Name  string // for people
}

// A Part is literal text (Hole is nil) or a hole (Text is "").
type Part struct {
	Text string
	Hole *Hole
}

// A Key is symbolic text. The zero Key is the empty string. Literal parts are
// never empty and never adjacent. Keys are values: nothing mutates Parts.
type Key struct {
	Parts []Part
}
