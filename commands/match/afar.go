package match

import (
	"context"
	"fmt"
	"strconv"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee"
)

func afarMenus(env *core.Env, running []*referee.Game, open []match.Challenge, player string) (menus []view.Menu) {
	var resign, claim, withdraw []view.Choice
	for _, g := range running {
		seat, _ := g.SeatOf(player)
		choice := view.Choice{Label: fmt.Sprintf("Match %d: %s against %s", g.ID, g.Play.Variant().Name, g.Player(seat.Other()).Name), Value: strconv.FormatInt(g.ID, 10)}
		resign = append(resign, choice)
		if env.Referee.Claimable(g) && g.Actor().ID != player {
			claim = append(claim, choice)
		}
	}
	for _, c := range open {
		withdraw = append(withdraw, view.Choice{Label: "Your challenge to " + challenged(env, c), Value: strconv.FormatInt(c.ID, 10)})
	}
	for _, m := range []view.Menu{{Prompt: "Resign…", Call: input.Resign.Call(), Choices: resign}, {Prompt: "Claim the win…", Call: input.Claim.Call(), Choices: claim},
		{Prompt: "Withdraw…", Call: input.Cancel.Call(), Choices: withdraw}} {
		if m.Option = "match"; len(m.Choices) > 0 {
			menus = append(menus, m)
		}
	}
	return menus
}

func challenged(env *core.Env, c match.Challenge) string {
	if c.ToAnyone() {
		return "anyone: " + env.GameName(c.Variant)
	}
	return c.Opponent.Name + ": " + env.GameName(c.Variant)
}

func resignFromAfar(ctx context.Context, env *core.Env, r *core.Request, in *input.ResignInput) (view.Reply, error) {
	if !in.Sure {
		in.Sure = true
		return core.Confirm(r, input.Resign.With(*in), fmt.Sprintf("Resign match %d? Your opponent wins it.", in.Match), "Yes, resign"), nil
	}
	_, err := env.Referee.ResignMatch(ctx, int64(in.Match), r.By.ID)
	return fromAfar(fmt.Sprintf("You resigned match %d.", in.Match), err)
}

func fromAfar(done string, err error) (view.Reply, error) {
	return view.Reply{Text: "Done. " + done, To: view.UpdateEphemeral{}}, err
}
