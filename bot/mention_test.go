package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

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
		told := w.sees(w.general, "took 1 from the left end")
		if told.ReplyTo != said.ID || told.ID == board.ID || !told.Pings.None() {
			t.Errorf("told by %+v", told)
		}
		w.board(w.general, board.ID, "move 3 ·")
		w.alice.Say(w.general, "<@!"+w.srv.BotUser().ID+">R-1")
		w.board(w.general, board.ID, "move 5 ·")

		// In direct messages there is no mention.
		w.carol.Say(w.srv.AddDM(w.carol), "l 1")
		w.sees(w.srv.AddDM(w.carol), "There is no match")

		// Chatter and other bots are ignored.
		w.alice.Reply(board, "nice one")
		w.alice.Say(w.general, "I like "+me)
		w.srv.AddBotUser("robot").Say(w.general, me+" L-1")

		// Refusals are replies in the channel, which can be deleted; results are direct messages.
		said = w.bob.Say(w.general, me+" L-1")
		here := w.sees(w.general, "You aren't playing in this match")
		if here.ReplyTo != said.ID || !here.Pings.None() {
			t.Errorf("said by %+v", here)
		}
		w.bob.Say(w.general, me+" /nonsense")
		w.sees(w.general, "no command")
		w.carol.ClickLabel(here, "Delete")
		w.eventually("the refusal is deleted", func() bool { return len(messagesWith(w.general, "You aren't playing in this match")) == 0 })
		w.bob.Say(w.general, me+" help me")
		w.sees(w.general, "The Nim family of games")
		if n := len(w.srv.AddDM(w.bob).Messages()); n > 0 {
			t.Errorf("bob got %d direct messages", n)
		}
		w.carol.Say(w.general, me+" /study analyze game:end-nim position:3 5 2")
		w.sees(w.srv.AddDM(w.carol), "End-Nim: 3 5 2")
		w.sees(w.general, "I sent you that privately.")
		w.carol.RefuseDMs()
		w.carol.Say(w.general, me+" /study analyze game:end-nim position:3 5 2")
		if secret := w.sees(w.general, "Only you should see this answer"); len(secret.Files) > 0 || strings.Contains(secret.Text(), "L-") {
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

// A shut-out person hears it once a day in a direct message. Nobody else does.
func TestShutOutMentions(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.answer(w.alice.Slash(w.general, "manage shut-out", discordtest.UserOpt("user", w.bob)))
		before := len(w.general.Messages())
		for range 6 {
			w.bob.Say(w.general, w.srv.BotUser().Mention()+" /play")
			time.Sleep(time.Minute)
		}
		told := messagesWith(w.srv.AddDM(w.bob), "shut you out")
		if public := len(w.general.Messages()) - before - 6; public != 0 || len(told) != 1 {
			t.Errorf("%d public answers, and %d direct ones", public, len(told))
		}
		w.refused(w.bob.Slash(w.general, "play"), "shut you out")
	})
}
