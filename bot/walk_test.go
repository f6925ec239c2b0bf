package bot

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/games/gamestest/walk"
	"nimatron/internal/discordtest"
	"nimatron/match"
	"nimatron/record"
	"nimatron/referee"
	"nimatron/storage/storagetest"
)

// walking returns the service over the database in a file for a game that nothing but
// its own package and this catalog knows: a board that is no row, and moves written
// "a>c".
func (w *world) walking(path string) *commands.Service {
	w.Helper()
	return w.over(storagetest.OpenFile(w, path), referee.Options{Catalog: walk.Catalog})
}

// offered returns the values that alice is offered for what she has typed.
func (w *world) offered(command, option, typed string) []string {
	w.Helper()
	choices, err := w.alice.Autocomplete(w.general, command, option, typed).Choices(soon(w.T))
	w.ok(err)
	var values []string
	for _, c := range choices {
		values = append(values, fmt.Sprint(c.Value))
	}
	return values
}

func TestWalkAgainstTheBot(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		path := filepath.Join(t.TempDir(), "nimatron.db")
		w.serve(w.walking(path))
		me := w.srv.BotUser().Mention()

		if got := w.offered("challenge", "variant", ""); !slices.Equal(got, []string{"walk"}) {
			t.Errorf("variants: %v", got)
		}
		board := w.answer(w.alice.Slash(w.general, "challenge",
			discordtest.Opt("variant", "walk"), discordtest.Opt("position", "b"), discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect")))
		w.contains(board, "Walk · ")
		if got := w.offered("move", "move", "B>"); !slices.Equal(got, []string{"b>d", "b>e"}) {
			t.Errorf("moves: %v", got)
		}
		w.refused(w.move(w.alice, "b>z"), "the token stands at b", "`b>d`")
		w.refused(w.move(w.alice, "L-1"), "the token stands at b")
		hint := w.refused(w.alice.ClickLabel(board, "Hint"), "There is a win here, by one move only")
		next := w.refused(w.alice.ClickLabel(hint, "Next hint"), "There is a win here, by one move only", "Look at what each move leaves")
		last := w.refused(w.alice.ClickLabel(next, "Next hint"), "There is a win here, by one move only", "Look at what each move leaves", "You can win: `b>e` wins against every reply")
		if next.ID != hint.ID || last.ID != hint.ID {
			t.Errorf("the hints are the messages %s, %s and %s, want one that is edited", hint.ID, next.ID, last.ID)
		}
		if again := w.refused(w.alice.Slash(w.general, "hint"), "You can win"); again.ID == hint.ID {
			t.Error("/hint is answered by a message that may be far up")
		}
		w.contains(w.answer(w.move(w.alice, "b>d")), "moved the token from b to d (`b>d`)", "moved the token from d to f (`d>f`)")
		board = w.board(w.general, board.ID, `d\>f ·`)

		w.stop()
		w.serve(w.walking(path)) // another process
		w.alice.Say(w.general, me+" f>h")
		w.board(w.general, board.ID, `h\>j ·`)
		w.alice.Say(w.general, me+"J > M") // without a space, as clients complete a mention
		w.board(w.general, board.ID, `m\>o ·`)
		w.answer(w.move(w.alice, "o>r"))
		w.contains(w.answer(w.move(w.alice, "t>v")), "v>y")
		w.board(w.general, board.ID, `v\>y ·`)
		ending := w.sees(w.general, "wins · Walk")
		w.contains(ending, "missed it, at move 1: moving the token from b to e wins")

		replay := w.refused(w.alice.ClickLabel(w.refused(w.alice.ClickLabel(ending, "Show me where"), "mistake 1 of 1"), "All moves"), "1 of 10")
		replay = w.refused(w.alice.ClickLabel(replay, "First"), "0 of 10", "can win")
		w.refused(w.alice.ClickLabel(replay, "Forward"), "threw the win away", "`b>e` would have kept it")
		w.refused(w.alice.Slash(w.general, "history"), "`1` Walk", "lost")
		w.refused(w.alice.Slash(w.general, "analyze", discordtest.Opt("variant", "walk"), discordtest.Opt("position", "c")), "Winning moves", "`c>e`")
		w.refused(w.alice.Slash(w.general, "rules", discordtest.Opt("variant", "walk")), "`a>c` moves the token", "t>v")

		export := w.refused(w.alice.Slash(w.general, "export", discordtest.Opt("match", "1")))
		if len(export.Files) != 2 {
			t.Fatalf("%d files", len(export.Files))
		}
		for _, f := range export.Files {
			for m, err := range record.Read(walk.Catalog, bytes.NewReader(f.Data)) {
				if err != nil || len(m.Moves) != 10 || m.Moves[0].Text != "b>d" || m.Winner != match.RightSeat {
					t.Errorf("%s reads as %+v, %v:\n%s", f.Name, m, err, f.Data)
				}
			}
		}
	})
}

func TestWalkBetweenPeople(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve(w.walking(filepath.Join(t.TempDir(), "nimatron.db")))
		challenge := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("variant", "walk"),
			discordtest.Opt("position", "t"), discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		board := w.answer(w.bob.ClickLabel(challenge, "Accept"))
		w.refused(w.move(w.bob, "t>v"), "not your turn")
		told := w.answer(w.move(w.alice, "t > v"))
		w.contains(told, "(`t>v`): `v`")
		if !slices.Equal(told.Pings.Users, []string{w.bob.ID}) {
			t.Errorf("the move pings %v", told.Pings)
		}
		w.bob.Say(w.general, w.srv.BotUser().Mention()+" v>y")
		w.board(w.general, board.ID, `last v\>y ·`)
		// The board may say first who wins; the answer says this too.
		w.contains(w.sees(w.general, "<@"+w.bob.ID+"> had the win from the start"), "<@"+w.bob.ID+"> wins")
		for _, m := range w.general.Messages() {
			if strings.Contains(m.Text(), "went wrong") {
				t.Errorf("somebody reads %q", m.Text())
			}
		}
	})
}
