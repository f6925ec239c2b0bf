package commands

import (
	"context"
	"fmt"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/words"
	"nimatron/solver/partizan"
)

// rowOption names a row of the partizan game.
func rowOption() Option {
	return Option{Name: "row", Summary: "A row of Partizan End-Nim, such as 2 4 1", Required: true}
}

// partizanRow reads the row of rowOption, which is about to be advised on.
func (s *Service) partizanRow(ctx context.Context, r *Request) (*endnim.Row, error) {
	p, err := endnim.Partizan.Parse(r.option("row"), games.Left)
	if err != nil {
		return nil, err
	}
	return p.(*endnim.Row), s.referee.CheckAdvice(ctx, r.By.ID, endnim.PartizanFamily.ID)
}

var phaseCommand = &Command{
	Name:    "phase",
	Summary: "Draw the phase diagram of a row of Partizan End-Nim",
	Options: []Option{
		rowOption(),
		{Name: "n", Summary: "The largest end pile; 12 if you leave it out"},
	},
	Private: true,
	Costly:  true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		row, err := s.partizanRow(ctx, r)
		if err != nil {
			return view.Reply{}, err
		}
		n, err := r.number("n", 12, maxChatPhase)
		if err != nil {
			return view.Reply{}, err
		}
		d, err := partizan.Phase(ctx, row.Piles(), n)
		if err != nil {
			return view.Reply{}, err
		}
		l := s.lookOf(ctx, r)
		return view.Reply{Card: &view.Card{
			Title:   "Phase diagram of " + words.Cut(row.String(), 80),
			Body:    "Who wins the row when Left's end gets one more pile, of a counters, and Right's end one of b: a grows upwards, b to the right. N: whoever moves next, P: whoever does not, L: Left, R: Right.",
			Drawing: d.String(),
			Picture: l.Of(view.PhasePicture(d, row.Piles(), 0, 0, l.Style)),
			Fields:  []view.Field{{Name: "Triple point, the smallest P", Value: fmt.Sprintf("a = %s, b = %s", d.TripleA, d.TripleB)}},
		}}, nil
	},
}

var thresholdsCommand = &Command{
	Name:    "thresholds",
	Summary: "Say which piles win at the ends of a row of Partizan End-Nim",
	Options: []Option{rowOption()},
	Private: true,
	Costly:  true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		row, err := s.partizanRow(ctx, r)
		if err != nil {
			return view.Reply{}, err
		}
		if len(row.Piles()) == 0 {
			return view.Reply{}, refuse("The empty row has no thresholds: `row:` needs a pile, such as `2 4 1`.")
		}
		t := partizan.Thresholds(row.Piles())
		return view.Reply{Card: &view.Card{
			Title: "Thresholds of " + words.Cut(row.String(), 80),
			Body:  fmt.Sprintf("The row itself is **%s**.", t.Outcome),
			Fields: []view.Field{
				{Name: "L", Value: t.L.String() + ", the smallest pile at the left end with which Left wins whoever starts"},
				{Name: "R", Value: t.R.String() + ", the smallest pile at the right end with which Right wins whoever starts"},
				{Name: "L*", Value: t.LStar.String() + ", the smallest pile at the left end with which Left wins moving first"},
				{Name: "R*", Value: t.RStar.String() + ", the smallest pile at the right end with which Right wins moving first"},
			},
		}}, nil
	},
}
