package bot

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/referee"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/solver"
	"nimatron/storage"
)

// exercise returns the winning moves and a losing move in a person's exercise.
func (w *world) exercise(u *discordtest.User, id string) (p games.Position, right, wrong games.Move) {
	w.Helper()
	all := must.Get(w.outbox.(storage.Store).Lessons(w.Context(), u.ID))(w)
	i := slices.IndexFunc(all, func(l lesson.State) bool { return l.ID == id })
	if i < 0 {
		w.Fatalf("lesson %s is not open: %+v", id, all)
	}
	l := lesson.Find(id)
	v := must.Get(catalog.Standard.Find(l.Variant))(w)
	p, winning, err := l.Exercise(w.Context(), &solver.Solver{}, v, all[i].Seed, all[i].Exercises+1)
	must.OK(w, err)
	return p, winning[0], losing(p, winning)
}

// losing returns a losing move.
func losing(p games.Position, winning []games.Move) (wrong games.Move) {
	for step := range p.Options() {
		if !slices.Contains(winning, step.Move) {
			return step.Move
		}
	}
	return wrong
}

// answerBy answers a puzzle or an exercise by one or two taps. The custom ids contain the moves.
func (w *world) answerBy(u *discordtest.User, shown *discordtest.Message, move games.Move) *discordtest.Message {
	w.Helper()
	for range 2 {
		in, whole := w.tapFor(u, shown, move)
		next := w.refused(in)
		if next.ID != shown.ID || in.Response().Type != discordtest.RespondUpdate {
			w.Errorf("a tap is answered by a message of its own: %s", next.Text())
		}
		if shown = next; whole {
			return shown
		}
	}
	w.Fatalf("%s takes more than two taps", move)
	return nil
}

// tapFor taps the key of a move or, unless whole is set, of its place.
func (w *world) tapFor(u *discordtest.User, shown *discordtest.Message, move games.Move) (in *discordtest.Interaction, whole bool) {
	w.Helper()
	half := func() *discordtest.Interaction {
		w.Fatalf("there is no key for %s: %s, %q", move, shown.Text(), shown.Taps())
		return nil
	}
	for _, c := range slices.Concat(shown.Buttons(), shown.Menus()) {
		id, ok := readCustomID(c.CustomID)
		if !ok {
			w.Errorf("the custom id %q can't be read", c.CustomID)
		}
		for _, o := range append(c.Options, discordtest.SelectOption{}) {
			if (o.Value == "") != (c.Type == discordtest.TypeButton) {
				continue
			}
			use := func() *discordtest.Interaction { return u.Click(shown, c.CustomID) }
			if o.Value != "" {
				name, _, _ := strings.Cut(id.chosen, menuNumber)
				id.options[name] = o.Value
				use = func() *discordtest.Interaction { return u.Select(shown, c.CustomID, o.Value) }
			}
			switch {
			case id.options["move"] == move.String() && id.options["step"] == "":
				return use(), true
			case id.options["move"] == "" && id.options["other"] == "" && move.Where != "" && id.options["where"] == move.Where:
				half = use
			}
		}
	}
	return half(), false
}

