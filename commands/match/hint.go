package match

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/referee"
	"nimatron/solver/explain"
)

var hintCommand = core.New(input.Hint, core.Command{
	Summary: "Get a private hint: is there a win, where, which move",
	Private: true,
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.HintInput) (view.Reply, error) {
	if reply, stale := outdatedReply(ctx, env, r); stale {
		return reply, nil
	}
	if err := asCrowd(ctx, env, r); err != nil {
		return view.Reply{}, err
	}
	if reply, asked, err := askBeforeHint(ctx, env, r, in.Sure); asked || err != nil {
		return reply, err
	}
	h, err := env.Referee.Hint(ctx, r.Channel, r.By.ID)
	if err == nil {
		err = turnToMatch(ctx, env, r, h.Game)
	}
	if err != nil {
		return view.Reply{}, err
	}
	// The message with the pressed button is updated, so that it keeps all steps.
	reply := view.Reply{Text: hintText(h), Card: &view.Card{}, To: view.UpdateEphemeral{}}
	if !h.Game.AgainstBot() {
		reply.Text += "\nThe result will mention this hint."
	}
	if h.Step < referee.HintMove {
		reply.Card.Actions = append(reply.Card.Actions, view.Action{Label: "Next hint", Call: input.Hint.Call(), Subject: view.SubjectOf(h.Game)})
	}
	v, p := h.Game.Play.Variant(), h.Game.Play.Position()
	if l := env.LookOf(ctx, r); h.Step == referee.HintMove || h.Step == referee.HintPlace && h.Wins {
		reply.Card.Picture = l.Of(view.HintPicture(p, h.Move, h.Step == referee.HintMove, l.Style))
	}
	if h.Step == referee.HintMove || h.Step == referee.HintPlace && !h.Wins {
		view.OfferWhole(&reply, v, p, explain.Full(v, p, view.ReasonOn(v, p, h.Reason)))
	}
	if h.Game.Shared() { // everybody sees it
		reply.To, reply.Text = view.NewMessage{}, reply.Text+"\nThis match no longer counts in the server's record."
	}
	if len(reply.Card.Actions) == 0 && reply.Card.Picture == nil {
		reply.Card = nil
	}
	return reply, nil
})

// askBeforeHint asks for confirmation if a hint would spoil the test of a lesson.
func askBeforeHint(ctx context.Context, env *core.Env, r *core.Request, sure bool) (reply view.Reply, asked bool, err error) {
	if sure {
		return reply, false, nil
	}
	g, err := env.Referee.Current(ctx, r.Channel)
	if err != nil {
		return reply, false, err
	}
	if seat, plays := g.SeatOf(r.By.ID); g.Lesson == "" || !plays || g.Sides[seat].Helped() {
		return reply, false, nil
	}
	return core.Confirm(r, input.Hint.With(input.HintInput{Sure: true}), "This is a lesson's test. With a hint it won't count.", "Hint anyway"), true, nil
}

func hintText(h *referee.Hint) string {
	v, p := h.Game.Play.Variant(), h.Game.Play.Position()
	move := view.Doing(v, p, h.Move)
	if !h.Known {
		return fmt.Sprintf("Try %s. I haven't proved who wins from here, so this is my best guess.", move)
	}
	why := explain.Short(v, p, view.ReasonOn(v, p, h.Reason))
	if h.Forced && !h.Wins {
		return fmt.Sprintf("%s is your only move. %s", view.SentenceStart(move), why)
	}
	steps := []string{"There is no win here against perfect play.", why, asked(h)}
	if h.Wins {
		why = view.WinInWords(v, p, h.Reason)
		steps = []string{"There is a win here.", explain.Look(v, h.Reason), why}
		if h.Only {
			steps[0] = "Exactly one move wins here."
		}
	}
	if h.Wins && h.Forced {
		return why
	}
	return strings.Join(steps[:h.Step], "\n")
}

const shownKeeping = 2

func asked(h *referee.Hint) string {
	p := h.Game.Play.Position()
	say := func(m games.Move) string { return view.Doing(h.Game.Play.Variant(), p, m) }
	move := say(h.Move)
	most := view.SentenceStart(move) + " is the hardest to answer"
	switch n := len(h.Keeping); {
	case n == 0 || !h.KeepingAll:
		return most + "."
	case n == h.Replies:
		return fmt.Sprintf("Every move loses. After %s, any reply keeps your opponent's win.", move)
	case n == 1:
		return fmt.Sprintf("%s: only %s keeps the win.", most, say(h.Keeping[0]))
	case n <= shownKeeping:
		return fmt.Sprintf("%s: only %s keep the win.", most, words.And(words.Each(h.Keeping, say)))
	default:
		return fmt.Sprintf("%s: only %d replies keep the win.", most, n)
	}
}
