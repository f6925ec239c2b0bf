package sums

import (
	"context"
	"errors"
	"slices"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/games/sum"
	"nimatron/internal/words"
	"nimatron/solver/theory"
)

// Bounds on what a checker of a certificate must recompute: its memory for boards and sums, the places that
// it looks at, and the moves.
const checkedBytes, checkedPlaces, checkedMoves = 64 << 20, 1 << 28, 1 << 18

type certificate struct {
	theory.Certificate
	// Worths are the parts' worths: values in normal play, pairs of normal and misère values in
	// misère play. A partizan sum has none.
	Worths []any `json:"worths,omitzero"`
	// Zeros are certificates of lost parts that are too large to play out; nil for other parts.
	Zeros []any `json:"zeros,omitempty"`
	// Means are the parts' means, if these decide a partizan sum.
	Means []string `json:"means,omitempty"`
	// Move wins for the player to move in an impartial sum, Left and Right for each side in a
	// partizan one.
	Move  string `json:"move,omitempty"`
	Left  string `json:"left,omitempty"`
	Right string `json:"right,omitempty"`
}

var errLarge = errors.New("to check it takes too long: play on its parts leads to too many boards")

func (b *prover) certify(ctx context.Context, claim theory.Certificate, p *sum.Position) (any, error) {
	c := certificate{Certificate: claim}
	if b.variant.Partizan && b.certifyMeans(ctx, &c, p) {
		return c, b.checkable(ctx, p.Parts(), true)
	}
	if b.variant.Partizan {
		if err := b.checkable(ctx, p.Parts(), false); err != nil {
			return nil, err
		}
		var err error
		if c.Left, err = b.first(ctx, p.WithTurn(games.Left)); err == nil {
			c.Right, err = b.first(ctx, p.WithTurn(games.Right))
		}
		return c, err
	}
	c.Worths = []any{}
	zeros := make([]any, len(p.Parts()))
	for i, part := range p.Parts() {
		w, err := b.worth(ctx, part, partCells)
		if err == nil {
			zeros[i], err = b.certifyPart(ctx, part, w)
		}
		if zeros[i] != nil {
			c.Zeros = zeros
		}
		switch {
		case err != nil:
			return nil, err
		case !w.known:
			return nil, errors.New("what its parts are worth is not known")
		case b.variant.Ending == games.Normal:
			c.Worths = append(c.Worths, w.value)
		case w.fickle:
			c.Worths = append(c.Worths, [2]uint64{w.value, w.value ^ 1})
		default:
			c.Worths = append(c.Worths, [2]uint64{w.value, w.value})
		}
	}
	var err error
	c.Move, err = b.first(ctx, p)
	return c, err
}

// certifyPart returns nil for a part that a checker plays out. Under normal play a larger one that is lost has a
// certificate of its own, and is worth 0.
func (b *prover) certifyPart(ctx context.Context, part sum.Part, w worth) (any, error) {
	err := b.checkable(ctx, []sum.Part{part}, false)
	family := b.of(part.Variant)
	if err == nil || b.variant.Ending != games.Normal || !w.known || w.value != 0 || family.Certificate == nil {
		return nil, err
	}
	claim := theory.Certificate{Variant: part.Variant.ID, Position: part.Position.String(), Claim: theory.PreviousWins}
	return family.Certificate(ctx, claim, part.Variant, part.Position)
}

// certifyMeans reports whether the means decide, for either side moving first and after a winning move.
// It sets the means and the moves.
func (b *prover) certifyMeans(ctx context.Context, c *certificate, p *sum.Position) bool {
	boards := b.boardsOf(p)
	mean, known, err := b.mean(ctx, boards)
	if !known || err != nil || !slices.ContainsFunc(boards, (*board).leans) {
		return false
	}
	for side, move := range []*string{&c.Left, &c.Right} {
		won, ok := byMeans(boards, mean, games.Side(side))
		if won {
			var m games.Move
			m, ok = b.keeping(ctx, p.WithTurn(games.Side(side)).(*sum.Position))
			*move = m.String()
		}
		if !ok {
			c.Left, c.Right = "", ""
			return false
		}
	}
	c.Means = words.Each(boards, func(of *board) string { return of.ownMean().RatString() })
	return true
}

func (b *prover) first(ctx context.Context, p games.Position) (string, error) {
	moves, _, err := b.winning(ctx, p.(*sum.Position), 1)
	if err != nil || len(moves) == 0 {
		return "", err
	}
	return moves[0].String(), nil
}

// checkable returns an error if the parts take too long to check. By means each part is checked alone, and
// rows by a theorem.
func (b *prover) checkable(ctx context.Context, parts []sum.Part, byMeans bool) error {
	const sumBytes = 256
	sums, taken, looked := 1, 0, 0
	for _, part := range parts {
		if piles, ok := part.Position.(*nim.Board); ok && !piles.Doubling() || byMeans && !b.board(part).coloured() {
			continue // piles need no check
		}
		queue := []*board{b.board(part)}
		seen := map[*board]bool{queue[0]: true}
		long := len(queue[0].text) // each place takes two bytes or more
		for ; len(queue) > 0; queue = queue[1:] {
			for side := range 2 {
				options, err := b.optionsOf(ctx, queue[0], games.Side(side))
				if errors.Is(err, theory.ErrBudget) || taken > checkedBytes || looked > checkedPlaces {
					return errLarge
				} else if err != nil {
					return err
				}
				looked += (len(options) + 8) * long
				for _, option := range options {
					if !seen[option] {
						seen[option], queue = true, append(queue, option)
						taken += 256 + 9*long
					}
				}
			}
		}
		if sums *= len(seen); b.variant.Partizan && !byMeans && taken+sumBytes*sums > checkedBytes {
			return errLarge
		}
	}
	return nil
}
