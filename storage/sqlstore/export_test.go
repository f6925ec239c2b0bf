package sqlstore

import (
	"time"

	"nimatron/match"
	"nimatron/referee/puzzle"
)

// Questions returns the frequent queries by name, as the database receives them. None may scan a
// whole table.
func (s *Store) Questions() map[string]string {
	dueKept, _ := selected(match.KeptFilter{Kind: match.TournamentSubject, Due: time.Unix(0, 0), Limit: 1})
	questions := map[string]string{
		"lastMatch": lastMatch, "matchByID": matchByID, "tableByID": tableByID, "challengeOpen": challengeOpen,
		"goOn": goOn, "playOn": playOn, "finishMatch": finishMatch, "addHint": addHint, "takeMovesBack": takeMovesBack,
		"matchesToRemind": matchesToRemind, "overdueMatches": overdueMatches,
		"matchesToAbandon": matchesToAbandon, "runningRated": runningRated, "calledOff": calledOff,
		"countOpenBy": countOpenBy, "declinedInARow": declinedInARow, "challengesLately": challengesLately,
		"ratingsOf": ratingsOf, "playerKey": playerKey, "savedPlayer": savedPlayer, "saveRating": saveRating,
		"globalTotal": ofAll.total, "globalPage": ofAll.page, "globalRank": ofAll.rank,
		"serverTotal": ofServer.total, "serverPage": ofServer.page, "serverRank": ofServer.rank, "standingOf": standingOf,
		"matchHistory": matchHistory, "lostMatches": lostMatches, "recentForm": recentForm, "talliesOf": talliesOf,
		"wonAndLost": wonAndLost, "ratedPairs": ratedPairs, "bestWins": bestWins,
		"puzzleStates": puzzleStates(puzzle.OfDay), "closedDays": closedDays, "matchGoesOn": matchGoesOn, "challengeWaits": challengeWaits,
		"playsNow": playsNow, "takeNotices": takeNotices, "anyNotice": anyNotice, "laggingBoards": laggingBoards,
		"pairingsOver": pairingsOver, "tellTournament": tellTournament, "blockedIn": blockedIn,
		"classesOfPlayer": classesOfPlayer, "classesOfMatch": classesOfMatch, "partsOf": partsOf(kindOf(match.ClassSubject).guests.parts), "countJoined": countJoined, "dropNews": dropNews,
		"lessonEfforts": lessonEfforts, "puzzleEfforts": puzzleEfforts, "winEfforts": winEfforts, "rulesBroken": rulesBroken, "setEfforts": setEfforts,
		"openSeason": placed(ofEverybody) + firstPlaced, "openServer": placed(ofOneServer) + firstPlaced, "nextServer": nextServer, "closedSeason": closedSeason,
		"pastMatches": pastMatches, "solvedDays": solvedDays, "toldMarks": toldMarks, "tournamentsWon": tournamentsWon, "toldRoom": toldRoom,
		"seatsOfBrowser": seatsOfBrowser, "seatsAtBoards": seatsAtBoards, "liveVersions": liveVersions,
		"followable": followable, "followedBy": followedBy, "followersOf": followersOf,
		"puzzleCounts": puzzleCounts, "puzzleFinders": puzzleFinders,
		"bestRacers": bestRacers, "placeOf": placeOf, "raceTotals": raceTotals, "raceMisses": raceMisses, "raceOf": raceOf, "keptByID": keptByID, "dueKept": dueKept, "guestsOf": guestsOf, "keptBeside": keptBeside, "nextKept": nextKept, "oldKept": oldKept, "newestKept": newestKept, "changeKept": changeKept,
		"votesIn": votesIn, "votesAt": votesAt, "forgetVotes": forgetVotes, "answerRace": answerRace, "stepRace": stepRace, "changeRacesOf": changeRacesOf,
	}
	for _, t := range personal {
		questions["of a person: "+t.name] = `SELECT 1 FROM ` + t.name + ` WHERE ` + t.rows
	}
	for name, query := range questions {
		questions[name] = s.spell(query)
	}
	return questions
}
