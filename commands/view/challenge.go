package view

import (
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
)

// Challenge shows a challenge to a game that is open, or how it was answered. Style is that
// of its picture, which everybody sees.
func Challenge(c match.Challenge, v *games.Variant, style picture.Style) (Reply, error) {
	show := Subject{Kind: ChallengeSubject, ID: c.ID}
	challenger := Mention(c.Challenger.ID)
	card := &Card{Title: "A challenge: " + v.Name}
	shown, noChange := c.Start, ""
	if c.Rated {
		// Who saw the start of a rated match before it begins could study it.
		shown, noChange = v.Rules.Example, " Nobody's rating changes."
	}
	position, err := v.Parse(shown, games.Left)
	if err != nil {
		return Reply{}, err
	}
	if !c.Rated {
		card.Drawing, card.Footer = picture.Text(position.Shape()), "Start: "+words.Cut(c.Start, MaxNotation)
		card.Picture = ShapePicture(position, style) // everybody sees it
	}
	reply := Reply{Card: card, Show: Subject{Kind: ChallengeSubject, ID: c.ID, Version: c.Version()}, ShownIn: c.Message}
	switch c.State {
	case match.ChallengeOpen:
		to := "anyone"
		if !c.ToAnyone() {
			to = Mention(c.Opponent.ID)
			reply.Notify = []string{c.Opponent.ID}
		}
		reply.Text = fmt.Sprintf("%s challenges %s.", challenger, to)
		body := []string{v.Rules.Summary, firstTurnText(c)}
		if v.Partizan {
			body = append(body, sidesText(c, v, position))
		}
		if c.Rated {
			body = append(body, "Rated: two games from the same start, with sides swapped. You will see the start when the challenge is accepted. Whoever runs out of time loses the game.")
		}
		if c.TurnTime > 0 {
			body = append(body, Duration(c.TurnTime)+" a turn.")
		}
		open := fmt.Sprintf("%.0f hours", referee.ChallengeLife.Hours())
		switch life := c.Expires.Sub(c.Created); life {
		case referee.ChallengeLife:
		case referee.OpenChallengeLife:
			open = Duration(life) + ", until " + Moment(c.Expires, Clock) + ": then this channel is free again"
		default:
			open = Duration(life)
		}
		card.Body = strings.Join(append(body, "The challenge stays open for "+open+"."), "\n")
		card.Actions = challengeActions(c, show, v)
	case match.ChallengeDeclined:
		card.Tone = Refused
		reply.Next = fmt.Sprintf("%s declined %s's challenge.%s", Mention(c.Opponent.ID), challenger, noChange)
		reply.Notify = []string{c.Challenger.ID}
	case match.ChallengeCancelled:
		card.Tone = Refused
		reply.Next = fmt.Sprintf("%s withdrew the challenge.%s", challenger, noChange)
	case match.ChallengeExpired:
		card.Tone = Refused
		reply.Next = fmt.Sprintf("%s's challenge went unanswered and is closed.%s", challenger, noChange)
	}
	if c.State != match.ChallengeOpen {
		card.Body = reply.Next
	}
	return reply, nil
}

// challengeActions returns what can be done with an open challenge.
func challengeActions(c match.Challenge, show Subject, v *games.Variant) []Action {
	var actions []Action
	accept := Action{Label: "Accept", Command: "accept", Subject: show, Style: Success}
	if c.First == match.FirstChoose {
		actions = pickActions(show)
	} else {
		actions = []Action{accept}
	}
	if !c.ToAnyone() {
		actions = append(actions, Action{Label: "Decline", Command: "decline", Subject: show, Style: Danger})
	}
	return append(actions, Rules(v))
}

// ToBeAccepted says, to somebody who moves already, that a challenge has to be accepted first.
func ToBeAccepted(c match.Challenge, v *games.Variant, reader string) *Card {
	show := Subject{Kind: ChallengeSubject, ID: c.ID}
	if reader != c.Challenger.ID {
		return &Card{
			Body:    fmt.Sprintf("Accept first: %s challenges %s to %s, and the match begins when you accept.", PlayerName(c.Challenger.ID), whom(c), v.Name),
			Actions: challengeActions(c, show, v),
		}
	}
	return &Card{
		Body:    fmt.Sprintf("The match of %s begins when %s accepts your challenge.", v.Name, whom(c)),
		Actions: []Action{{Label: "Withdraw the challenge", Command: "cancel", Subject: show}, Rules(v)},
	}
}

// whom names who may accept a challenge.
func whom(c match.Challenge) string {
	if c.ToAnyone() {
		return "anyone"
	}
	return PlayerName(c.Opponent.ID)
}

// pickActions returns the two ways to accept a challenge whose first turn is open.
func pickActions(show Subject) []Action {
	return []Action{
		{Label: "Accept and go first", Command: "accept", Subject: show, Style: Success,
			Options: map[string]string{"first": string(match.FirstMe)}},
		{Label: "Accept and go second", Command: "accept", Subject: show, Style: Success,
			Options: map[string]string{"first": string(match.FirstOpponent)}},
	}
}

// sidesText says in a partizan game who is on which side, and to whoever accepts what
// that means.
func sidesText(c match.Challenge, v *games.Variant, position games.Position) string {
	if c.Side == match.SideRandom {
		return "A coin decides who is Left and who is Right. " + v.Rules.Moves
	}
	seat := games.Left
	if c.Side == match.SideRight {
		seat = games.Right
	}
	who := "Whoever accepts is"
	if !c.ToAnyone() {
		who = Mention(c.Opponent.ID) + ", you are"
	}
	text := fmt.Sprintf("%s is %s. %s %s", Mention(c.Challenger.ID), seat.Name(), who, seat.Other().Name())
	if can := v.Rules.Sides[seat.Other()]; can != "" {
		text += fmt.Sprintf(": %s, such as %s", can, MoveList(ExampleMoves(position.WithTurn(seat.Other())), " or "))
	}
	return text + "."
}

// firstTurnText says who will go first.
func firstTurnText(c match.Challenge) string {
	challenger := Mention(c.Challenger.ID)
	switch c.First {
	case match.FirstMe:
		return challenger + " goes first."
	case match.FirstOpponent:
		return "Whoever accepts goes first."
	case match.FirstChoose:
		return "Whoever accepts picks who goes first."
	default:
		return "A coin toss decides who goes first."
	}
}
