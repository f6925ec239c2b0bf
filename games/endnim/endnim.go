package endnim

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"

	"nimatron/games"
)

// The families of this package.
var (
	Family         = &games.Family{ID: "end-nim", Name: "End-Nim"}
	PartizanFamily = &games.Family{ID: "partizan-end-nim", Name: "Partizan End-Nim"}
)

// The variants of this package.
var (
	// Normal is End-Nim in which taking the last counter wins.
	Normal = &games.Variant{
		ID:     "end-nim",
		Name:   "End-Nim",
		Gist:   "Take from either end of a row",
		Family: Family,
		Rules: games.Rules{
			Summary: "Take any number from the pile at either end. Whoever takes the last counter wins.",
			Turn:    turnRule,
			End:     "Whoever takes the last counter of the row wins.",
			Moves:   movesRule,
			Example: "3 5 2",
		},
		Parse:    parser(rules{}),
		Generate: generate,
		Say:      describeMove,
		Words:    endWords,
	}
	// Misere is End-Nim in which taking the last counter loses.
	Misere = Normal.UnderMisere("End-Nim, but the last counter loses",
		"Take any number from the pile at either end. Whoever takes the last counter loses.", "Whoever takes the last counter of the row loses.")
	// Loop is End-Nim that ends when a single pile is left.
	Loop = &games.Variant{
		ID:     "end-nim/loop",
		Name:   "Loop End-Nim",
		Gist:   "Leave a single pile and win",
		Family: Family,
		Rules: games.Rules{
			Summary: "Take any number from the pile at either end. Whoever leaves a single pile wins.",
			Turn:    turnRule,
			End:     "Whoever reduces the row to a single pile wins, however large that pile is.",
			Moves:   movesRule,
			Example: "3 5 2",
		},
		Parse:    parser(rules{loop: true}),
		Generate: generate,
		Say:      describeMove,
		Words:    endWords,
	}
	// Partizan is End-Nim in which each player has one end.
	Partizan = &games.Variant{
		ID:       "partizan-end-nim",
		Name:     "Partizan End-Nim",
		Gist:     "Each player owns one end",
		Family:   PartizanFamily,
		Partizan: true,
		Rules: games.Rules{
			Summary: "Left takes from the left end, Right from the right end. Whoever takes the last counter wins.",
			Turn: "Take at least one counter from the pile at your own end: Left from the leftmost, " +
				"Right from the rightmost. An emptied pile disappears and uncovers its neighbour. " +
				"With one pile left both of you take from it.",
			End: "Whoever takes the last counter of the row wins.",
			Moves: "Left writes `L-2` to take 2 from the left end, Right writes `R-2` to take 2 from the right end. " +
				"`take 2 from left` and `R all` work too.",
			Example: "2 4 1 3",
			Sides:   [2]string{games.Left: "take from the left end", games.Right: "take from the right end"},
		},
		Parse:    parser(rules{partizan: true}),
		Generate: generate,
		Say:      describeMove,
		Words:    endWords,
	}
)

const (
	turnRule  = "Take at least one counter from the leftmost or the rightmost pile. An emptied pile disappears and uncovers its neighbour."
	movesRule = "`L-2` takes 2 from the left end, `R-1` takes 1 from the right end. `left 2`, `take 2 from left` and `R all` work too."
)

type rules struct {
	// loop means that a row of a single pile is over.
	loop     bool
	partizan bool
}

// Row is a position.
type Row struct {
	piles []uint64
	mover games.Side
	rules rules
}

func parser(rules rules) func(string, games.Side) (games.Position, error) {
	return func(text string, first games.Side) (games.Position, error) {
		piles, err := games.ParseRow(text)
		if err != nil {
			return nil, err
		}
		if len(piles) == 0 && rules.loop {
			return nil, games.NoPosition("3 5 2", "a row of Loop End-Nim has at least one pile")
		}
		return &Row{piles: piles, mover: first, rules: rules}, nil
	}
}

// generate returns three to four piles of 1 to 4, four to six of 1 to 7, or six to eight
// of 1 to 9.
func generate(r *rand.Rand, size games.Size) string {
	piles := games.RandomPiles(r, size.Of(3, 4, 6), size.Of(4, 6, 8), size.Of(4, 7, 9))
	return string(games.AppendPiles(nil, piles, -1))
}

// Piles returns the piles from left to right. They must not be changed.
func (r *Row) Piles() []uint64 { return r.piles }

// String returns the piles separated by spaces, "0" for the empty row.
func (r *Row) String() string { return string(r.AppendTo(nil)) }

// AppendTo appends what String returns to dst.
func (r *Row) AppendTo(dst []byte) []byte { return games.AppendPiles(dst, r.piles, -1) }

// Turn returns the mover, who takes the whole decision.
func (r *Row) Turn() games.Turn { return games.Turn{Owner: r.mover, Actor: r.mover} }

// WithTurn returns the same row with owner to move.
func (r *Row) WithTurn(owner games.Side) games.Position {
	other := *r
	other.mover = owner
	return &other
}

// Shape returns the row with its ends in play.
func (r *Row) Shape() games.Shape {
	row := games.Row{Piles: r.piles, Ends: true, Sided: r.rules.partizan, Nominated: -1}
	for _, place := range r.Places() {
		row.Open[sideOf(place.Name)] = true
	}
	return row
}

