package referee_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/puzzle"
	"nimatron/referee/race"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// racing is a race of Ann and Bob with a clock of its own.
type racing struct {
	*testing.T
	*race.Rules
	race.Race
	referee *referee.Referee
	file    string
	at      time.Time
}

// open starts the program again on the same file.
func (r *racing) open() {
	store := storagetest.OpenFile(r, r.file)
	r.referee = referee.New(store, &solver.Solver{}, referee.Options{Now: func() time.Time { return r.at }, Seed: func() uint64 { return 7 }})
	r.Rules = race.New(r.referee, store, puzzle.New(r.referee, store))
}

func startRace(t *testing.T) *racing {
	r := &racing{T: t, file: filepath.Join(t.TempDir(), "test.db"), at: time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)}
	r.open()
	r.Race = must.Get(r.Start(t.Context(), race.Race{Room: "local", Channel: "lobby"}, race.UsualLength))(t)
	must.OK(t, r.Join(t.Context(), r.ID, ann))
	return r
}

// Nobody is helped in a race: answers about chosen positions wait for the bell, for those who are in it.
func TestNoAdviceInARace(t *testing.T) {
	r := startRace(t)
	check := func(by match.Player, words referee.Words) {
		t.Helper()
		for _, err := range []error{r.referee.CheckAdviceOpen(t.Context(), by), r.referee.CheckAdvice(t.Context(), by)} {
			if words != "" {
				r.refused(err, words)
			} else if err != nil {
				t.Errorf("%s is refused: %v", by.ID, err)
			}
		}
	}
	check(ann, race.NoAdvice)
	check(bob, "")
	r.at = r.Ends
	check(ann, "")
}

// No answer says anything about a board that its sender does not see yet: not of a later one, not in the pause after a miss, and
// not to somebody who is not in.
func TestBoardsAreHiddenFromAnswers(t *testing.T) {
	r := startRace(t)
	r.at = r.Starts
	answer := func(by match.Player, n int) (race.Answered, error) {
		return r.Answer(t.Context(), r.ID, by, n, "99-99")
	}
	var illegal *games.IllegalMove
	if _, err := answer(ann, 1); !errors.As(err, &illegal) {
		t.Errorf("her own board: %v", err)
	}
	hidden := func(n int) {
		t.Helper()
		if a, err := answer(ann, n); err != nil || a.Counted || a.Answered != nil {
			t.Errorf("board %d at %v: %+v, %v", n, r.at, a, err)
		}
	}
	hidden(2)
	hidden(7)
	r.answer(false)
	hidden(1)
	hidden(2)
	r.at = r.at.Add(race.Pause)
	if _, err := answer(ann, 2); !errors.As(err, &illegal) {
		t.Errorf("her next board: %v", err)
	}
	_, err := answer(bob, 1)
	r.refused(err, race.NotIn)
	r.at = r.Ends
	hidden(2)
}

func (r *racing) refused(err error, words referee.Words) {
	r.Helper()
	if !errors.Is(err, &referee.Refusal{Words: words}) {
		r.Errorf("got the error %v, want %q", err, words)
	}
}

// answer answers the board that Ann sees.
func (r *racing) answer(right bool) race.Answered {
	r.Helper()
	v := must.Get(r.View(r.Context(), r.ID, ann.ID))(r.T)
	if v.Board == nil {
		r.Fatal("there is no board")
	}
	return must.Get(r.Answer(r.Context(), r.ID, ann, v.Next(), choose(v.Board, right)))(r.T)
}

// choose returns a move that wins, or one that loses.
func choose(b *race.Board, right bool) string {
	for step := range b.Position.Options() {
		if slices.Contains(b.Winning, step.Move) == right {
			return step.Move.String()
		}
	}
	panic("every move wins")
}

