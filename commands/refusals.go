package commands

import (
	"fmt"

	"nimatron/match"
	"nimatron/referee"
)

// refusalReply words a refusal of the referee for the one who asked, with actions
// where there is something to do about it.
func refusalReply(e *referee.Refusal) Reply {
	reply := Reply{Private: true}
	switch e.Code {
	case referee.NoMatch:
		reply.Text = "There is no match in this channel: `/challenge variant:end-nim` starts one against me."
	case referee.MatchFinished:
		reply.Text = fmt.Sprintf("Match %d in this channel is over. `/challenge` starts a new one, `/board` shows the last.", e.Game.ID)
	case referee.MatchRunning:
		reply.Text = fmt.Sprintf("A match goes on in this channel, %s: one at a time. Take another channel or a thread, or wait for its end.", matchup(e.Game))
	case referee.NotPlaying:
		reply.Text = fmt.Sprintf("You don't play in this match: it is %s.", matchup(e.Game))
	case referee.NotYourTurn:
		reply.Text = fmt.Sprintf("It is not your turn: %s decides now.", playerName(e.Game.Actor().ID))
	case referee.SelfChallenge:
		reply.Text = "You can't challenge yourself: name somebody else, or leave `opponent:` out to play me."
	case referee.ChallengeAlreadyOpen:
		reply.Text = fmt.Sprintf("%s's challenge is open in this channel already: it has to be answered, or cancelled with `/cancel`, first.", playerName(e.Challenge.Challenger.ID))
	case referee.NoChallenge:
		reply.Text = "No challenge is open in this channel (any more). `/challenge` makes one."
	case referee.OwnChallenge:
		reply.Text = "This is your own challenge: somebody else has to answer it. `/cancel` takes it back."
	case referee.NotChallenged:
		reply.Text = "This challenge is open to anyone: leave it, or accept it."
		if to := e.Challenge.Opponent.ID; to != "" {
			reply.Text = fmt.Sprintf("This challenge is for %s alone to answer.", playerName(to))
		}
	case referee.NotChallenger:
		reply.Text = fmt.Sprintf("Only %s can take this challenge back.", playerName(e.Challenge.Challenger.ID))
	case referee.PickFirst:
		reply.Text = "In this challenge you pick who goes first."
		reply.Card = &Card{Actions: pickActions(Subject{Kind: ChallengeSubject, ID: e.Challenge.ID})}
	case referee.NoSuchMatch:
		reply.Text = "There is no match with that number: it is written on the board, such as `match 12`."
	case referee.NotForYou:
		reply.Text = "That match was played elsewhere, by others. A match is for its players, and for the server where it was played."
	case referee.NoTimeLimit:
		reply.Text = "This match has no time for a turn: there is nothing to claim."
	case referee.OwnTime:
		reply.Text = "It is your own time that runs: you decide now."
	case referee.TimeLeft:
		then := "claim the win after that"
		if e.Game.Rated {
			then = "after that the clock ends the game by itself"
		}
		reply.Text = fmt.Sprintf("%s has time until %s: %s.", playerName(e.Game.Actor().ID), timeText(e.Game.Deadline), then)
	case referee.RatedMatch:
		reply.Text = "This match is rated: there are no hints and no takebacks in it."
	case referee.NothingToTakeBack:
		reply.Text = "You have not decided anything yet in this match: there is nothing to take back."
	case referee.TakebackAlreadyAsked:
		reply.Text = "You have asked already: your opponent agrees with `/takeback`, or declines with a move."
	case referee.MatchBegun:
		reply.Text = "The match has begun, so it can't be cancelled: `/resign` ends it."
		if e.Game.Rated {
			reply.Text = "This rated pair has begun, so it can't be called off any more: play on, or `/resign`, which loses this game."
		}
	case referee.RatedChosenStart:
		reply.Text = "A rated match starts from a generated position: leave `position:` out."
	case referee.RatedTooSlow:
		reply.Text = fmt.Sprintf("A rated match has at most %s a turn: write `time:3d` or less, or leave `time:` out for 1 day.", durationText(referee.MaxRatedTurnTime))
	case referee.RatedClosed:
		reply.Text = fmt.Sprintf("You have called off more than %d rated pairs in 24 hours, so rated matches are closed to you until %s. Casual ones are open: leave `rated:` out.",
			match.CalledOffADay, timeText(e.Until))
	case referee.NoAdvice:
		reply.Text = fmt.Sprintf("You are playing a rated match (match %d), so you get no advice on games of its family (%s) anywhere until both games of its pair are over: no analysis, hint, table, puzzle or replay, and no match against me from a position of your own. The turn that is due in it ends by %s.",
			e.Match.ID, code(e.Match.Family), timeText(e.Match.Deadline))
	case referee.Busy:
		reply.Text = "Several things happened here at once, and yours came to nothing. Look at `/board` and try again."
	}
	return reply
}
