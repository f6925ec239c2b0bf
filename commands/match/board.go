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
	"nimatron/games/spoken"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/tournament"
)

var boardCommand = core.New(input.Board, core.Command{
	Summary: "Show this channel's match",
}, func(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	if g, err := env.Referee.Current(ctx, r.Channel); err == nil {
		if err := turnToMatch(ctx, env, r, g); err != nil {
			return view.Reply{}, err
		}
	}
	reply, err := LatestBoard(ctx, env, r)
	if reply.Show.Kind == view.MatchSubject {
		reply.To = view.NewMessage{}
	}
	return reply, err
})

func boardReply(ctx context.Context, env *core.Env, g *referee.Game) view.Reply {
	return boardReplyIn(ctx, env, g, eventOf(ctx, env, g))
}

func boardReplyIn(ctx context.Context, env *core.Env, g *referee.Game, e tournament.Event) view.Reply {
	return view.Reply{Card: boardIn(ctx, env, g, "", e), Show: view.SubjectOf(g), ShownIn: g.Message}
}

func boardCard(ctx context.Context, env *core.Env, g *referee.Game, where string) *view.Card {
	return boardIn(ctx, env, g, where, eventOf(ctx, env, g))
}

func eventOf(ctx context.Context, env *core.Env, g *referee.Game) tournament.Event {
	e, _, err := env.Tournaments.EventOf(ctx, &g.Match)
	if err != nil {
		env.Log.Warn("the tournament of a match can't be read", "match", g.ID, "err", err)
	}
	return e
}

func boardIn(ctx context.Context, env *core.Env, g *referee.Game, where string, e tournament.Event) *view.Card {
	to := audience{Look: lookOfMatch(ctx, env, g), played: played(ctx, env, g)}
	to.winnable = !g.Finished() && g.AgainstBot() && !g.Rated && g.SinceLast(g.Human()) == 0 && env.Referee.WonFromStart(ctx, g, g.Human())
	if e != (tournament.Event{}) {
		if to.event = fmt.Sprintf("round %d of %s", e.Round, e.Name); e.Simul() != "" {
			to.event = e.Name
		}
		if len(g.Moves) == 0 && !g.Finished() && g.Leg != match.SecondLeg {
			to.call = pairingText(e, g)
		}
	}
	card := matchCard(g, where, to)
	if env.Referee.Claimable(g) {
		card.Actions = append([]view.Action{claimAction(g)}, card.Actions...)
	}
	if g.Shared() {
		if err := addVotes(ctx, env, g, card); err != nil {
			env.Log.Warn("the votes of a match can't be read", "match", g.ID, "err", err)
		}
	}
	if env.Live != nil && !g.Finished() {
		touch := view.Action{Label: "Touch the board", Call: TouchName.Call(), Subject: view.SubjectOf(g)}
		card.Actions = append(card.Actions, touch)
	}
	return card
}

// played returns the number of matches of the family that the least experienced player of a match
// has finished.
func played(ctx context.Context, env *core.Env, g *referee.Game) int {
	a := audienceOf(ctx, env, g)
	if g.AgainstBot() {
		return a.Played[g.Human()]
	}
	return min(a.Played[games.Left], a.Played[games.Right])
}

// audienceOf returns the people who see a board. If that can't be read, it returns people without
// settings and experience, so that the board explains too much rather than too little.
func audienceOf(ctx context.Context, env *core.Env, g *referee.Game) match.Audience {
	a, err := env.Referee.Audience(ctx, g)
	if err != nil {
		env.Log.Warn("who sees a board can't be read", "match", g.ID, "err", err)
	}
	return a
}

// LatestBoard shows a channel's newest match or, before its first match, the open challenge.
func LatestBoard(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	g, err := env.Referee.Latest(ctx, r.Channel)
	if errors.Is(err, errNoMatch) {
		if c, challengeErr := env.Referee.OpenChallenge(ctx, r.Channel); challengeErr == nil {
			reply, err := challengeReply(ctx, env, c, nil)
			reply.Notify = nil // the challenge itself pings
			return reply, err
		}
	}
	if err != nil {
		return view.Reply{}, err
	}
	if g.Finished() { // then it has a review
		if err := env.Referee.CheckAdvice(ctx, r.By.Player()); err != nil {
			return view.Reply{}, err
		}
	}
	reply := boardReply(ctx, env, g)
	if !g.Finished() {
		return reply, nil
	}
	reply.Closes = true // the answer reopens the thread
	if reply.Card, err = endingCard(ctx, env, g, nil); err != nil {
		return view.Reply{}, err
	}
	if reply.Card.Picture == nil && reply.Card.Drawing == "" {
		look := lookOfMatch(ctx, env, g)
		last := view.PositionCard(g.Play.Position(), boardPicture(g, "", audience{Look: look, played: taughtMatches}), look)
		reply.Card.Picture, reply.Card.Drawing = last.Picture, last.Drawing
	}
	return reply, nil
}

