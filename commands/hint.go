package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/explain"
	"nimatron/referee"
	"nimatron/solver"
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
		// One private message keeps all steps, where its button was pressed.
		reply := view.Reply{Text: hintText(h), Card: &view.Card{}, To: view.Page{}}
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

// hintText says as much as the step of a hint allows: a line for each step up to it.
func hintText(h *referee.Hint) string {
	v, p := h.Game.Play.Variant(), h.Game.Play.Position()
	if !h.Known {
		return fmt.Sprintf("Try `%s`. I have not proved who wins from here: it is my best guess.", h.Move)
	}
	why := explain.Short(v, p, h.Reason)
	if h.Forced && !h.Wins {
		return fmt.Sprintf("`%s` is the only thing that you can do here. %s", h.Move, why)
	}
	steps := []string{"There is no win here against perfect play.", why, fmt.Sprintf("`%s` asks the most of your opponent.", h.Move)}
	if h.Wins {
		if move := view.Code(h.Move.String()); !strings.Contains(why, move) {
			why = "Play " + move + ". " + why
		}
		steps = []string{"There is a win here.", solver.FamilyOf(v).Look(h.Move), why}
		if h.Only {
			steps[0] = "There is a win here, by one move only."
		}
	}
	if h.Wins && h.Forced {
		return why
	}
	return strings.Join(steps[:h.Step], "\n")
}
