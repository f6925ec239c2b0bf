package rows

import (
	"fmt"
	"slices"

	"nimatron/games"
	"nimatron/games/endnim"
)

// AnswerKind says what an Answer does to the pile that it cuts.
type AnswerKind uint8

// The kinds of an answer.
const (
	// AnswerOver needs no answer: the move has ended the game, and lost it.
	AnswerOver AnswerKind = iota
	// AnswerLeave cuts the pile to K counters, which is to clear it away if K is 0.
	AnswerLeave
	// AnswerShift cuts the pile to as many as the move has left, plus K.
	AnswerShift
)

// String returns "over", "leave" or "shift".
func (k AnswerKind) String() string { return [...]string{"over", "leave", "shift"}[k] }

// Answer is how to answer some of the moves on one end of a lost row, so that the row is
// lost again for whoever made the move.
type Answer struct {
	// Least and Most bound what the move leaves of its pile; 0 is nothing.
	Least, Most uint64
	// End is the end that is cut, "L" or "R", of the row that the move has left; empty
	// if Kind is AnswerOver.
	End  string
	Kind AnswerKind
	// K is from 0 on for AnswerLeave, and -1, 0 or 1 for AnswerShift.
	K int64
}

// MarshalJSON writes the answer as certificates have it, [least,most,end,kind,k].
func (a Answer) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `[%d,%d,"%s","%s",%d]`, a.Least, a.Most, a.End, a.Kind, a.K), nil
}

// Answers returns how every move of a lost row is answered, by what the move leaves of
// the left and of the right pile, fewest first: at most five for either end. With a
// single pile all moves are those of the left end. There are none if the game is over
// or the row is not lost.
func Answers(v *games.Variant, row *endnim.Row) (left, right []Answer) {
	g, piles := gameOf(v), row.Piles()
	if g.over(len(piles)) || !g.lost(rowOf(piles)) {
		return nil, nil
	}
	left = g.answersOnLeft(piles)
	if len(piles) == 1 {
		return left, nil
	}
	mirrored := slices.Clone(piles)
	slices.Reverse(mirrored)
	right = g.answersOnLeft(mirrored)
	for i, r := range right {
		switch r.End {
		case "L":
			right[i].End = "R"
		case "R":
			right[i].End = "L"
		}
	}
	return left, right
}

// answersOnLeft answers the moves on the left end.
//
// By Lemma 8 of docs/theory.md a pile x that is left has, unless x·w is lost itself, one
// pile at the other end with which x·w·y is lost; y − x is -1, 0 or 1 and changes only
// beside the piles next to the ends. So it is enough to look at these sizes, and at one
// between two of them for all that are there.
func (g game) answersOnLeft(piles []uint64) []Answer {
	end := len(piles) - 1
	points := []uint64{0, 1, piles[0]}
	for _, beside := range []uint64{piles[min(1, end)], piles[max(0, end-1)]} {
		points = append(points, beside-1, beside, beside+1)
	}
	slices.Sort(points)
	points = slices.Compact(points)
	scratch := slices.Clone(piles)
	var answers []Answer
	add := func(least, most uint64) {
		r := g.answerTo(scratch, least)
		last := len(answers) - 1
		if last >= 0 && answers[last].End == r.End && answers[last].Kind == r.Kind && answers[last].K == r.K {
			answers[last].Most = most
			return
		}
		r.Least, r.Most = least, most
		answers = append(answers, r)
	}
	for i, x := range points {
		if x == piles[0] {
			break
		}
		add(x, x)
		if x+1 < points[i+1] {
			add(x+1, points[i+1]-1)
		}
	}
	return answers
}

// answerTo answers the move that leaves x of the left pile, and may change that pile.
func (g game) answerTo(piles []uint64, x uint64) Answer {
	piles[0] = x
	if x == 0 {
		piles = piles[1:]
	}
	if g.over(len(piles)) {
		return Answer{Kind: AnswerOver}
	}
	far := piles[len(piles)-1]
	for _, k := range [...]int64{0, -1, 1} {
		y := x + uint64(k)
		if (x > 0 || k == 0) && y < far && g.lost(after(piles, false, y)) {
			return Answer{End: "R", Kind: AnswerShift, K: k}
		}
	}
	if x > 0 { // x·w is lost: only one x is
		return Answer{End: "R", Kind: AnswerLeave}
	}
	var buf [maxEndMoves]endMove
	move := g.winningEnds(buf[:0], piles)[0]
	if move.left {
		return Answer{End: "L", Kind: AnswerLeave, K: int64(piles[0] - move.count)}
	}
	return Answer{End: "R", Kind: AnswerLeave, K: int64(far - move.count)}
}
