package commands

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee"
)

// runningShown is how many running matches are listed.
const runningShown = 20

var matchesCommand = &Command{
	Name:    "matches",
	Summary: "List your running matches in all channels, and whose turn it is",
	Private: true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		running, err := s.referee.Running(ctx, r.By.ID, runningShown+1)
		if err != nil {
			return view.Reply{}, err
		}
		open, err := s.referee.OpenChallengesOf(ctx, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		if len(running) == 0 && len(open) == 0 {
			return view.Reply{Text: "You are in no match right now. `/play` begins one."}, nil
		}
		card := &view.Card{Title: "Your running matches"}
		if len(running) > runningShown {
			running = running[:runningShown]
			card.Footer = fmt.Sprintf("These are the first %d; there are more.", runningShown)
		}
		// What waits for the one who asks comes first, and of that the most urgent.
		slices.SortStableFunc(running, func(a, b *referee.Game) int {
			return cmp.Or(cmp.Compare(urgency(a, r.By.ID), urgency(b, r.By.ID)), a.Deadline.Compare(b.Deadline))
		})
		var lines []string
		for _, g := range running {
			lines = append(lines, runningText(g, r.By.ID))
		}
		for _, c := range open {
			lines = append(lines, openChallengeText(&c))
		}
		card.Body = strings.Join(lines, "\n")
		return view.Reply{Card: card}, nil
	},
}

// openChallengeText tells of an open challenge in one line, as its challenger sees it.
func openChallengeText(c *match.Challenge) string {
	to := "anyone"
	if !c.ToAnyone() {
		to = view.PlayerName(c.Opponent.ID)
	}
	return fmt.Sprintf("Your challenge to %s in %s: `%s`, open until %s; `/cancel` there withdraws it", to, view.ChannelLink(c.Channel, c.Server), c.Variant, view.Moment(c.Expires, view.Clock))
}

// urgency orders matches for a player: 0 where it is that player's turn and the clock
// runs, 3 where neither is so.
func urgency(g *referee.Game, player string) int {
	n := 0
	if g.Actor().ID != player {
		n += 2
	}
	if g.Deadline.IsZero() {
		n++
	}
	return n
}

// runningText tells of a running match in one line, as its player with that id sees it.
func runningText(g *referee.Game, player string) string {
	seat, _ := g.SeatOf(player)
	line := fmt.Sprintf("`%d` %s against %s in %s: ", g.ID, g.Play.Variant().Name, view.PlayerLabel(g, seat.Other()), view.ChannelLink(g.Channel, g.Server))
	whose := "your"
	if g.Actor().ID == player {
		line += "**you decide**"
	} else {
		whose = "their"
		line += view.PlayerName(g.Actor().ID) + " decides"
	}
	if g.Deadline.IsZero() {
		return line + ", without a clock"
	}
	return line + fmt.Sprintf(", %s time ends %s", whose, view.Moment(g.Deadline, view.Relative))
}
