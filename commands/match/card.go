package match

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/referee"
	"nimatron/referee/lesson"
	"nimatron/referee/tournament"
)

type audience struct {
	view.Look
	// played is the number of matches of the family that the least experienced player has
	// finished.
	played int
	// winnable is true if the board tells a person that they can win.
	winnable bool
	// event is the tournament of the match with its round, "" for none.
	event string
	// call is the text on the board of a pairing until somebody moves. It pings the players.
	call string
}

const taughtMatches = 2

func matchCard(g *referee.Game, where string, to audience) *view.Card {
	v, p := g.Play.Variant(), g.Play.Position()
	title := view.TitleOf(g) + " · " + view.Matchup(g)
	if g.Finished() { // its last board is on the card of the end
		over := strings.TrimSpace(lastMoves(g) + "\n" + view.OverText(g))
		return &view.Card{Title: title, Body: over, Tone: view.Finished, Footer: kindText(g, to.event)}
	}
	if view.FindPlace(p.Places(), where) == nil {
		where = ""
	}
	card := view.PositionCard(p, boardPicture(g, where, to), to.Look)
	card.Title = title
	card.Footer = strings.TrimSpace(card.Footer + "\n" + kindText(g, to.event))
	var body []string
	if to.call != "" {
		body = append(body, to.call)
	}
	if to.played < taughtMatches {
		body = append(body, v.Rules.Summary)
	}
	if last := lastMoves(g); last != "" {
		body = append(body, last)
	}
	if asker, asked := g.Offer.Side(); asked {
		body = append(body, takebackText(g, asker))
	}
	card.Question = view.NextDecision(g)
	if !g.Deadline.IsZero() {
		card.Question += " Time runs out " + view.Moment(g.Deadline, view.Relative) + "."
	}
	if to.winnable {
		card.Question += " You can win this one."
	}
	matchKeys(g, where).Offer(card)
	card.Moves = view.MovesText(p)
	card.Actions = append(cardActions(g), view.Action{Label: "More", Call: MoreName.Call(), Subject: view.SubjectOf(g)})
	card.More = moreActions(g)
	card.Body = strings.Join(body, "\n")
	return card
}

func cardActions(g *referee.Game) (actions []view.Action) {
	if g.Offer != match.Nobody {
		actions = []view.Action{
			{Label: "Agree", Call: input.Takeback.Call(), Subject: view.SubjectOf(g), Style: view.Success},
			{Label: "Decline", Call: input.Decline.Call(), Subject: view.SubjectOf(g)},
		}
	}
	if !g.Rated {
		actions = append(actions, view.Action{Label: "Hint", Call: input.Hint.Call(), Subject: view.SubjectOf(g)})
	}
	return actions
}

func claimAction(g *referee.Game) view.Action {
	return view.Action{Label: "Claim the win", Call: input.Claim.Call(), Subject: view.SubjectOf(g), Style: view.Success}
}

func followAction(g *referee.Game, follows bool) view.Action {
	a := view.Action{Label: "Follow", Call: input.Follow.Call(), Subject: view.SubjectOf(g)}
	if follows {
		a.Label = "Unfollow"
	}
	return a
}

func moreCard(g *referee.Game, reader string, follows, claimable bool) *view.Card {
	actions := []view.Action{view.Rules(g.Play.Variant()), {Label: "Post the board here", Call: input.Board.Call()}, {Label: "Settings", Call: input.Settings.Call()}}
	if seat, plays := g.SeatOf(reader); plays {
		actions = append(actions, moreActions(g)[:1]...)
		if claimable && g.Actor().ID != reader {
			actions = append(actions, claimAction(g))
		}
		if !g.Rated && len(g.ToTakeBack(seat)) > 0 && g.Declined != match.Seated(seat) {
			actions = append(actions, view.Action{Label: "Take back", Call: input.Takeback.Call()})
		}
	} else {
		actions = append(actions, followAction(g, follows))
	}
	return &view.Card{Body: "Position: " + view.Code(g.Play.Position().String()), Actions: actions}
}

func moreActions(g *referee.Game) []view.Action {
	return []view.Action{{Label: "Resign", Call: input.Resign.Call(), Subject: view.SubjectOf(g), Style: view.Danger}, view.Rules(g.Play.Variant())}
}

