package sums

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/sum"
	"nimatron/solver/theory"
)

const (
	// defaultNodes bounds a search by default: some seconds of work. A listed move of a board
	// counts as a position.
	defaultNodes = 1 << 20
	// Memory of a board, for each byte of its text, and of a remembered sum or worth.
	boardBytes, textBytes, knownBytes = 256, 5, 96
	coldBytes                         = 80
)

type board struct {
	number  int32 // from 1, in order of discovery
	text    string
	part    sum.Part
	options [2][]*board // by mover; valid if listed is set
	listed  [2]bool
	// outcome of a partizan board, "" if not proved; valid if asked is set.
	outcome theory.Outcome
	asked   bool
	// weighed is what is proved about a partizan board in sums, nil if nothing; valid if weighted is set.
	weighed  *theory.Worth
	weighted bool
	cold     *cold    // nil if not known
	counted  *big.Rat // the mean by common ways, nil if not known
}

// key is a sum: the sorted numbers of its boards and, in partizan games, the mover.
type key struct {
	boards [sum.MaxParts]int32
	mover  games.Side
}

func unlessSpent(err error) error {
	if errors.Is(err, theory.ErrBudget) {
		return nil
	}
	return err
}

func (s *prover) board(part sum.Part) *board {
	text := part.String()
	known := s.boards[text]
	if known == nil {
		known = &board{number: int32(len(s.boards) + 1), text: text, part: part}
		s.boards[text] = known
		s.Owed += boardBytes + textBytes*len(text)
	}
	return known
}

func (s *prover) optionsOf(ctx context.Context, b *board, mover games.Side) ([]*board, error) {
	if !s.variant.Partizan {
		mover = games.Left // both sides have the same moves
	}
	if b.listed[mover] {
		return b.options[mover], nil
	}
	var options []*board
	for step := range b.part.Position.WithTurn(mover).Options() {
		if err := s.Visit(ctx, 0); err != nil {
			return nil, err
		}
		s.Owed += 16 // for the growing list
		options = append(options, s.board(sum.Part{Variant: b.part.Variant, Position: step.Position}))
	}
	b.options[mover], b.listed[mover] = options, true
	return options, nil
}

func (s *prover) wins(ctx context.Context, boards []*board, mover games.Side, depth int) (bool, error) {
	if err := s.Visit(ctx, depth); err != nil {
		return false, err
	}
	boards, err := s.reduced(ctx, boards)
	if err != nil {
		return false, err
	}
	var k key
	for i, b := range boards {
		k.boards[i] = b.number
	}
	if s.variant.Partizan {
		k.mover = mover
	}
	won, ok := s.known[k]
	if ok {
		return won, nil
	}
	if won, err = s.playOut(ctx, boards, mover, depth); err == nil {
		s.known[k] = won
		s.Owed += knownBytes
	}
	return won, err
}

func (s *prover) playOut(ctx context.Context, boards []*board, mover games.Side, depth int) (bool, error) {
	if won, ok, err := s.byTheorem(ctx, boards, mover); ok || err != nil {
		return won, err
	}
	next := make([]*board, len(boards))
	for i, b := range boards {
		if i > 0 && b == boards[i-1] {
			continue
		}
		options, err := s.optionsOf(ctx, b, mover)
		if err != nil {
			return false, err
		}
		for _, option := range options {
			copy(next, boards)
			next[i] = option
			won, err := s.wins(ctx, next, mover.Other(), depth+1)
			if err != nil || !won {
				return !won, err
			}
		}
	}
	return false, nil
}

func (s *prover) byTheorem(ctx context.Context, boards []*board, mover games.Side) (won, ok bool, err error) {
	if len(boards) == 0 {
		return s.variant.Ending == games.Misere, true, nil
	}
	if v := boards[0].part.Variant; len(boards) == 1 && s.of(v).Theorem != nil {
		won, err = s.asked(v).Wins(ctx, v, boards[0].part.Position.WithTurn(mover))
		return won, true, err
	}
	if s.variant.Partizan {
		won, _, ok, err = s.byBoards(ctx, boards, mover)
	}
	return won, ok, err
}

func (s *prover) reduced(ctx context.Context, boards []*board) (rest []*board, err error) {
	rest = make([]*board, 0, len(boards))
	for _, b := range boards {
		nothing := false
		if s.variant.Partizan {
			outcome, err := s.outcome(ctx, b)
			if err != nil {
				return nil, err
			}
			nothing = outcome == theory.PreviousWins // the player who starts there loses
		} else {
			options, err := s.optionsOf(ctx, b, games.Left)
			if err != nil {
				return nil, err
			}
			nothing = len(options) == 0
		}
		if !nothing {
			rest = append(rest, b)
		}
	}
	slices.SortFunc(rest, func(a, b *board) int { return int(a.number - b.number) })
	if s.variant.Ending == games.Normal && !s.variant.Partizan {
		rest = theory.CancelPairs(rest, func(a, b *board) bool { return a == b })
	}
	for i := 0; i < len(rest); i++ { // in partizan games a row and its mirror image cancel
		row, ok := rest[i].part.Position.(*endnim.Row)
		if !ok || !s.variant.Partizan {
			continue
		}
		mirror := slices.Clone(row.Piles())
		slices.Reverse(mirror)
		if j := slices.IndexFunc(rest[i+1:], func(b *board) bool {
			other, ok := b.part.Position.(*endnim.Row)
			return ok && slices.Equal(other.Piles(), mirror)
		}); j >= 0 {
			rest = slices.Delete(slices.Delete(rest, i+1+j, i+2+j), i, i+1)
			i--
		}
	}
	return rest, nil
}

// searched returns at most limit winning moves in the order of Options, and whether these are all. A
// search cut short returns what is proved.
func (s *prover) searched(ctx context.Context, p *sum.Position, limit int) (moves []games.Move, complete bool, err error) {
	moves, complete, err = theory.List(p, limit, func(step games.Step) (bool, error) {
		won, err := s.wins(ctx, s.boardsOf(step.Position), step.Position.Turn().Owner, 0)
		return !won, err
	})
	if err != nil && s.variant.Partizan {
		if moves = s.quick(ctx, p); moves != nil {
			err = nil
		}
	}
	return moves, complete, err
}
