package core

import (
	"context"
	"errors"
	"fmt"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
)

// Refusal is the error for a request that can't be carried out as asked. Its text is for the
// speaker, in the markup of Reply.
type Refusal struct {
	Text string
	Card *view.Card
}

// Error returns the text.
func (e *Refusal) Error() string { return e.Text }

// Refuse returns a refusal.
func Refuse(format string, args ...any) *Refusal {
	return &Refusal{Text: fmt.Sprintf(format, args...)}
}

var (
	// ErrInternal is the answer after a fault of the program.
	ErrInternal = Refuse("Something went wrong on my side, and nothing changed. Please try again. If it keeps happening, tell the bot's operator.")
	errStore    = Refuse("I can't reach my database right now, so nothing changed. Please try again in a few minutes. If it keeps happening, tell the bot's operator.")
	// ErrAnswered is the answer to a repeated delivery of a refused request.
	ErrAnswered = Refuse("I answered that already, and nothing more changed.")
	// ErrUnsure is the answer after a fault if the database can't tell whether the request was carried out.
	ErrUnsure = Refuse("I can't reach my database right now, so I don't know whether that is done. Please look again in a few minutes.")
	errSlow   = Refuse("I'm too busy right now, so nothing changed. Please try again in a minute.")
)

// AnswerError is the private reply for an error. Only refusals are shown; any other error is a fault of ours
// and is logged.
func (env *Env) AnswerError(ctx context.Context, req *Request, err error) view.Reply {
	var (
		refusal  *Refusal
		illegal  *games.IllegalMove
		position *games.BadPosition
		variant  *catalog.UnknownVariant
		rule     *referee.Refusal
	)
	switch {
	case errors.As(err, &rule):
		return view.RefusalReply(rule)
	case errors.As(err, &variant) && variant.Name != nil:
		reply := RefusalReply(err)
		if variant.Name.Is == "" {
			reply.Text = variant.Name.Lacking(env.GameName)
		}
		reply.Card = &view.Card{Actions: env.PlayNamed(variant.Name)}
		return reply
	case errors.As(err, &refusal), errors.As(err, &illegal), errors.As(err, &position), errors.As(err, &variant):
		return RefusalReply(err)
	}
	env.Log.Error("command failed", "command", req.Command, "channel", req.Channel, "err", err)
	switch {
	case ctx.Err() != nil:
		return FaultReply(errSlow)
	case errors.Is(err, match.ErrUnavailable):
		return FaultReply(errStore)
	}
	return FaultReply(ErrInternal)
}

// PlayNamed leads to what people mean by a name: a board, or the pages of the closest games.
func (env *Env) PlayNamed(name *catalog.Name) (actions []view.Action) {
	if name.Variant != "" {
		in := input.ChallengeInput{Game: input.Game(name.Variant), Size: input.SizeName(games.Small.String()), Suited: true}
		if name.Position != "" {
			in = input.ChallengeInput{Game: in.Game, Position: input.Position(name.Position), First: match.FirstMe, Suited: true}
			if name.Second {
				in.First = match.FirstOpponent
			}
		}
		actions = append(actions, view.Action{Label: "Play it", Call: input.Challenge.With(in), Style: view.Success})
	}
	for _, id := range name.Closest {
		if v, err := env.Referee.Catalog().Find(id); err == nil {
			actions = append(actions, view.Action{Label: v.Name, Call: input.Play.With(input.PlayInput{Game: v})})
		}
	}
	return append(actions, view.AllGames)
}

// RefusalReply is the private reply for an error that people may see.
func RefusalReply(err error) view.Reply {
	reply := view.Reply{Text: view.Sentence(err.Error()), To: view.Private{}, Outcome: view.OutcomeRefused, Overt: true}
	var refusal *Refusal
	if errors.As(err, &refusal) {
		reply.Card = refusal.Card
	}
	return reply
}

// FaultReply is [RefusalReply] for a fault of ours.
func FaultReply(err error) view.Reply {
	reply := RefusalReply(err)
	reply.Outcome = view.OutcomeFailed
	return reply
}
