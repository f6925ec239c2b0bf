package commands_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
)

// in sends a line in a channel other than the lobby.
func (r *room) in(channel, by, line string) view.Reply {
	r.Helper()
	req := must.Get(request(by, line))(r)
	req.Channel, req.Server = channel, r.server
	return r.do("#"+channel+" "+line, req)
}

// inPrivate is in, and checks that the answer is private and contains all of the words.
func (r *room) inPrivate(channel, by, line string, words ...string) {
	r.Helper()
	reply := r.in(channel, by, line)
	if !reply.Private() {
		r.Errorf("%s in %s: %s: answered in public: %s", by, channel, line, text(reply))
	}
	r.hasWords(by+" in "+channel+": "+line, reply, words)
}

// firstMove returns a legal move of the match in the lobby, and the player to make it.
func (r *room) firstMove() (by, move string) {
	r.Helper()
	g := must.Get(r.referee.Current(r.Context(), "lobby"))(r)
	return g.Actor().ID, example(r.T, g.Play.Variant(), g.Play.Position().String())
}

// TestNoAdviceWhileRated asks for advice on the current position in every possible way.
func TestNoAdviceWhileRated(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.past(nil) // match 1, of Nim
	r.past(func(m *match.Match) {
		m.Variant, m.Family, m.Start = "end-nim", "end-nim", "1"
		m.Moves[0].Text = "L-1"
	})
	r.in("casual", "p1", "/challenge variant:nim position:3 4 first:me") // match 3
	r.in("over", "p2", "/challenge variant:nim position:1 first:me")     // match 4
	r.in("over", "p2", "1-1")
	r.expect("p1", "/challenge variant:nim opponent:p2 rated:true")
	position := positionOn(r.expect("p2", "/accept").Card)
	advice := []string{
		"/analyze variant:nim position:" + position,
		"/analyze variant:nim/misere position:" + position, // of the same family
		"/table variant:nim pattern:_ 4",
		"/replay match:1", "/export match:1",
		"/challenge variant:nim level:perfect first:opponent position:" + position,
		"/challenge variant:nim level:casual first:choose position:" + position,
	}
	const until = "until both games of its pair are over"
	for _, line := range advice {
		r.refuses("p1", line, "rated match (match 5)", until, "ends 2026-01-05 03:04 UTC")
		r.inPrivate("elsewhere", "p2", line, "rated match (match 5)", until)
	}
	r.inPrivate("casual", "p1", "/hint", until)
	r.inPrivate("over", "p2", "/board", until) // it has a review
	puzzles := 0
	for range 40 { // on a day whose puzzle shares its boards
		p := must.Get(r.service.Env().Puzzles.DailyPuzzle(t.Context(), "p1"))(t)
		if slices.Contains(catalog.Kin("nim"), p.Variant.Family.ID) {
			puzzles++
			r.inPrivate("elsewhere", "p1", "/puzzle", until)
		} else {
			r.inPrivate("elsewhere", "p1", "/puzzle", "[Show the solution]")
		}
		r.now = r.now.Add(24 * time.Hour)
		if m, err := r.store.MatchByID(t.Context(), 5); err != nil || m.Finished() {
			t.Fatalf("the clock of a match that nobody looks at has ended it: %v", err)
		}
	}
	if puzzles == 0 {
		t.Error("there was no such puzzle: the test shows less than it should")
	}
	r.now = r.now.Add(-40 * 24 * time.Hour)

	for by, line := range map[string]string{
		"p3": "/analyze variant:nim position:" + position, "p1": "/analyze variant:end-nim position:3 5 2", "p2": "/replay match:2",
	} {
		if reply := r.in("lobby", by, line); strings.Contains(text(reply), "rated match") {
			t.Errorf("%s: %s is refused: %s", by, line, text(reply))
		}
	}
	// The second game is from the same start, so the test waits for its end.
	first := r.expect("p2", "/resign sure:true", "game 2 of 2")
	if strings.Contains(text(first), "would have kept") || strings.Contains(text(first), "turning point") {
		t.Errorf("between the games there is advice:\n%s", text(first))
	}
	for _, line := range advice {
		r.inPrivate("elsewhere", "p2", line, "rated match (match 6)", until)
	}
	r.inPrivate("elsewhere", "p1", "/replay match:5", until)
	r.expect("p2", "/resign sure:true", "Pair: @p1 2–0 @p2")
	for _, line := range advice[:5] {
		if reply := r.in("elsewhere", "p2", line); strings.Contains(text(reply), "rated match (") {
			t.Errorf("%s is refused after the end: %s", line, text(reply))
		}
	}
}
