package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/explain"
	"nimatron/referee"
)

var hintCommand = &Command{
	Name:    "hint",
	Summary: "Help you, and only you, step by step: is there a win, where, and which move",
	Private: true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if reply, stale := s.outdatedReply(ctx, r); stale {
			return reply, nil
		}
		h, err := s.referee.Hint(ctx, r.Channel, r.By.ID)
		if err == nil {
			err = s.turnToMatch(ctx, r, h.Game)
		}
		if err != nil {
			return view.Reply{}, err
		}
		reply := view.Reply{Text: hintText(h), Card: &view.Card{}}
		if !h.Game.AgainstBot() {
			reply.Text += "\nThe hint is counted and will be mentioned with the result."
		}
		if h.Step < referee.HintMove {
			reply.Card.Actions = append(reply.Card.Actions, view.Action{Label: "Next hint", Command: "hint", Subject: view.SubjectOf(h.Game)})
		}
		if h.Step == referee.HintMove || h.Step == referee.HintPlace && !h.Wins {
			v, p := h.Game.Play.Variant(), h.Game.Play.Position()
			view.OfferWhole(&reply, v, p, explain.Full(v, p, h.Reason))
		}
		if len(reply.Card.Actions) == 0 {
			reply.Card = nil
		}
		return reply, nil
	},
}

// hintText says as much as the step of a hint allows.
func hintText(h *referee.Hint) string {
	v, p := h.Game.Play.Variant(), h.Game.Play.Position()
	switch {
	case !h.Known:
		return fmt.Sprintf("Try `%s`. I have not proved who wins from here: it is my best guess.", h.Move)
	case h.Forced && !h.Wins:
		return fmt.Sprintf("`%s` is the only thing that you can do here. %s", h.Move, explain.Short(v, p, h.Reason))
	case h.Wins && h.Step == referee.HintMove:
		text := explain.Short(v, p, h.Reason)
		if move := view.Code(h.Move.String()); !strings.Contains(text, move) {
			text = "Play " + move + ". " + text
		}
		return text
	case h.Wins && h.Step == referee.HintPlace:
		return explain.Look(v, h.Reason) + " Ask again to be told the move."
	case h.Wins && h.Only:
		return "There is a win here, by one move only. Ask again to be told where."
	case h.Wins:
		return "There is a win here. Ask again to be told where."
	case h.Step == referee.HintMove:
		return asked(h)
	case h.Step == referee.HintPlace:
		return explain.Short(v, p, h.Reason) + " Ask again to be told what to try."
	default:
		return "There is no win here against perfect play. Ask again to be told why."
	}
}

// shownKeeping is how many replies that keep the win a hint names.
const shownKeeping = 2

// asked says how much a move in a lost position asks of the opponent.
func asked(h *referee.Hint) string {
	most := fmt.Sprintf("`%s` asks the most of your opponent", h.Move)
	switch n := len(h.Keeping); {
	case n == 0 || !h.KeepingAll:
		return most + "."
	case n == h.Replies:
		return fmt.Sprintf("No move asks anything of your opponent: after `%s`, too, all that they can do keeps the win.", h.Move)
	case n == 1:
		return fmt.Sprintf("%s: of their replies only `%s` keeps the win.", most, h.Keeping[0])
	case n <= shownKeeping:
		return fmt.Sprintf("%s: of their replies only %s keep the win.", most, view.MoveList(h.Keeping, " and "))
	default:
		return fmt.Sprintf("%s: of their replies only %d keep the win.", most, n)
	}
}
