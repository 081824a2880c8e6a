package keyexpr

import (
	"strings"
	"unicode"
)

// Literal returns the literal text, its pieces joined by "\x00" where holes
// were, so that nothing reads across a hole.
func (k Key) Literal() string {
	var texts []string
	for _, p := range k.Parts {
		if p.Hole == nil {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\x00")
}

// Words returns the words of the literal text; see the function [Words].
func (k Key) Words() []string {
	var all []string
	for _, p := range k.Parts {
		if p.Hole == nil {
			all = append(all, Words(p.Text)...)
		}
	}
	return all
}

// Words splits a name, a key or a format into its words, in lower case: at
// changes of case, at digits and at everything that is no letter. "HTTPLock" is
// http and lock, "userIDs" user and ids, and the verb of "lock:%05d" is no word.
func Words(name string) []string {
	var words []string
	runes := []rune(name)
	for i := 0; i < len(runes); {
		if runes[i] == '%' {
			i = skipVerb(runes, i)
			continue // a verb is no word
		}
		if !unicode.IsLetter(runes[i]) {
			i++
			continue // between words
		}
		end := wordEnd(runes, i)
		words = append(words, strings.ToLower(string(runes[i:end])))
		i = end
	}
	return words
}

// wordEnd returns where the word that begins at i ends.
func wordEnd(r []rune, i int) int {
	upper := func(i int) bool { return i < len(r) && unicode.IsUpper(r[i]) }
	lower := func(i int) bool { return i < len(r) && unicode.IsLetter(r[i]) && !unicode.IsUpper(r[i]) }
	end := i + 1
	if upper(i) && upper(end) {
		for upper(end) {
			end++
		}
		switch {
		case !lower(end):
			return end
		case r[end] == 's' && !lower(end+1):
			return end + 1 // the plural of an acronym
		}
		return end - 1 // the last capital begins the next word
	}
	for lower(end) {
		end++
	}
	return end
}

// skipVerb returns the offset behind the verb of fmt at r[i], or behind the
// percent sign when a whole word follows it.
func skipVerb(r []rune, i int) int {
	j := i + 1
	for j < len(r) && strings.ContainsRune("#0+- 123456789.*[]", r[j]) {
		j++
	}
	if j < len(r) && strings.ContainsRune("bcdeEfFgGoOpqstTUvxX", r[j]) && (j+1 == len(r) || !unicode.IsLetter(r[j+1])) {
		return j + 1
	}
	return i + 1
}
