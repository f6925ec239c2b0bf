package commands_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/match/record"
	"nimatron/referee"
)

// longMatch is a match on a thousand piles. Every move takes one counter.
func longMatch(t *testing.T, decisions int) match.Match {
	t.Helper()
	piles := strings.TrimSpace(strings.Repeat(strconv.Itoa(1+decisions/1000)+" ", 1000))
	m := &record.Match{
		Variant: endnim.Normal.ID, Start: piles, First: games.Left,
		Left: record.Player{ID: "p1", Name: "p1"}, Right: record.Player{ID: "p2", Name: "p2"},
		Result: match.Result{Winner: match.LeftSeat, Termination: match.Resigned},
	}
	for i := range decisions {
		m.Moves = append(m.Moves, record.Move{Actor: games.Side(i % 2), Text: "L-1"})
	}
	r := newQuietRoom(t, catalog.Standard)
	return must.Get(r.referee.Imported(m))(t)
}

// An extremely long match still gets answers, up to a bound.
func TestLongMatch(t *testing.T) {
	if testlong.Race {
		t.Skip("under the race detector a question takes longer than it may")
	}
	decisions := testlong.Times(1000, 1000, 5000)
	r := newQuietRoom(t, catalog.Standard)
	m := longMatch(t, decisions)
	must.Get(r.store.Import(t.Context(), func(yield func(match.Match, error) bool) { yield(m, nil) }))(t)
	for line, want := range map[string]string{
		"/review 1":                              fmt.Sprint("0 of ", decisions),
		"/review 1 step:400":                     "Move 400: @p2 took 1",
		"/review 1 step:401":                     "Move 401: @p1 took 1",
		fmt.Sprint("/review 1 step:", decisions): "@p2 resigned",
		"/review files:true 1":                   "as JSON",
		"/profile":                               "1 won",
	} {
		reply := r.say("p1", line)
		if !strings.Contains(text(reply), want) {
			t.Errorf("%s: it does not say %q:\n%s", line, want, text(reply))
		}
	}
	endless := longMatch(t, referee.MaxReplayed+1)
	must.Get(r.store.Import(t.Context(), func(yield func(match.Match, error) bool) { yield(endless, nil) }))(t)
	for _, line := range []string{"/review 2", "/review files:true 2"} {
		r.refuses("p1", line, "too long to show")
	}
	reply := r.in("elsewhere", "p3", "/review 1")
	if !strings.Contains(text(reply), "Only the players of that match") {
		t.Errorf("somebody else is told %s", text(reply))
	}
}
