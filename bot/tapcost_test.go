package bot

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
	"nimatron/referee"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// The most SQL statements of a tap until it is answered, and what is recorded of it later together with other taps.
const (
	maxOfMove   = 3 // all of them write
	maxOfChoice = 1
	maxLater    = 2 // the answer and the shown version
)

// connections is the number of connections of a test's SQLite store. Each prepares its own statements.
const connections = 2

// A tap reads what it needs once, reuses its prepared statements, and writes only the move: against
// the bot and between people, with and without pictures.
func TestTapTakesFewStatements(t *testing.T) {
	for name, people := range map[string]bool{"against the bot": false, "between people": true} {
		for _, look := range testlong.Sample(t, []string{"off", "on"}, 1) {
			inBubble(t, name+", pictures "+look, func(t *testing.T) {
				w := newWorld(t)
				store := storagetest.Open(t).(*sqlite.Store)
				w.serve(w.over(store, referee.Options{}))
				w.answer(w.alice.Slash(w.general, "settings me", discordtest.Opt("name", "pictures"), discordtest.Opt("value", look)))
				board := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "9 10 11 12 13"),
					discordtest.Opt("first", "me"), discordtest.BoolOpt("open", people)))
				if people {
					board = w.answer(w.bob.Tap(board, "Accept"))
				}
				if pictures := len(board.Files) > 0; pictures != (look == "on") {
					t.Errorf("the board has a picture: %v", pictures)
				}
				idle, _ := statements(store, func() { time.Sleep(10 * time.Minute) })
				moves, prepared := 0, map[string]int{}
				for tap := range 12 {
					player := w.alice
					if toMove.FindStringSubmatch(board.Text())[1] == w.bob.ID {
						player = w.bob
					}
					done, fresh := statements(store, func() { board = w.answer(player.Tap(board, moveTaps(board)[0])) })
					later, more := statements(store, func() { time.Sleep(10 * time.Second) })
					fresh = append(fresh, more...)
					other := func(text string) bool { return slices.Contains(idle, text) || !reads(text) && !writes(text) }
					done, later = slices.DeleteFunc(done, other), slices.DeleteFunc(later, other)
					most := maxOfChoice
					if slices.ContainsFunc(done, func(text string) bool { return strings.HasPrefix(text, "INSERT INTO moves") }) {
						moves++
						if most = maxOfMove; slices.ContainsFunc(done, reads) {
							t.Errorf("tap %d reads:\n%s", tap, strings.Join(done, "\n"))
						}
					}
					if len(done) == 0 || len(done) > most || len(later) > maxLater {
						t.Errorf("tap %d takes %d statements, want 1 to %d, and later %d:\n%s", tap, len(done), most, len(later), strings.Join(append(done, later...), "\n"))
					}
					for _, text := range fresh {
						if prepared[text]++; prepared[text] > connections {
							t.Errorf("tap %d prepares again:\n%s", tap, text)
						}
					}
				}
				if moves < 4 {
					t.Errorf("%d moves in 12 taps: these are other taps", moves)
				}
			})
		}
	}
}

// reads and writes leave out the statements for transactions and maintenance.
func reads(text string) bool {
	return strings.HasPrefix(text, "SELECT") || strings.HasPrefix(text, "WITH")
}

func writes(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return slices.Contains([]string{"INSERT", "UPDATE", "DELETE"}, word)
}

// statements lists the statements executed and prepared while f runs.
func statements(store *sqlite.Store, f func()) (done, prepared []string) {
	var mu sync.Mutex
	store.Watch(func(text string, first bool) {
		mu.Lock()
		defer mu.Unlock()
		if first {
			prepared = append(prepared, text)
		} else {
			done = append(done, text)
		}
	})
	f()
	store.Watch(func(string, bool) {})
	mu.Lock() // a statement may have started before
	defer mu.Unlock()
	return slices.Clone(done), slices.Clone(prepared)
}
