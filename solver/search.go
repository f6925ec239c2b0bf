package solver

import (
	"context"

	"nimatron/games"
)

// search proves verdicts from the rules alone: it plays out every line, remembers
// the positions it has settled, and gives up when its budget is spent.
type search struct {
	variant *games.Variant
	nodes   int             // positions that may still be visited
	visited int             // positions visited so far
	known   map[string]bool // by key: whether the player who decides wins
}

func newSearch(v *games.Variant, nodes int) *search {
	return &search{variant: v, nodes: nodes, known: make(map[string]bool)}
}

const (
	// maxDepth bounds the decisions in one line of play, since each takes a piece
	// of the stack: piles of 10^18 would be followed down one by one.
	maxDepth = 20_000
	// contextEvery is how many visits pass between two looks at the context.
	contextEvery = 256
)

// wins reports whether the player who decides in p wins.
func (s *search) wins(ctx context.Context, p games.Position) (bool, error) {
	return s.settle(ctx, p, 0)
}

// winning returns at most limit winning decisions in the order of Options. When
// the budget or the context ends it, what it has found is still proved.
func (s *search) winning(ctx context.Context, p games.Position, limit int) (moves []string, complete bool, err error) {
	actor := p.Turn().Actor
	for step := range p.Options() {
		won, err := s.keeps(ctx, actor, step.Position, 0)
		switch {
		case err != nil && len(moves) > 0:
			return moves, false, nil
		case err != nil:
			return nil, false, err
		case won && len(moves) >= limit:
			return moves, false, nil
		case won:
			moves = append(moves, step.Move)
		}
	}
	return moves, true, nil
}

// settle reports whether the player who decides in p wins.
func (s *search) settle(ctx context.Context, p games.Position, depth int) (bool, error) {
	if err := s.visit(ctx, depth); err != nil {
		return false, err
	}
	turn := p.Turn()
	key := s.key(p, turn)
	if won, ok := s.known[key]; ok {
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
	s.known[key] = won
	return won, nil
}

// keeps reports whether player wins from next, where either may decide.
func (s *search) keeps(ctx context.Context, player games.Side, next games.Position, depth int) (bool, error) {
	won, err := s.settle(ctx, next, depth)
	return won == (next.Turn().Actor == player), err
}

// visit counts one visit against the budget.
func (s *search) visit(ctx context.Context, depth int) error {
	if s.visited >= s.nodes || depth > maxDepth {
		return ErrBudget
	}
	if s.visited%contextEvery == 0 && ctx.Err() != nil {
		return ctx.Err()
	}
	s.visited++
	return nil
}

// key tells positions apart by all that bears on the verdict: the board, whether
// the decision belongs to the owner of the turn and, only where the sides have
// different moves, whose turn it is.
func (s *search) key(p games.Position, turn games.Turn) string {
	key := p.String()
	if turn.Actor != turn.Owner {
		key += "|"
	}
	if s.variant.Partizan && turn.Owner == games.Right {
		key += ">"
	}
	return key
}
