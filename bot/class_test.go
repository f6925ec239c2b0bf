package bot

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/discordtest"
	"nimatron/match"
	"nimatron/referee/lesson"
	"nimatron/storage/storagetest"
)

// students is how many are in the class of the test.
const students = 25

// done records that somebody has learnt a lesson and solved puzzles of a game, as if they had.
func (w *world) done(u *discordtest.User, id string, puzzles int) {
	w.Helper()
	s, by := w.outbox.(match.Store), match.Player{ID: u.ID, Name: u.Name}
	w.ok(s.OpenLesson(w.Context(), by, id, 1, "elsewhere", time.Now()))
	w.ok(s.BreakRule(w.Context(), u.ID, id, 1))
	for n := range lesson.Exercises {
		w.ok(s.SolveExercise(w.Context(), u.ID, id, n+1))
	}
	for range lesson.Wins {
		m := storagetest.Between(by, match.Bot)
		m.Channel, m.Lesson, m.Level, m.Rated, m.Tournament, m.Created = "of "+u.ID, id, match.Perfect, false, 0, time.Now()
		m.Deadline, m.Remind, m.AbandonAt = time.Time{}, time.Time{}, time.Time{} // the bot sweeps meanwhile
		m, err := s.CreateMatch(w.Context(), m)
		w.ok(err)
		_, err = s.Append(w.Context(), m.ID, m.Version, match.Change{End: &storagetest.LeftWins, Now: time.Now()})
		w.ok(err)
	}
	for n := range puzzles {
		puzzle := match.PuzzleID{Kind: match.DrawnPuzzle, Variant: "nim", Level: "easy", Seed: uint32(n)}
		w.ok(storagetest.RecordTry(w.Context(), s, match.Try{Player: by, Puzzle: puzzle, Variant: "nim", Family: "nim", Solved: true, At: time.Now()}))
	}
}

// A class of 25 is joined by its button, given something to do and followed, over a restart of the
// bot; its message stays true, and whoever leaves is seen no more.
func TestClassOnDiscord(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		path := filepath.Join(t.TempDir(), "nimatron.db")
		w.serve(w.real(path))

		open := w.alice.ClickLabel(w.refused(w.alice.Slash(w.general, "class"), "You are in no class."), "New class")
		if got := w.shownForm(open); got != "name" {
			t.Errorf("the form asks for %s", got)
		}
		m := w.answer(w.alice.Submit(open, map[string]string{"name": "Form 7b"}))
		w.contains(m, "Class: Form 7b", "teaches 0 students")
		if m.Ephemeral || strings.Contains(m.Text(), "code") {
			t.Errorf("the message of the class is %q", m.Text())
		}
		led := w.refused(w.alice.Slash(w.general, "class"), "You teach 0 students", "with the code")

		var class []*discordtest.User
		for i := range students {
			u := w.srv.AddUser(fmt.Sprintf("student%02d", i))
			terms := w.refused(u.ClickLabel(m, "Join"), "will see of you:", "sees nothing of you, also not of the past")
			w.refused(u.ClickLabel(terms, "Join"), "You are in Form 7b.")
			class = append(class, u)
		}
		w.refused(class[0].ClickLabel(m, "Join"), "Nothing is to be done yet.") // is in already
		m = w.board(w.general, m.ID, "teaches 25 students")

		open = w.alice.ClickLabel(led, "Assign")
		if got := w.shownForm(open); got != "tasks until" {
			t.Errorf("the form asks for %s", got)
		}
		w.refused(w.alice.Submit(open, map[string]string{"tasks": "lesson 1 and 2 puzzles of Nim", "until": "3d"}), "Assigned until", "lesson 1, Copying; 2 puzzles of Nim")
		told := w.sees(w.general, "**Form 7b has something to do**")
		w.board(w.general, m.ID, "0 of 25 have done all of it")

		// The first learns and solves by the buttons of the announcement.
		first := class[0]
		shown := w.refused(first.ClickLabel(told, "Lesson 1"), ": Copying")
		shown = w.refused(first.Tap(shown, "Exercise 1 of 3"))
		for number := 1; number <= lesson.Exercises; number++ {
			_, right, wrong := w.exercise(first, "copying")
			if number == 1 {
				shown = w.refused(first.Tap(w.answerBy(first, shown, wrong), "Try again"))
			}
			shown = w.answerBy(first, shown, right)
			if number < lesson.Exercises {
				shown = w.refused(first.Tap(shown, fmt.Sprintf("Exercise %d of 3", number+1)))
			}
		}
		for range lesson.Wins {
			w.answer(first.Tap(w.refused(first.Slash(w.general, "learn"), "The test."), "Take the test"))
			w.winTest(first, w.general)
		}
		for range 2 {
			asked := w.refused(first.ClickLabel(told, "Puzzle of Nim"), "One move wins")
			w.contains(w.answerBy(first, asked, w.askedPuzzle(first).Winning[0]), "Right")
		}
		w.board(w.general, m.ID, "1 of 25 have done all of it")
		w.refused(first.ClickLabel(m, "My progress"), "1. lesson 1, Copying: done, 6 tries (class: 0.2 of 5)", "2. 2 puzzles of Nim: done, 2 tries (class: 0.1 of 2)", "“Make the two piles equal”")

		w.stop()
		w.serve(w.real(path))
		for _, u := range class[1:13] { // half of them: while another process runs
			w.done(u, "copying", 2)
		}
		w.done(class[13], "copying", 1)
		m = w.board(w.general, m.ID, "13 of 25 have done all of it")

		page := w.refused(w.alice.ClickLabel(m, "My progress"), "**13 of 25** have done all of it", "14 done", "Broken most: “Make the two piles equal” (14×, 14 students)")
		all := ""
		for {
			all += page.Text()
			if !strings.Contains(labels(page), "More students") {
				break
			}
			page = w.refused(w.alice.ClickLabel(page, "More students"))
		}
		for _, u := range class {
			if strings.Count(all, "<@"+u.ID+">") != 1 {
				t.Errorf("%s is in the table %d times", u.Name, strings.Count(all, "<@"+u.ID+">"))
			}
		}
		file := w.refused(w.alice.ClickLabel(page, "As a file"), "25 students of Form 7b")
		if len(file.Files) != 1 || strings.Count(string(file.Files[0].Data), "\nstudent") != 2*students || !strings.Contains(string(file.Files[0].Data), "student13") {
			t.Errorf("the files are %+v", file.Files)
		}

		w.refused(w.carol.ClickLabel(m, "My progress"), "You are not in that class.")
		for _, u := range []*discordtest.User{w.bob, class[3]} { // a teacher's button, pressed by others
			id, _ := button{command: "class", options: map[string]string{"action": "progress", "id": "1", "file": "true"}}.customID()
			if pressed := w.refused(u.ClickRaw(m, id)); len(pressed.Files) > 0 || strings.Contains(pressed.Text(), "<@"+first.ID+">") {
				t.Errorf("%s sees %q", u.Name, pressed.Text())
			}
		}
		own := w.refused(first.Slash(w.general, "class"), "Form 7b")
		names := map[string]string{w.alice.ID: w.alice.Name}
		for _, u := range class {
			names[u.ID] = u.Name
		}
		for i, shown := range []*discordtest.Message{m, told, led, page, own} {
			var html strings.Builder
			w.ok((discordtest.Page{Messages: []*discordtest.Message{shown}, Names: names}).Write(&html))
			keep(t, fmt.Sprintf("class-%d", i+1), html.String())
		}
		w.refused(first.ClickLabel(own, "Leave the class"), "sees nothing of you any more")
		m = w.board(w.general, m.ID, "teaches 24 students")
		w.contains(m, "12 of 24 have done all of it")
		page = w.refused(w.alice.ClickLabel(m, "My progress"), "**12 of 24** have done all of it")
		file = w.refused(w.alice.ClickLabel(page, "As a file"))
		if strings.Contains(page.Text(), first.ID) || strings.Contains(string(file.Files[0].Data), first.Name) {
			t.Errorf("who has left is still seen: %q", page.Text())
		}
		if n := len(messagesWith(w.general, "has something to do")); n != 1 {
			t.Errorf("it was announced %d times", n)
		}
		for _, message := range w.general.Messages() {
			for _, body := range message.History {
				if strings.Contains(body.Text(), "has something to do") && len(body.Pings.Users) > 0 {
					t.Errorf("it pings %v", body.Pings.Users)
				}
			}
		}
		w.answer(w.alice.ClickLabel(w.refused(w.alice.Slash(w.general, "class", discordtest.Opt("action", "leave")), "Are you sure?"), "Yes, end the class"))
		w.board(w.general, m.ID, "This class has ended.")
	})
}

