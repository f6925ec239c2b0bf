package commands_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/must"
	"nimatron/picture/raster"
	"nimatron/referee"
	"nimatron/referee/race"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// BenchmarkRaceTap compares the processor time of an answer in a race of 200 with that of a move in a match, both
// with their pictures.
func BenchmarkRaceTap(b *testing.B) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	store := storagetest.Open(b)
	ref := referee.New(store, &solver.Solver{}, referee.Options{Now: func() time.Time { return now }, Seed: func() uint64 { return 7 }})
	service := commands.New(ref, store, quiet)
	do := func(who int, channel, command string, about view.Subject, options map[string]string) time.Duration {
		before := processor()
		reply := service.Do(b.Context(), commands.Request{Command: command, Options: options, Channel: channel, Server: "den", Subject: about,
			By: commands.User{ID: fmt.Sprint("local:p", who), Name: fmt.Sprint("p", who)}})
		if reply.Outcome != view.OutcomeDone {
			b.Fatal(reply.Text)
		}
		if reply.Card != nil && reply.Card.Picture != nil {
			must.Get(raster.Draw(b.Context(), reply.Card.Picture.LayOut))(b)
		}
		return processor() - before
	}
	var answers, moves time.Duration
	tapped := 0
	for b.Loop() {
		channel := fmt.Sprint("lobby ", tapped)
		do(0, channel, "race start", view.Subject{}, map[string]string{"seconds": "300"})
		id := must.Get(store.OpenRaces(b.Context()))(b)[0].ID
		for who := range race.MaxRacers {
			do(who, channel, "race join", view.Subject{}, map[string]string{"id": fmt.Sprint(id)})
		}
		now = now.Add(race.Wait)
		for n := range 5 * race.MaxRacers { // one and the other, so that both share what else the machine does
			who, board := n%race.MaxRacers, 1+n/race.MaxRacers
			p := must.Get(service.RacePage(b.Context(), id, fmt.Sprint("local:p", who)))(b)
			in := input.RaceAnswerInput{RaceInput: input.RaceInput{ID: id}, Board: board, Move: p.Board.Winning[0].String()}
			answers += do(who, channel, string(input.RaceAnswer), view.Subject{}, input.RaceAnswer.With(in).Options())
			there := fmt.Sprint("match ", who)
			g, err := ref.Current(b.Context(), there)
			if err != nil || g.Finished() {
				do(who, there, "challenge", view.Subject{}, map[string]string{"game": "nim", "position": fmt.Sprintf("%d 10 11 12 13 9 %d", 5+who%10, 5+who/10), "first": "me", "level": "easy"})
				g = must.Get(ref.Current(b.Context(), there))(b)
			}
			for step := range g.Play.Position().Options() {
				moves += do(who, there, "move", view.SubjectOf(g), map[string]string{"move": step.Move.String()})
				break
			}
			tapped++
		}
		now = now.Add(time.Hour)
		must.Get(service.AdvanceShared(b.Context()))(b)
	}
	b.ReportMetric(float64(answers.Microseconds())/float64(tapped), "µs/answer")
	b.ReportMetric(float64(moves.Microseconds())/float64(tapped), "µs/move")
	b.ReportMetric(float64(answers)/float64(moves), "ratio")
}

func processor() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
