// Package spoken reads moves in people's own words: the labels of buttons, "take two from the second pile", "one
// from the left". It knows the places of a board by the words of its game.
package spoken

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nimatron/games"
)

// maxText bounds a text, in bytes.
const maxText = 200

// Read reads a move in a notation of the position or in words. The error is the position's.
func Read(v *games.Variant, p games.Position, text string) (games.Move, error) {
	m, err := p.Read(text)
	if err == nil || len(text) > maxText {
		return m, err
	}
	folded := Fold(text)
	if said, ok := inWords(v, p, folded); ok {
		return p.Read(said)
	}
	if plain, again := p.Read(folded); again == nil {
		return plain, nil
	}
	return m, err
}

// Fold returns a text in lower case with ASCII digits, signs and blanks, without a stop at its end.
func Fold(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～': // full width
			r -= '！' - '!'
		case unicode.IsSpace(r), r == '\u2800':
			return ' '
		case unicode.Is(unicode.Pd, r), r == '−', r == '⁻':
			return '-'
		case unicode.Is(unicode.Cf, r): // no width
			return -1
		case r == '’':
			return '\''
		}
		return unicode.ToLower(r)
	}, text)
	return strings.TrimRight(strings.TrimSpace(text), ".!?, ")
}

// A token is a number, or a word.
type token struct {
	word    string
	number  uint64
	counts  bool // it is a number
	ordinal bool // "second"
	colon   bool // a colon follows
}

var (
	grouped = regexp.MustCompile(`\b\d{1,3}(,\d{3})+\b`)
	tokens  = regexp.MustCompile(`([\p{L}\p{N}_']+|[=+:])`)
	nth     = regexp.MustCompile(`^(\d+)(st|nd|rd|th)$`)
)

var cardinals = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen " +
	"fifteen sixteen seventeen eighteen nineteen twenty")

var ordinals = strings.Fields("zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth " +
	"thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth")

// read cuts a folded text into tokens.
func read(folded string) (all []token) {
	folded, _, _ = strings.Cut(folded, "·") // the number of counters, on a button
	folded = strings.ReplaceAll(folded, "→", " into ")
	folded = grouped.ReplaceAllStringFunc(folded, func(s string) string { return strings.ReplaceAll(s, ",", "") })
	for _, word := range tokens.FindAllString(folded, -1) {
		t := token{word: word}
		if m := nth.FindStringSubmatch(word); m != nil {
			word, t.ordinal = m[1], true
		}
		if n := slices.Index(ordinals, word); n > 0 {
			t.number, t.counts, t.ordinal = uint64(n), true, true
		} else if n := slices.Index(cardinals, word); n >= 0 {
			t.number, t.counts = uint64(n), true
		} else if n, err := strconv.ParseUint(word, 10, 64); err == nil {
			t.number, t.counts = n, true
		}
		switch {
		case word == ":":
			if len(all) > 0 {
				all[len(all)-1].colon = true
			}
		case word == "the":
		default:
			all = append(all, t)
		}
	}
	return all
}

