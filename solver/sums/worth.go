package sums

import (
	"context"
	"fmt"
	"slices"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/games/sum"
	"nimatron/solver/splits"
	"nimatron/solver/theory"
)

const (
	// partCells bounds the tables for one part's worth by default, optionCells those for the worths
	// of all its options.
	partCells, optionCells = 1 << 22, 1 << 24
	// listedOptions bounds the listed moves of a part; beyond it only some are tried.
	listedOptions = 4096
)

// worth is the Nim pile that a part is worth; in misère play by Theorem 1a of docs/theory/theory.md.
type worth struct {
	value uint64
	// fickle means that in misère play the part acts as no pile or one pile of 1. Firm parts can be
	// worth 0 or 1 too.
	fickle bool
	known  bool
}

type worths map[string]worth

// total is the nim-sum of parts; unknown parts must cancel.
type total struct {
	nimSum uint64
	firm   bool // some part is not fickle
}

func (t total) and(w worth) total { return total{t.nimSum ^ w.value, t.firm || !w.fickle} }

func (t total) lost(ending games.Ending) bool {
	return t.nimSum == 0 && (t.firm || ending == games.Normal) || t.nimSum == 1 && !t.firm && ending == games.Misere
}

func (b *prover) worth(ctx context.Context, part sum.Part, cells int) (worth, error) {
	text := part.String()
	w, ok := b.worths[text]
	if !ok {
		w, ok = theory.Kept(ctx, func() worths { return worths{} })[text]
	}
	if ok {
		b.worths[text] = w
		return w, nil
	}
	b.Owed += knownBytes + len(text)
	if err := b.Pay(ctx); err != nil {
		return worth{}, err
	}
	v := part.Variant
	if b.variant.Ending == games.Misere { // all boards are tame (Theorem 38 of docs/theory/values.md)
		w.fickle = b.of(v).Fickle(part.Position)
		v = v.Normal
	}
	if w.known = games.Over(part.Position); !w.known {
		value, err := b.asked(v).Value(ctx, v, part.Position, cells)
		if err != nil {
			return worth{}, err
		}
		w.value, w.known = value.Grundy, value.Known
	}
	b.worths[text] = w
	if w.known {
		theory.Kept(ctx, func() worths { return worths{} })[text] = w
	}
	return w, nil
}

// byGrundySum decides an impartial sum by its parts' worths. Under normal play equal parts cancel, so
// their worths may be unknown. For a last unknown part it may suffice whether it is 0.
func (b *prover) byGrundySum(ctx context.Context, live []sum.Part) (won, ok bool, err error) {
	if b.variant.Ending == games.Normal {
		live = cancelled(live)
	}
	within := theory.Half(ctx) // the other half is for the search
	var all total
	var unknown []sum.Part
	for _, part := range live {
		w, err := b.worth(within, part, partCells)
		switch {
		case err != nil:
			return false, false, unlessSpent(err)
		case w.known:
			all = all.and(w)
		default:
			unknown = append(unknown, part)
		}
	}
	switch {
	case len(unknown) == 0:
		return !all.lost(b.variant.Ending), true, nil
	case len(unknown) == 1 && all.nimSum == 0 && b.variant.Ending == games.Normal:
		won, err = b.asked(unknown[0].Variant).Wins(ctx, unknown[0].Variant, unknown[0].Position)
		return won, err == nil, unlessSpent(err)
	}
	return false, false, nil
}

func cancelled(parts []sum.Part) (rest []sum.Part) {
	odd := map[string]bool{}
	for _, part := range parts {
		odd[part.String()] = !odd[part.String()]
	}
	for _, part := range parts {
		if text := part.String(); odd[text] {
			odd[text] = false
			rest = append(rest, part)
		}
	}
	return rest
}

// winningByGrundySum returns the moves on each part that leave a lost sum. It leaves out those for which half of
// the budget that is left is too small: a move on another part may win as well.
func (b *prover) winningByGrundySum(ctx context.Context, p *sum.Position, limit int) (moves []games.Move, complete bool, err error) {
	complete = true
	for i, part := range p.Parts() {
		var others total
		var unknown []sum.Part
		for k, other := range p.Parts() {
			if k == i {
				continue
			}
			w, err := b.worth(ctx, other, partCells)
			if err != nil {
				return moves, false, err
			}
			if others = others.and(w); !w.known {
				unknown = append(unknown, other)
			}
		}
		if len(cancelled(unknown)) > 0 {
			complete = false
			continue
		}
		within := ctx
		if i+1 < len(p.Parts()) {
			within = theory.Half(ctx)
		}
		found, all, err := b.leaving(within, part, others, limit+1-len(moves))
		if unlessSpent(err) != nil {
			return moves, false, err
		}
		moves, complete = append(moves, ofPart(found, i)...), complete && all && err == nil
		if len(moves) > limit {
			return moves[:limit], false, nil
		}
	}
	return moves, complete, nil
}

// leaving returns at most limit moves on a part that leave a lost sum beside others, and whether
// these are all.
func (b *prover) leaving(ctx context.Context, part sum.Part, others total, limit int) (moves []games.Move, complete bool, err error) {
	v, p := part.Variant, part.Position
	switch {
	case games.Over(p):
		return nil, true, nil
	case others.nimSum == 0 && b.variant.Ending == games.Normal:
		moves, complete, err = b.asked(v).Winning(ctx, v, p, limit)
		return moves, complete, unlessSpent(err)
	}
	if board, ok := p.(*nim.Board); ok && !board.Doubling() {
		moves, complete = splits.OfBoard(board).Winning(b.variant.Ending, board.Piles(), others.nimSum, others.firm, limit)
		return moves, complete, nil
	}
	steps, complete := listed(p)
	if !complete {
		steps = tried(p, b.worths[part.String()].value, others.nimSum)
	}
	for _, step := range steps {
		w, err := b.worth(ctx, sum.Part{Variant: v, Position: step.Position}, optionCells/len(steps))
		switch {
		case err != nil:
			return moves, false, err
		case !w.known:
			complete = false
		case !others.and(w).lost(b.variant.Ending):
		case len(moves) == limit:
			return moves, false, nil
		default:
			moves = append(moves, step.Move)
		}
	}
	return moves, complete, nil
}

func listed(p games.Position) (steps []games.Step, all bool) {
	for step := range p.Options() {
		if len(steps) == listedOptions {
			return steps, false
		}
		steps = append(steps, step)
	}
	return steps, true
}

// tried returns moves on a board worth was that may leave it worth left: those that would if each place were
// a Nim pile or a pile of Loop End-Nim, and those that leave 0 or 1.
func tried(p games.Position, was, left uint64) (steps []games.Step) {
	for _, at := range p.Places() {
		rests := []uint64{at.Most ^ was ^ left, 1, 0}
		if was > 0 && left > 0 {
			rests = append(rests, (at.Most-1)^(was-1)^(left-1)+1)
		}
		slices.Sort(rests)
		for _, rest := range slices.Backward(slices.Compact(rests)) {
			if rest >= at.Most {
				continue
			}
			m, err := p.Read(fmt.Sprintf("%s-%d", at.Name, at.Most-rest))
			if err != nil {
				continue
			}
			if next, err := p.Play(m); err == nil {
				steps = append(steps, games.Step{Move: m, Position: next})
			}
		}
	}
	return steps
}
