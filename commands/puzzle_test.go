package commands_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"nimatron/games/catalog"
	"nimatron/solver"
)

func TestDailyPuzzle(t *testing.T) {
	r := newRoom(t)
	for day := range 3 {
		puzzle := text(r.refuses("p1", "/puzzle"))
		if puzzle != text(r.refuses("p2", "/puzzle daily")) {
			t.Fatalf("day %d: the puzzle is not the same for all:\n%s", day, puzzle)
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

// sample returns the answer that a prompt writes as an example.
func sample(t *testing.T, prompt string) string {
	t.Helper()
	_, rest, found := strings.Cut(prompt, "`/puzzle answer:")
	move, _, ended := strings.Cut(rest, "`")
	if !found || !ended {
		t.Fatalf("there is no example in %s", prompt)
	}
	return move
}

// The example in the prompt is legal and never the solution.
func TestPuzzleExampleIsNoSolution(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for range 60 {
		daily, err := r.referee.DailyPuzzle(t.Context(), "p1")
		if err != nil {
			t.Fatal(err)
		}
		text := sample(t, text(r.refuses("p1", "/puzzle")))
		move, err := daily.Position.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := daily.Position.Play(move); err != nil || daily.Solves(move) {
			t.Errorf("%s, %s: the example is %s, %v", daily.ID, daily.Position, text, err)
		}
		r.now = r.now.Add(24 * time.Hour)
	}
}

// An answer belongs to the puzzle that was asked last, and the reply says which.
func TestAnswerBelongsToThePuzzleAskedLast(t *testing.T) {
	r := newRoom(t)
	r.now = time.Date(2026, 1, 2, 23, 59, 0, 0, time.UTC)
	first := text(r.refuses("p1", "/puzzle"))
	r.now = r.now.Add(2 * time.Minute)
	daily := r.say("p1", "/puzzle answer:"+sample(t, first))
	r.hasWords("after midnight", daily, []string{"Puzzle for 2026-01-02: ", "No:"})

	r.hasWords("no move", r.say("p1", "/puzzle answer:nonsense"), []string{"Puzzle for 2026-01-02: ", "is not a move"})

	r.hasWords("nothing new", r.say("p2", "/puzzle which:any answer:1-1"), []string{"have not asked you a new puzzle yet"})
	easy := text(r.refuses("p1", "/puzzle variant:nim level:easy"))
	if !strings.Contains(easy, "Easy puzzle of ") || !strings.Contains(easy, "points: Nim") {
		t.Errorf("it asks %s", easy)
	}
	r.hasWords("the new one", r.say("p1", "/puzzle answer:"+sample(t, easy)), []string{"Easy puzzle of ", "points: Nim, `", "Your rating in puzzles: "})
	r.hasWords("not a new one", r.say("p1", "/puzzle answer:"+sample(t, easy)+" level:easy"), []string{"leave `variant:` and `level:` out"})
	r.hasWords("not today's", r.say("p1", "/puzzle which:daily level:easy"), []string{"are for new puzzles"})

	asked, err := r.referee.AskedPuzzle(t.Context(), "p1")
	if err != nil {
		t.Fatal(err)
	}
	right := r.say("p1", "/puzzle answer:"+asked.Winning[0].String())
	r.hasWords("right", right, []string{"**Right** in 2 tries"})
	if strings.Contains(text(right), "rating in puzzles") || strings.Contains(text(right), "streak") {
		t.Errorf("the second try counts: %s", text(right))
	}
	r.hasWords("again", r.say("p1", "/puzzle answer:1-1"), []string{"Easy puzzle of ", "You have solved it in 2 tries"})
	other := r.press("p1", right, "Another")
	r.hasWords("another", other, []string{"Easy puzzle of ", "Nim"})
	if next, err := r.referee.AskedPuzzle(t.Context(), "p1"); err != nil || next.ID == asked.ID {
		t.Errorf("another puzzle is %s, %v", next.ID, err)
	}
}

// A wrong answer is refuted move by move, to the end.
func TestWrongAnswerIsRefuted(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 4 5 first:me")
	r.expect("p1", "1-1", "Nimatron took")
	r.expect("p1", "/resign sure:true")
	text(r.refuses("p1", "/puzzle mine"))
	r.hasWords("wrong", r.say("p1", "/puzzle answer:3-5"), []string{
		"Puzzle from match 1, move 1: Nim, `3 4 5`.", "against perfect play `3-5` loses", "1 try so far",
		"1. You took 5 from pile 3 (`3-5`): `3 4`\n2. I took 1 from pile 2 (`2-1`): `3 3`\n3. You took",
		"8. I took 1 from pile 1 (`1-1`): `0`\nSo I win. Whoever takes the last counter",
	})

	// In the reverse games one also decides in the other's turn.
	text(r.refuses("p2", "/puzzle variant:total-reverse-nim level:easy"))
	asked, err := r.referee.AskedPuzzle(t.Context(), "p2")
	if err != nil {
		t.Fatal(err)
	}
	for step := range asked.Position.Options() {
		if !asked.Solves(step.Move) {
			r.hasWords("wrong", r.say("p2", "/puzzle answer:"+step.Move.String()), []string{"1. You took ", " in my turn", "2. I took", " in your turn"})
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
	r.hasWords("right", right, []string{"**Right** at the first try"})
	shown := r.press("p1", right, "Show everyone")
	r.hasWords("shown", shown, []string{"@p1 has solved the puzzle for 2026-01-02 (" + daily.Variant.Name + ") at the first try.", daily.Position.String()})
	for _, move := range daily.Winning {
		if strings.Contains(text(shown), move.String()) {
			t.Errorf("%s is given away: %s", move, text(shown))
		}
	}
	if got := r.press("p2", shown, "Today's puzzle"); !strings.Contains(text(got), daily.Position.String()) {
		t.Errorf("today's puzzle is %s", text(got))
	}
	r.refuses("p1", "/profile", "Puzzles: The daily puzzle solved on 1 day in a row")

	drawn := text(r.refuses("p3", "/puzzle which:any"))
	r.say("p3", "/puzzle answer:"+sample(t, drawn))
	asked, err := r.referee.AskedPuzzle(t.Context(), "p3")
	if err != nil {
		t.Fatal(err)
	}
	r.refuses("p3", "/profile", "Puzzles: **", "0 of 1 puzzle solved at the first try", "None finished yet.")
	r.expect("p3", "/puzzle id:"+asked.ID.String()+" share:true", "@p3 has not solved a medium puzzle of ", " yet, after 1 try.")
	r.refuses("p2", "/puzzle id:"+asked.ID.String()+" share:true", "have not tried that puzzle")
	// A puzzle may be about the position that people play.
	r.now = r.now.Add(time.Hour)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 4 5 first:me")
	r.expect("p2", "/accept")
	r.refuses("p3", "/puzzle id:"+asked.ID.String()+" share:true", "A match between people goes on here")
}
