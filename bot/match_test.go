package bot

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
)

func TestMatchSurvivesARestart(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		path := filepath.Join(t.TempDir(), "nimatron.db")
		w.serve(w.real(path))

		board := w.answer(w.alice.Slash(w.general, "challenge",
			discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "3 5 2"), discordtest.Opt("first", "me")))
		w.contains(board, "match 1", "3 5 2", "your turn")
		if labels(board) != "Left: take 1, Left: 2, Left: all 3, Right: take 1, Right: all 2, Hint, More" {
			t.Errorf("buttons: %s", labels(board))
		}
		w.contains(w.answer(w.move(w.alice, "L-1")), "took 1 from the left end")
		board = w.board(w.general, board.ID, "move 3 ·")

		w.stop()
		w.serve(w.real(path))

		// The buttons of the previous process still work.
		w.refused(w.alice.ClickLabel(board, "Hint"), "Exactly one move wins here")
		w.refused(w.alice.ClickLabel(w.answer(w.alice.ClickLabel(board, "More")), "Rules"), "End")
		for range 12 {
			choices := must.Get(w.alice.Autocomplete(w.general, "move", "move", "").Choices(soon(t)))(w)
			if len(choices) == 0 {
				break // the match has ended
			}
			w.answer(w.move(w.alice, fmt.Sprint(choices[0].Value)))
		}
		must.Get(w.general.WaitMessage(soon(t), func(m *discordtest.Message) bool { return m.ID == board.ID && labels(m) == "" }))(w)
		if got := w.boards(); got != 0 {
			t.Errorf("%d dead boards stay", got)
		}
		// A replay stays in one private message.
		done := w.sees(w.general, "won · End-Nim")
		if labels(done) != "Show me where, Rematch, Easier, Next game, All games" {
			t.Errorf("after the match: %s", labels(done))
		}
		replay := w.answer(w.alice.ClickLabel(done, "Show me where"))
		w.contains(replay, "mistake 3 of 3")
		if replay.ID == done.ID {
			t.Error("the end is replaced by the replay")
		}
		replay = w.answer(w.alice.ClickLabel(w.answer(w.alice.ClickLabel(replay, "All moves")), "First"))
		w.contains(replay, "0 of")
		forward := w.alice.ClickLabel(replay, "Forward")
		stepped := must.Get(forward.Wait(soon(t)))(w)
		w.contains(stepped, "Move 1:")
		if !replay.Ephemeral || stepped.ID != replay.ID {
			t.Errorf("the step is message %s, the replay was %s, ephemeral %v", stepped.ID, replay.ID, replay.Ephemeral)
		}
		if got := w.pinged(w.general); len(got) > 0 {
			t.Errorf("pinged: %s, who spoke last each time", got)
		}
		// The channel's next match gets a new board.
		w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "3 4 5"), discordtest.Opt("first", "me")))
		if got := w.boards(); got != 1 {
			t.Errorf("%d boards after two matches", got)
		}
	})
}

// boards counts the messages with boards.
func (w *world) boards() int {
	n := 0
	for _, m := range w.general.Messages() {
		if strings.Contains(m.Text(), "-# Position: ") || strings.Contains(m.Text(), "-# An empty board") {
			n++
		}
	}
	return n
}

func TestMatchOfTwoPeople(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		challenge := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "end-nim"),
			discordtest.Opt("position", "3 5 2"), discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		w.contains(challenge, "challenges")
		if got := w.pinged(w.general); !slices.Equal(got, []string{"bob"}) {
			t.Errorf("a challenge pings %v", got)
		}
		w.refused(w.carol.ClickLabel(challenge, "Accept"), "Only <@"+w.bob.ID+"> can answer")
		w.refused(w.alice.ClickLabel(challenge, "Accept"), "your own")

		accepted := w.bob.ClickLabel(challenge, "Accept")
		board := w.answer(accepted)
		if board.ID != challenge.ID || accepted.Response().Type != discordtest.RespondUpdate {
			t.Errorf("the challenge did not turn into the board: response %d", accepted.Response().Type)
		}
		w.contains(board, "match 1", "3 5 2")
		w.sees(w.general, "your turn")

		w.refused(w.move(w.bob, "L-1"), "not your turn")
		told := w.answer(w.move(w.alice, "l 1"))
		w.contains(told, "took 1 from the left end")
		if told.ID == board.ID || !slices.Equal(told.Pings.Users, []string{w.bob.ID}) {
			t.Errorf("told %q, pinging %v", told.Text(), told.Pings)
		}
		board = w.board(w.general, board.ID, "2 5 2")
		w.answer(w.move(w.bob, "R-1"))
		board = w.board(w.general, board.ID, "2 5 1")

		// Resigning by button asks for confirmation. Then both players see the result.
		sure := w.refused(w.bob.ClickLabel(w.answer(w.bob.ClickLabel(board, "More")), "Resign"), "match 1")
		end := w.answer(w.bob.ClickLabel(sure, "Yes, resign"))
		w.contains(end, "won!", "resigned")
		if end.Ephemeral || !slices.Equal(end.Pings.Users, []string{w.alice.ID}) {
			t.Errorf("the end is told by %+v", end)
		}
		w.board(w.general, board.ID, "resigned")
		if got := w.boards(); got != 0 {
			t.Errorf("%d dead boards stay", got)
		}
		if got := w.pinged(w.general); slices.Contains(got, "carol") {
			t.Errorf("pinged: %v", got)
		}
	})
}

