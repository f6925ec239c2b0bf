package words

import (
	"strings"
	"unicode"
)

// Visible returns a text as it looks: without control characters and line breaks, marks
// that turn the direction of writing, fillers and whatever else can't be seen, and with
// plain spaces in place of all others. What is no UTF-8 becomes U+FFFD.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Zs, r):
			return ' '
		case !IsVisible(r):
			return -1
		}
		return r
	}, text)
}

// brailleBlank is an empty pattern, which looks like a space and is none.
const brailleBlank = '\u2800'

// IsVisible reports whether a character can be seen, as letters, signs, pictures and the
// plain space can.
func IsVisible(r rune) bool {
	return unicode.IsPrint(r) && r != brailleBlank && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Quiet returns a visible text that calls nobody, wherever it is shown: chat platforms
// notify people by what stands behind an @, so that becomes one of full width.
func Quiet(text string) string { return strings.ReplaceAll(Visible(text), "@", "＠") }