func TestRace(t *testing.T) {
	r := startRace(t)
	_, err := r.Start(t.Context(), race.Race{Room: "local", Channel: "lobby"}, race.UsualLength)
	r.refused(err, race.IsRunning)
	_, err = r.View(t.Context(), r.ID, bob.ID)
	r.refused(err, race.NotIn)

	// Nobody sees or answers a board before its time.
	if v := must.Get(r.View(t.Context(), r.ID, ann.ID))(t); v.Started || v.Board != nil {
		t.Errorf("before the start %+v is seen", v.Board)
	}
	_, err = r.Answer(t.Context(), r.ID, ann, 1, "1-1")
	r.refused(err, race.NoRace)

	r.at = r.Starts
	if a := r.answer(true); !a.Right || !a.Counted || a.View.Solved != 1 || a.View.Next() != 2 {
		t.Errorf("a right answer gives %+v", a)
	}
	if a := must.Get(r.Answer(t.Context(), r.ID, ann, 1, choose(must.Get(r.board(1))(t), true)))(t); a.Counted || a.View.Solved != 1 {
		t.Errorf("a second answer gives %+v", a)
	}
	a := r.answer(false)
	if a.Right || !a.Counted || a.View.Missed != 1 || len(a.Refutation) < 1 || !a.View.Free.Equal(r.at.Add(race.Pause)) {
		t.Errorf("a wrong answer gives %+v", a)
	}
	if a := r.answer(true); a.Counted {
		t.Error("an answer counts during the pause")
	}

	// A restart goes on where it was.
	r.at = r.at.Add(race.Pause)
	before := must.Get(r.View(t.Context(), r.ID, ann.ID))(t)
	r.open()
	after := must.Get(r.View(t.Context(), r.ID, ann.ID))(t)
	if after.Next() != before.Next() || after.Board.Position.String() != before.Board.Position.String() {
		t.Errorf("after a restart the board is %d, %s", after.Next(), after.Board.Position)
	}

	// Bob comes late, and begins with the first board.
	must.OK(t, r.Join(t.Context(), r.ID, bob))
	if v := must.Get(r.View(t.Context(), r.ID, bob.ID))(t); v.Next() != 1 || v.Place.Place != 2 {
		t.Errorf("Bob sees %+v", v)
	}

	// What comes after the bell does not count.
	r.at = r.Ends.Add(-time.Millisecond)
	board := must.Get(r.View(t.Context(), r.ID, ann.ID))(t)
	r.at = r.Ends
	late := must.Get(r.Answer(t.Context(), r.ID, ann, board.Next(), choose(board.Board, true)))(t)
	if late.Counted || late.View.Solved != 1 || !late.View.Ended {
		t.Errorf("an answer after the bell gives %+v", late)
	}
	r.refused(r.Join(t.Context(), r.ID, match.Player{ID: "local:cat", Name: "cat"}), race.IsOver)
	r.at = r.Ends.Add(time.Second)
	if changed := must.Get(r.Advance(t.Context()))(t); len(changed) != 1 {
		t.Errorf("%d races end", len(changed))
	}
	_, err = r.In(t.Context(), "lobby")
	r.refused(err, race.NoneHere)
	if all := must.Get(r.Misses(t.Context(), r.ID, ann.ID))(t); len(all) != 1 || all[0].Number != 2 {
		t.Errorf("her misses before the restart are %v", all)
	}
}

// board returns a board by its number.
func (r *racing) board(number int) (*race.Board, error) {
	s, _, err := r.Explain(r.Context(), r.ID, number)
	return &s.Board, err
}

// A person whose rated match is running takes no part, whatever was begun first.
func TestNoRaceDuringRatedMatches(t *testing.T) {
	r := startRace(t)
	p := referee.Proposal{Channel: "elsewhere", By: ann, Variant: must.Get(catalog.Standard.Find("nim"))(t), First: match.FirstRandom, Rated: true}
	must.Get(r.referee.Challenge(t.Context(), p, bob))(t)
	must.Get(r.referee.Accept(t.Context(), "elsewhere", bob, ""))(t)
	r.refused(r.Join(t.Context(), r.ID, bob), race.Locked)
	r.at = r.Starts
	_, err := r.Answer(t.Context(), r.ID, ann, 1, choose(must.Get(r.board(1))(t), true))
	r.refused(err, race.Locked)
}