// puzzlePages plays puzzles and a lesson, and returns the messages.
func (w *world) puzzlePages() (pages []*discordtest.Message) {
	see := func(m *discordtest.Message) *discordtest.Message {
		pages = append(pages, m)
		return m
	}
	asked := see(w.answer(w.alice.Slash(w.general, "puzzle new", discordtest.Opt("game", "forklift-nim"), discordtest.Opt("level", "medium"))))
	p := w.askedPuzzle(w.alice)
	lost := see(w.answerBy(w.alice, asked, losing(p.Position, p.Winning)))
	see(w.answerBy(w.alice, w.answer(w.alice.Tap(lost, "Try again")), p.Winning[0]))
	see(w.answer(w.alice.Tap(see(w.answer(w.alice.Slash(w.general, "puzzle today"))), "Show the solution")))
	read := see(w.answer(w.alice.Slash(w.general, "learn", discordtest.Opt("lesson", "equal-halves"))))
	for slices.Contains(read.Taps(), "Read on") {
		read = w.answer(w.alice.Tap(read, "Read on"))
	}
	asked = w.answer(w.alice.Tap(read, "Exercise 1 of 3"))
	_, right, wrong := w.exercise(w.alice, "equal-halves")
	lost = see(w.answerBy(w.alice, asked, wrong))
	solved := w.answerBy(w.alice, w.answer(w.alice.Tap(lost, "Try again")), right)
	see(solved)
	for number := 2; number <= lesson.Exercises; number++ {
		asked = w.answer(w.alice.Tap(solved, fmt.Sprintf("Exercise %d of 3", number)))
		_, right, _ := w.exercise(w.alice, "equal-halves")
		solved = w.answerBy(w.alice, asked, right)
	}
	for range lesson.Wins {
		w.answer(w.alice.Tap(w.answer(w.alice.Slash(w.general, "learn")), "Take the test"))
		w.winTest(w.alice, w.general)
	}
	see(w.answer(w.alice.Slash(w.general, "learn", discordtest.Opt("lesson", "equal-halves"))))
	return pages
}

// askedPuzzle returns a person's latest puzzle.
func (w *world) askedPuzzle(u *discordtest.User) *puzzle.Puzzle {
	w.Helper()
	store := w.outbox.(storage.Store)
	return must.Get(puzzle.New(referee.New(store, &solver.Solver{}, referee.Options{}), store).AskedPuzzle(w.Context(), u.ID))(w)
}

// winTest wins the match of a channel by perfect play.
func (w *world) winTest(u *discordtest.User, ch *discordtest.Channel) {
	w.Helper()
	for range 100 {
		m := must.Get(w.outbox.(storage.Store).LastMatch(w.Context(), ch.ID))(w)
		if m.Finished() {
			if winner, won := m.Victor(); !won || winner.ID != u.ID {
				w.Fatalf("the test is won by %+v", winner)
			}
			return
		}
		v := must.Get(catalog.Standard.Find(m.Variant))(w)
		p := must.Get(v.Parse(m.Start, m.First))(w)
		for _, move := range m.Moves {
			read := must.Get(p.Read(move.Text))(w)
			p = must.Get(p.Play(read))(w)
		}
		winning, _, err := (&solver.Solver{}).Winning(w.Context(), v, p, 1)
		must.OK(w, err)
		w.answer(u.Slash(ch, "move", discordtest.Opt("move", winning[0].String())))
	}
	w.Fatal("the test does not end")
}

// class opens a person's only class.
func (w *world) class(u *discordtest.User) *discordtest.Message {
	w.Helper()
	list := w.refused(u.Slash(w.general, "class list"))
	return w.refused(u.Select(list, list.Menus()[0].CustomID, "1"))
}

// A teacher creates an assignment in a form, with several lessons from a menu.
func TestAssignmentFormOnDiscord(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve(w.real(filepath.Join(t.TempDir(), "nimatron.db")))
		w.answer(w.alice.Slash(w.general, "class create", discordtest.Opt("name", "7b")))
		form := func() *discordtest.Interaction {
			open := w.alice.ClickLabel(w.class(w.alice), "Assign")
			if got, want := w.shownForm(open), "lessons puzzles wins game until"; got != want {
				t.Errorf("the form asks for %s, want %s", got, want)
			}
			return open
		}
		w.refused(w.alice.Submit(form(), nil), "Add at least one task")
		w.refused(w.alice.Submit(form(), map[string]string{"lessons": "1 2", "puzzles": "many"}), "`puzzles:` can't be")
		if w.alice.Submit(form(), map[string]string{"lessons": "1 2 3 4 5 6 7"}).Err() == nil {
			t.Error("more lessons can be chosen than an assignment has tasks")
		}
		w.refused(w.alice.Submit(form(), map[string]string{"lessons": "1 2", "puzzles": "10", "game": "end-nim", "until": "3d"}),
			"lesson 1, The 21 game; lesson 2, Copying; 10 puzzles of End-Nim.")
	})
}

