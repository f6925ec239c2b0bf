package sums

import (
	"context"
	"fmt"
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/sum"
	"nimatron/solver/depots"
	"nimatron/solver/theory"
)

// Family returns the theory of sums. of finds the families of their parts.
func Family(of func(*games.Variant) *theory.Family) *theory.Family {
	return &theory.Family{
		Search: func(v *games.Variant, limits theory.Limits) theory.Prover {
			return newProver(of, v, limits)
		},
		Statement: statement,
		Source: func(v *games.Variant) string {
			switch {
			case v.Partizan:
				return "Berlekamp, Conway and Guy, Winning Ways, 1982, chapter 8; docs/theory/values.md"
			case v.Ending == games.Misere:
				return "Conway, On numbers and games, 1976, chapter 12; Theorem 38 of Nimatron's docs/theory/values.md, with proof"
			}
			return "Sprague, Über mathematische Kampfspiele, 1935, and Grundy, Mathematics and games, 1939; " + theory.Proved("Theorem 1")
		},
		Look: func(m games.Move) string {
			part, _ := m.InPart()
			return fmt.Sprintf("Look at part %d.", part)
		},
		Certificate: func(ctx context.Context, claim theory.Certificate, v *games.Variant, p games.Position) (any, error) {
			return newProver(of, v, theory.Limits{Nodes: checkedMoves}).certify(ctx, claim, p.(*sum.Position))
		},
	}
}

// prover answers one question about a sum. It remembers sums that were played out, without the order
// of their boards and without boards that change nothing.
type prover struct {
	theory.Meter
	of      func(*games.Variant) *theory.Family
	variant *games.Variant
	limits  theory.Limits
	parts   map[string]theory.Prover
	worths  map[string]worth // by part
	boards  map[string]*board
	roads   map[*depotnim.Board]*depots.Roads // of the parts
	known   map[key]bool                      // whether the player to move wins
	// meansUntil bounds the positions visited in search of means.
	meansUntil int
}

func newProver(of func(*games.Variant) *theory.Family, v *games.Variant, limits theory.Limits) *prover {
	b := &prover{
		of: of, variant: v, limits: limits, known: map[key]bool{},
		parts: map[string]theory.Prover{}, worths: map[string]worth{}, boards: map[string]*board{}, roads: map[*depotnim.Board]*depots.Roads{},
	}
	if b.Nodes = limits.Nodes; b.Nodes <= 0 {
		b.Nodes = defaultNodes
	}
	b.meansUntil = b.Nodes / meansShare
	return b
}

func (b *prover) asked(v *games.Variant) theory.Prover {
	known := b.parts[v.ID]
	if known == nil {
		known = b.of(v).Prover(v, b.limits)
		b.parts[v.ID] = known
	}
	return known
}

func (b *prover) Wins(ctx context.Context, v *games.Variant, p games.Position) (bool, error) {
	won, _, err := b.decide(ctx, p.(*sum.Position))
	return won, err
}

func (b *prover) decide(ctx context.Context, p *sum.Position) (won bool, by theory.Rule, err error) {
	if won, by, err = b.byParts(ctx, p); err != nil || by != theory.RuleSearch {
		return won, by, err
	}
	won, err = b.wins(ctx, b.boardsOf(p), p.Turn().Owner, 0)
	return won, theory.RuleSearch, err
}

// byParts is decide without search; by is theory.RuleSearch if the parts do not decide.
func (b *prover) byParts(ctx context.Context, p *sum.Position) (won bool, by theory.Rule, err error) {
	live := b.live(p.Parts())
	switch {
	case len(live) == 1:
		won, err = b.asked(live[0].Variant).Wins(ctx, live[0].Variant, live[0].Position)
		return won, Alone, b.Budget(err)
	case len(live) == 0:
		return b.variant.Ending == games.Misere, Alone, nil
	case b.variant.Partizan:
		boards := make([]*board, len(live))
		for i, part := range live {
			boards[i] = b.board(part)
		}
		if won, by, ok, err := b.byBoards(ctx, boards, p.Turn().Owner); ok || err != nil {
			return won, by, err
		}
	default:
		if won, ok, err := b.byGrundySum(ctx, live); ok || err != nil {
			return won, GrundySum, err
		}
	}
	return false, theory.RuleSearch, nil
}

func (b *prover) live(parts []sum.Part) (live []sum.Part) {
	for _, part := range parts {
		if !isOver(part, b.variant.Partizan) {
			live = append(live, part)
		}
	}
	return live
}

func isOver(part sum.Part, partizan bool) bool {
	p := part.Position
	return games.Over(p) && (!partizan || games.Over(p.WithTurn(p.Turn().Owner.Other())))
}

// byBoards decides a sum of partizan boards without playing it out, if it can. The error is
// ErrBudget or ctx's.
func (b *prover) byBoards(ctx context.Context, boards []*board, mover games.Side) (won bool, by theory.Rule, ok bool, err error) {
	if slices.ContainsFunc(boards, (*board).coloured) {
		mean, known, err := b.mean(ctx, boards)
		if err != nil {
			return false, Means, false, err
		}
		if known {
			if won, ok = byMeans(boards, mean, mover); ok && slices.ContainsFunc(boards, (*board).leans) {
				return won, Means, true, nil
			}
		}
	}
	for _, of := range boards {
		if _, err = b.outcome(ctx, of); err != nil {
			return false, Sides, false, err
		}
	}
	if won, ok = sides(boards, mover, func(of *board) theory.Outcome { return of.outcome }); ok {
		return won, Sides, true, nil
	}
	won, by, ok = b.ahead(boards, mover)
	return won, by, ok, nil
}

