package storagetest

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/referee/race"
	"nimatron/storage"
)

// newRace returns a race whose fields all differ. It starts at Noon.
func newRace(channel string) race.Race {
	return race.Race{
		Room: "server", Server: "server", Channel: channel, Variant: "end-nim/misere", Level: puzzle.Medium, Seed: 1<<63 + 7,
		Starts: Stored(Noon), Ends: Stored(Noon.Add(90 * time.Second)),
	}
}

// answerIn answers a board, at some seconds after Noon.
func answerIn(ctx context.Context, s storage.Store, id int64, who match.Player, number int, right bool, second int) error {
	at := Noon.Add(time.Duration(second) * time.Second)
	free := at
	if !right {
		free = at.Add(race.Pause)
	}
	after, err := s.AnswerRace(ctx, race.Answer{Race: id, Player: who.ID, Number: number, Right: right, At: at, Free: free})
	if err == nil && (after.Next() != number+1 || !after.Free.Equal(Stored(free))) {
		err = fmt.Errorf("after board %d: %+v", number, after)
	}
	return err
}

func (suite) Races(ctx context.Context, t *testing.T, s storage.Store) {
	of := newRace("hall")
	id := Got(race.Create(ctx, s, of, Noon.Add(-race.Wait))).Must(t)
	of.ID, of.Version = id, 1
	Got(race.ByID(ctx, s, id)).Is(t, of)
	Got(race.ByID(ctx, s, id+1)).Fails(t, match.ErrNotFound)
	Got(race.Open(ctx, s, "")).Is(t, []race.Race{of})
	Got(s.Load(ctx, "", of.Ends.Add(10*time.Second))).Is(t, match.Load{Races: 1, LateBells: 1})
	Got(race.Create(ctx, s, newRace("hall"), Noon.Add(-race.Wait))).Fails(t, race.ErrRunning)

	Got(s.RacePlace(ctx, id, Ann.ID)).Fails(t, match.ErrNotFound)
	WantErr(t, answerIn(ctx, s, id, Ann, 1, true, 1), match.ErrStale)
	before := Noon.Add(-5 * time.Second)
	for range 2 {
		WantErr(t, s.JoinRace(ctx, id, Ann, before), nil)
	}
	WantErr(t, s.JoinRace(ctx, id, Bob, before), nil)
	WantErr(t, s.JoinRace(ctx, id, Eve, Noon.Add(90*time.Second)), match.ErrStale)

	// Each board is answered once, in order, and not during the pause after a wrong answer.
	WantErr(t, answerIn(ctx, s, id, Ann, 1, true, -1), match.ErrStale)
	WantErr(t, answerIn(ctx, s, id, Ann, 2, true, 1), match.ErrStale)
	WantErr(t, answerIn(ctx, s, id, Ann, 1, true, 1), nil)
	WantErr(t, answerIn(ctx, s, id, Ann, 1, true, 2), match.ErrStale)
	WantErr(t, answerIn(ctx, s, id, Ann, 2, false, 2), nil)
	WantErr(t, answerIn(ctx, s, id, Ann, 3, true, 4), match.ErrStale)
	WantErr(t, answerIn(ctx, s, id, Ann, 3, true, 5), nil)
	WantErr(t, answerIn(ctx, s, id, Bob, 1, false, 3), nil)
	WantErr(t, answerIn(ctx, s, id, Bob, 2, false, 6), nil)
	WantErr(t, answerIn(ctx, s, id, Eve, 1, true, 3), match.ErrStale)

	ann := race.Racer{Player: Ann, Solved: 2, Missed: 1, Hardest: 3, Free: Stored(Noon.Add(5 * time.Second))}
	bob := race.Racer{Player: Bob, Missed: 2, Free: Stored(Noon.Add(9 * time.Second))}
	for who, in := range map[string]bool{Ann.ID: true, Eve.ID: false} {
		if _, err := s.RaceOf(ctx, who, of.Ends.Add(-time.Second)); (err == nil) != in {
			t.Errorf("the race of %s: %v", who, err)
		}
		Got(s.RaceOf(ctx, who, of.Ends)).Fails(t, match.ErrNotFound)
	}
	standing := race.Standing{Racers: 2, Solved: 2, Hardest: 3, Best: []race.Racer{ann, bob}}
	Got(s.RaceStanding(ctx, of)).Is(t, standing)
	own := match.PersonSettings{Version: 2, Missed: []match.Missed{{Race: id, Board: 1}, {Race: id, Board: 2}}}
	Got(s.RacePlace(ctx, id, Bob.ID)).Is(t, race.Place{Racer: bob, Place: 2, Own: own})
	exported(t, s, Ann).has(t, "racers", `"solved": 2`)

	for _, want := range []bool{true, false} {
		Got(s.StepRace(ctx, id, of.Ends.Add(race.Grace))).Is(t, want)
	}
	WantErr(t, answerIn(ctx, s, id, Ann, 4, true, 8), match.ErrStale)
	of.Over, of.Version = true, 2
	Got(race.ByID(ctx, s, id)).Is(t, of)
	standing.Missed = []race.Miss{{Board: 1, Times: 1}, {Board: 2, Times: 2}}
	Got(s.RaceStanding(ctx, of)).Is(t, standing)
	Got(race.Open(ctx, s, "")).Is(t, nil)
	Got(s.ForgetKept(ctx, match.RaceSubject, of.Ends, 5)).Is(t, 0) // the newest stays
	WantEqual(t, Got(race.Create(ctx, s, newRace("hall"), Noon)).OK(t), id+1)
	Got(s.ForgetKept(ctx, match.RaceSubject, of.Ends.Add(-time.Second), 5)).Is(t, 0)
	Got(s.ForgetKept(ctx, match.RaceSubject, of.Ends, 5)).Is(t, 1)
	Got(s.RacePlace(ctx, id, Ann.ID)).Fails(t, match.ErrNotFound)
}

