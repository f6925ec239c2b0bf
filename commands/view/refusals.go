package view

import (
	"fmt"
	"strings"

	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/tournament"
)

// toDoor offers the front door.
func toDoor(label string) *Card {
	return &Card{Actions: []Action{{Label: label, Command: PlayName}}}
}

// RefusalReply puts a refusal of the referee into words for whoever asked, with actions
// if there is something to do about it.
func RefusalReply(e *referee.Refusal) Reply {
	reply := Reply{To: Private{}}
	switch e.Code {
	case referee.NoMatch:
		reply.Text = "There is no match in this channel: `/play` starts one."
		reply.Card = toDoor("Play")
	case referee.MatchFinished:
		reply.Text = fmt.Sprintf("Match %d in this channel is over. `/play` starts a new one, `/board` shows the last.", e.Game.ID)
		reply.Card = toDoor("Play")
	case referee.MatchRunning:
		reply.Text = fmt.Sprintf("A match is being played in this channel already: %s. Use another channel or a thread, or wait until it is over.", Matchup(e.Game))
	case referee.NotPlaying:
		reply.Text = fmt.Sprintf("You are not playing in this match: it is %s.", Matchup(e.Game))
	case referee.NotYourTurn:
		reply.Text = fmt.Sprintf("It is not your turn: %s decides now.", PlayerName(e.Game.Actor().ID))
	case referee.Outdated:
		reply.Text = "That button is out of date and did nothing. `/board` shows how things stand."
	case referee.SelfChallenge:
		reply.Text = "You can't challenge yourself: name somebody else, or leave `opponent:` out to play me."
	case referee.ChallengeAlreadyOpen:
		reply.Text = challengeWaitsText(e.Challenge)
	case referee.NoChallenge:
		reply.Text = "There is no open challenge in this channel. `/play` leads to one."
		reply.Card = toDoor("Play")
	case referee.OwnChallenge:
		reply.Text = "This is your own challenge: somebody else has to answer it. `/cancel` withdraws it."
	case referee.NotChallenged:
		reply.Text = "This challenge is open to anyone: accept it, or just leave it."
		if to := e.Challenge.Opponent.ID; to != "" {
			reply.Text = fmt.Sprintf("Only %s can answer this challenge.", PlayerName(to))
		}
	case referee.NotChallenger:
		reply.Text = fmt.Sprintf("Only %s can withdraw this challenge, and those who may manage this server.", PlayerName(e.Challenge.Challenger.ID))
		if e.Challenge.Server == "" {
			reply.Text = fmt.Sprintf("Only %s can withdraw this challenge.", PlayerName(e.Challenge.Challenger.ID))
		}
	case referee.TooManyOpen:
		reply.Text = fmt.Sprintf("You have %d challenges open, which is the most for one person. `/cancel` withdraws one, in its channel; `/matches` lists them.", match.MaxOpenChallenges)
	case referee.TooManyChallenges:
		reply.Text = fmt.Sprintf("%s has been challenged often enough within an hour without accepting. Try later, or let anyone accept: `open:true`.", PlayerName(e.Opponent))
	case referee.PickFirst:
		reply.Text = "This challenge lets you pick who goes first."
		reply.Card = &Card{Actions: pickActions(Subject{Kind: ChallengeSubject, ID: e.Challenge.ID})}
	case referee.NoSuchMatch:
		reply.Text = "There is no match with that number: a match's number is on its board, such as `match 12`."
	case referee.NotForYou:
		reply.Text = "That match was played elsewhere, by others. Only its players, and the server where it was played, can see it."
	case referee.TooLong:
		reply.Text = fmt.Sprintf("That match is too long to be looked at here: it has more than %d moves.", referee.MaxReplayed)
	case referee.NoTimeLimit:
		reply.Text = "This match has no time limit: there is nothing to claim."
	case referee.OwnTime:
		reply.Text = "It is your own time that is running: you decide now."
	case referee.TimeLeft:
		then := "claim the win after that"
		if e.Game.Rated {
			then = "after that the clock ends the game by itself"
		}
		reply.Text = fmt.Sprintf("%s has time until %s: %s.", PlayerName(e.Game.Actor().ID), Moment(e.Game.Deadline, Clock), then)
	case referee.RatedMatch:
		reply.Text = "This match is rated: there are no hints and no takebacks."
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
		reply.Text = "A rated match starts from a random position: leave `position:` out."
	case referee.RatedTooSlow:
		reply.Text = fmt.Sprintf("A rated match has at most %s a turn: write `time:3d` or less, or leave `time:` out for 1 day.", Duration(referee.MaxRatedTurnTime))
	case referee.RatedClosed:
		reply.Text = fmt.Sprintf("You have called off more than %d rated pairs in 24 hours, so rated matches are closed to you until %s. Casual ones are still open: leave `rated:` out.",
			match.CalledOffADay, Moment(e.Until, Clock))
	case referee.NoAdvice:
		kin := catalog.Kin(e.Match.Family)
		kind, which := "rated", "on games of its family ("+Code(kin[0])+")"
		if others := kin[1:]; len(others) > 0 {
			which += " and of those in which its board can be written (`" + strings.Join(others, "`, `") + "`)"
		}
		if e.Match.Pace == match.Live {
			kind, which = "live rated", "on any game"
		}
		until := "both games of its pair are over"
		if e.Match.Leg == match.Alone {
			until = "it is over"
		}
		reply.Text = fmt.Sprintf("You are playing a %s match (match %d), so there is no advice %s until %s. That means analyses, hints, tables, puzzles, lessons, replays, and matches against me from a position of your own. The turn that is due there ends by %s.",
			kind, e.Match.ID, which, until, Moment(e.Match.Deadline, Clock))
	case referee.ExercisesLeft:
		reply.Text = "The test comes when the three exercises of the lesson are solved: `/learn` asks the next one."
	case referee.NoPuzzle:
		reply.Text = "There is no puzzle today: `/puzzle mine` looks for one in your lost matches."
	case referee.NotPlayedHere:
		reply.Text = fmt.Sprintf("Match %d is not played here: only who may manage the server where it is played can end it.", e.Game.ID)
	case referee.OwnRatedMatch:
		reply.Text = "This is a rated match of your own, which you can't end as a moderator: play on, or `/resign`. Somebody else who may manage the server can end it."
	case referee.NoTournament:
		reply.Text = "There is no such tournament here. `/tournament` shows those that there are."
	case referee.TournamentBounds:
		reply.Text = fmt.Sprintf("A tournament has from 2 to %d places and from 1 minute to 3 days a turn; an arena lasts from %.0f to %.0f minutes, and a Swiss has at most %d rounds. One can play at most %d at once, and unrated.",
			match.MaxEntrants, tournament.MinArena.Minutes(), tournament.MaxArena.Minutes(), tournament.MaxRounds, match.MaxSimul)
	case referee.TooManyTournaments:
		reply.Text = fmt.Sprintf("There are %d tournaments here that are not over, which is the most. `/tournament action:end name:…` ends one.", match.MaxTournaments)
	case referee.TournamentClosed:
		reply.Text = fmt.Sprintf("That can't be done in %s: it is %s.", e.Tournament.Name, stateName(e.Tournament))
	case referee.AlreadyIn:
		reply.Text = fmt.Sprintf("You are in %s already.", e.Tournament.Name)
	case referee.NotIn:
		reply.Text = fmt.Sprintf("You are not in %s.", e.Tournament.Name)
	case referee.TournamentFull:
		reply.Text = fmt.Sprintf("All %d places of %s are taken.", e.Tournament.Places, e.Tournament.Name)
	case referee.TooFewPlayers:
		reply.Text = "A tournament needs two players to begin."
	case referee.NobodyApart:
		reply.Text = fmt.Sprintf("Results alone say who meets whom in %s: people can be kept apart in a Swiss or an arena.", e.Tournament.Name)
	case referee.TooManyApart:
		reply.Text = fmt.Sprintf("At most %d pairs are kept apart in %s, and %d of one person. Naming a pair again lets it meet.", match.MaxApart, e.Tournament.Name, match.MaxApartOf)
	case referee.LeadsIt:
		reply.Text = fmt.Sprintf("You play everybody who joins %s. `/tournament action:end` ends it.", e.Tournament.Name)
	case referee.InTournament:
		reply.Text = fmt.Sprintf("You are in a tournament, %s, so you get no advice on its games until it is over: no analysis, hint, table, puzzle, lesson or replay.", e.Tournament.Name)
	case referee.NoClass:
		reply.Text = "There is no such class. `/class` shows those that you are in."
	case referee.NotTeacher:
		reply.Text = fmt.Sprintf("Only %s, who teaches %s, can do that.", PlayerName(e.Class.Teacher.ID), e.Class.Name)
	case referee.NotInClass:
		reply.Text = "You are not in that class. The button *Join* of its message says what its teacher sees before you join."
	case referee.OwnClass:
		reply.Text = fmt.Sprintf("You teach %s yourself.", e.Class.Name)
	case referee.ClassFull:
		reply.Text = fmt.Sprintf("%s has %d students, which is the most.", e.Class.Name, match.MaxMembers)
	case referee.TooManyClasses:
		reply.Text = fmt.Sprintf("There are too many classes: one person leads at most %d and is in at most %d, and a server has at most %d. `/class action:leave name:…` leaves one, or ends your own.",
			match.MaxClassesLed, match.MaxClassesIn, match.MaxServerClasses)
	case referee.TooManyAssignments:
		reply.Text = fmt.Sprintf("%s has %d assignments that are not over, which is the most: wait until one is, or take one back.", e.Class.Name, match.MaxOpenAssignments)
	case referee.AssignmentBounds:
		reply.Text = fmt.Sprintf("An assignment has from 1 to %d tasks and ends within a year.", match.MaxTasks)
	case referee.TooManySets:
		reply.Text = fmt.Sprintf("%s has %d puzzle sets, which is the most. `/class action:drop set:…` drops one.", e.Class.Name, match.MaxSets)
	case referee.SetBounds:
		reply.Text = fmt.Sprintf("A set has from 1 to %d positions.", match.MaxSetPuzzles)
	case referee.SetAssigned:
		reply.Text = fmt.Sprintf("That set is to be done until %s: drop it after that, or take the assignment back first.", Moment(e.Until, Clock))
	case referee.NoSet:
		reply.Text = "There is no such puzzle set in the class. `/class action:sets` lists those that there are."
	case referee.NoAssignment:
		reply.Text = fmt.Sprintf("%s has no such assignment any more.", e.Class.Name)
	case referee.NoStudent:
		reply.Text = fmt.Sprintf("%s has no such student. `/class action:progress` lists the students, with a menu to remove one.", e.Class.Name)
	case referee.OwnMatch:
		reply.Text = "You play in this match yourself: `/settings name:pings` says how you hear of your turn."
	case referee.TooManyFollowers:
		reply.Text = fmt.Sprintf("%d people follow match %d, which is the most for one match.", match.MaxFollowers, e.Game.ID)
	case referee.TooManyFollows:
		reply.Text = fmt.Sprintf("You follow %d matches, which is the most for one person. `/follow` in the channel of one ends that.", match.MaxFollows)
	case referee.Busy:
		reply.Text = "Several things happened here at once, and yours did not go through. Look at `/board` and try again."
	}
	return reply
}
