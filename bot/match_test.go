package bot

import (
	"slices"
	"testing"

	"nimatron/internal/discordtest"
)

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
		mine := w.refused(w.alice.Slash(w.general, "class list"))
		mine = w.refused(w.alice.Select(mine, mine.Menus()[0].CustomID, "1"))
		w.moved(class, w.answer(w.alice.ClickLabel(mine, "Post it here")))
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
		if m := w.sees(w.general, "The Nim family of games"); !m.Pings.None() {
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
