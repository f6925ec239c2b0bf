package match

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/match"
)

// runningShown bounds the list of running matches.
const runningShown = 20

var matchesCommand = &core.Command{
	Name:    "match list",
	Summary: "List your running matches everywhere",
	Private: true,
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		running, err := env.Referee.Running(ctx, r.By.ID, runningShown+1)
		if err != nil {
			return view.Reply{}, err
		}
		open, err := env.Store.OpenChallengesOf(ctx, r.By.ID, env.Referee.Now())
		if err != nil {
			return view.Reply{}, err
		}
		if len(running) == 0 && len(open) == 0 {
			return view.Reply{Text: "You aren't in a match right now. `/play` starts one."}, nil
		}
		card := &view.Card{Title: "Your running matches"}
		if len(running) > runningShown {
			running = running[:runningShown]
			card.Footer = fmt.Sprintf("These are the first %d.", runningShown)
		}
		core.SortByUrgency(running, r.By.ID)
		var lines []string
		for _, g := range running {
			lines = append(lines, core.RunningText(g, r.By.ID))
		}
		for _, c := range open {
			lines = append(lines, openChallengeText(&c))
		}
		card.Body = strings.Join(lines, "\n")
		return view.Reply{Card: card}, nil
	},
}

// openChallengeText describes an open challenge to its challenger in one line.
func openChallengeText(c *match.Challenge) string {
	to := "anyone"
	if !c.ToAnyone() {
		to = view.PlayerName(c.Opponent.ID)
	}
	return fmt.Sprintf("Your challenge to %s in %s: `%s`, open until %s", to, view.ChannelLink(c.Channel, c.Server), c.Variant, view.Moment(c.Expires, view.Clock))
}
