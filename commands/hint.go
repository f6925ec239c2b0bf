package commands

import (
	"context"
	"fmt"
)

var hintCommand = &Command{
	Name:    "hint",
	Summary: "Tell you, and only you, what to play and why",
	Private: true,
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		if reply, stale := s.outdatedReply(ctx, r); stale {
			return reply, nil
		}
		h, err := s.referee.Hint(ctx, r.Channel, r.By.ID)
		if err != nil {
			return Reply{}, err
		}
		text := fmt.Sprintf("Try `%s`. I have not proved who wins from here: it is my best guess.", h.Move)
		switch {
		case h.Known && h.Wins:
			text = fmt.Sprintf("You can win: play `%s`.", h.Move)
		case h.Known:
			text = fmt.Sprintf("Against perfect play every move loses here. `%s` asks the most of your opponent.", h.Move)
		}
		if h.Known {
			text += "\nWhy: " + sentence(h.Reason.Short)
		}
		if !h.Game.AgainstBot() {
			text += "\nThe hint is counted and will be mentioned with the result."
		}
		reply := Reply{Text: text}
		if len(h.Reason.Steps()) > 0 {
			v, p := h.Game.Play.Variant(), h.Game.Play.Position()
			reply.Card = &Card{Actions: []Action{{
				Label: "Step by step", Command: "analyze",
				Options: map[string]string{"variant": v.ID, "position": p.String()},
			}}}
		}
		return reply, nil
	},
}
