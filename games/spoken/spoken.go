// Package spoken reads moves in people's own words: the labels of buttons, "take two from the second pile", "one
// from the left". It knows the places of a board by the words of its game. A word that it doesn't know, or a sentence
// with two meanings, is no move.
package spoken

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nimatron/games"
	"nimatron/internal/pattern"
	"nimatron/internal/words"
)

const maxText = 200

var around = pattern.New(`^(?:(?:ok|i play|my move is|move|play|then)[ :,]+)*(.*?)(?:,? (?:please|thanks|thank you))?$`)

// Read reads a move in a notation of the position or in words. The error is the position's.
func Read(v *games.Variant, p games.Position, text string) (games.Move, error) {
	m, err := p.Read(text)
	if err == nil && isList(text) {
		_, err = p.Play(m) // or it is the position afterwards
	}
	if err == nil || len(text) > maxText {
		return m, err
	}
	folded := Fold(text)
	bare, said := around.Compiled().FindStringSubmatch(folded)[1], ""
	var ask error
	unclear := unclear.Compiled().MatchString(folded)
	if !unclear {
		said, ask = inWords(v, p, bare)
	}
	if said == "" {
		said = afterwards(v, p, bare)
	}
	switch question := strings.HasSuffix(strings.TrimSpace(text), "?"); {
	case unclear:
	case question && said != "":
		return m, games.Illegal(nil, "is that your move? Then write it without the question mark")
	case question:
		ask = nil
	case said != "":
		return p.Read(said)
	default:
		if plain, again := p.Read(bare); again == nil {
			return plain, nil
		}
	}
	_, written := games.ReadMove(bare)
	written = written && Counts(text) && !slices.ContainsFunc(read(bare), nthOne)
	if ask == nil && !written && sentence.Compiled().MatchString(folded) {
		for step := range p.Options() {
			ask = asking("I can't read that as a move.", v.Say(p, step.Move).Do())
			break
		}
	}
	if ask != nil {
		err = ask
	}
	return m, err
}

// sentence is a text with a word that no notation has.
var sentence = pattern.New(`\pL{3}|[^ -~]`)

func asking(what, do string) error {
	return &games.IllegalMove{Reason: what + " Say it as in `" + do + "`", Unread: true}
}

// Fold returns a plain text in lower case, without a stop at its end. See words.Plain.
func Fold(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) { // an accent apart from its letter
			return -1
		}
		return unicode.ToLower(r)
	}, words.Plain(text))
	return strings.TrimRight(text, ".!?, ")
}

type token struct {
	word    string
	number  uint64
	counts  bool
	ordinal bool
	colon   bool
	the     bool
}

var (
	grouped = pattern.New(`\b\d{1,3}(,\d{3})+\b`)
	tokens  = pattern.New(`\d+(?:st|nd|rd|th)\b|\d+|[\p{L}_'][\p{L}_']*|[=+:]`)
	nth     = pattern.New(`^(\d+)(st|nd|rd|th)$`)
	article = pattern.New(`\b[ldj]'`)
	// unclear is a mark, a fraction, a number below zero, or what people say of other things.
	unclear = pattern.New(`[<>@%$^~|]|\d\.\d|\b(?:take|remove|lift|grab|say) -\d|` +
		`\ball right\b|^(?:(?:ok|okay|yes|so|you are),? )*right$|\bi left\b`)
)

// read cuts a folded text into tokens.
func read(folded string) (all []token) {
	folded, _, _ = strings.Cut(folded, "·") // a button has the number of counters after the dot
	folded = strings.ReplaceAll(folded, "→", " into ")
	folded = article.Compiled().ReplaceAllString(withoutAccents.Replace(phrases.Replace(folded)), "")
	folded = grouped.Compiled().ReplaceAllStringFunc(folded, func(s string) string { return strings.ReplaceAll(s, ",", "") })
	the := false
	for _, word := range tokens.Compiled().FindAllString(folded, -1) {
		switch {
		case word == ":":
			if len(all) > 0 {
				all[len(all)-1].colon = true
			}
			continue
		case word == "the", meaning[word] == "the":
			the = true
			continue
		case (word == "number" || word == "no") && len(all) > 0 && kind(all[len(all)-1]): // pile no. 2
			continue
		}
		t := tokenOf(word)
		t.the, the = the, false
		if n := len(all); n > 0 && t.word != "" && t.number > 0 && t.number < 10 && slices.Index(tens, all[n-1].word) > 0 {
			t.number += all[n-1].number // twenty-one
			all[n-1] = t
			continue
		}
		all = append(all, t)
	}
	return all
}

