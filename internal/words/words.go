package words

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Count returns a number with its noun, "1 hint" or "2 hints". The plural is regular: "tries",
// "matches".
func Count[N int | uint64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %s", n, plural(noun))
}

// Number writes a number, with separators from 10,000 on.
func Number(n uint64) string {
	text := strconv.FormatUint(n, 10)
	if n < 10_000 {
		return text
	}
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

func plural(noun string) string {
	stem, y := strings.CutSuffix(noun, "y")
	switch {
	case y && stem != "" && !strings.ContainsAny(stem[len(stem)-1:], "aeou"):
		return stem + "ies"
	case strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "ss"), strings.HasSuffix(noun, "x"):
		return noun + "es"
	}
	return noun + "s"
}

// Length counts UTF-16 code units, the strictest count of any platform.
func Length(text string) int {
	n := 0
	for _, r := range text {
		n += utf16Length(r)
	}
	return n
}

func utf16Length(r rune) int { return max(1, utf16.RuneLen(r)) }

// Cut shortens a text to limit UTF-16 units, with an ellipsis if anything is cut. A limit below 1
// leaves nothing.
func Cut(text string, limit int) string {
	if limit < 1 {
		return ""
	}
	end := 0
	n := 0
	for i, r := range text {
		if n < limit {
			end = i
		}
		if n += utf16Length(r); n > limit {
			return text[:end] + "…"
		}
	}
	return text
}

// HasPrefixFold reports whether text begins with prefix, in any case.
func HasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// And joins texts: "a", "a and b", "a, b and c".
func And(texts []string) string { return join(texts, " and ") }

// Or joins texts: "a", "a or b", "a, b or c".
func Or(texts []string) string { return join(texts, " or ") }

func join(texts []string, last string) string {
	n := len(texts) - 1
	if n < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:n], ", ") + last + texts[n]
}

// Each returns the results of a function for every element of a list.
func Each[T, R any](list []T, of func(T) R) []R {
	made := make([]R, len(list))
	for i, element := range list {
		made[i] = of(element)
	}
	return made
}
