package commands_test

import (
	"strings"
	"testing"
	"time"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
)

// TestCallingOff calls off pairs before their first decision, until it is too much.
func TestCallingOff(t *testing.T) {
	r := newRoom(t)
	for n := range match.CalledOffADay {
		r.begin("")
		words := "That makes " + []string{"1 pair", "2 pairs", "3 pairs"}[n] + " called off in 24 hours; after more than 3"
		r.expect("p2", "/cancel", "@p2 called the pair off before it began. Nobody's rating changes.", words)
		r.now = r.now.Add(time.Hour)
	}
	r.begin("")
	until := "until 2026-01-03 06:04 UTC"
	r.expect("p2", "/cancel", "4 pairs called off in 24 hours: rated matches are closed to @p2 "+until)
	for _, line := range []string{
		"/challenge variant:nim opponent:p1 rated:true", "/challenge variant:nim open:true rated:true",
		"/challenge variant:nim rated:true level:casual", "/rematch",
	} {
		r.refuses("p2", line, "closed to you "+until, "Casual ones are still open")
	}
	r.expect("p1", "/challenge variant:nim opponent:p2 rated:true")
	r.refuses("p2", "/accept", "closed to you "+until)
	r.expect("p2", "/decline", "Nobody's rating changes")
	r.expect("p2", "/challenge variant:nim opponent:p1")
	r.expect("p2", "/cancel", "withdrew the challenge.")
	// Who has called off one is not meant.
	r.expect("p1", "/challenge variant:nim open:true rated:true")
	r.expect("p3", "/accept")
	r.expect("p3", "/cancel", "That makes 1 pair called off")
	r.now = time.Date(2026, 1, 3, 6, 4, 4, 0, time.UTC)
	r.refuses("p2", "/challenge variant:nim opponent:p1 rated:true", until)
	r.now = r.now.Add(time.Second)
	r.expect("p2", "/challenge variant:nim opponent:p1 rated:true")
	ratings, err := r.store.Ratings(t.Context(), "p1", "p2")
	if err != nil || len(ratings) != 0 {
		t.Errorf("calling off has changed ratings: %+v, %v", ratings, err)
	}
}

// TestWhatBecameOfTheRating is said wherever somebody leaves.
func TestWhatBecameOfTheRating(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 rated:true")
	r.expect("p1", "/cancel", "withdrew the challenge. Nobody's rating changes.")
	r.expect("p1", "/challenge variant:nim opponent:p2 rated:true")
	r.expect("p2", "/decline", "declined @p1's challenge. Nobody's rating changes.")
	r.expect("p1", "/challenge variant:nim opponent:p2 rated:true")
	r.now = r.now.Add(referee.ChallengeLife)
	r.sweeps(1)
	r.begin("")
	r.refuses("p1", "/resign", "loses the first game of a rated pair")
	r.expect("p1", "/resign sure:true", "@p1 resigned", "Ratings change when it is over")
	r.refuses("p1", "/resign", "counts as a loss")
	r.expect("p1", "/resign sure:true", "Pair: @p2 2–0 @p1", "@p1's rating: 1338 (-162) in long matches.")
	r.expect("p1", "/board", "Pair: @p2 2–0 @p1")
}

// TestRatedRematch asks for another rated pair, from another start.
func TestRatedRematch(t *testing.T) {
	r := newRoom(t)
	first := startOf(r, r.begun("time:2h"))
	r.expect("p2", "/resign sure:true")
	r.refuses("p1", "/rematch")
	r.expect("p1", "/resign sure:true", "Pair: @p1 1–1 @p2", "(+0)")
	r.seed++
	r.expect("p2", "/rematch", "@p2 challenges @p1", "Rated: two games", "2 hours a turn")
	if start := startOf(r, r.expect("p1", "/accept", "game 1 of 2")); start == first {
		t.Errorf("the rematch starts from %s again", start)
	}
	r.expect("p1", "/cancel")

	r.in("bot", "p1", "/challenge variant:nim rated:true level:strong time:1m")
	r.in("bot", "p1", "/resign sure:true")
	r.in("bot", "p1", "/resign sure:true")
	reply := r.in("bot", "p1", "/rematch")
	r.hasWords("the rematch", reply, []string{"game 1 of 2", "strong", "1 minute a turn"})
	m, err := r.store.LastMatch(t.Context(), "bot")
	if err != nil || !m.Rated || m.Leg != match.FirstLeg || m.Chosen || m.Pace != match.Live {
		t.Errorf("%+v, %v", m, err)
	}
}

