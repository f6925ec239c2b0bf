package commands_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
)

// daily returns today's puzzle.
func (r *room) daily() *referee.Puzzle {
	r.Helper()
	p, err := r.referee.DailyPuzzle(r.Context(), match.BotID)
	if err != nil {
		r.Fatal(err)
	}
	return p
}

// post shows the post of a day as it stands now, and the version that it has.
func (r *room) post(day string) (view.Reply, int64) {
	r.Helper()
	post, err := r.store.PuzzlePostIn(r.Context(), "lobby", day)
	if err != nil {
		r.Fatal(err)
	}
	reply, err := r.service.Board(r.Context(), match.Board{Puzzle: post.ID})
	if err != nil {
		r.Fatal(err)
	}
	fmt.Fprintf(&r.transcript, "The post of %s, version %d:\n%s\n\n", day, reply.Show.Version, text(reply))
	return reply, reply.Show.Version
}

// The puzzle of the day is posted with its keys, counts who tries and finds it there, and tells
// the next day what came of it: once, and nothing of it counts any more.
func TestPuzzlePost(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	r.refuses("mod", "/settings name:puzzle-channel value:here")
	yesterday := r.daily()
	said := r.sweeps(1)[0]
	if said.reply.Show.Kind != view.PuzzleSubject || len(said.reply.Card.Taps) == 0 || strings.Contains(text(said.reply), "tried") {
		t.Errorf("posted is %+v", said.reply)
	}
	right, wrong := yesterday.Winning[0], losing(yesterday.Position, yesterday.Winning)
	day := r.referee.Today()

	// Whoever taps is answered alone.
	r.hasWords("a wrong tap", r.tapMove("p1", said.reply, wrong), []string{"**That loses.**"})
	if reply := r.tapMove("p1", said.reply, right); !reply.Private() {
		t.Error("a tap is answered to everybody")
	}
	r.tapMove("p2", said.reply, right)
	r.refuses("p3", "/puzzle id:"+day+" solution:true")
	r.server = "" // by direct message
	r.in("elsewhere", "p4", "/puzzle id:"+day+" answer:"+right.String())
	r.server = "den"
	shown, version := r.post(day)
	r.hasWords("the counts", shown, []string{"**Today:** 3 tried, 2 found it."})
	for _, move := range []string{right.String() + " ", "The solution"} {
		if strings.Contains(shown.Card.Body, move) {
			t.Errorf("the post gives %q away", move)
		}
	}
	// A tap after the solution changes nothing.
	r.now = r.now.Add(time.Minute)
	r.hasWords("again", r.tapMove("p2", shown, wrong), []string{"You have solved it at the first try."})
	if _, again := r.post(day); again != version {
		t.Errorf("a tap after the solution makes version %d of %d", again, version)
	}
	result := r.say("p1", "/puzzle id:"+day+" share:true")
	r.hasWords("the result", result, []string{"\n🟥🟩 · streak 1"})
	if strings.Contains(text(result), right.String()+" ") {
		t.Errorf("the result gives %s away", right)
	}
	r.hasWords("of who gave up", r.say("p3", "/puzzle id:"+day+" share:true"), []string{"\n⬛"})

	r.now = r.now.AddDate(0, 0, 1)
	next := r.sweeps(1)[0]
	r.hasWords("the next post", next.reply, []string{"Yesterday's puzzle", "**The solution:** I ", "3 tried, 2 found it. @p1 was first, in 2 tries.", "Fri 2 of 3"})
	r.sweeps(0)
	over, after := r.post(day)
	r.hasWords("the old post", over, []string{"**The solution:** I ", "@p1 was first"})
	if len(over.Card.Taps)+len(over.Card.Menus) > 0 || after <= version {
		t.Errorf("the old post can be answered, or is not painted: %+v of version %d after %d", over.Card.Taps, after, version)
	}

	// Who has read the solution is told that nothing is counted.
	late := r.tapMove("p5", said.reply, right)
	r.hasWords("late", late, []string{"the day of this puzzle is over: nothing is counted"})
	if counts, err := r.store.PuzzleCounts(t.Context(), "den", day, day); err != nil || len(counts) != 1 || counts[0].Tried != 3 {
		t.Errorf("after a late answer there are %+v, %v", counts, err)
	}
	r.tapMove("p5", said.reply, wrong)
	state, err := r.store.PuzzleState(t.Context(), "p5", yesterday.ID)
	if err != nil || state.Tries != 0 {
		t.Errorf("noted is %+v, %v", state, err)
	}

	// A streak of two days, and the table of the month.
	r.tapMove("p2", next.reply, r.daily().Winning[0])
	r.refuses("p1", "/leaderboard variant:puzzle-of-the-day", "@p2 found 2 in 2 tries, 2 days in a row", "@p1 found 1 in 2 tries")
	r.hasWords("shown", r.say("p1", "/leaderboard variant:puzzle-of-the-day share:true"), []string{"January 2026"})
	r.now = r.now.AddDate(0, 0, 1)
	r.hasWords("streaks", r.sweeps(1)[0].reply, []string{"Longest streaks", "@p2 2 days", "Fri 2 of 3 · Sat 1 of 1"})

	// It can be switched off, and then nothing is said.
	r.refuses("mod", "/settings name:puzzle-channel value:off")
	r.now = r.now.AddDate(0, 0, 1)
	r.sweeps(0)
	r.now = r.now.AddDate(0, 1, 0)
	r.refuses("p1", "/leaderboard variant:puzzle-of-the-day", "Nobody has found")
	r.refuses("p1", "/leaderboard variant:puzzle-of-the-day scope:global", "a table for each server")
	r.server = ""
	r.refuses("p1", "/leaderboard variant:puzzle-of-the-day", "a table for each server")
}

// A post that is kept no longer is none to be shown. One that was announced by a process that
// kept none is said all the same.
func TestPuzzlePostThatIsGone(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	reply, ok, err := r.service.Notice(t.Context(), match.Notice{Kind: match.PuzzleNotice, Channel: "lobby", Created: r.now})
	if !ok || err != nil || reply.Show.Kind != view.NoSubject || len(reply.Card.Taps) == 0 {
		t.Errorf("said is %+v, %v, %v", reply, ok, err)
	}
	if _, err := r.service.Board(t.Context(), match.Board{Puzzle: 9}); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("shown with %v", err)
	}
}

// Squares tell how many tries there were, and no more of them than a line holds.
func TestSquares(t *testing.T) {
	for want, state := range map[string]match.PuzzleState{
		"":      {},
		"🟥🟥":    {Tries: 2},
		"🟥🟥🟩":   {Tries: 3, Solved: true},
		"🟥⬛":    {Tries: 2, GaveUp: true},
		"🟥×99🟩": {Tries: 100, Solved: true},
		"🟥🟥🟥🟥🟥🟥🟥🟥🟥🟥": {Tries: 10},
	} {
		if got := view.Squares(state); got != want {
			t.Errorf("%+v is shown as %s, want %s", state, got, want)
		}
	}
}