// Whoever deletes their data in a race can't begin it again, and nobody sees that they were in it. The end forgets them.
func (suite) RacersDontBeginAgain(ctx context.Context, t *testing.T, s storage.Store) {
	of := newRace("hall")
	of.ID = Got(race.Create(ctx, s, of, Noon.Add(-race.Wait))).Must(t)
	for _, who := range []match.Player{Ann, Bob} {
		WantErr(t, s.JoinRace(ctx, of.ID, who, Noon), nil)
		WantErr(t, answerIn(ctx, s, of.ID, who, 1, true, 1), nil)
	}
	for range 2 {
		WantErr(t, s.Forget(ctx, Ann.ID, Noon), nil)
		WantErr(t, s.JoinRace(ctx, of.ID, Ann, Noon), race.ErrLeft)
		Got(s.RacePlace(ctx, of.ID, Ann.ID)).Fails(t, match.ErrNotFound)
		standing := Got(s.RaceStanding(ctx, of)).OK(t)
		if standing.Racers != 1 || standing.Solved != 1 || len(standing.Best) != 1 || standing.Best[0].Player != Bob {
			t.Errorf("without Ann the standing is %+v", standing)
		}
		WantEqual(t, Got(s.RacePlace(ctx, of.ID, Bob.ID)).OK(t).Place, 1)
		WantErr(t, s.SavePersonSettings(ctx, Ann, match.PersonSettings{TextOnly: true}), nil) // she comes back
	}
	Got(s.StepRace(ctx, of.ID, of.Ends.Add(race.Grace))).Is(t, true)
	next := Got(race.Create(ctx, s, newRace("hall"), Noon.Add(-race.Wait))).Must(t)
	WantErr(t, s.JoinRace(ctx, next, Ann, Noon), nil)
	WantErr(t, s.Forget(ctx, Bob.ID, Noon), nil)
	WantEqual(t, Got(s.RaceStanding(ctx, of)).OK(t).Racers, 0)

	WantErr(t, s.Forget(ctx, Ann.ID, Noon), nil)
	WantErr(t, s.JoinRace(ctx, next, Ann, Noon), race.ErrLeft)
	WantErr(t, s.Vacate(ctx, match.Held{Channel: "hall"}, Noon), nil)
	WantErr(t, s.JoinRace(ctx, next, Ann, Noon), match.ErrStale)
}

