package commands_test

import (
	"context"
	"strings"
	"testing"
	"time"

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
