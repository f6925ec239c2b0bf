package nim

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"nimatron/games"
)

// The families of this package.
var (
	Family        = &games.Family{ID: "nim", Name: "Nim"}
	ReverseFamily = &games.Family{ID: "reverse-nim", Name: "Reverse Nim"}
)

var (
	// Normal is Nim in which taking the last counter wins.
	Normal = &games.Variant{
		ID:     "nim",
		Name:   "Nim",
		Gist:   "Take from any one pile",
		Family: Family,
		Rules: games.Rules{
			Summary: "Take any number from one pile. Whoever takes the last counter wins.",
			Turn:    "Choose a pile and take at least one counter from it.",
			End:     "Whoever takes the last counter of the board wins.",
			Moves:   takeRule,
			Example: "3 5 7",
		},
		Parse:    parser(rules{q: Unsplit}),
		Generate: generate,
		Say:      games.SayPiles,
		Words:    games.PileWords,
	}
	// Misere is Nim in which taking the last counter loses.
	Misere = Normal.UnderMisere("Nim, but the last counter loses",
		"Take any number from one pile. Whoever takes the last counter loses.", "Whoever takes the last counter of the board loses.")
)

const takeRule = "`2-3` takes 3 from pile 2. `take 3 from 2` and `2 all` work too. " +
	"An emptied pile stays as `0`, so the others keep their numbers."

type rules struct {
	// pileReversed and numberReversed give that decision of a turn to the opponent.
	pileReversed, numberReversed bool
	// q is added to a pile before it is split.
	q int64
	// most bounds what a move takes; 0 in a variant means no bound, on a board no move. With doubling a move
	// takes at most twice what the last one took, and the first not the whole pile.
	most              uint64
	doubling, opening bool
}

func (r rules) shared() bool { return r.pileReversed != r.numberReversed }

// Board is a position. Between the two half-moves of a turn a pile is nominated.
type Board struct {
	piles     []uint64
	owner     games.Side
	rules     rules
	nominated int
}

func parser(r rules) func(string, games.Side) (games.Position, error) {
	if r.most == 0 {
		r.most = games.MaxPile
	}
	return func(text string, first games.Side) (games.Position, error) {
		piles, nominated, err := games.ParsePiles(text)
		if err != nil {
			return nil, err
		}
		if nominated >= 0 && !r.shared() {
			return nil, games.NoPosition("3 5 2", "in this game one player takes both decisions, so no pile is named: "+
				"write the piles without brackets")
		}
		return &Board{piles: piles, owner: first, rules: r, nominated: nominated}, nil
	}
}

// generate returns three piles of 1 to 5, three to five of 1 to 9, or five to six of 1
// to 11.
func generate(r *rand.Rand, size games.Size) string {
	piles := games.RandomPiles(r, size.Of(3, 3, 5), size.Of(3, 5, 6), size.Of(5, 9, 11))
	return string(games.AppendPiles(nil, piles, -1))
}

// generateReverse returns three to four piles of 1 to 4, three to six of 1 to 6, or six to eight of
// 1 to 5. About a third are 1, in large starts half: the number of ones decides these games.
func generateReverse(r *rand.Rand, size games.Size) string {
	least, most := size.Of(3, 3, 6), size.Of(4, 6, 8)
	piles := make([]uint64, least+r.IntN(most-least+1))
	for i := range piles {
		piles[i] = 1
		if r.IntN(6) >= size.Of(2, 2, 3) {
			piles[i] = 2 + r.Uint64N(uint64(size.Of(3, 5, 4)))
		}
	}
	return string(games.AppendPiles(nil, piles, -1))
}

func longestShared(p games.Position) uint64 {
	b := p.(*Board)
	var n uint64
	for _, pile := range b.piles {
		n += 2 * pile // overflows from ten piles of 10^18 on
		if n < 2*pile {
			return math.MaxUint64
		}
	}
	if b.nominated >= 0 {
		n--
	}
	return n
}

// Piles returns the piles in order, emptied ones as 0; none if the game is over. They must not be
// changed.
func (b *Board) Piles() []uint64 { return b.piles }

// Nominated returns the index of the nominated pile, or -1.
func (b *Board) Nominated() int { return b.nominated }

// String returns the piles apart by spaces with the nominated one in brackets,
// "0" for the empty board.
func (b *Board) String() string { return string(b.AppendTo(nil)) }

