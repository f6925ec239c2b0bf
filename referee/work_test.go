package referee_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/puzzle"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/theory"
	"nimatron/storage/storagetest"
)

// jumping returns a context for a bubble, in which the clock jumps ten seconds whenever a search looks
// at its context.
func jumping(ctx context.Context) context.Context {
	return theory.WithVisits(ctx, func(uint64) { time.Sleep(10 * time.Second) })
}

// few returns a solver whose searches are short, as a busy machine may run the tests.
func few() *solver.Solver { return &solver.Solver{Nodes: 1 << 12, BoardNodes: 1 << 12} }

// worked are boards that need a search, with the bot's first move where only one wins.
var worked = []struct{ variant, position, best string }{
	{"sum/misere", "end-nim/misere 4 2 + tree-nim/misere 1(2(1) 1) + depot-nim/misere a=2 b=1 c=1; *-a *-b *-c", "1:L-3"},
	{"forklift-nim", "9 8 7 6 5 4 / 9 8 7 6 5 4 / 9 8 7 6 9 4 / 9 8 7 6 5 4", ""},
	{"tree-nim/misere", "3(4(5 6) 7(8 9(3 4)))", ""},
	{"coloured-depot-nim", "a=5 b=6 c=7 d=5 e=6; *<a a-b *>c c-d b<e d>e", ""},
	{"sum", "split-nim/0 9 8 7 + tree-nim 3(4(5 6) 7(8 9)) + end-nim 5 9 7 8", ""},
	{"depot-nim", "", ""},
	{"tree-nim", "", ""},
}

// TestClockDecidesNothing plays matches with hints and reviews, draws puzzles and analyzes, with a
// clock that stands still and with one that jumps at each look.
func TestClockDecidesNothing(t *testing.T) {
	var told [2]string
	for i := range told {
		synctest.Test(t, func(t *testing.T) {
			ctx, now := t.Context(), time.Now()
			if i == 1 {
				ctx = jumping(ctx)
			}
			store, seed := storagetest.Open(t), uint64(0)
			r := referee.New(store, few(), referee.Options{
				Seed: func() uint64 { seed++; return seed },
				Now:  func() time.Time { now = now.Add(time.Duration(i) * 10 * time.Second); return now },
			})
			var out strings.Builder
			for _, w := range testlong.Sample(t, worked, 2) {
				playWorked(t, ctx, r, &out, w.variant, w.position, w.best)
			}
			rules := puzzle.New(r, store)
			for _, id := range testlong.Sample(t, []string{"tree-nim", "partizan-end-nim", "forklift-nim"}, 1) {
				p := must.Get(rules.DrawPuzzle(ctx, "ann", must.Get(catalog.Standard.Find(id))(t), puzzle.Easy))(t)
				fmt.Fprintf(&out, "%+v %s %v\n", p.ID, p.Position, p.Winning)
			}
			today := must.Get(rules.DailyPuzzle(ctx, "ann"))(t)
			fmt.Fprintln(&out, today.ID.Day, today.Position, today.Winning)
			told[i] = out.String()
		})
	}
	if told[0] != told[1] {
		t.Errorf("with a clock that stands still:\n%s\nwith one that jumps:\n%s", told[0], told[1])
	}
}

// playWorked plays a match against the perfect bot by its hints, a few moves long, and reviews it.
func playWorked(t *testing.T, ctx context.Context, r *referee.Referee, out *strings.Builder, id, position, best string) {
	v := must.Get(catalog.Standard.Find(id))(t)
	first := match.FirstOpponent
	if best == "" {
		first = match.FirstMe
	}
	proposal := referee.Proposal{Channel: id, By: ann, Variant: v, Position: position, Size: games.Small, First: first}
	p := must.Get(r.ChallengeBot(ctx, proposal, match.Perfect))(t)
	if best != "" && p.Game.Moves[0].Text != best {
		t.Errorf("%s from %s: the bot plays %s, and only %s wins", id, position, p.Game.Moves[0].Text, best)
	}
	a := must.Get(r.Solver().Analyze(ctx, v, p.Game.Play.Start()))(t)
	fmt.Fprintf(out, "%s\n", explain.AppendJSON(nil, a))
	for range 4 {
		if p.Game.Finished() {
			break
		}
		h := must.Get(r.Hint(ctx, id, ann.ID))(t)
		fmt.Fprintln(out, "hint", h.Move, h.Known, h.Wins, h.Only)
		p = must.Get(r.Move(ctx, referee.MatchVersion{}, id, ann.ID, h.Move.String()))(t)
		for _, d := range p.Decisions {
			fmt.Fprintln(out, d.Step.Move, d.Certainty)
		}
	}
	for _, d := range must.Get(r.Review(ctx, p.Game))(t).Decisions {
		fmt.Fprintln(out, d.Move, d.Judgement, d.Better, d.Choice)
	}
	if !p.Game.Finished() {
		must.Get(r.Resign(ctx, id, ann.ID))(t)
	}
}

// TestBusyProcess lets the time of a request end while the bot thinks. The error says so, the match
// stays as it was, and the same move is carried out later.
func TestBusyProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.Open(t)
		r := referee.New(store, few(), referee.Options{Seed: func() uint64 { return 7 }})
		v := must.Get(catalog.Standard.Find("forklift-nim"))(t)
		proposal := referee.Proposal{Channel: "lobby", By: ann, Variant: v, Position: worked[1].position, First: match.FirstMe}
		before := must.Get(r.ChallengeBot(t.Context(), proposal, match.Perfect))(t)
		busy, cancel := context.WithTimeout(jumping(t.Context()), time.Minute)
		defer cancel()
		_, err := r.Move(busy, referee.MatchVersion{}, "lobby", ann.ID, "A1-1")
		g := must.Get(r.Current(t.Context(), "lobby"))(t)
		if !errors.Is(err, context.DeadlineExceeded) || g.Version != before.Game.Version || len(g.Moves) != 0 {
			t.Errorf("%v; version %d has %d moves", err, g.Version, len(g.Moves))
		}
		p := must.Get(r.Move(t.Context(), referee.MatchVersion{}, "lobby", ann.ID, "A1-1"))(t)
		if len(p.Game.Moves) != 2 {
			t.Errorf("%d moves", len(p.Game.Moves))
		}
	})
}
