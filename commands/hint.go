package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/explain"
	"nimatron/games"
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
		return placeHint(h) + " Ask again to be told the move."
	case h.Wins && h.Only:
		return "There is a win here, by one move only. Ask again to be told where."
	case h.Wins:
		return "There is a win here. Ask again to be told where."
	case h.Step == referee.HintMove:
		return fmt.Sprintf("`%s` asks the most of your opponent. %s", h.Move, explain.Short(v, p, h.Reason))
	case h.Step == referee.HintPlace:
		return explain.Short(v, p, h.Reason) + " Ask again to be told what to try."
	default:
		return "There is no win here against perfect play. Ask again to be told why."
	}
}

// placeHint says where to look for the move, or what to look at.
func placeHint(h *referee.Hint) string {
	v := h.Game.Play.Variant()
	switch m := h.Move; {
	case v.Partizan && (m.Where == "L" || m.Where == "R"):
		return "Is either end pile short of what the piles between need of it, and how much is there to spare? That decides between taking one counter and taking the whole pile."
	case m.Kind == games.Nominate:
		return "Count the piles of 1, and look at what naming one of them does to their number."
	case m.Kind == games.Dictate:
		return "Count the piles of 1: it matters whether one is left of the pile that was named."
	case m.Kind == games.Split:
		return fmt.Sprintf("Look at pile %s: it wants to be split.", m.Where)
	case m.Where == "L":
		return "Look at the left end."
	case m.Where == "R":
		return "Look at the right end."
	case m.Where != "" && strings.Trim(m.Where, "0123456789") == "":
		return fmt.Sprintf("Look at pile %s.", m.Where)
	case m.Where != "":
		return fmt.Sprintf("Look at `%s`.", m.Where)
	default:
		return "Look at what each move leaves to your opponent."
	}
}
