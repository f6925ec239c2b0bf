package words

import (
	"strings"
	"unicode"
)

// Plain returns a text as an English keyboard writes it: digits of any script, full-width letters, and dashes, commas
// and blanks of all kinds become ASCII. Invisible characters and quotation marks go, but not between two digits, which
// may be one number or two. Everything that reads a move, a position, a number, a time or the name of a game reads it
// through Plain.
func Plain(text string) string {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '`' || c == '\'' {
			return plainly(text)
		}
	}
	return strings.TrimSpace(text)
}

func plainly(text string) string {
	var b strings.Builder
	var last, gone rune
	for _, r := range text {
		r = plain(r, last)
		if r < 0 {
			gone = unicode.ReplacementChar
			continue
		}
		if gone != 0 && isDigit(last) && isDigit(r) {
			b.WriteRune(gone)
		}
		b.WriteRune(r)
		last, gone = r, 0
	}
	return strings.Trim(b.String(), " '")
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// plain returns the plain form of a character after the plain one before it, -1 for none.
func plain(r, last rune) rune {
	if r >= '！' && r <= '～' {
		r -= '！' - '!'
	}
	switch r {
	case '"', '`', '“', '”', '„', '‟', '«', '»', '″':
		return -1
	case '‘', '’', '′', 'ʼ':
		return '\''
	case '、', '،', '､', '﹐':
		return ','
	case '。', '｡':
		return '.'
	case '∶', '﹕':
		return ':'
	case '⁄', '∕':
		return '/'
	case '−', '⁻', '˗':
		return '-'
	case 'ー': // a minus on a Japanese keyboard, and a vowel's length in words
		if last <= '~' {
			return '-'
		}
	case '\u2800':
		return ' '
	}
	switch {
	case r > ' ' && r <= '~':
		return r
	case unicode.IsSpace(r):
		return ' '
	case unicode.Is(unicode.Pd, r):
		return '-'
	case unicode.In(r, unicode.Cf, unicode.Variation_Selector):
		return -1
	}
	for _, digits := range unicode.Nd.R16 { // ten each, from 0
		if lo := rune(digits.Lo); lo <= r && r <= rune(digits.Hi) {
			return '0' + (r-lo)%10
		}
	}
	return r
}
