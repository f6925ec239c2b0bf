package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/match"
)

// press presses a button of a deleted message.
func (w *world) press(u *discordtest.User, id string) *discordtest.Interaction {
	return u.Interact(w.general, 3, fmt.Sprintf(`{"custom_id":%q,"component_type":2}`, id))
}

// shownForm waits for a form and returns its inputs.
func (w *world) shownForm(in *discordtest.Interaction) (labels string) {
	w.Helper()
	modal := must.Get(in.Modal(soon(w.T)))(w)
	var list []string
	for _, c := range modal.Inputs {
		list = append(list, c.CustomID)
	}
	return strings.Join(list, " ")
}

// A challenge is chosen in a form, whose menus and presets arrive. A refused one opens again as it was filled in. A friend is
// chosen from a menu of people.
func TestChallengeForm(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		open := w.press(w.alice, "n1:challenge::form=true&game=split-nim%2F7")
		if got, want := w.shownForm(open), "game opponent against size terms"; got != want {
			t.Errorf("the form asks for %s, want %s", got, want)
		}
		m := w.refused(w.alice.Submit(open, map[string]string{"against": "perfect", "terms": "rated 1d"}), "perfect level can't be rated")
		again := w.alice.Tap(m, "Try again")
		w.shownForm(again)
		w.contains(w.answer(w.alice.Submit(again, map[string]string{"opponent": w.bob.ID})), "challenges <@"+w.bob.ID+">", "Split-7-Nim", "Rated", "1 day per turn")

		den := w.srv.AddGuild("another").AddChannel("den")
		page := w.refused(w.carol.Tap(w.refused(w.carol.Slash(den, "play")), "Nim"), "Take any number")
		w.refused(w.carol.SelectUser(page, "Challenge a friend", w.srv.AddBotUser("robot")), "other bots can't play here")
		w.contains(w.answer(w.carol.SelectUser(page, "Challenge a friend", w.bob)), "<@"+w.carol.ID+"> challenges <@"+w.bob.ID+">")
		if got := w.pinged(den); !slices.Equal(got, []string{"bob"}) {
			t.Errorf("pinged: %v", got)
		}
		w.refused(w.carol.Interact(den, 3, `{"custom_id": "n1:challenge::variant=nim:opponent", "component_type": 5, "values": ["42"]}`), "out of date")
	})
}

// Forged forms change nothing: never shown, shown to someone else, or with values that were not
// offered.
func TestForgedForms(t *testing.T) {
	in(t, newArena, func(t *testing.T, a *arena) {
		board := a.begin(a.general, a.alice, a.bob)
		here := a.standing(a.general)
		label := func(component string) string { return `{"type":18,"component":` + component + `}` }
		form := func(id string, inputs ...string) string {
			return fmt.Sprintf(`{"custom_id":%q,"components":[%s]}`, id, strings.Join(inputs, ","))
		}
		text := func(name, value string) string {
			return label(fmt.Sprintf(`{"type":4,"custom_id":%q,"value":%q}`, name, value))
		}
		menu := func(name, value string) string {
			return label(fmt.Sprintf(`{"type":3,"custom_id":%q,"values":[%q]}`, name, value))
		}
		person := func(id string) string {
			return label(fmt.Sprintf(`{"type":5,"custom_id":"opponent","values":[%q]}`, id))
		}
		for _, data := range []string{
			form("n1:move:m1.1:", text("move", "1-1")), // Bob and Carol submit Alice's form
			form("n1:move:m1.0:", text("move", "1-1")), form("n1:move:m2.1:", text("move", "1-1")), form("n1:move:c1.1:", text("move", "1-1")),
			form("n1:move::", text("nothing", "1-1")), form("n1:move::", text("move", "9-9")), form("n1:move::", menu("move", "\u202e1-1")),
			form("n1:match resign:m1.1:", text("sure", "perhaps")),
		} {
			for _, u := range []*discordtest.User{a.bob, a.carol} {
				a.quietly(u.Name+" fills in "+data, a.patient(u.Interact(a.general, 5, data)))
			}
		}
		fun := menu("terms", "fun")
		elsewhere := a.srv.AddGuild("elsewhere").AddChannel("elsewhere")
		for _, data := range []string{
			form("n1:challenge::", menu("game", "chess"), fun), form("n1:challenge::", menu("game", "nim"), menu("terms", "rated 3s")),
			form("n1:challenge::", menu("game", "nim"), menu("size", "huge"), fun), form("n1:challenge::", menu("game", "nim"), menu("against", "god"), fun),
			form("n1:challenge::", menu("game", "nim"), person("4711"), fun), form("n1:challenge::", menu("game", "nim"), text("opponent", a.bob.ID), fun),
			form("n1:challenge::", menu("game", "nim"), person(a.bob.ID), menu("against", "anyone"), fun),
			form("n1:challenge:::opponent", person(a.bob.ID)), form("n1:challenge::", menu("terms", "fun")+",7"),
		} {
			a.quietly("alice fills in "+data, a.patient(a.alice.Interact(elsewhere, 5, data)))
		}
		if m, err := a.store.LastMatch(t.Context(), elsewhere.ID); err == nil {
			t.Errorf("a match has begun: %+v", m)
		}
		if got := a.standing(a.general); got != here {
			t.Errorf("the match was %s and is %s", here, got)
		}

		// A form is submitted after its match has ended.
		open := a.alice.ClickRaw(board, "n1:tap:m1.1:other=true")
		if got := a.shownForm(open); got != "move" {
			t.Errorf("the form asks for %s", got)
		}
		a.patient(a.bob.ClickRaw(board, "n1:match resign:m1.1:sure=true"))
		over := a.standing(a.general)
		if !strings.Contains(over, string(match.Finished)) {
			t.Fatalf("the match is %s", over)
		}
		a.quietly("a form for a match that is over", a.patient(a.alice.Submit(open, map[string]string{"move": "1-1"})))
		if got := a.standing(a.general); got != over {
			t.Errorf("the match was %s and is %s", over, got)
		}
	})
}
