package catalog

import (
	"strings"
	"unicode"

	"nimatron/internal/words"
)

// fold returns an id in the catalog's spelling. Some keyboards send the accent of "misère" as a
// separate character.
func fold(id string) string {
	return strings.NewReplacer("è", "e", "e\u0300", "e").Replace(strings.ToLower(words.Plain(id)))
}

func isInteger(text string) bool {
	digits := strings.TrimLeft(text, "+-")
	return len(text)-len(digits) <= 1 && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// farthest is the largest number of wrong characters in an id that is still recognized.
const farthest = 2

func (c *Catalog) nearest(id string) string {
	if len(id) > 64 {
		return ""
	}
	family, rest, _ := strings.Cut(fold(id), "/")
	ours := false
	for _, p := range c.parametric {
		if letters(family) != letters(p.Family.ID) {
			continue
		}
		ours = true
		if number, ok := strings.CutSuffix(rest, p.Suffix); ok && isInteger(number) {
			if _, err := c.Find(p.ID(number)); err == nil {
				return p.ID(number)
			}
		}
	}
	if ours {
		return "" // a larger number is ambiguous
	}
	wanted := letters(id)
	best, meant, ties := farthest+1, "", 0
	for _, v := range c.listed {
		switch d := distance(wanted, letters(v.ID)); {
		case d < best:
			best, meant, ties = d, v.ID, 1
		case d == best:
			ties++
		}
	}
	if ties != 1 || best*2 >= len(wanted) {
		return ""
	}
	return meant
}

func letters(id string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, fold(id))
}

func distance(a, b string) int {
	row := make([]int, len(b)+1) // distances from a[:i] to each prefix of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := corner
			if a[i] != b[j] {
				cost++
			}
			corner = row[j+1]
			row[j+1] = min(cost, row[j]+1, corner+1)
		}
	}
	return row[len(b)]
}
