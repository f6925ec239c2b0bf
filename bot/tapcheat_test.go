package bot

import (
	"fmt"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
)

// Taps that no board has, or that are somebody else's, change nothing.
func TestForgedTaps(t *testing.T) {
	in(t, newArena, func(t *testing.T, a *arena) {
		other := a.srv.AddGuild("other").AddChannel("other")
		board := a.begin(a.general, a.alice, a.bob)
		a.begin(other, a.alice, a.carol)
		here, there := a.standing(a.general), a.standing(other)
		text := board.Text()
		long := strings.Repeat("9", 90)
		for _, id := range []string{
			"n1:tap::where=1", "n1:tap:m1.0:where=1", "n1:tap:m1.2:where=1", "n1:tap:m2.1:where=1", "n1:tap:c1.1:where=1", "n1:tap:m1.1:where=1:where", "n1:tap:m1.1::where",
			"n1:tap:m1.1:other=perhaps", "n1:tap:m1.1:when=1", "n1:tap:m1.0:other=true", "n1:tap:m2.1:other=true",
			"n1:move:m1.0:move=1-1", "n1:move:m1.2:move=1-1", "n1:move:m2.1:move=1-1", "n1:move:c1.1:move=1-1", "n1:move:m1.1:move=3-1", "n1:move:m1.1:move=1-91",
			"n1:move:m1.1:move=1&where=9", "n1:move:m1.1:move=&where=1", "n1:move:m1.1:move=" + long, "n1:move:m1.1:move=all&where=%40everyone", "n1:move:m1.1::move", "n1:move:m1.1:move=1-1:move",
		} {
			for _, u := range []*discordtest.User{a.alice, a.bob, a.carol} {
				a.quietly(u.Name+" taps "+id, a.patient(u.ClickRaw(board, id)))
			}
		}
		for _, id := range []string{"n1:tap:m1.1:where=1", "n1:tap:m1.1:", "n1:tap:m1.1:other=true", "n1:move:m1.1:move=1-1", "n1:move:m1.1:move=5&where=1"} {
			for _, u := range []*discordtest.User{a.bob, a.carol} { // it is alice's turn
				a.quietly(u.Name+" taps "+id, a.patient(u.ClickRaw(board, id)))
			}
		}
		// What is chosen from no menu.
		for _, data := range []string{
			`{"custom_id":"n1:move:m1.1::move","component_type":3,"values":["3-1"]}`, `{"custom_id":"n1:move:m1.1::move","component_type":3,"values":[]}`,
			`{"custom_id":"n1:move:m1.1::move","component_type":3,"values":["1-1","1-2"]}`, `{"custom_id":"n1:move:m1.1:move=1-1","component_type":3,"values":["1-1"]}`,
			`{"custom_id":"n1:tap:m1.1::other","component_type":3,"values":["@everyone"]}`, `{"custom_id":"n1:move:m1.0::move","component_type":3,"values":["1-1"]}`,
			`{"custom_id":"n1:move:m1.1::nothing","component_type":3,"values":["1-1"]}`, `{"custom_id":"n1:move:m1.1::move","component_type":5,"values":["1-1"]}`,
		} {
			a.quietly("a menu "+data, a.patient(a.alice.Interact(a.general, 3, data)))
		}
		// Forms that were never shown, with whatever somebody writes.
		for _, id := range []string{"n1:move:m1.1:", "n1:move:m1.0:", "n1:move:m2.1:", "n1:move:m1.1:where=1", "n1:move:m1.1:where=7", "n1:tap:m1.0:", "n1:nothing::", "garbage"} {
			for _, typed := range []string{"", "0", "-1", "91", long + long, "all of it", "1=2+3", "@everyone", "```", "\\u202e1-1", "1-1; drop", "<@1>"} {
				data := fmt.Sprintf(`{"custom_id":%q,"components":[{"type":1,"components":[{"type":4,"custom_id":"move","value":"%s"}]},{"type":1,"components":[{"type":4,"custom_id":"else","value":"x"}]}]}`, id, typed)
				a.quietly("a form "+data, a.patient(a.alice.Interact(a.general, 5, data)))
			}
			data := fmt.Sprintf(`{"custom_id":%q,"components":[{"type":1,"components":[{"type":4,"custom_id":"move","value":"1-1"}]}]}`, id)
			a.quietly("carol's form", a.patient(a.carol.Interact(a.general, 5, data)))
			a.quietly("bob's form", a.patient(a.bob.Interact(a.general, 5, data)))
		}
		if got := a.standing(a.general); got != here {
			t.Errorf("the match was %s and is %s", here, got)
		}
		if got := a.standing(other); got != there {
			t.Errorf("the other match was %s and is %s", there, got)
		}
		for _, m := range a.general.Messages() {
			if m.ID == board.ID && m.Text() != text {
				t.Errorf("the board was\n%s\nand is\n%s", text, m.Text())
			}
		}
	})
}

// The same tap twice is one move, and a tap on a board as it was brings the present one.
func TestTapsSentTwiceAndLate(t *testing.T) {
	in(t, newArena, func(t *testing.T, a *arena) {
		a.tolerated = append(a.tolerated, "already been acknowledged") // what is delivered again may be answered again
		old := a.begin(a.general, a.alice, a.bob)
		half := a.patient(a.alice.Tap(old, "Pile 1 · 90"))
		first, again := a.alice.Tap(half, "2"), a.alice.Tap(half, "2")
		board := a.patient(first)
		a.contains(board, "last 1-2")
		a.quietly("the second tap", a.patient(again))
		a.contains(again.Original(), "out of date", "last 1-2")
		first.Again() // Discord delivers it once more
		for _, button := range old.Buttons() {
			for _, u := range []*discordtest.User{a.alice, a.bob, a.carol} {
				if button.Label != "Rules" {
					a.quietly(u.Name+" taps an old "+button.Label, a.patient(u.ClickRaw(old, button.CustomID)))
				}
			}
		}
		if m, err := a.store.LastMatch(t.Context(), a.general.ID); err != nil || len(m.Moves) != 1 {
			t.Errorf("%+v, %v", m.Moves, err)
		}
		// From the private board, too, one can go on.
		late := a.patient(a.bob.ClickRaw(old, old.Buttons()[0].CustomID))
		picked := a.patient(a.bob.Tap(late, "Pile 2 · 90"))
		if picked.ID != late.ID || !picked.Ephemeral {
			t.Errorf("half a choice on a private board is answered by %q", picked.Text())
		}
		a.contains(a.patient(a.bob.Tap(picked, "3")), "(`2-3`)")
		a.board(a.general, board.ID, "last 2-3")
	})
}

// Many tap at once: one move is made, by whom it was to be made.
func TestCrowdOfTaps(t *testing.T) {
	in(t, newArena, func(t *testing.T, a *arena) {
		board := a.begin(a.general, a.alice, a.bob)
		half := a.patient(a.alice.Tap(board, "Pile 2 · 90"))
		var taps []*discordtest.Interaction
		for n := range 30 {
			u := []*discordtest.User{a.carol, a.bob, a.alice}[n%3]
			taps = append(taps, u.Tap(half, fmt.Sprint(2+n%8)))
		}
		shown := 0
		for _, in := range taps {
			if m := a.patient(in); !m.Ephemeral {
				shown++
			} else {
				a.quietly("a tap of many", m)
			}
		}
		if m, err := a.store.LastMatch(t.Context(), a.general.ID); err != nil || len(m.Moves) != 1 || shown != 1 {
			t.Errorf("%+v, %v, %d answers that everybody sees", m.Moves, err, shown)
		}
	})
}