// The card changes at the start, and then every three seconds at most, if somebody answered.
func (suite) RaceSteps(ctx context.Context, t *testing.T, s storage.Store) {
	id := Got(race.Create(ctx, s, newRace("hall"), Noon.Add(-race.Wait))).Must(t)
	step := func(second int, want bool) {
		t.Helper()
		Got(s.StepRace(ctx, id, Noon.Add(time.Duration(second)*time.Second))).Is(t, want)
	}
	step(-20, false)
	step(0, true)
	step(3, false)
	WantErr(t, s.JoinRace(ctx, id, Ann, Noon.Add(4*time.Second)), nil)
	step(4, true)
	WantErr(t, answerIn(ctx, s, id, Ann, 1, true, 5), nil)
	step(6, false)
	step(7, true)
	step(10, false)
	b := match.Board{Subject: match.Subject{Kind: match.RaceSubject, ID: id, Version: 1}, Channel: "hall", Message: "message:9"}
	WantErr(t, s.RecordShown(ctx, b), nil)
	b.Version, b.Shown = 4, 1
	Got(s.NewestBoard(ctx, b.Subject)).Is(t, b)
	Got(s.LaggingBoards(ctx, match.DiscordFront, 5)).Is(t, []match.Board{b})
}

func (suite) RaceRecords(ctx context.Context, t *testing.T, s storage.Store) {
	for i, solved := range []map[match.Player]int{{Ann: 2, Bob: 3}, {Ann: 4, Bob: 0}, {Eve: 9}} {
		of := newRace("hall")
		if of.Ends = of.Ends.Add(time.Duration(i) * time.Hour); i == 2 {
			of.Room, of.Server = "another", "another"
		}
		of.Starts = of.Ends.Add(-time.Duration(i+1) * time.Minute)
		id := Got(race.Create(ctx, s, of, Noon.Add(-race.Wait))).Must(t)
		for who, n := range solved {
			WantErr(t, s.JoinRace(ctx, id, who, of.Starts), nil)
			for number := range n {
				Got(s.AnswerRace(ctx, race.Answer{Race: id, Player: who.ID, Number: number + 1, Right: true, At: of.Starts, Free: of.Starts})).OK(t)
			}
		}
		Got(s.StepRace(ctx, id, of.Ends.Add(race.Grace))).Is(t, true)
	}
	bob, ann := race.Record{Player: Bob, Solved: 3, Length: time.Minute}, race.Record{Player: Ann, Solved: 2, Length: time.Minute}
	records := func(since time.Time, limit, offset, total int, want ...race.Record) {
		t.Helper()
		page, n, err := s.RaceRecords(ctx, "server", "", since, limit, offset)
		WantErr(t, err, nil)
		WantEqual(t, n, total)
		WantEqual(t, page, want)
	}
	records(Noon, 10, 0, 2, bob, ann) // 4 boards in two minutes are not more
	records(Noon, 1, 1, 2, ann)
	for room, want := range map[string][]race.Record{"server": {ann}, "another": nil} {
		best, _, err := s.RaceRecords(ctx, room, Ann.ID, Noon, 1, 0)
		WantErr(t, err, nil)
		WantEqual(t, best, want)
	}
	tie := newRace("tie") // Ann is first, Bob misses nothing: the record goes by places
	tie.Room, tie.Server = "tie", "tie"
	tie.ID = Got(race.Create(ctx, s, tie, Noon.Add(-race.Wait))).Must(t)
	for who, answers := range map[match.Player][]bool{Ann: {true, false}, Bob: {true}} {
		WantErr(t, s.JoinRace(ctx, tie.ID, who, Noon), nil)
		for i, right := range answers {
			WantErr(t, answerIn(ctx, s, tie.ID, who, i+1, right, map[match.Player]int{Ann: 1, Bob: 20}[who]+i*10), nil)
		}
	}
	Got(s.StepRace(ctx, tie.ID, tie.Ends.Add(race.Grace))).Is(t, true)
	if best, _, err := s.RaceRecords(ctx, "tie", "", Noon, 1, 0); err != nil || len(best) != 1 || best[0].Player != Got(s.RaceStanding(ctx, tie)).OK(t).Best[0].Player {
		t.Errorf("the record is %+v, %v, and the first place another's", best, err)
	}
	id := Got(race.Create(ctx, s, newRace("empty"), Noon.Add(-race.Wait))).Must(t)
	for _, want := range []error{nil, match.ErrStale} {
		WantErr(t, s.EndRace(ctx, id, true), want)
		r := Got(race.ByID(ctx, s, id)).OK(t)
		WantEqual(t, r.Over && r.Version == 2, true)
	}
	started := newRace("stopped")
	started.Starter = Ann.ID
	started.ID = Got(race.Create(ctx, s, started, Noon.Add(-race.Wait))).Must(t)
	WantEqual(t, Got(race.ByID(ctx, s, started.ID)).OK(t).Starter, Ann.ID)
	WantErr(t, s.JoinRace(ctx, started.ID, Bob, Noon), nil)
	WantErr(t, s.EndRace(ctx, started.ID, true), match.ErrStale)
	WantErr(t, s.EndRace(ctx, started.ID, false), nil)
	WantErr(t, s.EndRace(ctx, started.ID, false), match.ErrStale)
	WantEqual(t, Got(race.ByID(ctx, s, started.ID)).OK(t).Starter, "")
	WantEqual(t, Got(s.RacePlace(ctx, started.ID, Bob.ID)).OK(t).Over, true)
	Got(s.StepRace(ctx, started.ID, started.Ends.Add(race.Grace))).Is(t, false)
	records(Noon.Add(time.Hour), 10, 0, 1, race.Record{Player: Ann, Solved: 4, Length: 2 * time.Minute})
	WantErr(t, s.Forget(ctx, Bob.ID, Noon), nil)
	records(Noon, 10, 0, 1, ann)
}

