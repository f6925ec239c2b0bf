package bot

import (
	"slices"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
)

func TestMentions(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		me := w.srv.BotUser().Mention()
		w.bob.Say(w.general, "hello all") // not for the bot
		said := w.alice.Say(w.general, me+" /challenge game:end-nim position:3 5 2 first:me")
		board := w.sees(w.general, "match 1")
		if board.ReplyTo != said.ID {
			t.Errorf("the board replies to %q", board.ReplyTo)
		}
		said = w.alice.Say(w.general, me+" L-1")
		told := w.sees(w.general, "`2 5 2`")
		if told.ReplyTo != said.ID || told.ID == board.ID || !told.Pings.None() {
			t.Errorf("told by %+v", told)
		}
		w.board(w.general, board.ID, "move 3 ·")
		w.alice.Say(w.general, "<@!"+w.srv.BotUser().ID+">R-1")
		w.board(w.general, board.ID, "move 5 ·")

		// Chatter and other bots are ignored.
		w.alice.Reply(board, "nice one")
		w.alice.Say(w.general, "I like "+me)
		w.srv.AddBotUser("robot").Say(w.general, me+" L-1")

		// Errors are sent as direct messages.
		w.bob.Say(w.general, me+" L-1")
		w.sees(w.srv.AddDM(w.bob), "You aren't playing in this match")
		w.bob.Say(w.general, me+" /nonsense")
		w.sees(w.srv.AddDM(w.bob), "no command")
		w.carol.RefuseDMs()
		refused := w.carol.Say(w.general, me+" L-1")
		here := w.sees(w.general, "You aren't playing in this match")
		if here.ReplyTo != refused.ID || !here.Pings.None() {
			t.Errorf("said by %+v", here)
		}
		w.carol.Say(w.general, me+" /study analyze game:end-nim position:3 5 2")
		if secret := w.sees(w.general, "Only you should see this answer"); strings.Contains(secret.Text(), "L-") {
			t.Errorf("everybody reads %q", secret.Text())
		}
		if n := len(w.srv.AddDM(w.alice).Messages()); n > 0 {
			t.Errorf("alice got %d direct messages", n)
		}
	})
}

func TestMentionNamesAnOpponent(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.alice.Say(w.general, w.srv.BotUser().Mention()+" /challenge game:nim opponent:"+w.bob.Mention()+" position:3 4 5")
		challenge := w.sees(w.general, "challenges")
		if got := w.pinged(w.general); !slices.Equal(got, []string{"bob"}) {
			t.Errorf("pinged: %v", got)
		}
		w.bob.Say(w.general, w.srv.BotUser().Mention()+" /match accept")
		w.board(w.general, challenge.ID, "match 1")
	})
}

func TestDirectMessages(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		dm := w.srv.AddDM(w.alice)
		w.alice.Say(dm, "L-1")
		w.sees(dm, "There is no match")
		w.alice.Say(dm, "/challenge game:end-nim position:3 5 2 first:me")
		board := w.sees(dm, "match 1")
		w.alice.Say(dm, "l 1")
		w.board(dm, board.ID, "move 3 ·")
		w.answer(w.alice.Slash(dm, "move", discordtest.Opt("move", "R-1")))
		board = w.board(dm, board.ID, "move 5 ·")
		hint := w.refused(w.alice.ClickLabel(board, "Hint"), "There is no win here")
		w.refused(w.alice.ClickLabel(hint, "Next hint"), "Every move loses: ")
	})
}