// Counts reports whether a text has a number or a word such as "all".
func Counts(text string) bool {
	return slices.ContainsFunc(read(Fold(text)), func(t token) bool { return t.counts || whole[t.word] }) || strings.ContainsAny(text, "0123456789")
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

var (
	// empty are words that change no move.
	empty = set("take takes took taking remove removes lift lifts grab pick say name choose nominate dictate split cut play move " +
		"from of off at on in to out away and with into = + i i'd i'll i'm me my we us let's want would like please ok okay " +
		"just now then so number pile piles heap heaps stack stacks end side part it them counter counters box boxes stone stones " +
		"stick sticks match matches coin coins left_over")
	whole = set("all everything whole entire rest")
	// pointing are words before the number or the short name of a place.
	pointing = set("from of off pile heap stack number on at in name choose nominate split cut")
	kinds    = set("pile heap stack end side")
)

// inWords returns the notation of the move that a folded text describes. Ok is false if it describes none, or several.
func inWords(v *games.Variant, p games.Position, folded string) (notation string, ok bool) {
	places := p.Places()
	if len(places) == 0 {
		return listed(v, p, folded)
	}
	all := read(folded)
	at, begin, end, ok := placeIn(v, p, places, all)
	if !ok {
		return "", false
	}
	rest := slices.Concat(all[:begin], all[end:])
	decision := p.Turn().Decision
	var numbers []uint64
	takesAll := false
	for i, t := range rest {
		switch {
		case t.counts && !t.ordinal:
			numbers = append(numbers, t.number)
		case whole[t.word]:
			takesAll = true
		case t.word == "a" && i+1 < len(rest) && empty[rest[i+1].word]: // a counter
			numbers = append(numbers, 1)
		case !empty[t.word]:
			return "", false
		}
	}
	if at == nil && decision == games.PlaceOnly && len(numbers) == 1 {
		at, numbers = find(places, strconv.FormatUint(numbers[0], 10)), nil
	}
	if at == nil && len(places) == 1 {
		at = &places[0]
	}
	return written(at, decision, numbers, takesAll)
}

// written is the notation of a move at a place.
func written(at *games.Place, decision games.Decision, numbers []uint64, takesAll bool) (notation string, ok bool) {
	switch n := len(numbers); {
	case at == nil:
		return "", false
	case decision == games.PlaceOnly:
		return at.Name, n == 0 && !takesAll
	case n == 2 && at.Sum > 0 && !takesAll:
		return games.Move{Kind: games.Split, Where: at.Name, Parts: [2]uint64{min(numbers[0], numbers[1]), max(numbers[0], numbers[1])}}.String(), true
	case n > 1, n == 1 && takesAll && numbers[0] != at.Most:
		return "", false
	case n == 1:
		return at.Name + "-" + strconv.FormatUint(numbers[0], 10), true
	case takesAll, at.Most == 1 && at.Sum == 0:
		return at.Name + "-" + strconv.FormatUint(at.Most, 10), true
	}
	return "", false
}

func find(places []games.Place, name string) *games.Place {
	if i := slices.IndexFunc(places, func(p games.Place) bool { return strings.EqualFold(p.Name, name) }); i >= 0 {
		return &places[i]
	}
	return nil
}

// placeIn returns the place that the tokens from begin to end name, nil for none. Ok is false if they name several.
func placeIn(v *games.Variant, p games.Position, places []games.Place, all []token) (at *games.Place, begin, end int, ok bool) {
	ok = true
	for i := range places {
		for _, name := range namesOf(v, p, places, i) {
			for from := range all {
				to := from + len(name)
				if to > len(all) || !slices.EqualFunc(name, all[from:to], same) || !points(name, all, from, to) {
					continue
				}
				if to < len(all) && kinds[all[to].word] && all[from].ordinal {
					to++
				}
				switch {
				case at == nil || to-from > end-begin:
					at, begin, end, ok = &places[i], from, to, true
				case at != &places[i] && to-from == end-begin:
					ok = false
				}
			}
		}
	}
	return at, begin, end, ok
}

func same(a, b token) bool {
	return a.counts == b.counts && a.ordinal == b.ordinal && a.number == b.number && (a.counts || a.word == b.word)
}

// points reports whether a name is meant as a place there. A number could be one of counters, and "a" an article.
func points(name, all []token, from, to int) bool {
	if slices.ContainsFunc(all[from:to-1], func(t token) bool { return t.colon && kinds[t.word] }) { // "first pile: two"
		return false
	}
	t := all[from]
	if len(name) > 1 || !t.counts && t.word != "a" && t.word != "i" {
		return true
	}
	return t.ordinal || t.colon || from > 0 && pointing[all[from-1].word]
}

// namesOf returns what people call place i: its label and its phrase, its short name, and its number in words.
func namesOf(v *games.Variant, p games.Position, places []games.Place, i int) (names [][]token) {
	name := places[i].Name
	if name == "" {
		return nil
	}
	names = append(names, read(Fold(v.Words.Place(p, name))), read(Fold(v.Words.Phrase(p, name))), read(Fold(name)))
	ordinal := func(n int) { names = append(names, []token{{number: uint64(n), counts: true, ordinal: true}}) }
	last := i == len(places)-1
	switch n, err := strconv.Atoi(name); {
	case err == nil:
		ordinal(n)
	case name == "L":
		ordinal(1)
		last = false
	}
	if last && v.Words.Kind != "stack" {
		names = append(names, []token{{word: "last"}})
	}
	return names
}

// maxListed bounds the moves of a game without places that are compared.
const maxListed = 100

// listed returns the move of a game without places whose label is the text.
func listed(v *games.Variant, p games.Position, folded string) (notation string, ok bool) {
	n := 0
	for step := range p.Options() {
		if n++; n > maxListed || v.Words.Move == nil {
			break
		}
		if Fold(v.Words.Move(step.Move)) == folded {
			return step.Move.String(), true
		}
	}
	return "", false
}