// AppendTo appends what String returns to dst.
func (b *Board) AppendTo(dst []byte) []byte {
	dst = games.AppendPiles(dst, b.piles, b.nominated)
	if b.rules.doubling && !b.rules.opening && len(b.piles) > 0 {
		dst = strconv.AppendUint(append(dst, " | "...), b.rules.most, 10)
	}
	return dst
}

// Turn returns the owner of the turn, the player who decides next, and the decision.
func (b *Board) Turn() games.Turn {
	turn := games.Turn{Owner: b.owner, Actor: b.owner}
	reversed := b.rules.pileReversed
	switch {
	case b.nominated >= 0:
		reversed = b.rules.numberReversed
		turn.Decision = games.NumberOnly
	case b.rules.shared():
		turn.Decision = games.PlaceOnly
	}
	if reversed {
		turn.Actor = b.owner.Other()
	}
	return turn
}

// WithTurn returns the same board, with the same pile nominated, in owner's turn.
func (b *Board) WithTurn(owner games.Side) games.Position {
	other := *b
	other.owner = owner
	return &other
}

// Shape returns the piles with their numbers.
func (b *Board) Shape() games.Shape {
	row := games.Row{Piles: b.piles, Nominated: b.nominated}
	if b.Bounded() {
		row.Most = b.rules.most
	}
	return row
}

func (b *Board) moveKind() games.MoveKind {
	switch {
	case b.nominated >= 0:
		return games.Dictate
	case b.rules.shared():
		return games.Nominate
	default:
		return games.Take
	}
}

var errOver = games.Illegal(nil, "the game is over: there is nothing left to take")

// lone returns the pile that a bare number is about, or -1.
func (b *Board) lone() int {
	if b.Bounded() && len(games.Filled(b.piles)) == 1 {
		return games.FirstPile(b.piles)
	}
	return b.nominated
}

// Read reads "2-3" if one player takes both decisions, else "2", which nominates a pile, and "-3",
// which dictates the number. "2=3+4" splits a pile. With a bound and one pile left "3" takes 3.
func (b *Board) Read(text string) (games.Move, error) {
	if b.over() {
		return games.Move{}, errOver
	}
	w, ok := games.ReadMove(text)
	if lone := b.lone(); lone >= 0 {
		if n, err := strconv.ParseUint(w.Where, 10, 64); err == nil && w.Kind == games.Nominate && !w.Named {
			w = games.Written{Kind: games.Dictate, Count: n}
		}
		if b.nominated < 0 && w.Kind == games.Dictate {
			w.Kind, w.Where = games.Take, games.PileName(lone)
		}
	}
	if !ok || !b.allows(w.Kind) {
		return games.Move{}, b.noMove(text)
	}
	i, err := b.pile(w.Where)
	if err != nil {
		return games.Move{}, err
	}
	if w.All {
		w.Count = b.piles[i]
	}
	if w.Kind == games.Split {
		return b.readSplit(i, w.Parts), nil
	}
	return b.move(i, w.Count), nil
}

func (b *Board) allows(kind games.MoveKind) bool {
	return kind == b.moveKind() || kind == games.Split && b.rules.q != Unsplit
}

func (b *Board) noMove(text string) error {
	such, expected := b.expected()
	if b.moveKind() == games.Take {
		return games.Illegal(such, "%s is not a move here: %s", games.Quote(text), expected)
	}
	return games.Illegal(such, "%s: %s", games.Quote(text), expected)
}

func (b *Board) move(i int, count uint64) games.Move {
	switch kind := b.moveKind(); kind {
	case games.Nominate:
		return games.NominatePile(i)
	case games.Dictate:
		return games.Move{Kind: kind, Count: count}
	default:
		return games.TakePile(i, count)
	}
}

// Play makes the due decision.
func (b *Board) Play(m games.Move) (games.Position, error) {
	switch {
	case b.over():
		return nil, errOver
	case !b.allows(m.Kind):
		return nil, b.noMove(m.String())
	}
	i := int(m.Index)
	if b.nominated >= 0 {
		i = b.nominated
	}
	if i < 0 || i >= len(b.piles) || m != b.move(i, m.Count) && m != games.SplitPile(i, m.Parts[0], m.Parts[1]) {
		return nil, b.noMove(m.String())
	}
	pile := b.piles[i]
	switch {
	case pile == 0:
		first := games.FirstPile(b.piles)
		such := []games.Move{b.move(first, b.reach(b.piles[first]))}
		return nil, games.Illegal(such, "pile %d is empty: choose pile %s", i+1, games.PileNumbers(b.piles))
	case m.Kind == games.Nominate:
		return b.nominate(i), nil
	case m.Kind == games.Split:
		if err := b.checkSplit(i, m.Parts[0], m.Parts[1]); err != nil {
			return nil, err
		}
		return b.split(i, m.Parts[0], m.Parts[1]), nil
	case m.Count == 0 || m.Count > b.reach(pile):
		return nil, b.outOfReach(i)
	}
	return b.take(i, m.Count), nil
}

