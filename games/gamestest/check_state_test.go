package gamestest

import (
	"regexp"
	"slices"
	"sync"
	"testing"

	"nimatron/games"
	"nimatron/internal/testlong"
)

// maxDecisions exceeds the length of any game from a generated start.
const maxDecisions = 10_000

// ends checks that no play from the small boards returns to an earlier state, so that every game
// ends.
func (s *suite) ends(t *testing.T) {
	const (
		open   = 1 // in progress: a play that returns here would be a cycle
		closed = 2
	)
	mark := map[State]int{}
	var visit func(state State) bool
	visit = func(state State) bool {
		switch mark[state] {
		case open:
			t.Errorf("play can come back to %q", state.Position)
			return false
		case closed:
			return true
		}
		mark[state] = open
		for _, o := range s.oracle.Options(state) {
			if !visit(o.State) {
				return false
			}
		}
		mark[state] = closed
		return true
	}
	for _, start := range s.oracle.SmallStarts(s.variant, 3, 4) {
		for _, owner := range []games.Side{games.Left, games.Right} {
			if !visit(State{start, owner}) {
				return
			}
		}
	}
}

// playouts plays random games to the end, from starts of usual sizes. Every game ends, never
// returns to an earlier state, and allows exactly the legal moves.
func (s *suite) playouts(t *testing.T) {
	for seed := range uint64(testlong.Times(3, 3, 50)) {
		r := random(seed)
		first := games.Side(seed % 2)
		p := s.parse(t, s.variant.Generate(r, games.Sizes[seed%3]), first)
		if owner := p.Turn().Owner; owner != first {
			t.Fatalf("%s to move first, but the turn is %s's", first, owner)
		}
		visited := map[string]bool{}
		for n := 0; ; n++ {
			if n == maxDecisions {
				t.Fatalf("seed %d: the game does not end, after %d decisions it stands at %s", seed, n, describe(p))
			}
			if visited[describe(p)] {
				t.Fatalf("seed %d: the game comes back to %s", seed, describe(p))
			}
			visited[describe(p)] = true
			if s.checkOptions(t, p, s.oracle.Options(stateOf(p))); t.Failed() {
				return
			}
			s.checkLongest(t, p)
			step, ok := randomStep(p, r)
			if !ok {
				break
			}
			p = step.Position
		}
		if _, ok := s.variant.Winner(p); !ok {
			t.Errorf("seed %d: no winner at %s", seed, describe(p))
		}
	}
}

// checkLongest checks that every decision lowers LongestPlay, so that it is a bound and games end.
func (s *suite) checkLongest(t *testing.T, p games.Position) {
	t.Helper()
	longest := s.variant.LongestPlay(p)
	for _, step := range first(p, 100) {
		if left := s.variant.LongestPlay(step.Position); left >= longest {
			t.Errorf("%s: at most %d decisions are left, and after %q still %d", describe(p), longest, step.Move, left)
		}
	}
}

// immutable checks that playing a move never changes the previous position, even concurrently (for
// the race detector).
func (s *suite) immutable(t *testing.T) {
	type held struct {
		position games.Position
		text     string
		options  []string
	}
	snapshot := func(p games.Position) held {
		h := held{position: p, text: describe(p)}
		for _, step := range first(p, 50) {
			h.options = append(h.options, step.Move.String()+" to "+describe(step.Position))
		}
		return h
	}
	for seed := range uint64(testlong.Times(2, 2, 10)) {
		r := random(seed)
		p := s.parse(t, s.variant.Generate(r, games.Medium), games.Right)
		var line []held
		for {
			line = append(line, snapshot(p))
			// Branches that are played and dropped must leave no trace.
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

// checkWithTurn checks that WithTurn gives the same position as parsing its notation with that
// turn.
func (s *suite) checkWithTurn(t *testing.T, p games.Position) {
	t.Helper()
	before := describe(p)
	for _, owner := range []games.Side{games.Left, games.Right} {
		got, want := p.WithTurn(owner), s.parse(t, p.String(), owner)
		if describe(got) != describe(want) || got.Turn() != want.Turn() {
			t.Errorf("%s with %s's turn is %s, want %s", before, owner, describe(got), describe(want))
			continue
		}
		if a, b := first(got, 50), first(want, 50); !slices.EqualFunc(a, b, sameStep) {
			t.Errorf("%s with %s's turn has the options %v, want %v", before, owner, a, b)
		}
	}
	if describe(p) != before {
		t.Errorf("WithTurn changed %s to %s", before, describe(p))
	}
}

func sameStep(a, b games.Step) bool {
	return a.Move == b.Move && describe(a.Position) == describe(b.Position)
}

// number matches the numbers of a notation but not digits in a name.
var number = regexp.MustCompile(`\b[0-9]+\b`)

// lazyOptions replaces every number of the example by the largest possible one. Listing all options
// of that position would never end.
func (s *suite) lazyOptions(t *testing.T) {
	text := number.ReplaceAllString(s.variant.Rules.Example, "1000000000000000000")
	p, err := s.variant.Parse(text, games.Left)
	if err != nil && !s.named {
		t.Skipf("%q is not for this game: %v", text, err)
	}
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	if p.String() != text {
		t.Errorf("%q prints as %q", text, p)
	}
	for n := 0; n < 3 && !games.Over(p); n++ { // in turns of two half-moves the second one has the numbers
		steps := first(p, 10)
		for _, step := range steps {
			s.checkStep(t, p, step)
		}
		fewestFirst(t, p, steps)
		p = steps[0].Position
	}
	small := s.parse(t, s.variant.Rules.Example, games.Left)
	fewestFirst(t, small, first(small, 1000))
}

// fewestFirst checks that moves are in the order of the counters that they take.
func fewestFirst(t *testing.T, p games.Position, steps []games.Step) {
	t.Helper()
	var last uint64
	for _, step := range steps {
		if kind := step.Move.Kind; kind == games.Take || kind == games.Dictate {
			if step.Move.Count < last {
				t.Errorf("%s: %q comes after a move that takes %d", describe(p), step.Move, last)
			}
			last = step.Move.Count
		}
	}
}
