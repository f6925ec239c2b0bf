package bot

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/referee"
	"nimatron/referee/race"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// private waits until the private answer to an interaction shows a text.
func (w *world) private(in *discordtest.Interaction, text string) *discordtest.Message {
	w.Helper()
	var m *discordtest.Message
	w.eventually(text, func() bool {
		m, _ = in.Wait(soon(w.T))
		return m != nil && strings.Contains(m.Text(), text)
	})
	return m
}

// Many people tap three times a second: everybody is answered, and the card keeps to its rate.
func TestRaceFlood(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.limits.Requests.AtOnce, w.limits.Requests.PerSecond = 40, 2 // the usual ones
		w.limits.Completions.AtOnce, w.limits.Completions.PerSecond = 60, 10
		store := storagetest.Open(t).(*sqlite.Store)
		w.serve(w.over(store, referee.Options{}))
		card := w.answer(w.alice.Slash(w.general, "race start", discordtest.IntOpt("seconds", 60)))
		racers := testlong.Times(40, 40, 200)
		joined := make([]*discordtest.Interaction, racers)
		people := make([]*discordtest.User, racers)
		for i := range racers {
			people[i] = w.srv.AddUser(fmt.Sprintf("racer %d", i))
			joined[i] = people[i].Tap(card, "Join")
		}
		time.Sleep(race.Wait + time.Second)
		var mu sync.Mutex
		taps, answered := 0, 0
		var group sync.WaitGroup
		for i, in := range joined {
			group.Go(func() {
				board := must.Get(in.Wait(soon(t)))(t)
				for n := range 3 * testlong.Times(4, 4, 10) { // three a second
					labels := moveTaps(board)
					if len(labels) == 0 {
						labels = board.Taps()
					}
					mu.Lock()
					taps++
					mu.Unlock()
					tap := people[i].Tap(board, labels[(n+i)%len(labels)])
					time.Sleep(time.Second / 3)
					if m, err := tap.Wait(soon(t)); err == nil {
						board = m
						mu.Lock()
						answered++
						mu.Unlock()
					}
				}
			})
		}
		group.Wait()
		if answered != taps {
			t.Errorf("%d of %d taps are answered", answered, taps)
		}
		shown := must.Get(race.ByID(t.Context(), store, 1))(t)
		totals := must.Get(store.RaceStanding(t.Context(), race.Race{ID: 1}))(t)
		time.Sleep(time.Minute)
		if totals.Racers != racers+1 || totals.Solved == 0 { // with the starter
			t.Errorf("%+v of %d people", totals, racers)
		}
		if over := must.Get(race.ByID(t.Context(), store, 1))(t); !over.Over {
			t.Errorf("the race %+v is not over", shown)
		}
		var edits []time.Time
		for _, r := range w.srv.Requests() {
			if r.Method == "PATCH" && strings.HasSuffix(r.Path, "/messages/"+card.ID) {
				edits = append(edits, r.At)
			}
		}
		for i := range edits[1:] {
			if pause := edits[i+1].Sub(edits[i]); pause < race.Step-100*time.Millisecond {
				t.Errorf("edit %d comes %v after the one before", i+1, pause)
			}
		}
		if len(edits) < 5 {
			t.Errorf("the card is edited %d times", len(edits))
		}
	})
}

// A tap in a race takes one statement more than a move in a match: it reads who is ahead. A miss is kept too.
func TestRaceTapTakesFewStatements(t *testing.T) {
	inBubble(t, "race", func(t *testing.T) {
		w := newWorld(t)
		store := storagetest.Open(t).(*sqlite.Store)
		w.serve(w.over(store, referee.Options{}))
		card := w.answer(w.alice.Slash(w.general, "race start"))
		joined := w.bob.Tap(card, "Join")
		time.Sleep(race.Wait + race.Step)
		board := w.private(joined, "Board 1")
		idle, _ := statements(store, func() { time.Sleep(10 * time.Second) })
		taps := 0
		for range 10 {
			var tap *discordtest.Interaction
			done, _ := statements(store, func() {
				tap = w.bob.Tap(board, board.Taps()[0])
				w.answer(tap)
			})
			taps += len(done)
			done = slices.DeleteFunc(done, func(text string) bool {
				return slices.Contains(idle, text) || text == "SELECT total_changes()" || !reads(text) && !writes(text)
			})
			most := maxOfMove + 1
			if slices.ContainsFunc(done, func(text string) bool { return strings.Contains(text, "person_settings (") }) {
				most++
			}
			if len(done) > most {
				t.Errorf("a tap takes %d statements:\n%s", len(done), strings.Join(done, "\n"))
			}
			time.Sleep(race.Pause)
			board = w.private(tap, "Board")
		}
		if taps == 0 {
			t.Error("nothing was counted")
		}
	})
}
