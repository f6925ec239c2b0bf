package gamestest

import (
	"regexp"
	"slices"
	"sync"
	"testing"

	"nimatron/games"
)

// maxDecisions is more than any game takes from a generated start.
const maxDecisions = 10_000

// playouts plays random games to the end: every game has one, the canonical
// moves lead where they say, and on rows of piles every turn comes closer to it.
func (s *suite) playouts(t *testing.T) {
	for seed := range uint64(50) {
		r := random(seed)
		first := games.Side(seed % 2)
		p := s.parse(t, s.variant.Generate(r), first)
		if owner := p.Turn().Owner; owner != first {
			t.Fatalf("%s to move first, but the turn is %s's", first, owner)
		}
		for n := 0; ; n++ {
			if n == maxDecisions {
				t.Fatalf("seed %d: the game does not end, after %d decisions it stands at %s", seed, n, describe(p))
			}
			step, ok := randomStep(p, r)
			if !ok {
				break
			}
			played, err := p.Play(step.Move)
			if err != nil {
				t.Fatalf("%s: Play(%q): %v", describe(p), step.Move, err)
			}
			if played.Move != step.Move || describe(played.Position) != describe(step.Position) {
				t.Fatalf("%s: Options has %q to %s, Play %q to %s", describe(p),
					step.Move, describe(step.Position), played.Move, describe(played.Position))
			}
			checkCloser(t, p, step.Position)
			p = played.Position
		}
		if _, ok := s.variant.Winner(p); !ok {
			t.Errorf("seed %d: no winner at %s", seed, describe(p))
		}
	}
}

// checkCloser checks that a decision on a row of piles comes closer to the end:
// either a pile is nominated, or piles shrink, disappear or make way for any
// number of smaller ones.
func checkCloser(t *testing.T, before, after games.Position) {
	t.Helper()
	from, ok := before.Picture().(games.Row)
	to, ok2 := after.Picture().(games.Row)
	if !ok || !ok2 {
		return
	}
	if from.Nominated < 0 && to.Nominated >= 0 && slices.Equal(from.Piles, to.Piles) {
		return
	}
	a, b := slices.Sorted(slices.Values(from.Piles)), slices.Sorted(slices.Values(to.Piles))
	slices.Reverse(a)
	slices.Reverse(b)
	if slices.Compare(a, b) <= 0 {
		t.Fatalf("from %s to %s the game comes no closer to its end", describe(before), describe(after))
	}
}

// immutable checks that no play changes a position that somebody holds, even
// when several play from it at once (the race detector watches).
func (s *suite) immutable(t *testing.T) {
	type held struct {
		position games.Position
		text     string
		options  []string
	}
	snapshot := func(p games.Position) held {
		h := held{position: p, text: describe(p)}
		for _, step := range first(p, 50) {
			h.options = append(h.options, step.Move+" to "+describe(step.Position))
		}
		return h
	}
	for seed := range uint64(10) {
		r := random(seed)
		p := s.parse(t, s.variant.Generate(r), games.Right)
		var line []held
		for {
			line = append(line, snapshot(p))
			// Branches that are played and dropped again must leave no trace.
			for _, step := range first(p, 50) {
				if reply, ok := randomStep(step.Position, r); ok {
					randomStep(reply.Position, r)
				}
			}
			step, ok := randomStep(p, r)
			if !ok {
				break
			}
			p = step.Position
		}
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				for _, h := range line {
					for _, step := range first(h.position, 10) {
						if _, err := h.position.Play(step.Move); err != nil {
							t.Errorf("%s: Play(%q): %v", h.text, step.Move, err)
						}
					}
				}
			})
		}
		wait.Wait()
		for _, h := range line {
			if now := snapshot(h.position); now.text != h.text || !slices.Equal(now.options, h.options) {
				t.Fatalf("a position changed from %s to %s, its options from %q to %q", h.text, now.text, h.options, now.options)
			}
		}
	}
}

// number matches the numbers of a notation but not digits in a name.
var number = regexp.MustCompile(`\b[0-9]+\b`)

// lazyOptions replaces every number of the example by the largest there is:
// whoever lists all options of that never comes back.
func (s *suite) lazyOptions(t *testing.T) {
	text := number.ReplaceAllString(s.variant.Rules.Example, "1000000000000000000")
	p := s.parse(t, text, games.Left)
	if p.String() != text {
		t.Errorf("%q prints as %q", text, p)
	}
	for n := 0; n < 3; n++ { // in turns of two half-moves the second one has the numbers
		if games.Over(p) {
			t.Fatalf("%s is over", describe(p))
		}
		steps := first(p, 10)
		var last uint64
		for _, step := range steps {
			if played, err := p.Play(step.Move); err != nil || played.Move != step.Move {
				t.Errorf("%s: Play(%q) = %q, %v", describe(p), step.Move, played.Move, err)
			}
			if w, ok := games.ReadMove(step.Move); ok && (w.Kind == games.Take || w.Kind == games.Dictate) {
				if w.Count < last {
					t.Errorf("%s: %q comes after a move that takes %d", describe(p), step.Move, last)
				}
				last = w.Count
			}
		}
		p = steps[0].Position
	}
}
