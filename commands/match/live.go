package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/match/link"
	"nimatron/referee"
)

// Live is a match with the actions and texts that the live board shows.
type Live struct {
	*referee.Game
	Actions [2][]view.Action // what each side can do besides moving; for a server's side, its leader alone
	Leader  string           // the person who leads a server's match, "" for none
	Offer   string           // an unanswered request for a takeback or a rematch, "" for none
	Ending  *view.Card       // nil while the match is running
	Bell    time.Time        // the end of a vote that has begun
	Replay  string           // a link behind # to the turning point, "" if there is none to show
	Apart   bool             // one player has blocked the other, so neither sees whether the other is there
}

// Due returns when the turn is over: when a clock runs out or a bell rings; zero for never.
func (l *Live) Due() time.Time {
	if l.Shared() {
		return l.Bell
	}
	return l.Deadline
}

// LiveOf returns the content of a match's live board. The error is match.ErrNotFound for none.
func LiveOf(ctx context.Context, env *core.Env, id int64) (l Live, err error) {
	if l.Game, err = env.Referee.Game(ctx, id); err != nil {
		return l, err
	}
	g := l.Game
	l.Apart = !g.AgainstBot() && env.Referee.CheckBlocks(ctx, g.Sides[games.Left].ID, g.Sides[games.Right].ID) != nil
	switch {
	case !g.Finished() && g.Shared():
		return l, l.addVotes(ctx, env)
	case !g.Finished():
		for _, side := range []games.Side{games.Left, games.Right} {
			l.Actions[side] = liveActions(g, side)
		}
		if asker, asked := g.Offer.Side(); asked {
			l.Offer = takebackText(g, asker)
		}
		return l, nil
	}
	var e view.Ending
	if e, l.Ending, err = ending(ctx, env, g, nil); err != nil {
		return l, err
	}
	if step, turning := e.TurningPoint(); turning != nil {
		l.Replay = link.Link{Variant: g.Variant, Start: g.Start, First: g.First, Back: len(g.Moves) - step,
			Moves: words.Each(g.Play.Moves(), games.Move.String)}.String()
	}
	return l, l.offerRematch(ctx, env)
}

// addVotes tells the last vote and the present one.
func (l *Live) addVotes(ctx context.Context, env *core.Env) error {
	review, err := env.Referee.Review(ctx, l.Game)
	if err != nil {
		return err
	}
	lines, err := lastVote(ctx, env, l.Game, review)
	if err != nil {
		return err
	}
	c, n, err := votesNow(ctx, env, l.Game)
	votes := votesText(l.Game, c, n)
	crowd, _ := l.Crowd()
	side, _ := l.SeatOf(crowd.ID)
	l.Leader, l.Actions[side] = c.Leader, liveActions(l.Game, side)
	if l.Bell = c.Bell; n > 0 { // a clock shows the bell
		votes = voted(n) + "."
		if c.Veto == "" {
			l.Actions[side] = append(l.Actions[side], vetoAction(l.Game))
		}
	}
	l.Offer = strings.Join(append(lines, "Everybody votes. "+votes), " ")
	return err
}

func liveActions(g *referee.Game, side games.Side) (actions []view.Action) {
	acts := g.Play.Position().Turn().Actor == side
	offered := append(cardActions(g), moreCard(g, g.Player(side).ID, false, false).Actions...)
	if g.TurnTime > 0 && !acts && !g.Rated { // the clock ends rated matches by itself
		offered = append(offered, claimAction(g))
	}
	for _, a := range offered {
		switch a.Command {
		case "hint":
			if acts {
				actions = append(actions, a)
			}
		case "match takeback":
			again := slices.ContainsFunc(actions, func(b view.Action) bool { return b.Command == a.Command })
			if g.Offer != match.Seated(side) && !again && !g.Shared() {
				actions = append(actions, a)
			}
		case "match decline":
			if g.Offer != match.Seated(side) {
				actions = append(actions, a)
			}
		case "match resign", "match claim":
			actions = append(actions, a)
		}
	}
	return actions
}

// offerRematch offers a rematch after the newest match of a channel, or the answers to one that was offered.
func (l *Live) offerRematch(ctx context.Context, env *core.Env) error {
	latest, err := env.Referee.Latest(ctx, l.Channel)
	if err != nil || latest.ID != l.ID {
		return err
	}
	c, err := env.Referee.OpenChallenge(ctx, l.Channel)
	if errors.Is(err, &referee.Refusal{Words: referee.NoChallenge}) {
		for _, a := range l.Ending.Actions {
			if a.Command == string(input.Rematch) {
				l.Actions = [2][]view.Action{{a}, {a}}
			}
		}
		return nil
	}
	asker, asks := l.SeatOf(c.Challenger.ID)
	if err != nil || !asks || c.Opponent.ID != l.Player(asker.Other()).ID {
		return err
	}
	about := view.Subject{Kind: view.ChallengeSubject, ID: c.ID}
	l.Actions[asker] = []view.Action{{Label: "Withdraw", Call: input.Cancel.Call(), Subject: about}}
	l.Actions[asker.Other()] = []view.Action{{Label: "Accept", Call: input.Accept.Call(), Subject: about}, {Label: "Decline", Call: input.Decline.Call(), Subject: about}}
	l.Offer = fmt.Sprintf("%s challenges %s.", view.Mention(c.Challenger.ID), view.Mention(c.Opponent.ID))
	return nil
}

// TouchName is the command that opens the live board.
const TouchName input.Name[input.None] = "touch"

var touchCommand = core.New(TouchName, core.Command{
	Summary: "Play on a board you can touch",
	Private: true,
	Tapped:  true,
}, func(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	if env.Live == nil {
		return view.Reply{}, core.Refuse("Live boards are switched off here. Use the buttons under the board.")
	}
	g, err := env.Referee.Latest(ctx, r.Channel)
	if err == nil && g.Finished() { // then it has a review
		err = env.Referee.CheckAdvice(ctx, r.By.Player())
	}
	if err != nil {
		return view.Reply{}, err
	}
	text, player := "Open your board with this button. The link is only for you and works once, within 10 minutes. You can share the other one, for watching.", r.By.Player()
	if _, plays := g.SeatOf(player.ID); !plays && !g.Shared() {
		if err := env.Referee.CheckWatcher(ctx, g, player.ID); err != nil {
			return view.Reply{}, err
		}
		text, player = "Watch the match here. You can share this link. It works for 10 minutes.", match.Player{}
	}
	about := view.SubjectOf(g)
	links := []view.Link{{Label: "Open the board", To: env.Live.Link(about, player)}}
	if player.ID != "" {
		links = append(links, view.Link{Label: "Link for watching", To: env.Live.Link(about, match.Player{})})
	}
	return view.Reply{Text: text, Card: &view.Card{Links: links}, To: view.Launch{}}, nil
})
