package spoken

import (
	"slices"
	"strconv"

	"nimatron/games"
)

type board struct {
	v      *games.Variant
	p      games.Position
	places []games.Place
}

// cutPart cuts "part 2" or "second part" out of a sentence, and drops the places of other parts.
func (b *board) cutPart(all []token) []token {
	for i := range len(all) - 1 {
		n := all[i]
		switch {
		case all[i].word == "part" && all[i+1].counts && !all[i+1].ordinal:
			n = all[i+1]
		case !all[i].ordinal || all[i+1].word != "part":
			continue
		}
		places := slices.DeleteFunc(slices.Clone(b.places), func(p games.Place) bool { return uint64(p.Part) != n.number })
		if len(places) > 0 {
			b.places = places
			return slices.Delete(slices.Clone(all), i, i+2)
		}
	}
	return all
}

// shape is the board of a place.
func (b *board) shape(at *games.Place) games.Shape {
	shape := b.p.Shape()
	if sum, ok := shape.(games.Sum); ok && at.Part > 0 {
		return sum.Parts[at.Part-1].Shape
	}
	return shape
}

// ofSum is the only place of a size that can be split, or nil.
func (b *board) ofSum(size uint64) (at *games.Place) {
	for i, p := range b.places {
		switch {
		case p.Sum != size:
		case at != nil:
			return nil
		default:
			at = &b.places[i]
		}
	}
	return at
}

// placeIn returns the place that a sentence names, nil for none, and the rest of the sentence. Ok is false if it names
// several.
func (b *board) placeIn(all []token) (at *games.Place, rest []token, ok bool) {
	begin, end := 0, 0
	ok = true
	for i := range b.places {
		for _, name := range b.names(i) {
			for from := range all {
				to := from + len(name)
				if len(name) == 0 || to > len(all) || !slices.EqualFunc(name, all[from:to], same) || !points(name, all, from, to) {
					continue
				}
				for last := all[to-1]; to < len(all) && kind(all[to]) && !kind(last) && (last.ordinal || !last.counts); {
					to++
				}
				switch {
				case at == nil || to-from > end-begin:
					at, begin, end, ok = &b.places[i], from, to, true
				case at != &b.places[i] && to-from == end-begin:
					ok = false
				}
			}
		}
	}
	if at != nil && end < len(all) && all[end].word == "one" && all[begin].the && !kind(all[end-1]) {
		end++ // the left one
	}
	return at, slices.Concat(all[:begin], all[end:]), ok
}

func kind(t token) bool { return t.word == "pile" || t.word == "end" }

func same(a, b token) bool {
	return (b.the || !a.the) && a.counts == b.counts && a.ordinal == b.ordinal && a.number == b.number && (a.counts || a.word == b.word)
}

// points reports whether a name is meant as a place there. A number could be one of counters, and "a" an article.
func points(name, all []token, from, to int) bool {
	if slices.ContainsFunc(all[from:to-1], func(t token) bool { return t.colon && kind(t) }) { // "first pile: two"
		return false
	}
	t := all[from]
	if from > 0 && t.word == "pile" && (all[from-1].ordinal || pointers[all[from-1].word]) { // "first pile two"
		return false
	}
	if len(name) > 1 || !t.counts && t.word != "a" && t.word != "i" {
		return true
	}
	if t.ordinal { // but not "one second"
		return from == 0 || t.the || t.colon || t.word == "" || pointing[all[from-1].word] || to < len(all) && kind(all[to])
	}
	return t.colon || name[0].the || from > 0 && pointing[all[from-1].word]
}

func word(w string) token    { return token{word: w} }
func number(n uint64) token  { return token{number: n, counts: true} }
func ordinal(n uint64) token { return token{number: n, counts: true, ordinal: true} }

// names returns what people call a place: its label and its phrase, its short name, and its number in words.
func (b *board) names(i int) (names [][]token) {
	at := &b.places[i]
	row, isRow := b.shape(at).(games.Row)
	part, name := games.CutPart(at.Name)
	if name == "" {
		if !isRow || row.Nominated < 0 {
			return nil
		}
		return append(numbered(row.Nominated+1), pileNames(row.Piles, row.Nominated)...)
	}
	label, phrase := read(Fold(b.v.Words.Place(b.p, at.Name))), read(Fold(b.v.Words.Phrase(b.p, at.Name)))
	if part > 0 {
		label, phrase = label[2:], phrase[:len(phrase)-3]
	}
	names = append(names, label, phrase, read(Fold(name)))
	if !isRow {
		return names
	}
	last := len(row.Piles)
	switch {
	case name == "L":
		names = append(names, pileAt(1)...)
	case name == "R":
		names = append(append(names, pileAt(last)...), []token{word("last")})
	default:
		n, err := strconv.Atoi(name)
		if err != nil {
			return names
		}
		names = append(names, numbered(n)...)
		if part == 0 {
			names = append(names, pileNames(row.Piles, n-1)...)
		}
	}
	return names
}

// pileAt are the names of a pile at an end of a row, where piles have no numbers.
func pileAt(n int) [][]token {
	return [][]token{{ordinal(uint64(n))}, {word("from"), word("pile"), number(uint64(n))}}
}

// numbered are the names of a pile by its number.
func numbered(n int) [][]token {
	return [][]token{{ordinal(uint64(n))}, {word("pile"), number(uint64(n))}, {word("p"), number(uint64(n))}}
}

// pileNames are what people call pile i by its place among the others, or its height.
func pileNames(piles []uint64, i int) (names [][]token) {
	add := func(words ...string) {
		for _, w := range words {
			names = append(names, []token{word(w)})
		}
	}
	side := func(w string) {
		names = append(names, []token{word("from"), word(w)}, []token{word(w), word("pile")}, []token{word(w), word("end")})
	}
	if i == 0 {
		side("left")
	}
	if !slices.ContainsFunc(piles[i+1:], filled) {
		add("last")
	}
	if i == len(piles)-1 {
		side("right")
	}
	if 2*i+1 == len(piles) {
		add("middle")
	}
	others := slices.DeleteFunc(slices.Delete(slices.Clone(piles), i, i+1), func(h uint64) bool { return h == 0 })
	if len(others) == 0 {
		return names
	}
	if h := piles[i]; !slices.Contains(others, h) {
		names = append(names, []token{word("pile"), word("of"), number(h)}, []token{word("pile"), word("with"), number(h)})
		if h > slices.Max(others) {
			add("biggest")
		}
		if h < slices.Min(others) {
			add("smallest")
		}
		if h > uint64(len(piles)) { // no pile has that number
			names = append(names, []token{word("from"), number(h)}, []token{{number: h, counts: true, the: true}})
		}
	}
	return names
}

func filled(h uint64) bool { return h > 0 }
