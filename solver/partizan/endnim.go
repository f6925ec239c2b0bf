package partizan

import (
	"context"
	"strconv"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

// Family is what is known of Partizan End-Nim.
var Family = &theory.Family{
	Theorem:   EndNim{},
	Statement: func(*games.Variant) string { return statement },
	Source:    func(*games.Variant) string { return "Albert and Nowakowski, The game of End-Nim, 2001" },
	Look: func(games.Move) string {
		return "Is it time to wait by taking 1, or to take your whole pile? You take the whole pile when your opponent's end pile is too small to hold out against the piles between."
	},
	Certificate: certificate,
	Worth:       worth,
}

// EndNim is the theory of Partizan End-Nim: what Albert and Nowakowski 2001 prove,
// Theorem 18 and Corollary 19 of docs/theory.md.
//
// A row of two or more piles is a·w·b, with a at Left's end and b at Right's. All
// that counts of w is what it needs, L*(w) and R*(w): Left wins moving first if
// and only if a is at least L*(wb), which follows from these two and b, and Right
// if b is at least R*(aw).
type EndNim struct{}

// rowView is a row a·w·b as one of the players sees it.
type rowView struct {
	own, far         uint64    // the piles at the ends of the player and of the opponent
	needed, farNeeds Threshold // what w needs of the one and of the other: L*(w) and R*(w) for Left
}

// rowViewOf returns the view of side on a row of two or more piles.
func rowViewOf(piles []uint64, side games.Side) rowView {
	end := len(piles) - 1
	w := needsOf(piles[1:end])
	if side == games.Left {
		return rowView{piles[0], piles[end], w.left, w.right}
	}
	return rowView{piles[end], piles[0], w.right, w.left}
}

// toWin returns the least own pile with which the player wins moving first: L*(wb)
// for Left, R*(aw) for Right.
func (v rowView) toWin() Threshold { return needAgainst(v.far, v.farNeeds, v.needed) }

// takes is a set of winning moves: to take any number from 1 to upTo, or all.
type takes struct {
	upTo uint64 // less than the pile
	all  uint64 // the pile, or 0 if taking it whole does not win
}

// takes returns the winning moves of the player: Corollary 19 of docs/theory.md.
//
// A move wins if what it leaves is not won by the opponent moving first. For Left
// taking the whole pile leaves w·b, which Right does not win if b < R*(w). Leaving
// s of it, s·w·b, wins if b < R*(sw); since R*(sw) is 1 for s < L*(w) and else
// s − L*(w) + R*(w) + 1, that is from s = L*(w) on, and b − R*(w) more if b meets
// R*(w): then from L*(wb) − 1 on. So whoever can win can do it by taking one
// counter or the whole pile.
func (v rowView) takes() takes {
	var t takes
	if v.farNeeds.metBy(v.far) {
		if spare, met := v.toWin().spare(v.own); met {
			t.upTo = spare + 1
		}
		return t
	}
	t.all = v.own
	if spare, met := v.needed.spare(v.own); met {
		t.upTo = spare
	}
	return t
}

// takesOf returns the winning moves of side on any row.
func takesOf(piles []uint64, side games.Side) takes {
	switch len(piles) {
	case 0:
		return takes{}
	case 1:
		return takes{all: piles[0]}
	default:
		return rowViewOf(piles, side).takes()
	}
}

// any reports whether there is a winning move.
func (t takes) any() bool { return t.upTo > 0 || t.all > 0 }

// list returns the first moves of side, fewest counters first, at most limit, and
// says whether these are all.
func (t takes) list(side games.Side, limit int) (moves []games.Move, complete bool) {
	total := t.upTo
	if t.all > 0 {
		total++
	}
	if total == 0 {
		return nil, true
	}
	moves = make([]games.Move, min(total, uint64(limit)))
	for i := range moves {
		count := uint64(i) + 1
		if count > t.upTo {
			count = t.all
		}
		moves[i] = games.TakeEnd(side, count)
	}
	return moves, total <= uint64(limit)
}

// Wins reports whether the player to move wins.
func (EndNim) Wins(_ *games.Variant, p games.Position) bool {
	return takesOf(p.(*endnim.Row).Piles(), p.Turn().Actor).any()
}

// Winning lists the winning moves, fewest counters first.
func (EndNim) Winning(_ *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool) {
	side := p.Turn().Actor
	return takesOf(p.(*endnim.Row).Piles(), side).list(side, limit)
}

// Grundy knows nothing: partizan games have no Grundy values.
func (EndNim) Grundy(context.Context, *games.Variant, games.Position, int) (uint64, bool) {
	return 0, false
}

// certificate says what the row between the ends needs, and what the ends have to spare.
func certificate(c theory.Certificate, _ *games.Variant, p games.Position) any {
	piles := p.(*endnim.Row).Piles()
	if len(piles) < 2 {
		return c
	}
	end := len(piles) - 1
	needs := needsOf(piles[1:end])
	worked := struct {
		theory.Certificate
		Needs struct{ L, R jsonline.Raw } `json:"needs"`
		Spare [2]jsonline.Raw             `json:"spare"`
	}{Certificate: c}
	worked.Needs.L, worked.Needs.R = needs.left.appendTo(nil), needs.right.appendTo(nil)
	worked.Spare = [2]jsonline.Raw{spareOf(piles[0], needs.left), spareOf(piles[end], needs.right)}
	return worked
}

// spareOf returns pile less need, which can be of 70 bits.
func spareOf(pile uint64, need Threshold) []byte {
	if spare, met := need.spare(pile); met {
		return strconv.AppendUint(nil, spare, 10)
	}
	return need.missing(pile).appendTo([]byte{'-'})
}
