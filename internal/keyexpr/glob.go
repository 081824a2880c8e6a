package keyexpr

import "unicode/utf8"

// Match reports whether the glob matches all of text, a [Key.Pattern]. In a glob
// '*' is any run of characters, '?' is one, and a backslash takes the next
// character as it is. A '*' in the text stands for a hole, so nothing but a '*'
// of the glob, escaped or not, matches it. It takes at most len(glob) steps for
// each byte of the text.
func Match(glob, text string) bool {
	g, t := 0, 0
	// Where to go on after a mismatch: behind the last star, one character of
	// the text further. Earlier stars need no second try.
	star, retry := -1, 0
	for t < len(text) {
		_, size := utf8.DecodeRuneInString(text[t:])
		if g < len(glob) {
			c := glob[g]
			if c == '*' {
				g++
				star, retry = g, t
				continue // first try the empty run
			}
			if c == '?' && text[t] != '*' {
				g++
				t += size
				continue // one character matched
			}
			width := 1
			if c == '\\' && g+1 < len(glob) {
				c = glob[g+1]
				width = 2
			}
			if (c != '?' || width == 2) && c == text[t] {
				g += width
				t++
				continue // one byte matched
			}
		}
		if star < 0 {
			return false
		}
		_, size = utf8.DecodeRuneInString(text[retry:])
		retry += size
		g, t = star, retry
	}
	for g < len(glob) && glob[g] == '*' {
		g++
	}
	return g == len(glob)
}
