package commands

import (
	"context"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
)

var moveCommand = &Command{
	Name:    view.MoveName,
	Summary: "Take your turn in this channel's match",
	Options: []Option{
		{Name: "move", Summary: "Your move, such as L-2 or 1-3", Required: true, complete: completeMove},
		whereOption,
	},
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		return s.move(ctx, r, tappedMove(r.option(whereOption.Name), r.option("move")))
	},
}

// move plays a move and says what came of it. What was tapped counts for the match as it
// was seen then.
func (s *Service) move(ctx context.Context, r *Request, text string) (view.Reply, error) {
	var p *referee.Progress
	var err error = &referee.Refusal{Code: referee.Outdated}
	if r.Subject.Kind != view.ChallengeSubject { // no board has such a button
		p, err = s.referee.Move(ctx, referee.Moment{Match: r.Subject.ID, Version: r.Subject.Version}, r.Channel, r.By.ID, text)
	}
	if err == nil {
		return s.progressReply(ctx, r, p)
	}
	if r.ID == "" || s.answered(ctx, r.ID) != match.AnsweredDone { // what was delivered again is no news
		if reply, stale := s.outdatedReply(ctx, r); stale {
			return reply, nil
		}
	}
	return view.Reply{}, err
}

// maxMovesSearched bounds how many legal moves are searched for a completion: there can
// be 10^18.
const maxMovesSearched = 2000

// completeMove offers legal moves to the player who decides now.
func completeMove(ctx context.Context, s *Service, r *Request, typed string) []view.Choice {
	g, err := s.referee.Current(ctx, r.Channel)
	if err != nil || g.Actor().ID != r.By.ID {
		return nil
	}
	position := g.Play.Position()
	typed = strings.TrimSpace(typed)
	var choices []view.Choice
	offer := func(step games.Step) {
		label := words.Cut(step.Move.String()+"  →  "+step.Position.String(), view.MaxChoiceText)
		choices = append(choices, view.Choice{Label: label, Value: step.Move.String()})
	}
	// What is typed may be a whole move in a forgiving form, or one too far down
	// the list to be found there.
	exact, err := position.Read(typed)
	if err == nil {
		var after games.Position
		if after, err = position.Play(exact); err == nil {
			offer(games.Step{Move: exact, Position: after})
		}
	}
	seen := 0
	for step := range position.Options() {
		if seen++; seen > maxMovesSearched || len(choices) == view.MaxChoices {
			break
		}
		if (err != nil || step.Move != exact) && words.HasPrefixFold(step.Move.String(), typed) {
			offer(step)
		}
	}
	return choices
}
