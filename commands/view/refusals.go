package view

import (
	"strconv"
	"strings"

	"nimatron/commands/input"
	"nimatron/referee"
)

// RefusalReply is a refusal of the referee, with actions if there is something to do about it.
func RefusalReply(e *referee.Refusal) Reply {
	reply := Reply{Text: refusalText(e), To: Private{}, Outcome: OutcomeRefused, Overt: true}
	if e.Illegal != nil && e.Illegal.Unread {
		hint := []Action{{Label: "Hint", Call: input.Hint.Call(), Subject: SubjectOf(e.Game)}}
		if e.Game.Rated {
			hint = nil
		}
		reply.Card = &Card{Actions: append(hint, Rules(e.Game.Play.Variant()), Action{Label: "Board", Call: input.Board.Call()})}
	}
	switch e.Words {
	case referee.NoMatch, referee.MatchFinished, referee.NoChallenge:
		reply.Card = &Card{Actions: []Action{{Label: "Play", Call: input.Play.Call()}}}
	case referee.PickFirst:
		reply.Card = &Card{Actions: PickActions(Subject{Kind: ChallengeSubject, ID: e.Challenge.ID})}
	}
	return reply
}

func refusalText(e *referee.Refusal) string {
	if e.Illegal != nil {
		return IllegalText(e.Game.Play.Variant(), e.Game.Play.Position(), e.Illegal)
	}
	names := append([]string{"{player}", PlayerName(e.Player)}, e.With...)
	if g := e.Game; g != nil {
		names = append(names, "{match}", strconv.FormatInt(g.ID, 10), "{players}", Matchup(g), "{deadline}", Moment(g.Deadline, Clock))
		if !g.Finished() {
			names = append(names, "{actor}", PlayerName(g.Actor().ID))
		}
	}
	if c := e.Challenge; c != nil {
		to, until := "for anyone to accept", ""
		if !c.ToAnyone() {
			to = "for " + PlayerName(c.Opponent.ID)
		}
		if !c.Expires.IsZero() {
			until = ", until " + Moment(c.Expires, Clock)
		}
		names = append(names, "{challenger}", PlayerName(c.Challenger.ID), "{for}", to, "{until}", until)
	}
	names = append(names, "{until}", Moment(e.Until, Clock))
	return strings.NewReplacer(names...).Replace(string(e.Words))
}