// A teacher writes positions in a form, and a student solves them by taps.
func TestPuzzleSetOnDiscord(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve(w.real(filepath.Join(t.TempDir(), "nimatron.db")))
		m := w.answer(w.alice.Slash(w.general, "class create", discordtest.Opt("name", "7b")))
		w.refused(w.bob.ClickLabel(w.refused(w.bob.ClickLabel(m, "Join"), "Join the class?"), "Join"), "You joined 7b.")
		form := func() *discordtest.Interaction {
			open := w.alice.ClickLabel(w.refused(w.alice.ClickLabel(w.class(w.alice), "Puzzle sets")), "New puzzle set")
			if got, want := w.shownForm(open), "set positions"; got != want {
				t.Errorf("the form asks for %s, want %s", got, want)
			}
			return open
		}
		w.refused(w.alice.Submit(form(), map[string]string{"set": "Mirrors", "positions": "nim 3 5 7 | Which pile, @everyone?\n\nend-nim 3 3 | and this?"}),
			"Puzzle 2, `end-nim 3 3`", "Try `end-nim 2 3`.")
		w.refused(w.alice.Submit(form(), map[string]string{"set": "Mirrors", "positions": "nim 3 5 7 | Which pile, @everyone?\n\nend-nim 2 3 | and this?"}), "Mirrors · 2 puzzles")

		list := w.refused(w.bob.Slash(w.general, "class set list"), "Mirrors · 2 puzzles")
		shown := w.refused(w.bob.Select(list, list.Menus()[0].CustomID, "set.1.1"), "Which pile, ＠everyone?", "Puzzle 1 of 2 of the set Mirrors")
		shown = w.answerBy(w.bob, shown, games.Move{Where: "3", Count: 2})
		w.contains(shown, "That loses.")
		shown = w.refused(w.bob.ClickLabel(shown, "Try again"), "3 choices win")
		shown = w.answerBy(w.bob, shown, games.Move{Where: "3", Count: 1})
		w.contains(shown, "Right", "in 2 tries")
		shown = w.refused(w.bob.ClickLabel(shown, "Next"), "and this?", "Puzzle 2 of 2")
		w.contains(w.answerBy(w.bob, shown, games.Move{Where: "R", Count: 1}), "Right", "on the first try")
		w.refused(w.carol.Interact(w.general, 3, `{"custom_id":"n1:class set list::","component_type":2}`), "I can't find that class")
	})
}

// The card of a class counts a student as soon as they have joined, also by its code in another channel.
func TestClassCountsAStudentAtOnce(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		m := w.answer(w.alice.Slash(w.general, "class create", discordtest.Opt("name", "7b")))
		counted := func(n string, join func()) {
			t.Helper()
			began := time.Now()
			join()
			w.board(w.general, m.ID, n)
			if late := time.Since(began); late > 3*time.Second {
				t.Errorf("%s after %v", n, late)
			}
		}
		counted("teaches 1 student.", func() {
			w.refused(w.bob.ClickLabel(w.refused(w.bob.ClickLabel(m, "Join"), "Join the class?"), "Join"), "You joined 7b.")
		})
		code := regexp.MustCompile(`[A-Z2-7]{10}`).FindString(w.class(w.alice).Text())
		elsewhere := w.srv.AddGuild("another").AddChannel("hall")
		counted("teaches 2 students.", func() {
			terms := w.refused(w.carol.Slash(elsewhere, "class join", discordtest.Opt("code", code)), "Join the class?")
			w.refused(w.carol.ClickLabel(terms, "Join"), "You joined 7b.")
		})
	})
}
