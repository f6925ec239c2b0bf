package commands

import (
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
)

// challengeReply shows a challenge that is open, or how it was answered.
func (s *Service) challengeReply(c match.Challenge) (Reply, error) {
	v, err := s.referee.Catalog().Find(c.Variant)
	if err != nil {
		return Reply{}, err
	}
	show := Subject{Kind: ChallengeSubject, ID: c.ID}
	challenger := Mention(c.Challenger.ID)
	card := &Card{Title: "A challenge: " + v.Name}
	noChange := ""
	if c.Rated {
		// Who saw the start of a rated match before it begins could study it.
		noChange = " Nobody's rating changes."
	} else {
		start, err := v.Parse(c.Start, games.Left)
		if err != nil {
			return Reply{}, err
		}
		card.Drawing, card.Footer = picture.Text(start.Shape()), "Start: "+words.Cut(c.Start, maxNotation)
	}
	reply := Reply{Card: card, Show: show, ShownIn: c.Message}
	switch c.State {
	case match.ChallengeOpen:
		to := "anyone"
		if !c.ToAnyone() {
			to = Mention(c.Opponent.ID)
			reply.Notify = []string{c.Opponent.ID}
		}
		reply.Text = fmt.Sprintf("%s challenges %s to %s.", challenger, to, v.Name)
		body := []string{v.Rules.Summary, firstTurnText(c)}
		if c.Rated {
			body = append(body, "Rated: two games from the same start, with sides swapped. You will see the start when the challenge is accepted. Whoever runs out of time loses the game.")
		}
		if c.TurnTime > 0 {
			body = append(body, durationText(c.TurnTime)+" a turn.")
		}
		open := fmt.Sprintf("%.0f hours", referee.ChallengeLife.Hours())
		if life := c.Expires.Sub(c.Created); life != referee.ChallengeLife {
			open = durationText(life)
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

// challengeWaitsText says why nothing else can begin in a channel.
func challengeWaitsText(c *match.Challenge) string {
	to := "for anyone to accept"
	if !c.ToAnyone() {
		to = "for " + playerName(c.Opponent.ID)
	}
	until := ""
	if !c.Expires.IsZero() {
		until = ", until " + timeText(c.Expires)
	}
	return fmt.Sprintf("%s's challenge is waiting in this channel %s%s. Wait for an answer, or play in another channel or a thread; %s can withdraw it with `/cancel`.",
		playerName(c.Challenger.ID), to, until, playerName(c.Challenger.ID))
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
	return append(actions, Action{Label: "Rules", Command: "rules", Options: map[string]string{"variant": v.ID}})
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