// An old message of a match, a tournament or a class links to the message that replaces it.
func TestReplacedMessageLinksNewOne(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		old := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "end-nim"),
			discordtest.Opt("position", "3 5 2"), discordtest.Opt("first", "me")))
		fresh := w.answer(w.bob.Slash(w.general, "match board"))
		if labels(fresh) != "Left: take 1, Left: 2, Left: all 3, Right: take 1, Right: all 2, Hint, More" {
			t.Errorf("the new board: %q", labels(fresh))
		}
		w.moved(old, fresh)
		w.answer(w.move(w.alice, "L-1"))
		w.board(w.general, fresh.ID, "move 3 ·")

		cup := w.answer(w.alice.Slash(w.general, "tournament create", discordtest.Opt("name", "Cup"), discordtest.Opt("format", "swiss")))
		list := w.answer(w.bob.Slash(w.general, "tournament list"))
		w.moved(cup, w.answer(w.bob.Select(list, list.Menus()[0].CustomID, "1")))
		class := w.answer(w.alice.Slash(w.general, "class create", discordtest.Opt("name", "7b")))
		w.moved(class, w.answer(w.alice.ClickLabel(w.class(w.alice), "Post it here")))
	})
}

// moved waits until the old message has no buttons and links to the new one.
func (w *world) moved(old, fresh *discordtest.Message) {
	w.Helper()
	link := "This message has moved: " + w.srv.URL + "/channels/" + w.general.GuildID + "/" + w.general.ID + "/" + fresh.ID
	if m := w.board(w.general, old.ID, link); len(m.Buttons()) > 0 || fresh.ID == old.ID {
		w.Errorf("%s has the buttons %q", m.ID, labels(m))
	}
}

func TestNobodyElseIsPinged(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		nasty := "@everyone @here <@" + w.carol.ID + "> <@&" + w.general.GuildID + "> **b** `c` ```d``` [x](http://y) \x0e" + w.carol.ID + "\x0f"
		for _, in := range []*discordtest.Interaction{
			w.move(w.alice, nasty),
			w.alice.Slash(w.general, "challenge", discordtest.Opt("game", nasty)),
			w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", nasty)),
			w.alice.Slash(w.general, "rules", discordtest.Opt("game", nasty)),
			w.alice.Slash(w.general, "study analyze", discordtest.Opt("game", "nim"), discordtest.Opt("position", nasty)),
		} {
			if m := w.refused(in); !m.Pings.None() {
				t.Errorf("%q pings %v", m.Text(), m.Pings)
			}
		}
		w.alice.Say(w.general, w.srv.BotUser().Mention()+" "+nasty)
		if m := w.sees(w.general, "There is no match"); !m.Pings.None() {
			t.Errorf("%q pings %v", m.Text(), m.Pings)
		}
		// A name may consist of mentions.
		mallory := w.srv.AddUser("@everyone <@" + w.carol.ID + ">")
		w.answer(mallory.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.BoolOpt("open", true)))
		w.answer(w.bob.Slash(w.general, "match accept"))
		for _, ch := range []*discordtest.Channel{w.general, w.srv.AddDM(w.alice)} {
			if got := w.pinged(ch); slices.Contains(got, "carol") {
				t.Errorf("pinged: %v", got)
			}
		}
	})
}

func TestAutocompletion(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		complete := func(command, option, typed string, opts ...discordtest.Option) []string {
			t.Helper()
			choices := must.Get(w.alice.Autocomplete(w.general, command, option, typed, opts...).Choices(soon(t)))(w)
			var values []string
			for _, c := range choices {
				values = append(values, fmt.Sprint(c.Value))
			}
			return values
		}
		if got := complete("challenge", "game", "END"); !slices.Contains(got, "end-nim/loop") || slices.Contains(got, "nim") {
			t.Errorf("variants: %v", got)
		}
		if got := complete("move", "move", ""); len(got) != 0 {
			t.Errorf("moves without a match: %v", got)
		}
		w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "3 5 2"), discordtest.Opt("first", "me")))
		if got := complete("move", "move", "r-"); !slices.Equal(got, []string{"R-1", "R-2"}) {
			t.Errorf("moves: %v", got)
		}
		if got := complete("challenge", "position", "", discordtest.Opt("game", "nim")); len(got) != 1 {
			t.Errorf("positions: %v", got)
		}
	})
}

// The question about a takeback has its answers on the same message.
func TestTakebackIsAnsweredWhereItIsAsked(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "3 4 5"), discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		w.answer(w.bob.ClickLabel(w.sees(w.general, "challenges"), "Accept"))
		for _, answered := range []struct{ label, said string }{{"Decline", "declined the takeback"}, {"Agree", "Taken back"}} {
			w.answer(w.alice.Slash(w.general, "move", discordtest.Opt("move", "2-1")))
			w.answer(w.bob.Slash(w.general, "move", discordtest.Opt("move", "3-1")))
			question := w.answer(w.alice.Slash(w.general, "match takeback")) // in her own turn
			w.contains(question, "do you agree?")
			if strings.Contains(question.Text(), "by moving") {
				t.Errorf("%s", question.Text())
			}
			w.contains(w.answer(w.bob.ClickLabel(question, answered.label)), answered.said)
		}
	})
}
