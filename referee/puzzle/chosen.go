package puzzle

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/solver"
)

// Bounds on the puzzles of a set.
const (
	MostSetWins = 8 // decisions that win
	// setNodes and setSteps bound the work for a position.
	setNodes = 1 << 14
	setSteps = 1 << 23
	mostNear = 30
)

// BadPositions is the error for positions that can't be in a set, a sentence each.
type BadPositions []string

// Error joins the sentences.
func (e BadPositions) Error() string { return strings.Join(e, "\n") }

func (e *BadPositions) add(number int, c SetPuzzle, why string) {
	*e = append(*e, fmt.Sprintf("Puzzle %d, %s, can't be in the set: %s", number, games.Quote(c.String()), why))
}

// String writes the game and the position.
func (c SetPuzzle) String() string { return strings.TrimSpace(c.Variant + " " + c.Position) }

func setSolver() *solver.Solver {
	return &solver.Solver{Nodes: setNodes, BoardNodes: setNodes, TableSteps: setSteps}
}

const isLost = "the player to move loses, so no answer is right."

// chosenPuzzle returns a position of a set as a puzzle. why says why it can't be in a set; with isLost the puzzle
// comes too, which nobody can solve.
func (r *Rules) chosenPuzzle(ctx context.Context, c SetPuzzle) (p *Puzzle, why string) {
	e, why := r.readSetPuzzle(c)
	if why != "" {
		return nil, why
	}
	winning, complete, err := setSolver().Winning(ctx, e.Variant, e.Position, MostSetWins+1)
	switch {
	case err == nil && len(winning) > MostSetWins:
		return nil, fmt.Sprintf("more than %d moves win, so it is too easy. Choose a position with fewer winning moves.", MostSetWins)
	case err != nil || !complete:
		return nil, "I haven't proved who wins. Choose a smaller position."
	case len(winning) == 0:
		why = isLost
	}
	e.Winning = winning
	return &Puzzle{Exercise: e}, why
}

func (r *Rules) readSetPuzzle(c SetPuzzle) (e Exercise, why string) {
	var err error
	if e.Variant, err = r.referee.Catalog().Find(c.Variant); err == nil {
		e.Position, err = e.Variant.Parse(c.Position, games.Left)
	}
	switch {
	case err != nil:
		why = err.Error() + "."
	case games.Over(e.Position):
		why = "it has no moves left."
	case words.Length(c.Text) > MaxSetText:
		why = fmt.Sprintf("your text for it is too long: at most %d characters.", MaxSetText)
	}
	return e, why
}

// CheckSet writes the puzzles of a set in canonical notation. The error is [BadPositions], or a *Refusal while by may
// have no answer about a chosen position.
func (r *Rules) CheckSet(ctx context.Context, by match.Player, puzzles []SetPuzzle) error {
	var unread BadPositions
	for i, c := range puzzles {
		if _, why := r.readSetPuzzle(c); why != "" {
			unread.add(i+1, c, why)
		}
	}
	if len(unread) == len(puzzles) {
		return unread
	}
	if err := r.referee.CheckAdviceOpen(ctx, by); err != nil {
		return err
	}
	bad := r.solveSet(ctx, puzzles)
	// Even a refusal of a position is an answer.
	if err := r.referee.CheckAdvice(ctx, by); err != nil || len(bad) == 0 {
		return err
	}
	return bad
}

func (r *Rules) solveSet(ctx context.Context, puzzles []SetPuzzle) (bad BadPositions) {
	boards := map[string]int{}
	for i, c := range puzzles {
		p, why := r.chosenPuzzle(ctx, c)
		if why == "" {
			board := p.Variant.ID + games.Alike(p.Position)
			if first, again := boards[board]; again {
				bad.add(i+1, c, fmt.Sprintf("it is puzzle %d again, whatever its order or direction. Choose another position.", first))
				continue
			}
			boards[board] = i + 1
			puzzles[i].Variant, puzzles[i].Position = p.Variant.ID, p.Position.String()
			continue
		}
		if near := r.near(ctx, p, c); why == isLost && near != "" {
			why += " Try `" + near + "`."
		}
		bad.add(i+1, c, why)
	}
	return bad
}

// near returns a suitable position after one decision on a puzzle, "" for none.
func (r *Rules) near(ctx context.Context, p *Puzzle, c SetPuzzle) string {
	if p == nil {
		return ""
	}
	seen := 0
	for step := range p.Position.Options() {
		if seen++; seen > mostNear {
			break
		}
		c.Position = step.Position.String()
		if _, why := r.chosenPuzzle(ctx, c); why == "" {
			return c.String()
		}
	}
	return ""
}

// Text is the teacher's comment on a puzzle of a set, "" for none.
func (p *Puzzle) Text() string {
	if p.Set == nil {
		return ""
	}
	return p.Set.Puzzles[p.ID.Number-1].Text
}

func (r *Rules) puzzleOfSet(ctx context.Context, id ID, player string) (*Puzzle, error) {
	set, err := SetFor(ctx, r.store, id.Set, player)
	if errors.Is(err, match.ErrNotFound) || err == nil && id.Number > len(set.Puzzles) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p, why := r.chosenPuzzle(ctx, set.Puzzles[id.Number-1])
	if why != "" {
		return nil, ctx.Err()
	}
	p.ID, p.Set = id, &set
	return p, nil
}
