package catalog_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// TestKin finds by play which families share boards: boards of both lead to the same lines of play
// with the same winners. Random play from generated starts reaches the boards. Each has at least
// three stacks of at least two counters, because too many games agree on smaller ones. Starts of
// sums are never plain, so sums of single piles and of uncoloured boards are added.
func TestKin(t *testing.T) {
	variants := slices.Clone(catalog.Standard.All())
	for _, id := range []string{"split-nim/-1000", "split-nim/-1", "split-nim/1", "split-nim/1000", "split-nim/-1/misere", "split-nim/1/misere"} {
		v := must.Get(catalog.Standard.Find(id))(t)
		variants = append(variants, v)
	}
	if testing.Short() {
		t.Skip("on few boards too little is shared")
	}
	lines := linesOfPlay{numbers: map[string]int{}, known: map[string]int{}}
	boards := map[int]map[string]string{} // by number and family
	telling := map[int]bool{}             // boards of several large stacks
	draw := rand.New(rand.NewPCG(1, 1))
	for _, v := range variants {
		drawn := testlong.Times(0, 300, 1000)
		if v.Partizan { // few of its boards belong to another game
			drawn *= 4
		}
		for n := range drawn {
			start := v.Generate(draw, games.Small)
			if v.ID == "partizan-sum" && n%4 == 0 {
				start = plainSum(draw)
			}
			p := must.Get(v.Parse(start, games.Left))(t)
			for ; !games.Over(p); p = anyOf(p, draw) {
				if v.LongestPlay(p) > 9 || p.Turn().Decision == games.NumberOnly {
					continue
				}
				number := lines.of(v, p)
				if boards[number] == nil {
					boards[number] = map[string]string{}
				}
				boards[number][v.Family.ID] = v.ID + " " + p.String()
				var s stacks
				p.Shape().Draw(&s)
				telling[number] = telling[number] || len(s) >= 3 && slices.Min(s) >= 2
			}
		}
	}
	shared := map[[2]string]string{}
	for number, tells := range telling {
		if !tells {
			continue
		}
		for one, board := range boards[number] {
			for other, same := range boards[number] {
				shared[[2]string{one, other}] = board + " is " + same
			}
		}
	}
	for _, one := range catalog.Standard.Families() {
		kin := catalog.Kin(one.ID)
		if kin[0] != one.ID {
			t.Errorf("the kin of %s begins with %s", one.ID, kin[0])
		}
		for _, other := range catalog.Standard.Families() {
			example, same := shared[[2]string{one.ID, other.ID}]
			if same != slices.Contains(kin, other.ID) {
				t.Errorf("the kin of %s are %v, but of %s there is the example %q", one.ID, kin, other.ID, example)
			}
		}
	}
	if kin := catalog.Kin("made"); !slices.Equal(kin, []string{"made"}) {
		t.Errorf("the kin of an unknown family are %v", kin)
	}
}

// plainSum returns a partizan sum in which both players have the same moves.
func plainSum(draw *rand.Rand) string {
	pile := func() string { return fmt.Sprint("partizan-end-nim ", 1+draw.IntN(3)) }
	if draw.IntN(2) == 0 {
		return pile() + " + " + pile() + " + " + pile()
	}
	ring := fmt.Sprintf("coloured-depot-nim a=%d b=%d c=%d; *-a a-b b-c c-*", 2+draw.IntN(2), 2+draw.IntN(2), 2+draw.IntN(2))
	if draw.IntN(2) == 0 {
		return ring + " + " + pile()
	}
	return ring + " + partizan-end-nim 0"
}

// anyOf takes one of the first few decisions.
func anyOf(p games.Position, draw *rand.Rand) games.Position {
	var next []games.Position
	for step := range p.Options() {
		if next = append(next, step.Position); len(next) == 9 {
			break
		}
	}
	return next[draw.IntN(len(next))]
}

// linesOfPlay numbers positions. Two positions share a number if the player to decide has equal
// choices in both: options with the same numbers, or an immediate win or loss. Consecutive
// decisions of one player are one choice. So a game in which each player decides for the other
// equals the game with the players swapped.
type linesOfPlay struct {
	numbers map[string]int // by the list of options
	known   map[string]int // by position
}

func (l *linesOfPlay) of(v *games.Variant, p games.Position) int {
	position := fmt.Sprint(v.ID, " ", p.Turn(), " ", p)
	if number, ok := l.known[position]; ok {
		return number
	}
	var options string
	if winner, over := v.Winner(p); over {
		options = fmt.Sprint("wins: ", winner == p.Turn().Actor)
	} else {
		numbers := l.options(v, p)
		slices.Sort(numbers)
		options = fmt.Sprint(slices.Compact(numbers))
	}
	if _, ok := l.numbers[options]; !ok {
		l.numbers[options] = len(l.numbers)
	}
	l.known[position] = l.numbers[options]
	return l.numbers[options]
}

// options returns the numbers of the positions that the deciding player can leave to the other.
func (l *linesOfPlay) options(v *games.Variant, p games.Position) (numbers []int) {
	for step := range p.Options() {
		if next := step.Position; next.Turn().Actor == p.Turn().Actor && !games.Over(next) {
			numbers = append(numbers, l.options(v, next)...)
		} else {
			numbers = append(numbers, l.of(v, next))
		}
	}
	return numbers
}

// stacks are the counters on each stack of a board.
type stacks []uint64

func (s *stacks) add(counters uint64) {
	if counters > 0 {
		*s = append(*s, counters)
	}
}

func (s *stacks) Row(r games.Row) {
	for _, counters := range r.Piles {
		s.add(counters)
	}
}

func (s *stacks) Graph(g games.Graph) {
	for _, v := range g.Vertices {
		s.add(v.Counters)
	}
}

func (s *stacks) Grid(g games.Grid) {
	for _, v := range g.Cells {
		s.add(v.Counters)
	}
}

func (s *stacks) Sum(g games.Sum) {
	for _, part := range g.Parts {
		part.Shape.Draw(s)
	}
}