// A teacher writes positions in a form, and a student finds the moves by taps.
func TestPuzzleSetOnDiscord(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve(w.real(filepath.Join(t.TempDir(), "nimatron.db")))
		m := w.answer(w.alice.Slash(w.general, "class", discordtest.Opt("action", "create"), discordtest.Opt("name", "7b")))
		w.refused(w.bob.ClickLabel(w.refused(w.bob.ClickLabel(m, "Join"), "Do you join?"), "Join"), "You are in 7b.")
		sets := discordtest.Opt("action", "sets")
		form := func() *discordtest.Interaction {
			open := w.alice.ClickLabel(w.refused(w.alice.Slash(w.general, "class", sets)), "New puzzle set")
			if got, want := w.shownForm(open), "set positions"; got != want {
				t.Errorf("the form asks for %s, want %s", got, want)
			}
			return open
		}
		w.refused(w.alice.Submit(form(), map[string]string{"set": "Mirrors", "positions": "nim 3 5 7 | Which pile, @everyone?\n\nend-nim 3 3 | and this?"}),
			"Puzzle 2, `end-nim 3 3`", "`end-nim 2 3` would do.")
		w.refused(w.alice.Submit(form(), map[string]string{"set": "Mirrors", "positions": "nim 3 5 7 | Which pile, @everyone?\n\nend-nim 2 3 | and this?"}), "Mirrors · 2 puzzles")

		list := w.refused(w.bob.Slash(w.general, "class", sets), "Mirrors · 2 puzzles")
		shown := w.refused(w.bob.Select(list, list.Menus()[0].CustomID, "set.1.1"), "Which pile, ＠everyone?", "Puzzle 1 of 2 of the set Mirrors")
		shown = w.answerBy(w.bob, shown, games.Move{Where: "3", Count: 2})
		w.contains(shown, "That loses.")
		shown = w.refused(w.bob.ClickLabel(shown, "Try again"), "3 choices win")
		shown = w.answerBy(w.bob, shown, games.Move{Where: "3", Count: 1})
		w.contains(shown, "Right", "in 2 tries")
		shown = w.refused(w.bob.ClickLabel(shown, "Next"), "and this?", "Puzzle 2 of 2")
		w.contains(w.answerBy(w.bob, shown, games.Move{Where: "R", Count: 1}), "Right", "at the first try")
		w.refused(w.carol.Slash(w.general, "class", sets), "There is no such class")
	})
}