func describeMove(_ games.Position, m games.Move) games.Said {
	return games.Said{Verb: games.Took, Object: fmt.Sprintf("%d from the %s end", m.Count, games.Side(m.Index))}
}

var endWords = games.Words{
	Kind:   "end",
	Place:  func(_ games.Position, where string) string { return sideOf(where).Name() },
	Phrase: func(_ games.Position, where string) string { return "the " + sideOf(where).String() + " end" },
}

func sideOf(where string) games.Side {
	if where == "R" {
		return games.Right
	}
	return games.Left
}

func (r *Row) pile(e games.Side) uint64 { return r.piles[int(e)*(len(r.piles)-1)] }

var errOver = games.Illegal(nil, "the game is over: nobody can move")

func (r *Row) over() bool { return len(r.piles) == 0 || r.rules.loop && len(r.piles) == 1 }

// canonical returns the end as canonical moves name it. A single pile is at both: it counts as the left one,
// in the partizan game as the player's own.
func (r *Row) canonical(e games.Side) games.Side {
	switch {
	case len(r.piles) > 1:
		return e
	case r.rules.partizan:
		return r.mover
	default:
		return games.Left
	}
}

// Read reads "L-2", "R-1" or a forgiving form of these.
func (r *Row) Read(text string) (games.Move, error) {
	if r.over() {
		return games.Move{}, errOver
	}
	w, ok := games.ReadMove(text)
	if own := r.mover; ok && r.rules.partizan { // a bare number means the player's own end
		if n, err := strconv.ParseUint(w.Where, 10, 64); w.Kind == games.Nominate && !w.Named && err == nil {
			w = games.Written{Kind: games.Dictate, Count: n}
		}
		if w.Kind == games.Dictate {
			w.Kind, w.Where = games.Take, own.String()
		}
	}
	if !ok || w.Kind != games.Take {
		return games.Move{}, games.Illegal(r.examples(), "%s is not a move here: write %s", games.Quote(text), r.asked())
	}
	var e games.Side
	switch w.Where {
	case "l", "left":
		e = games.Left
	case "r", "right":
		e = games.Right
	default:
		return games.Move{}, games.Illegal(r.examples(), "%s is not an end of the row: the left end is `L`, "+
			"the right end is `R`", games.Quote(w.Where))
	}
	if w.All {
		w.Count = r.pile(e)
	}
	return games.TakeEnd(r.canonical(e), w.Count), nil
}

// Play takes from an end.
func (r *Row) Play(m games.Move) (games.Position, error) {
	if r.over() {
		return nil, errOver
	}
	e := sideOf(m.Where)
	if m != games.TakeEnd(r.canonical(e), m.Count) {
		return nil, games.Illegal(r.examples(), "%s is not a move here: write %s", games.Quote(m.String()), r.asked())
	}
	if own := r.mover; r.rules.partizan && e != own {
		return nil, games.Illegal(r.examples(), "%s takes from the %s end only. Take %s", r.mover.Name(), own, games.Range(r.pile(own)))
	}
	if pile := r.pile(e); m.Count == 0 || m.Count > pile {
		return nil, games.Illegal([]games.Move{games.TakeEnd(e, pile)}, "the %s pile has %s: take %s", e, games.Counters(pile), games.Range(pile))
	}
	return r.take(e, m.Count), nil
}

func (r *Row) asked() string {
	if r.rules.partizan {
		return "how many to take from the " + r.mover.String() + " end"
	}
	return "the end and how many to take"
}

func (r *Row) examples() []games.Move {
	if end := r.canonical(r.mover); r.rules.partizan || len(r.piles) == 1 {
		return []games.Move{games.TakeEnd(end, r.pile(end))}
	}
	return []games.Move{games.TakeEnd(games.Left, 1), games.TakeEnd(games.Right, r.pile(games.Right))}
}

func (r *Row) take(e games.Side, count uint64) *Row {
	rest := r.pile(e) - count
	var piles []uint64
	switch {
	case rest > 0:
		piles = slices.Clone(r.piles)
		piles[int(e)*(len(piles)-1)] = rest
	case e == games.Left:
		piles = r.piles[1:]
	default:
		piles = r.piles[:len(r.piles)-1]
	}
	return &Row{piles: piles, mover: r.mover.Other(), rules: r.rules}
}

// Places returns the ends that the mover may take from.
func (r *Row) Places() []games.Place {
	if r.over() {
		return nil
	}
	var places []games.Place
	for _, e := range [...]games.Side{games.Left, games.Right} {
		if r.canonical(e) == e && (!r.rules.partizan || e == r.mover) {
			places = append(places, games.Place{Name: games.TakeEnd(e, 0).Where, Most: r.pile(e)})
		}
	}
	return places
}

// Options yields L-1, R-1, L-2, R-2 and so on, for the ends that the mover may take from.
func (r *Row) Options() iter.Seq[games.Step] {
	places := r.Places()
	return games.Takes(places, func(i int, count uint64) games.Step {
		e := sideOf(places[i].Name)
		return games.Step{Move: games.TakeEnd(e, count), Position: r.take(e, count)}
	})
}
