package solver

import (
	"context"
	"errors"
	"fmt"

	"nimatron/games"
	"nimatron/misere"
)

// Quotient is the misère quotient of all sums of some boards and of what these lead to.
type Quotient struct {
	*misere.Quotient
	Variant *games.Variant
	// Boards are the games of the quotient, by their numbers, and Asked the numbers of those that
	// it was asked for.
	Boards []games.Position
	Asked  []int
}

const (
	// quotientBoards bounds the boards that a quotient is of, quotientMoves the moves on them.
	quotientBoards, quotientMoves = 1 << 13, 1 << 17
	// quotientOrder is how many elements a quotient may have, quotientSteps the work for it: some
	// seconds, and some hundred megabytes.
	quotientOrder, quotientSteps = 512, 1 << 21
)

var errManyBoards = fmt.Errorf("these boards lead to too many others: there may be at most %d boards and %d moves", quotientBoards, quotientMoves)

// FindQuotient returns the misère quotient of all sums of boards of v. The error says that there is
// too much to do, or is that of ctx.
func FindQuotient(ctx context.Context, v *games.Variant, boards []games.Position) (*Quotient, error) {
	if v.Ending != games.Misere || v.Reverse {
		return nil, fmt.Errorf("%s has no misère quotient: they are of games such as end-nim/misere, on boards that can stand side by side", v.Name)
	}
	c := &closure{ctx: ctx, numbers: map[string]int{}}
	q := &Quotient{Variant: v}
	for _, board := range boards {
		number, err := c.number(board)
		if err != nil {
			return nil, err
		}
		q.Asked = append(q.Asked, number)
	}
	q.Boards = c.boards
	var err error
	q.Quotient, err = misere.Find(c.games, misere.Limits{Order: quotientOrder, Steps: quotientSteps})
	if errors.Is(err, misere.ErrLimit) {
		err = fmt.Errorf("%w: at most %d elements, and %d sums that are played out", err, quotientOrder, quotientSteps)
	}
	return q, err
}

// closure numbers boards, each after its options.
type closure struct {
	ctx     context.Context
	numbers map[string]int
	boards  []games.Position
	games   misere.Games
	moves   int
}

// number returns the number of a board.
func (c *closure) number(p games.Position) (int, error) {
	key := p.String()
	if n, ok := c.numbers[key]; ok {
		return n, nil
	}
	options := []misere.Sum{}
	for step := range p.Options() {
		if c.moves++; c.moves > quotientMoves {
			return 0, errManyBoards
		}
		n, err := c.number(step.Position)
		if err != nil {
			return 0, err
		}
		options = append(options, misere.Sum{n})
	}
	if len(c.boards) == quotientBoards {
		return 0, errManyBoards
	}
	c.numbers[key] = len(c.boards)
	c.boards, c.games = append(c.boards, p), append(c.games, options)
	return c.numbers[key], c.ctx.Err()
}