// Button returns the button of the channel's board, or of *More* under it, that has a label, as spoken.Fold writes it.
// Moves are not among them.
func Button(ctx context.Context, env *core.Env, r *core.Request, label string) (a view.Action, ok bool) {
	const longest = 30
	if len(label) > longest || strings.ContainsAny(label, "0123456789") {
		return a, false
	}
	g, err := env.Referee.Latest(ctx, r.Channel)
	if err != nil {
		return a, false
	}
	var card *view.Card
	if !g.Finished() {
		card = boardCard(ctx, env, g, "")
		card.Actions = append(card.Actions, moreCard(g, r.By.ID, false, env.Referee.Claimable(g)).Actions...)
	} else if card, err = endingCard(ctx, env, g, nil); err != nil {
		return a, false
	}
	actions := card.Actions
	i := slices.IndexFunc(actions, func(a view.Action) bool { return spoken.Fold(a.Label) == label })
	if i < 0 {
		return a, false
	}
	return actions[i], true
}

var errNoMatch = &referee.Refusal{Words: referee.NoMatch}

func outdatedReply(ctx context.Context, env *core.Env, r *core.Request) (reply view.Reply, ok bool) {
	if r.Subject.Kind == view.NoSubject {
		return view.Reply{}, false
	}
	g, err := env.Referee.Latest(ctx, r.Channel)
	if err != nil || view.SubjectOf(g) == r.Subject {
		return view.Reply{}, false
	}
	reply = view.Reply{
		To:      view.Private{},
		Outcome: view.OutcomeRefused, Overt: true,
		Text: "That button is out of date and did nothing. Here is the match as it stands.",
		Card: boardCard(ctx, env, g, ""),
	}
	if g.Message != "" {
		reply.Show, reply.ShownIn = view.SubjectOf(g), g.Message
	}
	return reply, true
}

func progressReply(ctx context.Context, env *core.Env, r *core.Request, p *referee.Progress, err error) (view.Reply, error) {
	if err != nil {
		return view.Reply{}, err
	}
	g := p.Game
	event := eventOf(ctx, env, g)
	reply := view.Reply{Show: view.SubjectOf(g), ShownIn: g.Message}
	if !r.Brief || g.Message == "" {
		reply.Card = boardIn(ctx, env, g, "", event)
	}
	var lines []string
	switch g.Termination {
	case match.TimedOut:
		lines = append(lines, timeUpText(r, p))
	case match.Cancelled:
		text, err := calledOffText(ctx, env, r, g)
		if err != nil {
			return view.Reply{}, err
		}
		lines = append(lines, text)
	}
	switch {
	case reply.Card == nil || p.Next != nil: // otherwise the board says the same
		for _, d := range p.Decisions {
			lines = append(lines, view.DecisionWords(g, d)+".")
		}
	case r.Subject.Kind == view.NoSubject && g.AgainstBot() && len(p.Decisions) > 1 && g.SinceLast(g.Human()) > 1:
		lines = append(lines, view.DecisionWords(g, p.Decisions[0])+".") // the board shows the answer to it
	}
	if certain := certainty(p); reply.Card != nil && p.Next == nil && len(certain) > 0 {
		reply.Card.Body += "\n" + strings.Join(certain, "\n")
	} else {
		lines = append(lines, certain...)
	}
	switch {
	case p.Next != nil:
		return secondGame(ctx, env, append(lines, ratingChanges(p)...), p)
	case g.Finished():
		own, plays := g.SeatOf(r.By.ID)
		reply.Earned = plays && g.OutcomeOf(own) == match.Won
		if reply.Ending, err = endingCard(ctx, env, g, ratingChanges(p)); err != nil {
			return view.Reply{}, err
		}
		if reply.Notify, err = endNotification.Recipients(ctx, env, match.RoomOf(g.Channel, g.Server), otherPeople(g, r.By.ID)); err != nil {
			return view.Reply{}, err
		}
	default:
		reply.Next = view.NextDecision(g)
		reply.Notify = nextToNotify(ctx, env, r, g)
	}
	reply.Text = strings.Join(lines, "\n")
	forLeader(ctx, env, r, g, event.Simul(), &reply)
	return reply, nil
}

// nextToNotify returns the player whom an answer pings about their turn, unless that is the
// speaker. A tap is answered without a message; a ping then needs a message of its own, which only
// some players want.
func nextToNotify(ctx context.Context, env *core.Env, r *core.Request, g *referee.Game) []string {
	if g.Actor().IsCrowd() {
		return nil
	}
	actor := g.Actor().ID
	tapped := r.Subject.Kind == view.MatchSubject
	if actor == r.By.ID || !pingsInChannel(ctx, env, g, !tapped) {
		return nil
	}
	return []string{actor}
}

