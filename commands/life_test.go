package commands_test

import (
	"strings"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/referee"
)

func TestClaim(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 4 first:me time:2h")
	r.expect("p2", "/accept")
	r.refuses("p2", "/claim")
	r.refuses("p1", "/claim")
	r.refuses("p3", "/claim")

	// One reminder, when a quarter is left.
	r.now = r.now.Add(89 * time.Minute)
	r.sweeps(0)
	r.now = r.now.Add(time.Minute)
	r.sweeps(1)
	r.sweeps(0)

	// A move sets the clock anew, for the other player.
	r.expect("p1", "2-1")
	r.now = r.now.Add(2 * time.Hour)
	r.sweeps(1)
	r.expect("p1", "/claim")
	r.refuses("p1", "/claim")
}

func TestAbandoned(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 4 first:me level:perfect")
	r.now = r.now.Add(referee.AbandonAfter - time.Second)
	r.sweeps(0)
	r.now = r.now.Add(time.Second)
	r.sweeps(1)
	r.sweeps(0)
	r.expect("p1", "/board")
	r.expect("p1", "/challenge variant:nim position:3 4 first:me level:perfect")
}

func TestTakebackFromTheBot(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 4 5 first:opponent level:perfect")
	r.refuses("p1", "/takeback")
	before := r.expect("p1", "/board").Card.Footer
	r.expect("p1", "1-1")
	r.refuses("p2", "/takeback")
	reply := r.expect("p1", "/takeback")
	if reply.Card.Footer != before {
		t.Errorf("the position is %s, was %s", reply.Card.Footer, before)
	}
	r.refuses("p1", "/takeback")
	r.expect("p1", "2-2")
}

func TestTakebackByConsent(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 4 5 first:me")
	r.expect("p2", "/accept")
	r.refuses("p1", "/takeback")
	r.expect("p1", "1-1")
	r.expect("p1", "/takeback")
	r.refuses("p1", "/takeback")
	// A move declines.
	r.expect("p2", "1-1")
	if board := text(r.expect("p1", "/board")); strings.Contains(board, "asks to take") {
		t.Errorf("the offer outlives a move: %s", board)
	}
	r.expect("p2", "/takeback")
	r.expect("p1", "/takeback")
	r.expect("p2", "3-5")
}

func TestCancelBeforeTheFirstMove(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 4 first:opponent level:perfect")
	r.refuses("p2", "/cancel")
	r.expect("p1", "/cancel")
	r.refuses("p1", "/cancel")
	r.expect("p1", "/challenge variant:nim position:3 4 first:me level:perfect")
	r.expect("p1", "1-1")
	r.refuses("p1", "/cancel")
}

func TestRematch(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/rematch")
	r.expect("p1", "/challenge variant:nim position:1 2 first:me level:casual")
	r.refuses("p1", "/rematch")
	r.refuses("p1", "/resign")
	r.refuses("p2", "/resign")
	r.expect("p1", "/resign sure:true")
	r.refuses("p2", "/rematch")
	r.expect("p1", "/rematch")
	r.expect("p1", "/resign sure:true")

	r.expect("p1", "/challenge variant:partizan-end-nim opponent:p2 position:2 4 1 side:right first:me time:1h")
	r.expect("p2", "/accept")
	r.expect("p1", "/resign sure:true")
	r.expect("p2", "/rematch")
	r.expect("p1", "/accept")
}

func TestBadTimes(t *testing.T) {
	r := newRoom(t)
	for _, bad := range []string{"10", "m", "0m", "15d", "-5m", "1w", "99999999h", "1.5h", "10m 5", "\x00m"} {
		r.refuses("p1", "/challenge variant:nim opponent:p2 time:"+bad)
	}
	r.refuses("p1", "/challenge variant:nim time:10m")
}

// TestRatedPair plays both games of a pair and looks at what came of it.
func TestRatedPair(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/challenge variant:nim opponent:p2 rated:true position:1 2")
	r.refuses("p1", "/challenge variant:nim rated:true level:perfect")
	for pair := range referee.PairsADay + 1 {
		r.expect("p1", "/challenge variant:nim opponent:p2 rated:true first:me")
		first := r.expect("p2", "/accept")
		r.refuses("p1", "/hint")
		r.refuses("p1", "/takeback")
		start := first.Card.Footer
		second := r.expect("p2", "/resign sure:true")
		if second.Card.Footer != start {
			t.Fatalf("the second game starts from %s, the first did from %s", second.Card.Footer, start)
		}
		if pair < referee.PairsADay {
			r.expect("p2", "/resign sure:true")
		} else {
			r.expect("p2", "/resign sure:true")
		}
	}
	ratings, err := r.store.Ratings(t.Context(), "p1", "p2")
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range []string{"nim", match.Overall} {
		p1, p2 := ratings["p1"][family], ratings["p2"][family]
		if p1.Games != referee.PairsADay || p1.Wins != p1.Games || p1.Streak != p1.Games || p2.Losses != p2.Games || p2.Streak != -p2.Games {
			t.Errorf("%s: %+v and %+v", family, p1, p2)
		}
		if p1.Value < 1600 || p2.Value > 1400 || p1.Deviation >= 350 {
			t.Errorf("%s: %+v and %+v", family, p1, p2)
		}
	}
}

// TestEvenPair gives each player a game: between equals that changes no rating.
func TestEvenPair(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 rated:true")
	r.expect("p2", "/accept")
	r.expect("p2", "/resign sure:true")
	r.expect("p1", "/resign sure:true")
}

func TestRatedAgainstTheBot(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim rated:true level:strong")
	r.expect("p1", "/resign sure:true")
	ratings, err := r.store.Ratings(t.Context(), "p1")
	if err != nil {
		t.Fatal(err)
	}
	if got := ratings["p1"]["nim"]; got.Games != 1 || got.Losses != 1 || got.Value >= 1500 {
		t.Errorf("%+v", got)
	}
	// A casual match changes nothing.
	r.expect("p1", "/challenge variant:nim level:strong position:1 first:me")
	r.expect("p1", "1-1")
	after, err := r.store.Ratings(t.Context(), "p1")
	if err != nil || after["p1"]["nim"] != ratings["p1"]["nim"] {
		t.Errorf("%+v, %v", after, err)
	}
}

func TestHonour(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/honour")
	r.expect("p1", "/challenge variant:nim position:1 2 first:me level:perfect")
	r.expect("p1", "2-1")
	r.expect("p1", "1-1")
	r.expect("p1", "/challenge variant:nim position:1 first:me level:strong")
	r.expect("p1", "1-1")
	if wall := text(r.refuses("p2", "/honour")); strings.Contains(wall, "match 2") {
		t.Errorf("a win against another level is on the wall:\n%s", wall)
	}
}
