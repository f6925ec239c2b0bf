package commands_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/picture/raster"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
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
	for i, v := range catalog.Standard.All() {
		if i%testlong.Times(9, 4, 1) > 0 {
			continue
		}
		r.seed += 10
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

// lacks checks that an answer does not contain certain words.
func (r *room) lacks(shown view.Reply, words string) {
	r.Helper()
	if strings.Contains(text(shown), words) {
		r.Errorf("it says %q: %s", words, text(shown))
	}
}

// A puzzle rating is shown after ten answers.
func TestPuzzleRatingIsHiddenAtFirst(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for n := range 11 {
		r.seed += 100
		shown := r.say("p1", "/puzzle new game:nim level:easy")
		if !regexp.MustCompile(`Easy puzzle, rated \d+ · Nim`).MatchString(text(shown)) {
			t.Errorf("it is called %s", shown.Card.Title)
		}
		p, _ := r.service.Env().Puzzles.AskedPuzzle(t.Context(), "p1")
		shown = r.tapMove("p1", shown, losing(p.Position, p.Winning))
		profile := text(r.say("p1", "/profile"))
		hidden := strings.Contains(text(shown), fmt.Sprintf("your puzzle rating shows after 10 answers, %d so far", n+1))
		if rated := regexp.MustCompile(`your puzzle rating: \d+ \([+−-]\d+\)`).MatchString(text(shown)); hidden != (n < 9) || rated == hidden {
			t.Errorf("answer %d: %s", n+1, text(shown))
		}
		if strings.Contains(profile, "Rating shown after 10 answers, ") != hidden {
			t.Errorf("answer %d: the profile has %s", n+1, profile)
		}
	}
}

// Buttons of other people, of running matches and of future days reveal nothing. Buttons of days
// long past don't count.
func TestPuzzlesThatAreNotOnesOwn(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.say("p1", "/challenge game:nim position:3 4 5 first:me level:perfect")
	r.say("p1", "1-1")
	tap := func(by, id string, more ...string) view.Reply {
		options := map[string]string{"id": id}
		for i := 0; i < len(more); i += 2 {
			options[more[i]] = more[i+1]
		}
		return r.do("[tap]", commands.Request{Command: "puzzle answer", Options: options, By: person(by), Channel: "lobby"})
	}
	none := []string{"You no longer have that puzzle"}
	r.hasWords("a match that goes on", tap("p1", "1.1", "solution", "true"), none)
	r.say("p1", "/match resign sure:true")
	r.hasWords("a match of others", tap("p2", "1.1", "solution", "true"), none)
	r.hasWords("one's own", tap("p1", "1.1"), []string{"Puzzle from match 1, move 1 · Nim"})
	r.hasWords("tomorrow", tap("p1", "2026-01-03", "solution", "true"), none)
	r.hasWords("no puzzle", tap("p1", "x"), none)

	id := puzzle.ID{Kind: puzzle.Daily, Day: "2025-12-30"}
	old := must.Get(r.service.Env().Puzzles.Puzzle(t.Context(), id, "p1"))(t)
	right := tap("p1", id.String(), "move", old.Winning[0].String())
	r.hasWords("long ago", right, []string{"**Right!**", "too late to count"})
	if old, _ = r.service.Env().Puzzles.Puzzle(t.Context(), id, "p1"); old.State != (puzzle.State{}) {
		t.Errorf("it is noted as %+v", old.State)
	}
	// A puzzle drawn for another person is not rated.
	r.say("p2", "/puzzle new game:nim level:medium")
	drawn, _ := r.service.Env().Puzzles.AskedPuzzle(t.Context(), "p2")
	r.lacks(tap("p1", drawn.ID.String(), "move", drawn.Winning[0].String()), "puzzle rating")
	// Giving the same answer twice counts once.
	first := tap("p2", drawn.ID.String(), "move", drawn.Winning[0].String())
	r.hasWords("the first", first, []string{"**Right**, on the first try", "1 so far"})
	r.hasWords("the second", tap("p2", drawn.ID.String(), "move", drawn.Winning[0].String()), []string{"You solved it on the first try"})
	r.hasWords("illegal", tap("p3", drawn.ID.String(), "move", "nonsense"), []string{"is not a move"})
	if shown := tap("p2", drawn.ID.String(), "solution", "maybe"); !strings.Contains(text(shown), "Write `true` or `false`") {
		t.Errorf("it says %s", text(shown))
	}
	form := tap("p3", drawn.ID.String(), "other", "true", "where", "1").Form
	if form == nil || form.Options()["id"] != drawn.ID.String() || form.Inputs[0].Option != "move" {
		t.Errorf("the form is %+v", form)
	}
}

// Every lesson can be completed with buttons only: its pages, a wrong answer, which names the rule
// that it breaks, and three exercises.
func TestLessonsAreTapped(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for i, l := range lesson.All() {
		if i%testlong.Times(5, 1, 1) > 0 {
			continue
		}
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
			rule := l.Rule(e.Position, e.Winning)
			r.hasWords("wrong", lost, []string{"**That breaks the rule:** " + strings.ToLower(rule[:1]) + rule[1:], "You " + e.Variant.Say(e.Position, wrong).String()})
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

// Each lesson leads to the next one, and the last to a harder opponent.
func TestLessonsLeadOn(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	all := lesson.All()
	for _, l := range []*lesson.Lesson{all[0], all[len(all)-1]} {
		r.now = r.now.Add(time.Minute)
		r.say("p1", "/learn "+l.ID)
		for range lesson.Exercises {
			r.say("p1", "/learn move:"+r.exercise("p1", l.ID).Winning[0].String())
		}
		var end view.Reply
		for range lesson.Wins {
			r.seed++
			end = r.winTest("p1", r.say("p1", "/challenge lesson:"+l.ID))
		}
		r.hasWords("the end", end, []string{"Lesson \"" + l.Title + "\" is done."})
		for _, shown := range []view.Reply{end, r.press("p1", end, "The lesson")} {
			if next := l.Next(); next != nil {
				r.hasWords("next", r.press("p1", shown, "Next lesson"), []string{next.Title})
			} else if !strings.Contains(strings.Join(labels(shown), "|"), "Play the strong level") {
				t.Errorf("after the last lesson there is %q", labels(shown))
			}
		}
		if l.Next() == nil {
			g, err := r.referee.Latest(t.Context(), "lobby")
			if r.press("p1", end, "Play the strong level"); err != nil || !g.Finished() {
				t.Fatal(err)
			}
			if g, err = r.referee.Current(t.Context(), "lobby"); err != nil || g.Level != match.Strong || g.Variant != l.Variant {
				t.Errorf("the match is %+v, %v", g, err)
			}
		}
	}
}

// labels returns the labels of all actions of a reply.
func labels(shown view.Reply) (all []string) {
	for _, a := range actions(shown) {
		all = append(all, a.Label)
	}
	return all
}
