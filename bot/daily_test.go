package bot

import (
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/discordtest"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/storage/storagetest"
)

// answerPost answers the puzzle that everybody sees by its keys, and returns the private answer.
func (w *world) answerPost(u *discordtest.User, post *discordtest.Message, move games.Move) *discordtest.Message {
	w.Helper()
	in, whole := w.tapFor(u, post, move)
	answer := w.refused(in)
	if !whole {
		answer = w.answerBy(u, answer, move)
	}
	return answer
}

// The puzzle of the day is tapped by three people on the message that announces it. Its counts
// come true, also in a bot that was started anew, and the next day's message tells what came of
// it.
func TestThePuzzleOfTheDayTogether(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		store := storagetest.OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db"))
		var days atomic.Int64
		now := func() time.Time { return time.Date(2026, 12, 1+int(days.Load()), 12, 0, 0, 0, time.UTC) }
		serve := func() { w.serve(w.over(store, referee.Options{Now: now})) }
		serve()
		r := w.referee
		room := match.RoomOf(w.general.ID, w.general.GuildID)
		w.ok(store.SaveServerSettings(t.Context(), room, match.ServerSettings{PuzzleChannel: w.general.ID}))

		today, err := r.DailyPuzzle(t.Context(), match.BotID)
		w.ok(err)
		var wrong games.Move
		for step := range today.Position.Options() {
			if !slices.Contains(today.Winning, step.Move) {
				wrong = step.Move
				break
			}
		}
		post := w.sees(w.general, "Puzzle of the day · ")
		w.contains(w.answerPost(w.alice, post, today.Winning[0]), "**Right**, at the first try.")
		lost := w.answerPost(w.bob, post, wrong)
		w.contains(lost, "**That loses.**")
		w.contains(w.answerPost(w.carol, post, wrong), "**That loses.**")
		w.contains(w.answerPost(w.carol, post, today.Winning[0]), "**Right**, in 2 tries.")
		shown := w.board(w.general, post.ID, "3 tried, 2 found it.")
		if strings.Contains(shown.Text(), "solution") || len(w.pinged(w.general)) > 0 {
			t.Errorf("it gives the solution away or pings %v: %s", w.pinged(w.general), shown.Text())
		}
		w.contains(w.answerPost(w.alice, post, wrong), "You have solved it")

		// While no bot is there, somebody answers through another process.
		w.stop()
		dave := match.Player{ID: "77", Name: "dave"}
		_, err = r.Answer(t.Context(), room, dave, today, today.Winning[0].String())
		w.ok(err)
		serve()
		w.board(w.general, post.ID, "4 tried, 3 found it.")

		days.Store(1)
		next := w.sees(w.general, "Yesterday's puzzle")
		w.contains(next, "**The solution:** I ", "4 tried, 3 found it.", "<@"+w.alice.ID+"> was first, at the first try.", "Tue 3 of 4")
		if next.ID == post.ID {
			t.Error("the old message has the new puzzle")
		}
		over := w.board(w.general, post.ID, "**The solution:** I ")
		if labels(over) != "Rules" || len(over.Menus()) > 0 {
			t.Errorf("the puzzle that is over has %s", labels(over))
		}
		// Who taps what was shown before, having read the solution, wins nothing.
		w.contains(w.answerPost(w.bob, w.refused(w.bob.Tap(lost, "Try again")), today.Winning[0]), "nothing is counted")
		counts, err := store.PuzzleCounts(t.Context(), room, "2026-12-01", "2026-12-01")
		w.ok(err)
		if len(counts) != 1 || counts[0].Found != 3 {
			t.Errorf("counted are %+v", counts)
		}
		days.Store(2)
		w.sees(w.general, "2026-12-03")
		posts := 0
		for _, m := range w.general.Messages() {
			if strings.Contains(m.Text(), "Puzzle of the day · ") {
				posts++
			}
		}
		if posts != 3 || len(w.pinged(w.general)) > 0 {
			t.Errorf("in three days there are %d messages, and pinged are %v", posts, w.pinged(w.general))
		}
	})
}
