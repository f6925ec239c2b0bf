package match

import (
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
)

// challengeCard shows an open challenge, or how it was answered. Style is the usual style: everybody
// sees the picture.
func challengeCard(c match.Challenge, v *games.Variant, style picture.Style) (view.Reply, error) {
	show := view.Subject{Kind: view.ChallengeSubject, ID: c.ID}
	challenger := view.Mention(c.Challenger.ID)
	card := &view.Card{Title: "A challenge: " + v.Name}
	shown, noChange := c.Start, ""
	if c.Rated {
		// Nobody may study the start of a rated match before it begins.
		shown, noChange = v.Rules.Example, " No ratings change."
	}
	position, err := v.Parse(shown, games.Left)
	if err != nil {
		return view.Reply{}, err
	}
	if !c.Rated {
		card.Drawing, card.Footer = picture.Text(position.Shape()), "Start: "+words.Cut(c.Start, view.MaxNotation)
		card.Picture = view.ShapePicture(position, style) // everybody sees it
	}
	reply := view.Reply{Card: card, Show: view.Subject{Kind: view.ChallengeSubject, ID: c.ID, Version: c.Version()}, ShownIn: c.Message}
	switch c.State {
	case match.ChallengeOpen:
		to := "anyone"
		if !c.ToAnyone() {
			to = view.Mention(c.Opponent.ID)
			reply.Notify = []string{c.Opponent.ID}
		}
		reply.Text = fmt.Sprintf("%s challenges %s.", challenger, to)
		body := []string{v.Rules.Summary, firstTurnText(c)}
		if v.Partizan {
			body = append(body, sidesText(c, v, position))
		}
		if c.Rated {
			body = append(body, "Rated: two games from the same start, with sides swapped. You'll see the start once the challenge is accepted. Running out of time loses the game.")
		}
		if c.TurnTime > 0 {
			body = append(body, view.Duration(c.TurnTime)+" per turn.")
		}
		open := fmt.Sprintf("%.0f hours", referee.ChallengeLife.Hours())
		switch life := c.Expires.Sub(c.Created); life {
		case referee.ChallengeLife:
		case referee.OpenChallengeLife:
			open = view.Duration(life) + ", until " + view.Moment(c.Expires, view.Clock) + ", then this channel is free again"
		default:
			open = view.Duration(life)
		}
		card.Body = strings.Join(append(body, "The challenge is open for "+open+"."), "\n")
		card.Actions = challengeActions(c, show, v)
	case match.ChallengeDeclined:
		card.Tone = view.Refused
		reply.Next = fmt.Sprintf("%s declined %s's challenge.%s", view.Mention(c.Opponent.ID), challenger, noChange)
		reply.Notify = []string{c.Challenger.ID}
	case match.ChallengeCancelled:
		card.Tone = view.Refused
		reply.Next = fmt.Sprintf("%s withdrew the challenge.%s", challenger, noChange)
	case match.ChallengeExpired:
		card.Tone = view.Refused
		reply.Next = fmt.Sprintf("%s's challenge expired without an answer.%s", challenger, noChange)
	}
	if c.State != match.ChallengeOpen {
		card.Body = reply.Next
	}
	return reply, nil
}

// challengeActions returns what can be done with an open challenge.
func challengeActions(c match.Challenge, show view.Subject, v *games.Variant) []view.Action {
	var actions []view.Action
	accept := view.Action{Label: "Accept", Command: "match accept", Subject: show, Style: view.Success}
	if c.First == match.FirstChoose {
		actions = view.PickActions(show)
	} else {
		actions = []view.Action{accept}
	}
	if !c.ToAnyone() {
		actions = append(actions, view.Action{Label: "Decline", Command: "match decline", Subject: show, Style: view.Danger})
	}
	return append(actions, view.Rules(v))
}

// ToBeAccepted tells a person who moves too early that a challenge must be accepted first.
func ToBeAccepted(c match.Challenge, v *games.Variant, reader string) *view.Card {
	show := view.Subject{Kind: view.ChallengeSubject, ID: c.ID}
	if reader != c.Challenger.ID {
		return &view.Card{
			Body:    fmt.Sprintf("Accept first: %s challenged %s to %s, and the match starts when you accept.", view.PlayerName(c.Challenger.ID), whom(c), v.Name),
			Actions: challengeActions(c, show, v),
		}
	}
	return &view.Card{
		Body:    fmt.Sprintf("Your match of %s starts when %s accepts your challenge.", v.Name, whom(c)),
		Actions: []view.Action{{Label: "Withdraw the challenge", Command: "match cancel", Subject: show}, view.Rules(v)},
	}
}

func whom(c match.Challenge) string {
	if c.ToAnyone() {
		return "anyone"
	}
	return view.PlayerName(c.Opponent.ID)
}

// sidesText says who plays which side of a partizan game, and what that means.
func sidesText(c match.Challenge, v *games.Variant, position games.Position) string {
	if c.Side == match.SideRandom {
		return "A coin toss decides who is Left and who is Right. " + v.Rules.Moves
	}
	seat := games.Left
	if c.Side == match.SideRight {
		seat = games.Right
	}
	who := "The person who accepts is"
	if !c.ToAnyone() {
		who = view.Mention(c.Opponent.ID) + ", you are"
	}
	text := fmt.Sprintf("%s is %s. %s %s", view.Mention(c.Challenger.ID), seat.Name(), who, seat.Other().Name())
	if can := v.Rules.Sides[seat.Other()]; can != "" {
		text += fmt.Sprintf(": %s, such as %s", can, view.MoveList(view.ExampleMoves(position.WithTurn(seat.Other())), " or "))
	}
	return text + "."
}

func firstTurnText(c match.Challenge) string {
	challenger := view.Mention(c.Challenger.ID)
	switch c.First {
	case match.FirstMe:
		return challenger + " goes first."
	case match.FirstOpponent:
		return "The person who accepts goes first."
	case match.FirstChoose:
		return "The person who accepts chooses who goes first."
	default:
		return "A coin toss decides who goes first."
	}
}
