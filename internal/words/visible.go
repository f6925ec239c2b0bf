package words

import (
	"strings"
	"unicode"
)

// Visible removes control characters, line breaks, direction marks, fillers and other invisible
// characters, and replaces every space by a plain one. Invalid UTF-8 becomes U+FFFD.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case ' ' <= r && r <= '~': // most characters
		case unicode.Is(unicode.Zs, r):
			return ' '
		case !IsVisible(r):
			return -1
		}
		return r
	}, text)
}

const brailleBlank = '\u2800'

// IsVisible reports whether a character can be seen; a plain space counts.
func IsVisible(r rune) bool {
	return unicode.IsPrint(r) && r != brailleBlank && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Quiet returns a visible text that notifies nobody: chat platforms notify the person named after
// an @, so it replaces @ by its full-width form.
func Quiet(text string) string { return strings.ReplaceAll(Visible(text), "@", "＠") }