// sides decides a sum of partizan boards with known outcomes if no player is ahead on one board and behind on
// another: P boards and boards that Left wins add up to one that Left wins. One N board may be among them,
// for Left to start on.
func sides(boards []*board, mover games.Side, outcome func(*board) theory.Outcome) (won, ok bool) {
	count := map[theory.Outcome]int{}
	for _, of := range boards {
		count[outcome(of)]++
	}
	mine, theirs := count[theory.LeftWins], count[theory.RightWins]
	if mover == games.Right {
		mine, theirs = theirs, mine
	}
	switch {
	case count[""] > 0:
		return false, false
	case count[theory.NextWins] == 0 && (mine == 0 || theirs == 0):
		return mine > 0, true
	case count[theory.NextWins] == 1 && theirs == 0:
		return true, true
	}
	return false, false
}

func (b *prover) outcome(ctx context.Context, of *board) (theory.Outcome, error) {
	if of.cold != nil && !of.asked {
		of.outcome, of.asked = Outcome(of.cold.mean, of.cold.beside), true
	}
	if of.asked {
		return of.outcome, nil
	}
	v, wins := of.part.Variant, [2]bool{}
	for side := range wins {
		var err error
		wins[side], err = b.asked(v).Wins(ctx, v, of.part.Position.WithTurn(games.Side(side)))
		if err != nil {
			of.asked = true
			return "", unlessSpent(err)
		}
	}
	of.outcome, of.asked = theory.PartizanOutcome(wins[games.Left], wins[games.Right]), true
	return of.outcome, nil
}

// Winning returns winning moves part by part, or in the order of Options after a search.
func (b *prover) Winning(ctx context.Context, v *games.Variant, p games.Position, limit int) ([]games.Move, bool, error) {
	return b.winning(ctx, p.(*sum.Position), limit)
}

func (b *prover) Some(ctx context.Context, v *games.Variant, p games.Position, _ int) ([]games.Move, bool, error) {
	if v.Partizan {
		if moves := b.quick(ctx, p.(*sum.Position)); moves != nil {
			return moves, false, nil
		}
	}
	return b.winning(ctx, p.(*sum.Position), 1)
}

func (b *prover) winning(ctx context.Context, p *sum.Position, limit int) (moves []games.Move, complete bool, err error) {
	won, by, err := b.decide(ctx, p)
	if err != nil || !won || games.Over(p) {
		return nil, err == nil, err
	}
	switch by {
	case Alone:
		moves, complete, err = b.winningAlone(ctx, p, limit)
	case GrundySum:
		moves, complete, err = b.winningByGrundySum(ctx, p, limit)
	default:
		return b.searched(ctx, p, limit)
	}
	switch {
	case len(moves) > 0:
		err = nil
	case err == nil:
		err = b.Budget(theory.ErrBudget) // there is one among more than can be listed
	}
	return moves, complete, err
}

func (b *prover) winningAlone(ctx context.Context, p *sum.Position, limit int) ([]games.Move, bool, error) {
	for i, part := range p.Parts() {
		if !games.Over(part.Position) {
			moves, complete, err := b.asked(part.Variant).Winning(ctx, part.Variant, part.Position, limit)
			return ofPart(moves, i), complete, b.Budget(err)
		}
	}
	return nil, true, nil
}

func ofPart(moves []games.Move, index int) (of []games.Move) {
	for _, m := range moves {
		of = append(of, m.OfPart(index+1))
	}
	return of
}

func (b *prover) Value(ctx context.Context, v *games.Variant, p games.Position, cells int) (theory.Value, error) {
	if v.Partizan || v.Ending != games.Normal {
		return theory.Value{}, nil
	}
	value := theory.Value{Known: true, Components: []theory.Component{}}
	for _, part := range p.(*sum.Position).Parts() {
		delete(b.worths, part.String()) // there may be more work left now
		w, err := b.worth(ctx, part, cells)
		if err = unlessSpent(err); err != nil {
			return theory.Value{}, err
		}
		value.Grundy ^= w.value
		value.Known = value.Known && w.known
		value.Components = append(value.Components, theory.Component{Places: []string{part.String()}, Grundy: w.value, Known: w.known})
	}
	if !value.Known {
		value.Grundy = 0
	}
	return value, nil
}

func (b *prover) Method(ctx context.Context, _ *games.Variant, p games.Position) theory.Method {
	for _, side := range []games.Side{games.Left, games.Right} { // the same for both in an impartial sum
		if _, by, err := b.decide(ctx, p.WithTurn(side).(*sum.Position)); err != nil || by == theory.RuleSearch {
			return theory.BySearch
		}
	}
	for _, part := range b.live(p.(*sum.Position).Parts()) {
		if b.asked(part.Variant).Method(ctx, part.Variant, part.Position) != theory.ByTheorem {
			return theory.BySearch
		}
	}
	return theory.ByTheorem
}

func (b *prover) Spent() bool {
	for _, asked := range b.parts {
		if asked.Spent() {
			return true
		}
	}
	return b.Meter.Spent()
}
