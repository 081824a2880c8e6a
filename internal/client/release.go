package client

// A Release is the release of a client library that the code is compiled
// against. The zero Release is one that is not known.
type Release struct {
	Major, Minor, Patch int
	// Exact: it is this very release. Otherwise it is this one or a newer one
	// of the same major version.
	Exact bool
}

// AtLeast reports whether the release is major.minor or newer; known is false
// where that is open: then a rule may say only what is true for both.
func (r Release) AtLeast(major, minor int) (yes, known bool) {
	switch {
	case r.Major == 0:
		return false, false
	case r.Major != major:
		return r.Major > major, true
	case r.Minor >= minor:
		return true, true
	}
	return false, r.Exact
}
