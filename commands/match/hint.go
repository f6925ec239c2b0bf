package match

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/referee"
	"nimatron/solver/explain"
)

var hintCommand = &core.Command{
	Name:    "hint",
	Summary: "Help you, and only you, step by step: is there a win, where, and which move",
	Private: true,
	Options: []core.Option{
		{Name: "sure", Summary: "true: yes, though the test does not count then", Kind: core.Flag, Hidden: true},
	},
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		if reply, stale := outdatedReply(ctx, env, r); stale {
			return reply, nil
		}
		if reply, asked, err := askBeforeHint(ctx, env, r); asked || err != nil {
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
			reply.Text += "\nThe hint is counted and will be mentioned with the result."
		}
		if h.Step < referee.HintMove {
			reply.Card.Actions = append(reply.Card.Actions, view.Action{Label: "Next hint", Command: "hint", Subject: view.SubjectOf(h.Game)})
		}
		v, p := h.Game.Play.Variant(), h.Game.Play.Position()
		if l := env.LookOf(ctx, r); h.Step == referee.HintMove || h.Step == referee.HintPlace && h.Wins {
			reply.Card.Picture = l.Of(view.HintPicture(p, h.Move, h.Step == referee.HintMove, l.Style))
		}
		if h.Step == referee.HintMove || h.Step == referee.HintPlace && !h.Wins {
			view.OfferWhole(&reply, v, p, explain.Full(v, p, h.Reason))
		}
		if len(reply.Card.Actions) == 0 && reply.Card.Picture == nil {
			reply.Card = nil
		}
		return reply, nil
	},
}

// askBeforeHint asks for confirmation if a hint would spoil the test of a lesson.
func askBeforeHint(ctx context.Context, env *core.Env, r *core.Request) (reply view.Reply, asked bool, err error) {
	if r.Flag("sure") {
		return reply, false, nil
	}
	g, err := env.Referee.Current(ctx, r.Channel)
	if err != nil {
		return reply, false, err
	}
	if seat, plays := g.SeatOf(r.By.ID); g.Lesson == "" || !plays || g.Sides[seat].Helped() {
		return reply, false, nil
	}
	return view.Reply{
		Text: "This is the test of a lesson: with a hint it would not count.",
		Card: &view.Card{Actions: []view.Action{
			{Label: "Hint all the same", Command: "hint", Options: map[string]string{"sure": "true"}, Subject: view.SubjectOf(g)},
		}},
	}, true, nil
}

// hintText is a hint in lines, one for each step so far.
func hintText(h *referee.Hint) string {
	v, p := h.Game.Play.Variant(), h.Game.Play.Position()
	move := view.Doing(v, p, h.Move)
	if !h.Known {
		return fmt.Sprintf("Try %s. I have not proved who wins from here: it is my best guess.", move)
	}
	why := explain.Short(v, p, h.Reason)
	if h.Forced && !h.Wins {
		return fmt.Sprintf("%s is the only thing that you can do here. %s", view.SentenceStart(move), why)
	}
	steps := []string{"There is no win here against perfect play.", why, asked(h)}
	if h.Wins {
		why = view.WhyInWords(v, p, h.Reason, explain.MaxShort)
		if !strings.Contains(why, move) {
			why = move + " wins: " + why
		}
		why = view.Sentence(why)
		steps = []string{"There is a win here.", explain.Look(v, h.Reason), why}
		if h.Only {
			steps[0] = "There is a win here, by one move only."
		}
	}
	if h.Wins && h.Forced {
		return why
	}
	return strings.Join(steps[:h.Step], "\n")
}

// shownKeeping is how many winning replies a hint names.
const shownKeeping = 2

// asked says how hard a move in a lost position is to answer.
func asked(h *referee.Hint) string {
	p := h.Game.Play.Position()
	say := func(m games.Move) string { return view.Doing(h.Game.Play.Variant(), p, m) }
	move := say(h.Move)
	most := view.SentenceStart(move) + " asks the most of your opponent"
	switch n := len(h.Keeping); {
	case n == 0 || !h.KeepingAll:
		return most + "."
	case n == h.Replies:
		return fmt.Sprintf("No move asks anything of your opponent: after %s, too, all that they can do keeps the win.", move)
	case n == 1:
		return fmt.Sprintf("%s: of their replies only %s keeps the win.", most, say(h.Keeping[0]))
	case n <= shownKeeping:
		return fmt.Sprintf("%s: of their replies only %s keep the win.", most, words.And(words.Each(h.Keeping, say)))
	default:
		return fmt.Sprintf("%s: of their replies only %d keep the win.", most, n)
	}
}
