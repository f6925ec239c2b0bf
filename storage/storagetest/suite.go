package storagetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"nimatron/match"
	"nimatron/storage/sqlite"
)

// An Opener opens a store on a new, empty database and closes it when the test ends.
type Opener func(t testing.TB) match.Store

// A test is one of a suite.
type test struct {
	name string
	run  func(*testing.T, Opener)
}

func runAll(t *testing.T, open Opener, tests []test) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(t, open)
		})
	}
}

// Run tests what the methods of a store do.
func Run(t *testing.T, open Opener) {
	t.Helper()
	runAll(t, open, []test{
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
		{"running rated matches", runningRated},
		{"who calls off", whoCallsOff},
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
		{"asked puzzle", askedPuzzle},
		{"puzzle rating", puzzleRating},
		{"lessons", lessons},
		{"tests of lessons", lessonTests},
		{"settings of servers", settingsOfServers},
		{"settings of people", settingsOfPeople},
		{"puzzle is announced once", puzzleIsAnnouncedOnce},
	})
}

// RunTransactions tests that a store does everything as a whole or not at all.
func RunTransactions(t *testing.T, open Opener) {
	t.Helper()
	runAll(t, open, []test{
		{"append is all or nothing", appendIsAllOrNothing},
		{"accept is all or nothing", acceptIsAllOrNothing},
		{"faulty match is refused whole", faultyMatchIsRefusedWhole},
		{"cancelled calls do nothing", cancelledCallsDoNothing},
		{"cancelled at any moment", cancelledAtAnyMoment},
	})
}

// RunRaces tests a store with many at once. Open opens a new, empty database twice, as
// two processes would.
func RunRaces(t *testing.T, open func(testing.TB) (one, other match.Store)) {
	t.Helper()
	first := func(t testing.TB) match.Store {
		one, _ := open(t)
		return one
	}
	runAll(t, first, []test{
		{"one of many wins each version", oneOfManyWinsEachVersion},
		{"one of many accepts", oneOfManyAccepts},
		{"one of many deliveries", oneOfManyDeliveries},
		{"one of many takes a notice", oneOfManyTakesANotice},
		{"no rating change is lost", noRatingChangeIsLost},
		{"no setting is lost", noSettingIsLost},
	})
	t.Run("what is due is done once", func(t *testing.T) {
		t.Parallel()
		one, other := open(t)
		dueIsDoneOnce(t, []match.Store{one, other})
	})
	t.Run("first try is rated once", func(t *testing.T) {
		t.Parallel()
		one, other := open(t)
		firstTryIsRatedOnce(t, []match.Store{one, other})
	})
	t.Run("many matches at once", func(t *testing.T) {
		t.Parallel()
		one, other := open(t)
		manyMatchesAtOnce(t, []match.Store{one, other})
	})
}

// Open returns the store that the tests of other packages run on, empty.
func Open(t testing.TB) match.Store {
	t.Helper()
	return OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db"))
}

// empty is the file of an empty database. To make it takes longer than many tests do, so
// it is made once.
var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "empty")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "empty.db")
	s, err := sqlite.Open(context.Background(), file)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
})

// OpenFile is Open of a database that may be there already.
func OpenFile(t testing.TB, path string) match.Store {
	t.Helper()
	data, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = f.Write(data)
		err = errors.Join(err, f.Close())
	}
	if err != nil && !errors.Is(err, os.ErrExist) {
		t.Fatal(err)
	}
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