// Answers by several processes at once count once, and a race takes so many people and no more.
func (suite) RacesAtOnce(ctx context.Context, t *testing.T, stores []storage.Store) {
	id := Got(race.Create(ctx, stores[0], newRace("hall"), Noon)).Must(t)
	each := func(n int, do func(s storage.Store, i int) error) int {
		var succeeded atomic.Int64
		atOnce(2*n, func(i int) {
			if do(stores[i%2], i/2) == nil {
				succeeded.Add(1)
			}
		})
		return int(succeeded.Load())
	}
	person := func(i int) match.Player { return match.Player{ID: fmt.Sprintf("local:p%03d", i), Name: "p"} }
	each(race.MaxRacers+1, func(s storage.Store, i int) error { return s.JoinRace(ctx, id, person(i), Noon) })
	WantEqual(t, Got(stores[1].RaceStanding(ctx, race.Race{ID: id})).OK(t).Racers, race.MaxRacers)
	in := Got(stores[0].RaceStanding(ctx, race.Race{ID: id})).OK(t).Best[0].Player
	WantEqual(t, each(10, func(s storage.Store, _ int) error { return answerIn(ctx, s, id, in, 1, true, 1) }), 1)
	WantEqual(t, Got(stores[1].RaceStanding(ctx, race.Race{ID: id})).OK(t).Solved, 1)
}

// Who is shut out or gone is in no race.
func (suite) RacersLeave(ctx context.Context, t *testing.T, s storage.Store) {
	id := Got(race.Create(ctx, s, newRace("hall"), Noon.Add(-race.Wait))).Must(t)
	for _, who := range []match.Player{Ann, Bob, Eve} {
		WantErr(t, s.JoinRace(ctx, id, who, Noon), nil)
	}
	WantErr(t, s.Release(ctx, match.Held{Person: Ann.ID, Server: "another"}, Noon), nil)
	WantEqual(t, Got(s.RaceStanding(ctx, race.Race{ID: id})).OK(t).Racers, 3)
	WantErr(t, s.Release(ctx, match.Held{Person: Ann.ID, Server: "server"}, Noon), nil)
	WantErr(t, s.Forget(ctx, Bob.ID, Noon), nil)
	WantEqual(t, Got(s.RaceStanding(ctx, race.Race{ID: id})).OK(t).Racers, 1)
	WantEqual(t, Got(race.ByID(ctx, s, id)).OK(t).Version, 3)
	Got(s.Living(ctx, match.Held{Server: "server"}, 5)).Is(t, []match.Living{{Kind: match.RaceSubject, ID: id, Channel: "hall"}})
	WantErr(t, s.Vacate(ctx, match.Held{Channel: "hall"}, Noon), nil)
	Got(race.Open(ctx, s, "")).Is(t, nil)
}
