package partizan

import (
	"context"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

// Family is the theory of Partizan End-Nim.
var Family = &theory.Family{
	Theorem:   EndNim{},
	Statement: func(*games.Variant) string { return statement },
	Source: func(*games.Variant) string {
		return "Albert and Nowakowski, The game of End-Nim, 2001; " + theory.Proved("Theorem 18")
	},
	Look: func(games.Move) string {
		return "Is it time to wait by taking 1, or to take your whole pile? You take the whole pile when your " +
			"opponent's end pile is too small to hold out against the piles between."
	},
	Certificate: certificate,
	Worth:       worth,
}

// EndNim decides Partizan End-Nim by Theorem 18 and Corollary 19 of docs/theory/theory.md (Albert and
// Nowakowski 2001).
//
// A row of two or more piles is a·w·b, with a at Left's end and b at Right's. The middle w
// matters only through two numbers, L*(w) and R*(w). Left wins moving first if and only if
// a ≥ L*(wb), which follows from them and b; Right if b ≥ R*(aw).
type EndNim struct{}

type rowView struct {
	own, far         uint64
	needed, farNeeds Threshold // L*(w) and R*(w) for Left, swapped for Right
}

func rowViewOf(piles []uint64, side games.Side) rowView {
	end := len(piles) - 1
	w := needsOf(piles[1:end])
	if side == games.Left {
		return rowView{piles[0], piles[end], w.left, w.right}
	}
	return rowView{piles[end], piles[0], w.right, w.left}
}

func (v rowView) toWin() Threshold { return needAgainst(v.far, v.farNeeds, v.needed) }

// takes is a set of winning moves: any number from 1 to upTo, or all.
type takes struct {
	upTo uint64
	all  uint64 // the pile, or 0 if taking it whole does not win
}

// takes returns the winning moves of the player: Corollary 19 of docs/theory/theory.md.
//
// A move wins unless the opponent, moving first, wins what it leaves. Let Left move. Taking the
// whole pile leaves w·b, which wins if b < R*(w). Leaving s gives s·w·b, which wins if b < R*(sw).
// R*(sw) is 1 for s < L*(w), else s − L*(w) + R*(w) + 1. So s wins from L*(w) on if b < R*(w), else
// from L*(wb) − 1 on. A player who can win can therefore do so by taking one counter or the whole
// pile.
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

func (t takes) any() bool { return t.upTo > 0 || t.all > 0 }

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

func (EndNim) Wins(_ *games.Variant, p games.Position) bool {
	return takesOf(p.(*endnim.Row).Piles(), p.Turn().Actor).any()
}

func (EndNim) Winning(_ *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool) {
	side := p.Turn().Actor
	return takesOf(p.(*endnim.Row).Piles(), side).list(side, limit)
}

// Grundy is unknown: partizan games have no Grundy values.
func (EndNim) Grundy(context.Context, *games.Variant, games.Position, int) (uint64, bool) {
	return 0, false
}

func certificate(_ context.Context, c theory.Certificate, _ *games.Variant, p games.Position) (any, error) {
	piles := p.(*endnim.Row).Piles()
	if len(piles) < 2 {
		return c, nil
	}
	end := len(piles) - 1
	needs := needsOf(piles[1:end])
	worked := struct {
		theory.Certificate
		Needs struct{ L, R jsonline.Raw } `json:"needs"`
		Spare [2]jsonline.Raw             `json:"spare"`
	}{Certificate: c}
	worked.Needs.L, worked.Needs.R = jsonline.Digits(nil, needs.left.String()), jsonline.Digits(nil, needs.right.String())
	worked.Spare = [2]jsonline.Raw{spareOf(piles[0], needs.left), spareOf(piles[end], needs.right)}
	return worked, nil
}

func spareOf(pile uint64, need Threshold) jsonline.Raw {
	if spare, met := need.spare(pile); met {
		return jsonline.Uint(nil, spare)
	}
	return jsonline.Digits(nil, "-"+need.missing(pile).String())
}