// The boards of a race get harder, have one to three winning moves and a losing one, and differ by more than a symmetry
// of the rules, also from those of the channel's last races.
func TestRaceBoards(t *testing.T) {
	r := startRace(t)
	had, boards := map[string]bool{}, fnv.New32()
	for n := range testlong.Times(1, 1, 100) {
		for _, of := range []race.Race{{}, {Variant: "nim"}, {Variant: "nim", Level: puzzle.Easy}, {Variant: "nim"}, {Level: puzzle.Hard}, {Variant: "split-nim/3", Level: puzzle.Easy}, {Variant: "partizan-end-nim"}, {Variant: "tree-nim"}} {
			of.Room, of.Channel = "local", string(rune('a'+n))+of.Variant
			of = must.Get(r.Start(t.Context(), of, race.UsualLength))(t)
			before, count := 0.0, 0
			for number := 1; ; number++ {
				s, ok, err := r.Explain(t.Context(), of.ID, number)
				must.OK(t, err)
				if !ok {
					break
				}
				b := s.Board
				text := b.Variant.ID + " " + b.Position.String()
				if n == 0 {
					fmt.Fprintln(boards, text, b.Winning)
				}
				key := of.Channel + b.Variant.ID + games.Alike(b.Position)
				if wins := len(b.Winning); wins == 0 || wins > race.MaxWins || had[key] || b.Points < before {
					t.Errorf("board %d, %s, has %d winning moves and %v points", number, text, wins, b.Points)
				}
				choose(&b, false)
				had[key], before, count = true, b.Points, number
			}
			if count < 10 {
				t.Errorf("%+v has %d boards", of, count)
			}
			r.at = r.at.Add(time.Hour)
			must.Get(r.Advance(t.Context()))(t)
		}
	}
	const drawn = 0x21f7d31e
	if sum := boards.Sum32(); sum != drawn {
		t.Errorf("other boards follow from a seed: raise race.drawing, and write %#x here", sum)
	}
}

// A race that began with another drawing of boards is not judged by this one, and its card does without boards.
func TestRaceOfAnotherVersion(t *testing.T) {
	r := startRace(t)
	of := r.Race
	of.Channel, of.Seed = "elsewhere", of.Seed+1<<60
	of.ID = must.Get(race.Create(t.Context(), storagetest.OpenFile(t, r.file), of, of.Starts))(t)
	r.refused(r.Join(t.Context(), of.ID, bob), race.IsForeign)
	if _, ok, err := r.Explain(t.Context(), of.ID, 1); ok || err != nil {
		t.Errorf("a board of another version is explained, or %v", err)
	}
}

// The boards of a race are drawn once, however many races there are.
func TestRacesAreDrawnOnce(t *testing.T) {
	at := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	seed, questions := uint64(0), 0
	by := &solver.Solver{Watch: func(solver.Question, time.Duration, bool) { questions++ }}
	store := storagetest.Open(t)
	ref := referee.New(store, by, referee.Options{Now: func() time.Time { return at }, Seed: func() uint64 { seed++; return seed }})
	rules := race.New(ref, store, puzzle.New(ref, store))
	var races []race.Race
	for i := range testlong.Times(40, 40, 200) {
		of := race.Race{Room: "local", Channel: fmt.Sprint(i), Variant: "nim"}
		races = append(races, must.Get(rules.Start(t.Context(), of, race.MinSeconds*time.Second))(t))
		must.OK(t, rules.Join(t.Context(), races[i].ID, ann))
	}
	at, questions = races[0].Starts, 0
	for _, of := range races {
		if v := must.Get(rules.View(t.Context(), of.ID, ann.ID))(t); v.Board == nil {
			t.Errorf("race %d has no board", of.ID)
		}
	}
	if questions > 0 {
		t.Errorf("a look at %d races asks the solver %d times", len(races), questions)
	}
}