func otherPeople(g *referee.Game, but string) []string {
	var ids []string
	for _, p := range g.Sides {
		if p.ID != but && !p.IsBot() && !p.IsCrowd() {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// secondGame begins the second game of a rated pair in a new message. It does not judge the first
// game: that would help in the second.
func secondGame(ctx context.Context, env *core.Env, lines []string, p *referee.Progress) (view.Reply, error) {
	first, second := p.Game, p.Next.Game
	reply := boardReply(ctx, env, second)
	text := fmt.Sprintf("Match %d was the first game of the pair. Here is the second, with sides swapped: %s.", first.ID, view.Matchup(second))
	if first.Tournament == 0 { // otherwise they may not
		text += " Ratings change when it ends."
	}
	lines = append(lines, view.ResultText(first), text)
	lines = append(lines, certainty(p.Next)...)
	var err error
	switch {
	case second.Finished() && second.Version > 1: // its own answer or notice tells
		if reply.Closes, err = isOver(ctx, env, second.Channel); err != nil {
			return view.Reply{}, err
		}
	case second.Finished(): // the bot's first decision ended it
		if reply.Ending, err = endingCard(ctx, env, second, ratingChanges(p.Next)); err != nil {
			return view.Reply{}, err
		}
	default:
		reply.Next = view.NextDecision(second)
	}
	reply.Text = strings.Join(lines, "\n")
	reply.To = view.NewMessage{}
	reply.Notify = otherPeople(second, "")
	return reply, nil
}

func timeUpText(r *core.Request, p *referee.Progress) string {
	late := p.Game.RanOut()
	if late.IsZero() {
		return view.PlayerName(r.By.ID) + " claimed the win because the opponent ran out of time."
	}
	loser, _ := p.Game.Loser()
	text := fmt.Sprintf("%s's time ran out at %s", view.PlayerName(loser.ID), view.Moment(late, view.Clock))
	if r.By.ID == loser.ID {
		text += ", so the last action didn't count"
	}
	return text + "."
}

func calledOffText(ctx context.Context, env *core.Env, r *core.Request, g *referee.Game) (string, error) {
	who := view.PlayerName(r.By.ID)
	moved := len(g.Moves) > 0 || g.Sides[games.Left].Takebacks+g.Sides[games.Right].Takebacks > 0
	switch {
	case !g.Rated && moved: // the bot has moved, or moves were taken back
		return who + " cancelled the match.", nil
	case !g.Rated:
		return who + " cancelled the match before it began.", nil
	}
	text := who + " called off the pair before it began. No ratings change."
	count, until, err := env.Referee.CalledOff(ctx, r.By.ID)
	if err != nil {
		return "", err
	}
	if until.IsZero() {
		return fmt.Sprintf("%s That's %s called off in 24 hours. After more than %d you can't play rated matches for a day.",
			text, words.Count(count, "pair"), match.CalledOffADay), nil
	}
	return fmt.Sprintf("%s That's %s called off in 24 hours, so %s can't play rated matches until %s.",
		text, words.Count(count, "pair"), who, view.Moment(until, view.Clock)), nil
}

func pairText(ctx context.Context, env *core.Env, g *referee.Game) (text string, unplayed bool, err error) {
	if g.Leg != match.SecondLeg || !g.Finished() {
		return "", false, nil
	}
	if unplayed, err = env.Referee.PairUnplayed(ctx, g); err != nil || unplayed {
		return "\nNot rated: nobody moved in either game.", unplayed, err
	}
	left, right, complete, err := env.Referee.PairScore(ctx, g)
	if err != nil || !complete {
		return "", false, err
	}
	return scoreText(g, left, right), false, nil
}

// awayAfter is the time without an action after which a player counts as away.
const awayAfter = time.Minute

// pingsInChannel reports whether the player to move is pinged in the channel: not by the outbox, and not
// switched off. said is true if a message names the player anyway; then it also pings players who are here.
func pingsInChannel(ctx context.Context, env *core.Env, g *referee.Game, said bool) bool {
	side := g.Play.Position().Turn().Actor
	if g.Player(side).IsBot() {
		return false
	}
	audience := audienceOf(ctx, env, g)
	switch audience.PingsOf(side) {
	case match.PingsDirect:
		return g.Version <= 1 // a match begins in its channel
	case match.PingsOff:
		return false
	case match.PingsAway:
		return said || env.Referee.Now().Sub(lastAction(g, side)) >= awayAfter
	}
	return true
}

func lastAction(g *referee.Game, side games.Side) time.Time {
	for i := len(g.Moves) - 1; i >= 0; i-- {
		if g.Moves[i].Actor == side {
			return g.Moves[i].At
		}
	}
	return g.Created
}

// lookOfMatch returns the look of a match's board: text or large text if one player wants it, light if all
// do, a theme if all chose the same.
func lookOfMatch(ctx context.Context, env *core.Env, g *referee.Game) view.Look {
	a := audienceOf(ctx, env, g)
	var own []match.PersonSettings
	for side, p := range g.Sides {
		if !p.IsBot() && !p.Deleted() {
			own = append(own, a.Own[side])
		}
	}
	return env.LookFor(own...)
}

func turnToMatch(ctx context.Context, env *core.Env, r *core.Request, g *referee.Game) error {
	if _, plays := g.SeatOf(r.By.ID); !plays {
		return nil
	}
	return env.Puzzles.Leave(ctx, r.Channel, r.By.Player())
}
