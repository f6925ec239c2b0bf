package commands_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/match"
)

// later lets time pass: what was asked last is told by it.
func (r *room) later() { r.now = r.now.Add(time.Second) }

// moves returns how many moves the lobby's last match has.
func (r *room) moves() int {
	r.Helper()
	m, err := r.store.LastMatch(r.Context(), "lobby")
	if err != nil {
		r.Fatal(err)
	}
	return len(m.Moves)
}

// What is written after an exercise answers it, though a match has ended in the channel.
func TestTextAnswersTheExercise(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge variant:nim position:1 2 first:me level:perfect")
	r.expect("p1", "/resign sure:true")
	r.refuses("p1", "1-1", "Match 1 in this channel is over")
	r.later()
	r.refuses("p1", "/learn", "Exercise 1 of 3")
	r.later()
	r.refuses("p1", "1-1", "That breaks the rule")
	r.refuses("p1", "9-9", "Exercise 1 of", "There is no pile `9`")
	r.refuses("p1", "thank you", "Nim, and a whole family of it")
	r.later()
	r.refuses("p1", "/puzzle", "Puzzle of the day", "2026-01-02")
	p, err := r.referee.AskedPuzzle(t.Context(), "p1")
	if err != nil {
		t.Fatal(err)
	}
	r.later()
	r.refuses("p1", r.wrongAnswer("p1"), "**That loses.**", "[Try again]")
	r.refuses("p1", p.Winning[0].String(), "**Right**, in 2 tries")
	// That is done, so the lesson is what there is.
	r.later()
	r.refuses("p1", "1-1", "That breaks the rule")
	// Elsewhere too, for a day.
	r.inPrivate("elsewhere", "p1", "1-1", "That breaks the rule")
	r.now = r.now.Add(24 * time.Hour)
	r.refuses("p1", "1-1", "Match 1 in this channel is over")
}

// In one's own match text is a move, unless a puzzle was asked in its channel since one's
// last move. That is settled by what is stored, so other processes think the same.
func TestTextInAMatch(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.refuses("p1", "/puzzle")
	r.later()
	r.expect("p1", "/challenge variant:nim position:8 8 1 first:me level:perfect")
	r.expect("p1", "1-1")
	if n := r.moves(); n != 2 {
		t.Fatalf("%d moves", n)
	}
	r.later()
	r.refuses("p1", "/puzzle which:any variant:nim level:easy")
	r.later()
	r.service = commands.New(r.referee, r.store, slog.New(slog.DiscardHandler))
	r.refuses("p1", "1-1", "This was your answer to the puzzle. In the match it would be `/move 1-1`.")
	r.refuses("p1", "99-1", "There is no pile `99`", "In the match it would be `/move 99-1`.")
	r.refuses("p1", "what?", "This was your answer to the puzzle.") // the rules of moves say what is wrong
	if n := r.moves(); n != 2 {
		t.Fatalf("%d moves", n)
	}
	r.expect("p1", "/move 1-1") // always the match
	r.later()
	r.expect("p1", "1-1")
	if n := r.moves(); n != 6 {
		t.Fatalf("%d moves", n)
	}
	// Who looks at the board or asks for a hint has turned to the match.
	for _, command := range []string{"/board", "/hint"} {
		for _, question := range []string{"/puzzle", "/learn"} {
			r.later()
			r.refuses("p1", question)
			r.later()
			r.say("p1", command)
			r.refuses("p1", "77-1", "There is no pile `77`")
			if said := text(r.say("p1", "77-1")); strings.Contains(said, "answer") {
				t.Errorf("after %s and %s: %s", question, command, said)
			}
		}
	}
	// A puzzle of another channel stays there.
	r.later()
	r.inPrivate("elsewhere", "p1", "/puzzle")
	r.later()
	r.expect("p1", "1-1")
	// Who plays no match here answers the puzzle, and who was asked nothing does not play.
	r.refuses("p2", "1-1", "You are not playing in this match")
	r.inPrivate("elsewhere", "p2", "/learn")
	r.refuses("p2", "1-1", "That breaks the rule")
}

// Who moves while a challenge waits is told that it has to be accepted first.
func TestAcceptFirst(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:1 2 first:opponent")
	r.expect("p1", "1-1", "The match of Nim begins when @p2 accepts your challenge.", "[Withdraw the challenge]")
	r.refuses("p3", "1-1", "There is no match in this channel")
	r.refuses("p2", "hi", "Nim, and a whole family of it") // is no move
	first := r.expect("p2", "1-1", "Accept first: @p1 challenges @p2 to Nim", "[Accept]", "[Decline]")
	if first.Result != view.ResultRefused {
		t.Errorf("the result is %s", first.Result)
	}
	r.press("p2", first, "Accept")
	r.expect("p2", "1-1")
	r.expect("p1", "/resign sure:true")
	r.expect("p1", "/challenge variant:nim open:true")
	r.expect("p3", "all of it", "@p1 challenges anyone to Nim", "[Accept]")
}

// Two people who both ask for a rematch have one, in whatever way they ask.
func TestBothAskForARematch(t *testing.T) {
	for _, rated := range []string{"", " rated:true"} {
		r := newQuietRoom(t, catalog.Standard)
		r.expect("p1", "/challenge variant:nim opponent:p2"+rated)
		r.expect("p2", "/accept")
		r.expect("p1", "/resign sure:true")
		if rated != "" {
			r.expect("p1", "/resign sure:true")
		}
		r.expect("p1", "/rematch", "@p1 challenges @p2.")
		r.refuses("p3", "/rematch", "You are not playing in this match")
		r.refuses("p1", "/rematch", "is waiting in this channel") // one's own is not accepted
		r.expect("p2", "/rematch", "your turn")
		m, err := r.store.LastMatch(t.Context(), "lobby")
		if err != nil || m.State != match.Playing || m.Rated != (rated != "") {
			t.Errorf("%+v, %v", m, err)
		}
		r.expect("p2", "/resign sure:true")
		if rated != "" {
			r.expect("p2", "/resign sure:true")
		}
		// Another challenge between the two is none.
		r.expect("p1", "/challenge variant:end-nim opponent:p2")
		r.refuses("p2", "/rematch", "is waiting in this channel")
	}
}
