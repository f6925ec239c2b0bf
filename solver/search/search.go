// Package search proves who wins from the rules alone: it plays out every line and remembers
// decided positions, within a budget. Proposition 29 of docs/theory/theory.md proves this correct. The
// solver uses it for games without a theorem; the theorems' tests compare with it.
package search

import (
	"context"
	"fmt"

	"nimatron/games"
	"nimatron/solver/theory"
)

// Family is the theory of families that must be searched.
var Family = &theory.Family{
	Search: func(v *games.Variant, limits theory.Limits) theory.Prover {
		nodes := limits.Nodes
		if nodes <= 0 {
			nodes = DefaultNodes
		}
		return New(v, nodes)
	},
	Statement: func(*games.Variant) string { return "" },
	Source:    func(*games.Variant) string { return "exhaustive search of the rules" },
	Look: func(m games.Move) string {
		if m.Where != "" {
			return fmt.Sprintf("Look at `%s`.", m.Where)
		}
		return "Look at what each move leaves your opponent."
	},
}

// DefaultNodes bounds a search by default: less than a second on rows and piles, and some hundred
// megabytes at most. A position counts once more for every 64 bytes of its notation.
const DefaultNodes = 1 << 20

const (
	knownBytes = 64
	// visitBytes of notation count as one more visit, because a search remembers notations. So the budget
	// bounds the memory for long positions too.
	visitBytes = 64
)

// Search searches one variant and remembers decided positions. It is not safe for concurrent use.
type Search struct {
	theory.Meter
	variant *games.Variant
	// known says by notation whether the player who decides wins. The index is the owner of the
	// turn in partizan games.
	known [2]map[string]bool
}

// New returns a search of v that may visit nodes positions, at least 1, revisits included.
func New(v *games.Variant, nodes int) *Search {
	return &Search{Meter: theory.Meter{Nodes: nodes}, variant: v}
}

// Wins reports whether the player who decides in p wins. The error is ErrBudget or
// ctx.Err().
func (s *Search) Wins(ctx context.Context, _ *games.Variant, p games.Position) (bool, error) {
	return s.decide(ctx, p, 0)
}

// Winning returns at most limit winning decisions in the order of Options, and whether these are
// all. A search cut short returns what is proved; the error, as in Wins, means that no move is.
func (s *Search) Winning(ctx context.Context, _ *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool, err error) {
	actor := p.Turn().Actor
	return theory.List(p, limit, func(step games.Step) (bool, error) { return s.keeps(ctx, actor, step.Position, 0) })
}

func (s *Search) Some(ctx context.Context, v *games.Variant, p games.Position, limit int) ([]games.Move, bool, error) {
	return s.Winning(ctx, v, p, limit)
}

// Value is unknown: a search finds no values.
func (*Search) Value(context.Context, *games.Variant, games.Position, int) (theory.Value, error) {
	return theory.Value{}, nil
}

func (*Search) Method(context.Context, *games.Variant, games.Position) theory.Method {
	return theory.BySearch
}

func (s *Search) settled() int {
	n := 0
	for _, known := range s.known {
		n += len(known)
	}
	return n
}

func (s *Search) Reason(ctx context.Context, v *games.Variant, p games.Position, wins bool, move games.Move) theory.Reason {
	if wins && move == (games.Move{}) {
		move = s.first(p)
	}
	reason := theory.Reason{Claim: theory.ClaimOf(p, wins), Move: move}
	if games.Over(p) {
		return reason
	}
	g := new(theory.Tried)
	if !wins {
		g.Answer(ctx, v, p, s)
	}
	g.Positions = s.settled()
	reason.Justification = g
	return reason
}

func (s *Search) first(p games.Position) games.Move {
	for step := range p.Options() {
		turn := step.Position.Turn()
		if won, ok := s.knownFor(turn.Owner)[step.Position.String()]; ok && won == (turn.Actor == p.Turn().Actor) {
			return step.Move
		}
	}
	return games.Move{}
}

func (s *Search) decide(ctx context.Context, p games.Position, depth int) (bool, error) {
	if err := s.Visit(ctx, depth); err != nil {
		return false, err
	}
	turn := p.Turn()
	known, notation := s.knownFor(turn.Owner), p.String()
	s.Visited += len(notation) / visitBytes
	if won, ok := known[notation]; ok {
		return won, nil
	}
	won, over := false, true
	for step := range p.Options() {
		over = false
		var err error
		if won, err = s.keeps(ctx, turn.Actor, step.Position, depth+1); err != nil {
			return false, err
		}
		if won {
			break
		}
	}
	if over {
		winner, _ := s.variant.Winner(p)
		won = winner == turn.Actor
	}
	known[notation] = won
	s.Owed += knownBytes + len(notation)
	return won, nil
}

func (s *Search) keeps(ctx context.Context, player games.Side, next games.Position, depth int) (bool, error) {
	won, err := s.decide(ctx, next, depth)
	return won == (next.Turn().Actor == player), err
}

// knownFor returns what is known about positions in owner's turn. In impartial games the owner does
// not matter.
func (s *Search) knownFor(owner games.Side) map[string]bool {
	i := games.Left
	if s.variant.Partizan {
		i = owner
	}
	if s.known[i] == nil {
		s.known[i] = make(map[string]bool)
	}
	return s.known[i]
}
