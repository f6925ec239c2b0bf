package commands_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/solver"
)

func TestDailyPuzzle(t *testing.T) {
	r := newRoom(t)
	for day := range 3 {
		puzzle := r.refuses("p1", "/puzzle").Card
		if other := r.refuses("p2", "/puzzle daily").Card; puzzle.Title != other.Title || puzzle.Drawing != other.Drawing {
			t.Fatalf("day %d: the puzzle is not the same for all:\n%s", day, puzzle.Drawing)
		}
		daily, err := r.referee.DailyPuzzle(t.Context(), "p1")
		if err != nil {
			t.Fatal(err)
		}
		winning, complete, err := new(solver.Solver).Winning(context.Background(), daily.Variant, daily.Position, 10)
		if err != nil || !complete || len(winning) < 1 || len(winning) > 2 {
			t.Fatalf("winning are %v, %v, %v", winning, complete, err)
		}
		for step := range daily.Position.Options() {
			if step.Move != winning[0] && (len(winning) == 1 || step.Move != winning[1]) {
				r.say("p1", "/puzzle answer:"+step.Move.String())
				break
			}
		}
		r.refuses("p1", "/puzzle answer:nonsense")
		r.say("p1", "/puzzle answer:"+winning[0].String())
		r.refuses("p1", "/puzzle")
		if strings.Contains(text(r.refuses("p2", "/puzzle")), "You have solved it") {
			t.Error("the answer is not private")
		}
		r.now = r.now.Add(24 * time.Hour)
	}
	// A day left out ends the streak.
	r.now = r.now.Add(24 * time.Hour)
	daily, err := r.referee.DailyPuzzle(t.Context(), "p1")
	if err != nil {
		t.Fatal(err)
	}
	r.refuses("p1", "/puzzle")
	r.say("p1", "/puzzle answer:"+daily.Winning[0].String())
}

func TestOwnPuzzle(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/puzzle mine")
	r.expect("p1", "/challenge variant:nim position:3 4 5 first:me level:perfect")
	r.expect("p1", "1-1")
	r.expect("p1", "/resign sure:true")
	r.refuses("p1", "/puzzle mine")
	r.refuses("p2", "/puzzle mine")
	r.say("p1", "/puzzle mine answer:1-1")
	r.say("p1", "/puzzle which:mine answer:1-2")
	r.refuses("p1", "/puzzle mine")
}

// wrongAnswer is a decision that loses in the puzzle that somebody was asked last.
func (r *room) wrongAnswer(by string) string {
	r.Helper()
	asked, err := r.referee.AskedPuzzle(r.Context(), by)
	if err != nil || asked == nil {
		r.Fatalf("%s was asked %+v, %v", by, asked, err)
	}
	return losing(asked.Position, asked.Winning).String()
}

// An answer belongs to the puzzle that was asked last, and the reply says which.
func TestAnswerBelongsToThePuzzleAskedLast(t *testing.T) {
	r := newRoom(t)
	r.now = time.Date(2026, 1, 2, 23, 59, 0, 0, time.UTC)
	r.refuses("p1", "/puzzle")
	r.now = r.now.Add(2 * time.Minute)
	daily := r.say("p1", "/puzzle answer:"+r.wrongAnswer("p1"))
	r.hasWords("after midnight", daily, []string{"Puzzle of the day · ", "2026-01-02", "**That loses.**"})

	r.hasWords("no move", r.say("p1", "/puzzle answer:nonsense"), []string{"Puzzle of the day · ", "is not a move"})

	r.hasWords("nothing new", r.say("p2", "/puzzle which:any answer:1-1"), []string{"have not asked you a new puzzle yet"})
	easy := text(r.refuses("p1", "/puzzle variant:nim level:easy"))
	if !strings.Contains(easy, "Easy puzzle, rated ") || !strings.Contains(easy, " · Nim") {
		t.Errorf("it asks %s", easy)
	}
	r.hasWords("the new one", r.say("p1", "/puzzle answer:"+r.wrongAnswer("p1")), []string{"Easy puzzle, rated ", " · Nim =", "your rating in puzzles shows after "})
	r.hasWords("not a new one", r.say("p1", "/puzzle answer:"+r.wrongAnswer("p1")+" level:easy"), []string{"leave `variant:` and `level:` out"})
	r.hasWords("not today's", r.say("p1", "/puzzle which:daily level:easy"), []string{"are for new puzzles"})

	asked, err := r.referee.AskedPuzzle(t.Context(), "p1")
	if err != nil {
		t.Fatal(err)
	}
	right := r.say("p1", "/puzzle answer:"+asked.Winning[0].String())
	r.hasWords("right", right, []string{"**Right**, in 2 tries."})
	if strings.Contains(text(right), "rating in puzzles") || strings.Contains(text(right), "streak") {
		t.Errorf("the second try counts: %s", text(right))
	}
	r.hasWords("again", r.say("p1", "/puzzle answer:1-1"), []string{"Easy puzzle, rated ", "You have solved it in 2 tries"})
	other := r.press("p1", right, "Another")
	r.hasWords("another", other, []string{"Easy puzzle, rated ", "Nim"})
	if next, err := r.referee.AskedPuzzle(t.Context(), "p1"); err != nil || next.ID == asked.ID {
		t.Errorf("another puzzle is %s, %v", next.ID, err)
	}
}

