package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/testlong"
	"nimatron/picture/raster"
	"nimatron/referee/lesson"
)

// tapMove makes a decision with a card's keys, in one or two taps.
func (r *room) tapMove(by string, shown view.Reply, move games.Move) view.Reply {
	r.Helper()
	for range 2 {
		key, whole := keyFor(shown.Card, move)
		if key == nil {
			r.Fatalf("there is no key for %s: %s", move, text(shown))
		}
		shown = r.do(fmt.Sprintf("[%s for %s]", key.label, move), commands.Request{
			Command: key.Command, Options: key.Options, Subject: key.Subject, By: person(by), Channel: "lobby", Server: r.server,
		})
		if whole || len(shown.Card.Taps)+len(shown.Card.Menus) == 0 {
			return shown
		}
	}
	r.Fatalf("%s takes more than two taps", move)
	return shown
}

// keyFor returns a card's key for a decision or, unless whole is set, for its place; nil for none.
func keyFor(card *view.Card, move games.Move) (key *offer, whole bool) {
	keys := offers(&view.Card{Taps: card.Taps, Menus: card.Menus})
	for i, k := range keys {
		if k.Options["move"] == move.String() {
			return &keys[i], true
		}
	}
	for i, k := range keys {
		if k.Options["move"] == "" && k.Options["where"] == move.Where && move.Where != "" {
			return &keys[i], false
		}
	}
	return nil, false
}

// losing returns a decision that is not among the winning ones.
func losing(p games.Position, winning []games.Move) games.Move {
	for step := range p.Options() {
		if !slices.Contains(winning, step.Move) {
			return step.Move
		}
	}
	return games.Move{}
}

// onTheWay checks a card in a sequence of taps: it leads further, its text fits a phone, and no
// label is too long or in notation.
func (r *room) onTheWay(shown view.Reply) {
	r.Helper()
	if !shown.Private() || shown.To != (view.UpdateEphemeral{}) {
		r.Errorf("it is not a private page: %+v", shown.To)
	}
	ways := slices.Concat(shown.Card.Actions, slices.Concat(shown.Card.Taps...))
	if len(ways) == 0 {
		r.Errorf("there is no way on from %s", text(shown))
	}
	for _, said := range []string{shown.Text, shown.Card.Body, shown.Card.Question} {
		if n := utf8.RuneCountInString(said); n > 280 {
			r.Errorf("%d characters are said at once: %s", n, said)
		}
	}
}

// In every game a puzzle is asked, answered wrong, refuted, retried and solved with buttons only.
func TestPuzzlesAreTapped(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for _, v := range testlong.Sample(t, catalog.Standard.All(), 5) {
		r.seed = uint64(17 + 10*slices.Index(catalog.Standard.All(), v)) // the same board on each day
		shown := r.say("p1", "/puzzle new level:medium game:"+v.ID)
		p, err := r.service.Env().Puzzles.AskedPuzzle(t.Context(), "p1")
		if err != nil || p.Variant.ID != v.ID {
			t.Fatalf("%s: %+v, %v: %s", v.ID, p, err, text(shown))
		}
		r.onTheWay(shown)
		if !strings.HasPrefix(shown.Card.Body, v.Rules.Summary) || !strings.Contains(shown.Card.Question, "?") && !strings.Contains(shown.Card.Question, "Find one") {
			t.Errorf("%s asks %q: %q", v.ID, shown.Card.Body, shown.Card.Question)
		}
		wrong := losing(p.Position, p.Winning)
		shown = r.tapMove("p1", shown, wrong)
		r.onTheWay(shown)
		r.hasWords("wrong", shown, []string{"**That loses.** You ", v.Say(p.Position, wrong).String()})
		if shown.Card.Picture == nil {
			t.Errorf("%s: there is no picture of %s", v.ID, wrong)
		} else if _, err := raster.Draw(t.Context(), shown.Card.Picture.LayOut); err != nil {
			t.Errorf("%s: %v", v.ID, err)
		}
		for range 10 { // the refutation is played out, step by step
			if !strings.Contains(buttons(shown), "And then?") {
				break
			}
			shown = r.press("p1", shown, "And then?")
			r.onTheWay(shown)
		}
		if !strings.Contains(text(shown), "So I win.") && !strings.Contains(text(shown), "until I win") {
			t.Errorf("%s: %s is played out to %s", v.ID, wrong, text(shown))
		}
		shown = r.press("p1", shown, "Try again")
		r.onTheWay(shown)
		shown = r.tapMove("p1", shown, p.Winning[0])
		r.onTheWay(shown)
		r.hasWords("right", shown, []string{"**Right**, in 2 tries. You " + v.Say(p.Position, p.Winning[0]).String()})
		r.seed += 5
		shown = r.press("p1", shown, "Another")
		if next, err := r.service.Env().Puzzles.AskedPuzzle(t.Context(), "p1"); err != nil || next.ID == p.ID {
			t.Errorf("%s: another one is %s, %v", v.ID, next.ID, err)
		}
		// The steps of a lost line can't be used to have uncounted answers judged.
		fresh, _ := r.service.Env().Puzzles.AskedPuzzle(t.Context(), "p1")
		r.do("[step]", commands.Request{Command: "puzzle answer", By: person("p1"), Channel: "lobby",
			Options: map[string]string{"id": fresh.ID.String(), "move": losing(fresh.Position, fresh.Winning).String(), "step": "4"}})
		if fresh, _ = r.service.Env().Puzzles.AskedPuzzle(t.Context(), "p1"); fresh.Tries != 1 {
			t.Errorf("%s: after an answer with a step there are %d tries", v.ID, fresh.Tries)
		}
	}
}

// Every lesson can be completed with buttons only: its pages, a wrong answer, which names the rule
// that it breaks, and three exercises.
func TestLessonsAreTapped(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for _, l := range testlong.Sample(t, lesson.All(), 6) {
		r.now = r.now.Add(time.Minute)
		shown := r.say("p1", "/learn "+l.ID)
		for strings.Contains(buttons(shown), "Read on") {
			r.onTheWay(shown)
			shown = r.press("p1", shown, "Read on")
		}
		r.onTheWay(shown)
		shown = r.press("p1", shown, "Exercise 1 of 3")
		for n := 1; n <= lesson.Exercises; n++ {
			e := r.exercise("p1", l.ID)
			r.onTheWay(shown)
			wrong := losing(e.Position, e.Winning)
			lost := r.tapMove("p1", shown, wrong)
			r.onTheWay(lost)
			rule := l.Rule(e.Exercise)
			r.hasWords("wrong", lost, []string{"**That loses.** The rule: " + strings.ToLower(rule[:1]) + rule[1:], "You " + e.Variant.Say(e.Position, wrong).String()})
			for range 60 {
				if !strings.Contains(buttons(lost), "And then?") {
					break
				}
				lost = r.press("p1", lost, "And then?")
			}
			r.hasWords("the end", lost, []string{"So I win. "})
			shown = r.tapMove("p1", r.press("p1", lost, "Try again"), e.Winning[0])
			r.onTheWay(shown)
			r.hasWords("right", shown, []string{"**Right.** You " + e.Variant.Say(e.Position, e.Winning[0]).String()})
			if n < lesson.Exercises {
				shown = r.press("p1", shown, fmt.Sprintf("Exercise %d of 3", n+1))
			} else {
				shown = r.press("p1", shown, "To the test")
			}
		}
		r.onTheWay(shown)
		r.hasWords("the test", shown, []string{"**The test.**", "[Take the test]"})
	}
}