func kindText(g *referee.Game, event string) string {
	parts := []string{fmt.Sprintf("move %d", len(g.Moves)+1)}
	if g.Finished() {
		parts[0] = words.Count(len(g.Moves), "move")
	}
	if g.AgainstBot() {
		parts = append(parts, string(g.Level))
	}
	switch {
	case event != "" && g.Leg == match.Alone:
		parts = append(parts, event)
	case event != "":
		parts = append(parts, fmt.Sprintf("%s, game %d of 2", event, g.Leg))
	case g.Leg != match.Alone:
		parts = append(parts, fmt.Sprintf("rated, game %d of 2", g.Leg))
	case g.Rated:
		parts = append(parts, "rated")
	}
	if l := lesson.Find(g.Lesson); l != nil {
		parts = append(parts, "test of the lesson \""+l.Title+"\"")
	}
	if !g.Deadline.IsZero() && !g.Finished() {
		parts = append(parts, view.Duration(g.TurnTime)+" a turn")
	}
	return strings.Join(append(parts, fmt.Sprintf("match %d", g.ID)), " · ")
}

const maxLastMoves = 3

func lastMoves(g *referee.Game) string {
	n := 1
	if g.AgainstBot() {
		n = max(1, min(g.SinceLast(g.Human())-1, maxLastMoves))
	}
	moves := g.Play.Moves()
	begin := max(0, len(moves)-n)
	var told []string
	for i, position := range g.Play.Positions() {
		if i >= begin && i < len(moves) {
			d := referee.Decision{Turn: position.Turn(), Step: games.Step{Move: moves[i]}}
			told = append(told, view.DecisionWords(g, d)+".")
		}
	}
	return strings.Join(told, " ")
}

func takebackText(g *referee.Game, asker games.Side) string {
	return fmt.Sprintf("%s asks to take back %s. %s, do you agree?",
		view.PlayerName(g.Player(asker).ID), takenText(g.ToTakeBack(asker)), view.PlayerName(g.Player(asker.Other()).ID))
}

func takenText(moves []match.Move) string {
	if len(moves) == 1 {
		return "the last move"
	}
	return fmt.Sprintf("the last %d moves", len(moves))
}

const lookedBack = 2000

func boardPicture(g *referee.Game, chosen string, to audience) *view.Picture {
	if to.Look.Text {
		return nil
	}
	n := len(g.Moves)
	b := board.Board{Shape: g.Play.Position().Shape()}
	return view.NewPicture("board", board.Words(b.Shape)+view.LastMoveWords(g, n), func(context.Context) (*drawing.Drawing, error) {
		b := b
		if n > 0 && n <= lookedBack {
			b = view.BoardAfter(g, n)
		}
		b.Chosen, b.First = chosen, to.played == 0
		return board.Draw(b, to.Style)
	})
}

func matchKeys(g *referee.Game, where string) view.Keys {
	k := view.BoardKeys(g.Play.Variant(), g.Play.Position(), where)
	k.Subject = view.SubjectOf(g)
	if g.Shared() {
		vote := func(t view.Tap) input.Call { return voteName.With(voteInput{Move: t.Move, Tapping: t.Tapping}) }
		k.Play, k.Half = vote, vote
	}
	return k
}

func pairingText(e tournament.Event, g *referee.Game) string {
	first, second := view.PlayerName(g.Sides[games.Left].ID), view.PlayerName(g.Sides[games.Right].ID)
	text := fmt.Sprintf("**%s, round %d.** %s and %s, you play two games here, sides swapped.", e.Name, e.Round, first, second)
	switch {
	case e.Simul() != "":
		text = fmt.Sprintf("**%s.** %s, you play %s here, one game. You have the first turn, and you can win.", e.Name, first, second)
	case e.Game == tournament.LastGame:
		text = fmt.Sprintf("**%s, round %d.** %s and %s, you are tied again. Two final games on a smaller board decide. If you tie once more, the player who found more of their chances to win advances. If that is equal, the higher-rated player does.", e.Name, e.Round, first, second)
	case e.Game > 1:
		text = fmt.Sprintf("**%s, round %d.** %s and %s, you are tied. Two more games on a smaller board decide.", e.Name, e.Round, first, second)
	}
	return text + fmt.Sprintf(" You have %s per turn. If you don't show up, you lose on time.", view.Duration(g.TurnTime))
}