// A wrong answer is refuted on the board, and played out to the end where one wants to see it.
func TestWrongAnswerIsRefuted(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 4 5 first:me")
	r.expect("p1", "1-1", "Nimatron took")
	r.expect("p1", "/resign sure:true")
	text(r.refuses("p1", "/puzzle mine"))
	wrong := r.say("p1", "/puzzle answer:3-5")
	r.hasWords("wrong", wrong, []string{
		"Puzzle from match 1, move 1 · Nim", "**That loses.** You took 5 from pile 3; I took 1 from pile 2. Every move loses: ", "Position: 3 3",
	})
	for _, words := range []string{"You took 1 from pile 1; I took 1 from pile 2.", "You took 1 from pile 1; I took", "So I win. Whoever takes the last counter"} {
		wrong = r.press("p1", wrong, "And then?")
		r.hasWords("and then", wrong, []string{words})
	}

	// In the reverse games one also decides in the other's turn.
	text(r.refuses("p2", "/puzzle variant:total-reverse-nim level:easy"))
	asked, err := r.referee.AskedPuzzle(t.Context(), "p2")
	if err != nil {
		t.Fatal(err)
	}
	for step := range asked.Position.Options() {
		if !slices.Contains(asked.Winning, step.Move) {
			r.hasWords("wrong", r.say("p2", "/puzzle answer:"+step.Move.String()), []string{"You took ", " in my turn; I took", " in your turn"})
			break
		}
	}
}

// Results are shown to everybody without the solution, and stand in the profile.
func TestPuzzleResults(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/profile", "not finished a match yet")
	text(r.refuses("p1", "/puzzle"))
	daily, err := r.referee.DailyPuzzle(t.Context(), "p1")
	if err != nil {
		t.Fatal(err)
	}
	right := r.say("p1", "/puzzle answer:"+daily.Winning[0].String())
	r.hasWords("right", right, []string{"**Right**, at the first try."})
	shown := r.press("p1", right, "Show everyone")
	r.hasWords("shown", shown, []string{"@p1 has solved the puzzle of the day 2026-01-02 (" + daily.Variant.Name + ") at the first try.", daily.Position.String()})
	for _, move := range daily.Winning {
		if strings.Contains(text(shown), move.String()) {
			t.Errorf("%s is given away: %s", move, text(shown))
		}
	}
	if got := r.press("p2", shown, "Today's puzzle"); !strings.Contains(text(got), daily.Position.String()) {
		t.Errorf("today's puzzle is %s", text(got))
	}
	r.refuses("p1", "/profile", "Puzzles: The daily puzzle solved on 1 day in a row")

	r.refuses("p3", "/puzzle which:any")
	r.say("p3", "/puzzle answer:"+r.wrongAnswer("p3"))
	asked, err := r.referee.AskedPuzzle(t.Context(), "p3")
	if err != nil {
		t.Fatal(err)
	}
	r.refuses("p3", "/profile", "Puzzles: A rating shows after 10 answers, ", "0 of 1 puzzle solved at the first try", "None finished yet.")
	r.expect("p3", "/puzzle id:"+asked.ID.String()+" share:true", "@p3 has not solved a medium puzzle, rated ", " yet, after 1 try.")
	r.refuses("p2", "/puzzle id:"+asked.ID.String()+" share:true", "have not tried that puzzle")
	// A puzzle may be about the position that people play.
	r.now = r.now.Add(time.Hour)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 4 5 first:me")
	r.expect("p2", "/accept")
	r.refuses("p3", "/puzzle id:"+asked.ID.String()+" share:true", "A match between people goes on here")
}
