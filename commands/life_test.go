package commands_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/referee"
)

func TestClaim(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 4 first:me time:2h", "2 hours a turn")
	r.expect("p2", "/accept", "p1 has until 2026-01-02 05:04 UTC")
	r.refuses("p2", "/claim", "@p1 has time until 2026-01-02 05:04 UTC")
	r.refuses("p1", "/claim", "your own time")
	r.refuses("p3", "/claim", "don't play in this match")

	// One reminder, when a quarter is left.
	r.now = r.now.Add(89 * time.Minute)
	r.says()
	r.now = r.now.Add(time.Minute)
	r.says("@p1, a quarter of your time is left")
	r.says()

	// A move sets the clock anew, for the other player.
	r.expect("p1", "2-1", "@p2 has until 2026-01-02 06:34 UTC")
	r.now = r.now.Add(2 * time.Hour)
	r.says("@p2, a quarter of your time is left")
	r.expect("p1", "/claim", "@p1 wins", "@p2 ran out of time")
	r.refuses("p1", "/claim", "is over")
}

// says sweeps and checks what is said: so many announcements, with these words.
func (r *room) says(words ...string) {
	r.Helper()
	said, err := r.service.Sweep(r.Context())
	if err != nil || len(said) != len(words) {
		r.Fatalf("said %+v, %v; want %d things", said, err, len(words))
	}
	for i, word := range words {
		if !strings.Contains(text(said[i].Reply), word) {
			r.Errorf("said %q, which lacks %q", text(said[i].Reply), word)
		}
	}
}

func TestAbandoned(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 4 first:me level:perfect")
	r.now = r.now.Add(referee.AbandonAfter - time.Second)
	r.says()
	r.now = r.now.Add(time.Second)
	r.says("over without a winner")
	r.says()
	r.expect("p1", "/board", "without a winner (abandoned)")
	r.expect("p1", "/challenge variant:nim position:3 4 first:me level:perfect", "match 2")
}

func TestTakebackFromTheBot(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 4 5 first:opponent", "@p1 to move")
	r.refuses("p1", "/takeback", "not decided anything yet")
	before := r.expect("p1", "/board").Card.Footer
	r.expect("p1", "1-1")
	r.refuses("p2", "/takeback", "don't play")
	reply := r.expect("p1", "/takeback", "2 decisions taken back", "@p1 to move")
	if reply.Card.Footer != before {
		t.Errorf("the position is %s, was %s", reply.Card.Footer, before)
	}
	r.refuses("p1", "/takeback", "not decided anything yet")
	r.expect("p1", "2-2", "@p1 took 2 from pile 2")
}

func TestTakebackByConsent(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 4 5 first:me")
	r.expect("p2", "/accept")
	r.refuses("p1", "/takeback", "not decided anything yet")
	r.expect("p1", "1-1", "2 4 5")
	reply := r.expect("p1", "/takeback", "@p1 asks to take the last decision back", "@p2 agrees")
	if fmt.Sprint(reply.Notify) != "[p2]" {
		t.Errorf("notified are %v", reply.Notify)
	}
	r.refuses("p1", "/takeback", "asked already")
	// A move declines.
	r.expect("p2", "1-1", "1 4 5")
	if board := text(r.expect("p1", "/board")); strings.Contains(board, "asks to take") {
		t.Errorf("the offer outlives a move: %s", board)
	}
	r.expect("p2", "/takeback", "@p2 asks")
	r.expect("p1", "/takeback", "1 decision taken back", "2 4 5", "@p2 to move")
	r.expect("p2", "3-5", "2 4")
}

func TestCancelBeforeTheFirstMove(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 4 first:opponent")
	r.refuses("p2", "/cancel", "don't play")
	r.expect("p1", "/cancel", "cancelled the match", "without a winner")
	r.refuses("p1", "/cancel", "No challenge is open")
	r.expect("p1", "/challenge variant:nim position:3 4 first:me level:perfect")
	r.expect("p1", "1-1")
	r.refuses("p1", "/cancel", "can't be cancelled")
}

