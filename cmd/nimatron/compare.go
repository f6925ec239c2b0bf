package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/sum"
	"nimatron/solver"
)

type compareCommand struct {
	A string `arg:"" help:"A game and a position in quotation marks, such as \"partizan-end-nim 2 1 3\", or several joined by +; 0 is the empty board."`
	B string `arg:"" help:"What it is compared with, in the same way."`
}

var orderWords = map[solver.Order]string{
	solver.Less:     "A is less than B: Right wins A − B, whoever moves first.",
	solver.Greater:  "A is greater than B: Left wins A − B, whoever moves first.",
	solver.Equal:    "A and B are equal: whoever moves first in A − B loses.",
	solver.Confused: "A and B are confused: whoever moves first in A − B wins.",
}

var misereWords = map[solver.Order]string{
	solver.Equal:    "A and B are equal: beside any boards of these games the same player wins with A as with B.",
	solver.Confused: "A and B are confused: beside some boards of these games the player to move wins with one and loses with the other.",
}

func (c *compareCommand) Run(ctx context.Context, p *program) error {
	a, err := readParts(c.A)
	if err != nil {
		return err
	}
	b, err := readParts(c.B)
	if err != nil {
		return err
	}
	order, err := new(solver.Solver).Compare(ctx, catalog.Standard.Find, a, b)
	text := orderWords[order]
	if parts := append(a, b...); len(parts) > 0 && parts[0].Variant.Ending == games.Misere {
		text = misereWords[order]
	}
	switch {
	case errors.Is(err, solver.ErrBudget):
		order, text = "?", "Not proved: the search ran out of its budget, and nothing is guessed."
	case err != nil:
		return interrupted(ctx, err)
	}
	partizan := slices.ContainsFunc(slices.Concat(a, b), func(part sum.Part) bool { return part.Variant.Partizan })
	if meanA, meanB := solver.Mean(ctx, a), solver.Mean(ctx, b); partizan && meanA != nil && meanB != nil {
		text += fmt.Sprintf("\nThe mean of A is %s, that of B is %s.", meanA.RatString(), meanB.RatString())
	}
	_, err = fmt.Fprintf(p.stdout, "%s\n%s\n", order, text)
	return err
}

// readParts parses boards joined by +, each a game and a position. It skips the name of a sum
// before them.
func readParts(text string) (parts []sum.Part, err error) {
	text = strings.TrimSpace(text)
	if id, rest, found := strings.Cut(text, " "); found && slices.Contains([]string{"sum", "sum/misere", "partizan-sum"}, id) {
		text = strings.TrimSpace(rest)
	}
	if text == "0" {
		return nil, nil
	}
	for board := range strings.SplitSeq(text, "+") {
		words := strings.Fields(board)
		if len(words) < 2 {
			return nil, &usageError{`a game and a position belong together in quotation marks, as in: nimatron compare "partizan-end-nim 2 1 3" "partizan-end-nim 1 1 2"`}
		}
		v, p, err := readPosition(words[0], words[1:], games.Left)
		if err != nil {
			return nil, err
		}
		parts = append(parts, sum.Part{Variant: v, Position: p})
	}
	return parts, nil
}