// expected describes the due decision, with examples.
func (b *Board) expected() (such []games.Move, what string) {
	first := games.FirstPile(b.piles)
	switch {
	case b.nominated >= 0:
		n := b.piles[b.nominated]
		what = fmt.Sprintf("pile %d is named and has %s: say how many to take, %s", b.nominated+1, games.Counters(n), games.Range(n))
		return []games.Move{b.move(b.nominated, 1)}, what
	case b.lone() >= 0:
		return nil, fmt.Sprintf("say how many to take, %s, such as `take 1`", games.Range(b.reach(b.piles[b.lone()])))
	case b.rules.shared() && len(games.Filled(b.piles)) == 1:
		return []games.Move{b.move(first, 0)}, "first name the pile that is left"
	case b.rules.shared():
		return []games.Move{b.move(first, 0)}, "first name a pile by its number, " + games.PileNumbers(b.piles)
	}
	such = []games.Move{b.move(first, b.reach(b.piles[first]))}
	what = "write the pile's number, " + games.PileNumbers(b.piles) + ", and how many to take"
	for i, pile := range b.piles {
		if sum, least, ok := Parts(pile, b.rules.q); ok {
			return append(such, games.SplitPile(i, least, sum-least)), what
		}
	}
	return such, what
}

func (b *Board) pile(where string) (int, error) {
	if b.nominated >= 0 {
		return b.nominated, nil
	}
	return games.FindPile(where, len(b.piles))
}

func (b *Board) nominate(i int) *Board {
	next := *b
	next.nominated = i
	return &next
}

func (b *Board) take(i int, count uint64) *Board {
	piles := slices.Clone(b.piles)
	piles[i] -= count
	next := b.after(games.PilesAfter(piles))
	if b.rules.doubling {
		next.rules.opening, next.rules.most = false, min(2*count, piles[i])
	}
	return next
}

func (b *Board) after(piles []uint64) *Board {
	return &Board{piles: piles, owner: b.owner.Other(), rules: b.rules, nominated: -1}
}

// Places returns the piles that are not empty, with their splits, or the nominated one without its
// name.
func (b *Board) Places() []games.Place {
	if b.nominated >= 0 {
		return []games.Place{{Most: b.piles[b.nominated]}}
	}
	places := make([]games.Place, 0, len(b.piles))
	for i, pile := range b.piles {
		if most := b.reach(pile); most > 0 {
			sum, least, _ := Parts(pile, b.rules.q)
			place := games.Place{Name: games.PileName(i), Most: most, Sum: sum, Least: least}
			if most < pile {
				place.Size = pile
			}
			places = append(places, place)
		}
	}
	return places
}

// Options yields the nominations in order. Or it yields for k = 1, 2, 3 … the removals of k counters
// and the splits with the k-th smallest part, so that both kinds come early.
func (b *Board) Options() iter.Seq[games.Step] {
	return func(yield func(games.Step) bool) {
		if b.moveKind() == games.Nominate {
			for i, pile := range b.piles {
				if pile > 0 && !yield(games.Step{Move: b.move(i, 0), Position: b.nominate(i)}) {
					return
				}
			}
			return
		}
		for k, found := uint64(0), true; found; k++ {
			found = false
			for i, pile := range b.piles {
				if k >= b.reach(pile) || b.nominated >= 0 && i != b.nominated {
					continue
				}
				found = true
				if !yield(games.Step{Move: b.move(i, k+1), Position: b.take(i, k+1)}) {
					return
				}
			}
			for i, pile := range b.piles {
				sum, least, ok := Parts(pile, b.rules.q)
				if !ok || least+k > sum/2 {
					continue
				}
				found = true
				small, large := least+k, sum-least-k
				if !yield(games.Step{Move: games.SplitPile(i, small, large), Position: b.split(i, small, large)}) {
					return
				}
			}
		}
	}
}
