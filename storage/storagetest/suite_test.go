package storagetest

import (
	"testing"

	"nimatron/match"
)

// An Opener opens a store on a new, empty database and closes it when the test ends.
type Opener func(t testing.TB) match.Store

// A test is one of a suite.
type test struct {
	name string
	run  func(*testing.T, Opener)
}

// runAll runs tests on each store.
func runAll(t *testing.T, tests []test) {
	forEach(t, func(t *testing.T, s store) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				t.Parallel()
				test.run(t, func(t testing.TB) match.Store { return s.open(t, s.empty(t)) })
			})
		}
	})
}

// TestStore tests what the methods of a store do.
func TestStore(t *testing.T) {
	runAll(t, []test{
		{"match keeps every field", matchKeepsEveryField},
		{"match with the least", matchWithTheLeast},
		{"moves keep their texts", movesKeepTheirTexts},
		{"match finished from the start", matchFinishedFromTheStart},
		{"channel holds one open match", channelHoldsOneOpenMatch},
		{"a player's new name is seen everywhere", playersNewNameIsSeenEverywhere},
		{"nothing found", nothingFound},
		{"append refuses what is stale", appendRefusesWhatIsStale},
		{"finished match takes nothing more", finishedMatchTakesNothingMore},
		{"takeback", takeback},
		{"offer", offer},
		{"next match", nextMatch},
		{"challenge keeps every field", challengeKeepsEveryField},
		{"challenge to anyone without limits", challengeToAnyoneWithoutLimits},
		{"channel holds one open challenge", channelHoldsOneOpenChallenge},
		{"open challenge keeps the channel", openChallengeKeepsTheChannel},
		{"closed challenge stays closed", closedChallengeStaysClosed},
		{"accept a challenge", acceptChallenge},
		{"expire challenges, oldest first", expireChallengesOldestFirst},
		{"reminders come once", remindersComeOnce},
		{"overdue, longest first", overdueLongestFirst},
		{"abandon, longest first", abandonLongestFirst},
		{"request is noted once", requestIsNotedOnce},
		{"lease has one holder", leaseHasOneHolder},
		{"requests are forgotten", requestsAreForgotten},
		{"notices are taken in turn", noticesAreTakenInTurn},
		{"notice of a step", noticeOfAStep},
		{"notices by the front", noticesByTheFront},
		{"what is shown", whatIsShown},
		{"tournaments", tournaments},
		{"too many tournaments", tooManyTournaments},
		{"meetings", meetings},
		{"simulMeeting", simulMeeting},
		{"classes", classes},
		{"bounds of classes", classBounds},
		{"efforts", efforts},
		{"puzzle sets", puzzleSets},
		{"efforts in puzzle sets", setEfforts},
		{"claims", claims},
		{"running rated matches", runningRated},
		{"who calls off", whoCallsOff},
		{"advice is noted", adviceIsNoted},
		{"limits outlive a deletion", limitsOutliveADeletion},
		{"ratings of a next match that has ended", ratingsOfANextMatch},
		{"ladders are apart", laddersAreApart},
		{"ratings keep every field", ratingsKeepEveryField},
		{"rating change from an old rating is stale", ratingChangeFromAnOldRatingIsStale},
		{"replace ratings", replaceRatings},
		{"replace ratings beside matches", replaceRatingsBesideMatches},
		{"pairs since", pairsSince},
		{"leaderboard", leaderboard},
		{"rank of nobody", rankOfNobody},
		{"history page by page", historyPageByPage},
		{"record", recordOf},
		{"running", running},
		{"review", review},
		{"head to head", headToHead},
		{"honour", honour},
		{"best wins", bestWins},
		{"lost by", lostBy},
		{"for each finished, in order of end", forEachFinishedInOrderOfEnd},
		{"import keeps every field", importKeepsEveryField},
		{"import refuses", importRefuses},
		{"import in batches", importInBatches},
		{"export is everything", exportIsEverything},
		{"forget", forget},
		{"puzzle state", puzzleState},
		{"puzzle streak", puzzleStreak},
		{"puzzle posts", puzzlePosts},
		{"asked puzzle", askedPuzzle},
		{"puzzle rating", puzzleRating},
		{"lessons", lessons},
		{"tests of lessons", lessonTests},
		{"settings of servers", settingsOfServers},
		{"settings of people", settingsOfPeople},
		{"puzzle is announced once", puzzleIsAnnouncedOnce},
		{"season points", seasonPoints},
		{"points of tournaments", tournamentPoints},
		{"season is closed once", seasonIsClosedOnce},
		{"deeds", deeds},
		{"follow", follow},
		{"too many follow", tooManyFollow},
		{"followers are forgotten", followersAreForgotten},
	})
}

// TestTransactions tests that a store does everything as a whole or not at all.
func TestTransactions(t *testing.T) {
	runAll(t, []test{
		{"append is all or nothing", appendIsAllOrNothing},
		{"accept is all or nothing", acceptIsAllOrNothing},
		{"faulty match is refused whole", faultyMatchIsRefusedWhole},
		{"cancelled calls do nothing", cancelledCallsDoNothing},
		{"cancelled at any moment", cancelledAtAnyMoment},
	})
}

// TestRaces tests a store with many at once.
func TestRaces(t *testing.T) {
	runAll(t, []test{
		{"one of many wins each version", oneOfManyWinsEachVersion},
		{"one of many accepts", oneOfManyAccepts},
		{"challenges are bounded", challengesAreBounded},
		{"one of many deliveries", oneOfManyDeliveries},
		{"first answer holds", firstAnswerHolds},
		{"one of two answers", oneOfTwoAnswers},
		{"one of many takes a notice", oneOfManyTakesANotice},
		{"no rating change is lost", noRatingChangeIsLost},
		{"no setting is lost", noSettingIsLost},
	})
}

// TestProcesses tests two stores on one database, as two processes have them.
func TestProcesses(t *testing.T) {
	tests := map[string]func(*testing.T, []match.Store){
		"what is due is done once":  dueIsDoneOnce,
		"first try is rated once":   firstTryIsRatedOnce,
		"a season is closed once":   oneOfManyClosesASeason,
		"many matches at once":      manyMatchesAtOnce,
		"a class is never too full": classIsNeverTooFull,
	}
	forEach(t, func(t *testing.T, s store) {
		for name, test := range tests {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				database := s.empty(t)
				test(t, []match.Store{s.open(t, database), s.open(t, database)})
			})
		}
	})
}