func tokenOf(word string) token {
	if m := nth.Compiled().FindStringSubmatch(word); m != nil {
		n, err := strconv.ParseUint(m[1], 10, 64)
		return token{number: n, counts: err == nil, ordinal: true}
	}
	if n, err := strconv.ParseUint(word, 10, 64); err == nil {
		return token{number: n, counts: true}
	}
	if same := meaning[word]; same != "" {
		word = same
	}
	if n := slices.Index(ordinals, word); n > 0 {
		return token{word: word, number: uint64(n), counts: true, ordinal: true}
	}
	if n := slices.Index(cardinals, word); n >= 0 {
		return token{word: word, number: uint64(n), counts: true}
	}
	if n := slices.Index(tens, word); n >= 0 {
		return token{word: word, number: 10 * uint64(n+1), counts: true}
	}
	return token{word: word}
}

// Counts reports whether a text may be a move of some game: it has a number or a word such as "all", and no word that
// moves don't have, or that people also say of other things.
func Counts(text string) bool {
	all := read(Fold(text))
	if slices.ContainsFunc(all, func(t token) bool { return chat[t.word] }) {
		return false
	}
	_, known := sayingOf(slices.DeleteFunc(slices.Clone(all), func(t token) bool {
		return t.ordinal || !t.counts && (len(t.word) < 3 || pointers[t.word])
	}), true)
	return known && slices.ContainsFunc(all, func(t token) bool { return t.counts || t.word == "all" || t.word == "clear" })
}

func nthOne(t token) bool { return t.ordinal }

// inWords returns the notation of the move that a folded text describes, "" if it describes none, or several. The error
// asks for what is missing.
func inWords(v *games.Variant, p games.Position, folded string) (notation string, ask error) {
	b := board{v: v, p: p, places: p.Places()}
	if len(b.places) == 0 {
		return listed(v, p, folded), nil
	}
	all := b.cutPart(read(folded))
	at, rest, ok := b.placeIn(all)
	if !ok {
		return "", nil
	}
	decision := p.Turn().Decision
	s, ok := sayingOf(rest, decision != games.WholeMove)
	if !ok {
		return "", nil
	}
	named := at != nil
	switch {
	case named:
	case decision == games.PlaceOnly && len(s.numbers) == 1:
		at, s.numbers = find(b.places, strconv.FormatUint(s.numbers[0], 10)), nil
	case len(b.places) == 1:
		at = &b.places[0]
	case len(s.numbers) == 3 && s.splits:
		at, s.numbers = b.ofSum(s.numbers[0]), s.numbers[1:]
	case len(s.numbers) == 1 && !s.outside:
		at = &b.places[len(b.places)-1]
		return "", asking("which "+v.Words.Kind+"?", fmt.Sprintf("take %d from %s", min(s.numbers[0], at.Most), v.Words.Phrase(p, at.Name)))
	}
	if at == nil || s.outside && !named {
		return "", nil
	}
	if notation = s.at(at, max(at.Most, at.Size), named, decision); notation == "" && named && at.Name != "" && s.silent() {
		phrase := v.Words.Phrase(p, at.Name)
		return "", asking("how many from "+phrase+"?", fmt.Sprintf("take %d from %s", min(2, at.Most), phrase))
	}
	return notation, nil
}

// A saying is what a sentence says about a move beside its place.
type saying struct {
	numbers               []uint64
	all, leaves, max      bool
	takes, splits, halves bool
	reduces, by, joins    bool
	outside               bool // a number named a kind of place that is not here
}