// begun is begin with what is answered.
func (r *room) begun(options string) view.Reply {
	r.Helper()
	r.begin(options)
	return r.expect("p1", "/board")
}

// TestBotPairsADay plays more pairs against the bot than count, over midnight.
func TestBotPairsADay(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	pair := func(words ...string) {
		t.Helper()
		r.expect("p1", "/challenge variant:nim rated:true level:casual")
		r.expect("p1", "/resign sure:true")
		r.expect("p1", "/resign sure:true", words...)
	}
	for range referee.BotPairsADay {
		pair("@p1's rating")
	}
	for range 2 {
		pair("does not count: only 10 a day (UTC) against me do. Nobody's rating changes.")
	}
	r.now = time.Date(2026, 1, 2, 23, 59, 59, 0, time.UTC)
	pair("does not count")
	r.now = time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC)
	pair("@p1's rating")
	ratings, err := r.store.Ratings(t.Context(), "p1")
	if got := ratings["p1"][match.Ladder{Family: match.Overall, Pace: match.Long}].Games; err != nil || got != referee.BotPairsADay+1 {
		t.Errorf("%d pairs count, %v", got, err)
	}
}

// TestTwoLadders plays a live pair and a long one.
func TestTwoLadders(t *testing.T) {
	r := newRoom(t)
	r.begin("time:2m")
	r.expect("p2", "/resign sure:true")
	r.expect("p2", "/resign sure:true", "@p1's rating: 1662 (+162) in live matches.")
	r.begin("time:3m")
	r.expect("p1", "/resign sure:true")
	r.expect("p1", "/resign sure:true", "@p1's rating: 1338 (-162) in long matches.")
	r.refuses("p1", "/profile", "Ratings in live matches: Overall: **1662**", "Ratings in long matches: Overall: **1338**")
	both := text(r.refuses("p1", "/leaderboard", "**Live matches** (at most 2 minutes a turn)", "**Long matches**",
		"Not ranked yet, live: @p1 **1662**", "Not ranked yet, long: @p2 **1662**", "You: Live: @p1 **1662**", "Long: @p1 **1338**"))
	if strings.Index(both, "Live") > strings.Index(both, "Long") {
		t.Errorf("live is not first:\n%s", both)
	}
	live := text(r.refuses("p1", "/leaderboard pace:live variant:nim", "Leaderboard: Nim, live matches, everybody", "You: @p1 **1662**"))
	if strings.Contains(live, "1338") && !strings.Contains(live, "@p2 **1338**") {
		t.Errorf("another ladder is shown:\n%s", live)
	}
	r.refuses("p1", "/leaderboard pace:LONG", "long matches, everybody", "You: @p1 **1338**")
	r.refuses("p1", "/leaderboard pace:blitz", "`live`", "`long`")
}

// TestForgottenInARatedPair tries to become nobody between the games of a pair that goes
// badly.
func TestForgottenInARatedPair(t *testing.T) {
	r := newRoom(t)
	r.begin("")
	r.hasWords("in game 1", r.say("p1", "/privacy action:delete sure:true"), []string{"nothing was deleted"})
	r.expect("p1", "/resign sure:true", "game 2 of 2")
	r.hasWords("in game 2", r.say("p1", "/privacy action:delete sure:true"), []string{"nothing was deleted"})
	r.expect("p1", "/resign sure:true", "@p2's rating: 1662")
}
