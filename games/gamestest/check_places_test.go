package gamestest

import (
	"regexp"
	"slices"
	"testing"

	"nimatron/games"
)

// checkPlaces checks that the places of a small board yield exactly the moves of Options.
func (s *suite) checkPlaces(t *testing.T, p games.Position) {
	t.Helper()
	var got, want []string
	for _, m := range movesOf(p) {
		got = append(got, m.String())
	}
	for step := range p.Options() {
		if step.Move.Kind != games.Other {
			want = append(want, step.Move.String())
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: of the places come\n  %v\nOptions yields\n  %v", describe(p), got, want)
	}
}

// movesOf returns the moves at the places of a position.
func movesOf(p games.Position) []games.Move {
	var moves []games.Move
	for _, place := range p.Places() {
		kind := games.Take
		switch p.Turn().Decision {
		case games.PlaceOnly:
			moves = append(moves, games.Move{Kind: games.Nominate, Where: place.Name})
			continue
		case games.NumberOnly:
			kind = games.Dictate
		}
		for n := uint64(1); n <= place.Most; n++ {
			moves = append(moves, games.Move{Kind: kind, Where: place.Name, Count: n})
		}
		for n := range place.Splits() {
			small := place.Least + n
			moves = append(moves, games.Move{Kind: games.Split, Where: place.Name, Parts: [2]uint64{small, place.Sum - small}})
		}
	}
	return moves
}

// notation matches notation, which people may not know.
var notation = regexp.MustCompile(`^[0-9]+-[0-9]+$|^[LR]-[0-9]+$|=|>`)

// checkNames checks the names of a position's places, or of its moves of the kind Other. Each is
// unique, is not notation, and fits on a button.
func (s *suite) checkNames(t *testing.T, p games.Position) {
	t.Helper()
	words, seen := s.variant.Words, map[string]bool{}
	add := func(name string) {
		if name == "" || seen[name] || len(name) > 40 || notation.MatchString(name) {
			t.Errorf("%s: a name is %q, among %v", describe(p), name, seen)
		}
		seen[name] = true
	}
	for _, place := range p.Places() {
		if place.Name != "" {
			add(words.Place(p, place.Name))
			if words.Phrase(p, place.Name) == "" {
				t.Errorf("%s: no phrase for %s", describe(p), place.Name)
			}
		}
	}
	for step := range p.Options() {
		if step.Move.Kind == games.Other {
			add(words.Move(step.Move))
		}
	}
}
