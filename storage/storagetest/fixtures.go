package storagetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/referee/puzzle"
	"nimatron/storage"
)

// Noon is when everything starts. Times are stored in milliseconds, so its odd nanoseconds get
// lost.
var Noon = time.Date(2025, 3, 14, 12, 0, 0, 123_456_789, time.FixedZone("", 3600))

// The players of most tests.
var (
	Ann = match.Player{ID: "local:ann", Name: "Ann"}
	Bob = match.Player{ID: "1234567890123456789", Name: "Bob 🎲"}
	Eve = match.Player{ID: "local:eve", Name: "Eve"}
)

// The results of most matches.
var (
	LeftWins  = match.Result{Winner: match.LeftSeat, Termination: match.Played}
	RightWins = match.Result{Winner: match.RightSeat, Termination: match.Played}
)

// Match returns a match of Ann and Bob whose fields all differ.
func Match(channel string) match.Match {
	return match.Match{
		Channel: channel, Server: "server", Variant: "end-nim/misere", Family: "end-nim", Start: "3 5 2", Chosen: true,
		First: games.Right, Sides: match.Between(Ann, Bob), Level: match.Strong, Seed: 1<<63 + 42, Rated: true,
		TurnTime: 10 * time.Minute, Pace: match.Long, Message: "message:7", Created: Noon, Leg: match.FirstLeg, Lesson: "mirroring", Tournament: 3,
		Deadline: Noon.Add(10 * time.Minute), Remind: Noon.Add(9 * time.Minute), AbandonAt: Noon.AddDate(0, 0, 7),
	}
}

// Between returns a match of the two, the first one on the left, in its own channel. It belongs to
// no pair.
func Between(left, right match.Player) match.Match {
	m := Match("of " + left.ID + " and " + right.ID)
	m.Sides[games.Left].Player, m.Sides[games.Right].Player, m.Leg = left, right, match.Alone
	return m
}

// Challenge returns a challenge by Ann to Bob whose fields all differ.
func Challenge(channel string) match.Challenge {
	return match.Challenge{
		Channel: channel, Server: "server", Challenger: Ann, Opponent: Bob, Variant: "split-nim/2",
		Start: "4 4 1", Chosen: true, First: match.FirstChoose, Side: match.SideRandom, Rated: true,
		TurnTime: 24 * time.Hour, Created: Noon, Expires: Noon.Add(time.Hour), Message: "message:8",
	}
}

// Move returns a move by a side. Different n give different moves.
func Move(actor games.Side, n int) match.Move {
	return match.Move{Actor: actor, Text: fmt.Sprintf("L-%d", n), At: Noon.Add(time.Duration(n) * time.Second)}
}

// Turn returns the change that adds moves to a match with ply moves.
func Turn(ply int, moves ...match.Move) match.Change {
	return match.Change{Ply: ply, Moves: moves, Now: Noon}
}

// End returns the change that ends a match without a move.
func End(winner match.Seat, how match.Termination) match.Change {
	return match.Change{End: &match.Result{Winner: winner, Termination: how}, Now: Noon}
}

// CreateMatch stores a match.
func CreateMatch(t testing.TB, s storage.Store, m match.Match) match.Match {
	t.Helper()
	return must.Get(s.CreateMatch(t.Context(), m))(t)
}

// CreateChallenge stores a challenge.
func CreateChallenge(t testing.TB, s storage.Store, c match.Challenge) match.Challenge {
	t.Helper()
	return must.Get(s.CreateChallenge(t.Context(), c))(t)
}

// Finish stores a match and ends it with these rating changes.
func Finish(t testing.TB, s storage.Store, m match.Match, result match.Result, ratings ...match.RatingChange) match.Match {
	t.Helper()
	m = CreateMatch(t, s, m)
	must.Get(s.Append(t.Context(), m.ID, 1, match.Change{
		Moves: []match.Move{Move(games.Left, 1)}, End: &result, Ratings: ratings, Now: Noon,
	}))(t)
	return must.Get(s.MatchByID(t.Context(), m.ID))(t)
}

// Puzzle parses the ID of a puzzle; invalid text gives the zero ID.
func Puzzle(text string) puzzle.ID {
	id, _ := puzzle.ParseID(text)
	return id
}

// RecordTry records a try and returns only the error.
func RecordTry(ctx context.Context, s storage.Store, try puzzle.Try) error {
	_, _, err := s.RecordTry(ctx, try)
	return err
}

// Long returns the ladder of a family's long matches, which most tests use.
func Long(family string) match.Ladder { return match.Ladder{Family: family, Pace: match.Long} }

// Rating returns a player's rating after n results of long matches.
func Rating(family string, n int) match.Rating {
	x := float64(n)
	return match.Rating{
		Ladder: Long(family), Rating: rating.Rating{Value: 1500 + x/3, Deviation: 350 - x/7, Volatility: 0.06 + x/1000},
		Games: n, Wins: n - n/2 - n/3, Losses: n / 2, Draws: n / 3, Streak: -n, Updated: Noon.Add(time.Duration(n) * time.Second),
	}
}

// Rated returns the player's n-th rating change in the family Overall. All its numbers differ.
func Rated(p match.Player, n int, points float64) match.RatingChange {
	return match.RatingChange{Player: p.ID, Before: Rating(match.Overall, n-1), After: Rating(match.Overall, n), Points: points}
}

// WantErr demands this error; nil means none.
func WantErr(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got the error %v, want %v", err, want)
	}
}

// An Outcome is the result of a call.
type Outcome[T any] struct {
	value T
	err   error
}

// Got returns the outcome of a call.
func Got[T any](value T, err error) Outcome[T] { return Outcome[T]{value, err} }

// OK demands that there was no error and returns the value.
func (o Outcome[T]) OK(t testing.TB) T {
	t.Helper()
	WantErr(t, o.err, nil)
	return o.value
}

// Must is OK for values without which the test can't go on.
func (o Outcome[T]) Must(t testing.TB) T {
	t.Helper()
	must.OK(t, o.err)
	return o.value
}

// Is demands a value, and no error.
func (o Outcome[T]) Is(t testing.TB, want T) {
	t.Helper()
	WantErr(t, o.err, nil)
	WantEqual(t, o.value, want)
}

// Fails demands an error.
func (o Outcome[T]) Fails(t testing.TB, want error) {
	t.Helper()
	WantErr(t, o.err, want)
}

// WantEqual demands that two values are deeply equal.
func WantEqual[T any](t testing.TB, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}