// sayingOf reads the tokens without those of the place. It is not ok if a word is unknown. For you a player may decide:
// "you take 3".
func sayingOf(rest []token, forYou bool) (s saying, ok bool) {
	for i, t := range rest {
		before := token{}
		if i > 0 {
			before = rest[i-1]
		}
		switch {
		case t.counts && !t.ordinal:
			s.outside = s.outside || outside[before.word] && !before.colon
			s.joins = s.joins || before.word == "and"
			s.splits = s.splits || before.word == "in"
			s.leaves = s.leaves || before.word == "to"
			s.numbers = append(s.numbers, t.number)
		case t.word == "all", t.word == "clear":
			s.all = true
		case t.word == "max":
			s.max = true
		case t.word == "leave", t.word == "but" && before.word == "all":
			s.leaves, s.all = true, false
		case t.word == "split", t.word == "into":
			s.splits = true
		case t.word == "half":
			s.halves = true
		case t.word == "halve":
			s.halves, s.splits = true, true
		case t.word == "reduce", t.word == "down":
			s.reduces = true
		case t.word == "by":
			s.by = true
		case kind(t):
			s.outside = s.outside || before.counts
		case t.word == "a" && i+1 < len(rest) && rest[i+1].word == "counter":
			s.numbers = append(s.numbers, 1)
		case t.word == "a" && i+1 < len(rest) && rest[i+1].counts:
		case forYou && yours[t.word]:
		case !empty[t.word]:
			return s, false
		}
		s.takes = s.takes || takers[t.word]
	}
	return s, true
}

func (s saying) silent() bool {
	return len(s.numbers) == 0 && !s.all && !s.leaves && !s.splits && !s.halves && !s.max
}

// at is the notation of the move at a place with so many counters.
func (s saying) at(at *games.Place, size uint64, named bool, decision games.Decision) (notation string) {
	n := len(s.numbers)
	take := func(count uint64) string { return at.Name + "-" + strconv.FormatUint(count, 10) }
	switch {
	case decision == games.PlaceOnly:
		if !s.silent() {
			return ""
		}
		return at.Name
	case s.halves && s.splits && n == 0 && at.Sum > 0 && at.Sum%2 == 0:
		s.numbers = []uint64{at.Sum / 2, at.Sum / 2}
		fallthrough
	case n == 2 && at.Sum > 0 && !s.all && !s.halves && (s.splits || !s.takes && !s.leaves):
		a, b := s.numbers[0], s.numbers[1]
		return games.Move{Kind: games.Split, Where: at.Name, Parts: [2]uint64{min(a, b), max(a, b)}}.String()
	case s.max && n == 0 && !s.all && !s.leaves && !s.splits:
		return take(at.Most)
	case s.splits, s.halves, s.max, n > 1, s.joins, s.reduces && !s.by && !s.leaves:
		return ""
	case s.leaves && (n == 0 || s.all || s.numbers[0] >= size):
		return ""
	case s.leaves:
		return take(size - s.numbers[0])
	case n == 1 && s.all && s.numbers[0] != size:
		return ""
	case n == 1:
		return take(s.numbers[0])
	case s.all, named && size == 1 && at.Sum == 0:
		return take(size)
	}
	return ""
}

func find(places []games.Place, name string) *games.Place {
	if i := slices.IndexFunc(places, func(p games.Place) bool { return strings.EqualFold(p.Name, name) }); i >= 0 {
		return &places[i]
	}
	return nil
}

const maxListed = 100

// isList reports whether a text may be the heights of several piles.
func isList(text string) bool {
	several := false
	for i := range len(text) {
		c := text[i]
		if several = several || c == ' ' || c == ','; c != ' ' && c != ',' && (c < '0' || c > '9') {
			return false
		}
	}
	return several
}

// afterwards returns the only move to the position that is the text, "" for none.
func afterwards(v *games.Variant, p games.Position, folded string) (move string) {
	if !isList(folded) {
		return ""
	}
	to, err := v.Parse(folded, p.Turn().Owner.Other())
	if err != nil {
		return ""
	}
	const most = 2000
	n := 0
	for step := range p.Options() {
		switch n++; {
		case n > most:
			return ""
		case step.Position.String() != to.String():
		case move != "":
			return ""
		default:
			move = step.Move.String()
		}
	}
	return move
}

// listed returns the move of a game without places whose label is the text, "" for none.
func listed(v *games.Variant, p games.Position, folded string) string {
	n := 0
	for step := range p.Options() {
		if n++; n > maxListed || v.Words.Move == nil {
			break
		}
		if Fold(v.Words.Move(step.Move)) == folded {
			return step.Move.String()
		}
	}
	return ""
}