func TestRematch(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/rematch", "no match in this channel")
	r.expect("p1", "/challenge variant:nim position:1 2 first:me level:casual")
	r.refuses("p1", "/rematch", "A match goes on")
	r.refuses("p1", "/resign", "Do you want to give up match 1?")
	r.refuses("p2", "/resign", "don't play")
	r.expect("p1", "/resign sure:true")
	r.refuses("p2", "/rematch", "don't play")
	r.expect("p1", "/rematch", "Nimatron (first, casual) against @p1", "match 2")
	r.expect("p1", "/resign sure:true")

	r.expect("p1", "/challenge variant:partizan-end-nim opponent:p2 position:2 4 1 side:right first:me time:1h")
	r.expect("p2", "/accept", "@p1 (first, Right) against @p2 (Left)")
	r.expect("p1", "/resign sure:true", "@p2 wins")
	r.expect("p2", "/rematch", "@p2 challenges @p1", "1 hour a turn")
	r.expect("p1", "/accept", "@p2 (first, Right) against @p1 (Left)", "2 4 1")
}

func TestBadTimes(t *testing.T) {
	r := newRoom(t)
	for _, bad := range []string{"10", "m", "0m", "15d", "-5m", "1w", "99999999h", "1.5h", "10m 5", "\x00m"} {
		r.refuses("p1", "/challenge variant:nim opponent:p2 time:"+bad, "from 1m to 14d")
	}
	r.refuses("p1", "/challenge variant:nim time:10m", "between people")
}

// TestRatedPair plays both games of a pair and looks at what came of it.
func TestRatedPair(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/challenge variant:nim opponent:p2 rated:true position:1 2", "generated position")
	r.refuses("p1", "/challenge variant:nim rated:true level:perfect", "not rated")
	for pair := range referee.PairsADay + 1 {
		r.expect("p1", "/challenge variant:nim opponent:p2 rated:true first:me", "two games from the same start")
		first := r.expect("p2", "/accept", "game 1 of 2", "@p1 (first)")
		r.refuses("p1", "/hint", "rated")
		r.refuses("p1", "/takeback", "rated")
		start := first.Card.Footer
		second := r.expect("p2", "/resign sure:true", "first game of the pair", "game 2 of 2", "@p2 (first) against @p1")
		if second.Card.Footer != start {
			t.Fatalf("the second game starts from %s, the first did from %s", second.Card.Footer, start)
		}
		if pair < referee.PairsADay {
			r.expect("p2", "/resign sure:true", "@p1's rating", "@p2's rating")
		} else {
			r.expect("p2", "/resign sure:true", "does not count")
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
	r.expect("p1", "/resign sure:true", "@p1's rating: 1500 (+0)", "@p2's rating: 1500 (+0)")
}

func TestRatedAgainstTheBot(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim rated:true level:strong")
	r.expect("p1", "/resign sure:true", "@p1's rating: 1")
	ratings, err := r.store.Ratings(t.Context(), "p1")
	if err != nil {
		t.Fatal(err)
	}
	if got := ratings["p1"]["nim"]; got.Games != 1 || got.Losses != 1 || got.Value >= 1500 {
		t.Errorf("%+v", got)
	}
	// A casual match changes nothing.
	r.expect("p1", "/challenge variant:nim level:strong position:1 first:me")
	r.expect("p1", "1-1", "@p1 wins")
	after, err := r.store.Ratings(t.Context(), "p1")
	if err != nil || after["p1"]["nim"] != ratings["p1"]["nim"] {
		t.Errorf("%+v, %v", after, err)
	}
}

func TestHonour(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/honour", "Nobody has beaten me")
	r.expect("p1", "/challenge variant:nim position:1 2 first:me level:perfect")
	r.expect("p1", "2-1")
	r.expect("p1", "1-1", "@p1 wins")
	r.expect("p1", "/challenge variant:nim position:1 first:me level:strong")
	r.expect("p1", "1-1", "@p1 wins")
	wall := r.private("p2", "/honour")
	if !strings.Contains(wall, "@p1: `nim` from `1 2`, moving first (match 1)") || strings.Contains(wall, "match 2") {
		t.Errorf("the wall says\n%s", wall)
	}
}
