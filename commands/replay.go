package commands

import (
	"context"
	"strconv"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/referee"
)

var replayCommand = &Command{
	Name:    "replay",
	Summary: "Step through a match, with every move judged",
	Options: []Option{
		{Name: "match", Summary: "The number of the match", Required: true},
		{Name: "step", Summary: "The position to show: 0 is the start", Hidden: true},
		{Name: "mistake", Summary: "The number of a move that let a win go", Hidden: true},
		shareOption,
		proofOption,
	},
	Private:   true,
	Shareable: true,
	Costly:    true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		g, err := s.namedMatch(ctx, r)
		if err != nil {
			return view.Reply{}, err
		}
		if !g.Finished() {
			return view.Reply{}, refuse("Match %d is not over yet: a replay judges its moves, so it has to wait.", g.ID)
		}
		if err := s.referee.CheckAdvice(ctx, r.By.ID, g.Family); err != nil {
			return view.Reply{}, err
		}
		review := s.referee.Review(ctx, g)
		proof, err := r.flag(proofOption.Name)
		switch {
		case err != nil:
			return view.Reply{}, err
		case proof:
			return s.matchProof(ctx, g, review)
		}
		if r.option("mistake") != "" {
			return s.mistakeReply(ctx, r, g, review)
		}
		step := 0
		if text := r.option("step"); text != "" {
			if step, err = strconv.Atoi(text); err != nil || step < 0 || step > len(g.Moves) {
				return view.Reply{}, refuse("%s is not a valid `step:`: match %d has steps 0 to %d.", games.Quote(text), g.ID, len(g.Moves))
			}
		}
		return view.Reply{Card: withShare(r, view.ReplayCard(g, review, step, s.lookOf(ctx, r))), To: view.UpdateEphemeral{}}, nil
	},
}

// namedMatch finds the match that the request names.
func (s *Service) namedMatch(ctx context.Context, r *Request) (*referee.Game, error) {
	id, err := r.matchNumber()
	if err != nil {
		return nil, err
	}
	return s.referee.MatchFor(ctx, id, r.By.ID, r.Server, r.Channel)
}
