package main

import (
	"context"
	"fmt"
	"slices"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/solver"
)

// quotientCommand finds the misère quotient of boards.
type quotientCommand struct {
	formFlags
	Variant  string   `arg:"" help:"The game, under misère play, such as end-nim/misere."`
	Position []string `arg:"" optional:"" help:"The boards, each in quotation marks, such as \"2 1 2\". What they lead to belongs to them."`
	Piles    int      `short:"k" help:"Take all rows of at most so many piles."`
	Largest  int      `short:"n" default:"1" help:"The largest pile of these rows."`
}

// maxQuotientRows bounds the rows that -k and -n name.
const maxQuotientRows = 1 << 13

// Run prints the misère quotient of what the command line names.
func (c *quotientCommand) Run(ctx context.Context, p *program) error {
	v, err := catalog.Standard.Find(c.Variant)
	if err != nil {
		return err
	}
	texts := slices.Clone(c.Position)
	switch {
	case c.Piles < 0 || c.Largest < 1:
		return &usageError{"-k and -n are whole numbers from 1 on, such as in: nimatron quotient end-nim/misere -k 4 -n 2"}
	case c.Piles == 0 && len(texts) == 0:
		return &usageError{"name boards, or rows with -k and -n, such as in: nimatron quotient end-nim/misere -k 4 -n 2"}
	}
	for last, rows := 1, []string{""}; last <= c.Piles; last++ {
		if c.Largest > (maxQuotientRows-len(texts))/len(rows) {
			return fmt.Errorf("these are too many rows: there may be at most %d", maxQuotientRows)
		}
		var longer []string
		for _, row := range rows {
			for n := 1; n <= c.Largest; n++ {
				longer = append(longer, fmt.Sprintf("%s %d", row, n))
			}
		}
		rows, texts = longer, append(texts, longer...)
	}
	boards := make([]games.Position, len(texts))
	for i, text := range texts {
		if boards[i], err = v.Parse(text, games.Left); err != nil {
			return err
		}
	}
	q, err := solver.FindQuotient(ctx, v, boards)
	if err != nil {
		return interrupted(ctx, err)
	}
	text := []byte(explain.QuotientText(q))
	switch {
	case c.JSON:
		text = append(explain.QuotientJSON(q), '\n')
	case c.CSV:
		text = append(explain.QuotientCSV(q), '\n')
	}
	_, err = p.stdout.Write(text)
	return err
}
