package commands_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
)

// startOf returns the start of the match in a reply.
func startOf(r *room, reply view.Reply) string {
	r.Helper()
	m := must.Get(r.store.MatchByID(r.Context(), reply.Show.ID))(r)
	return m.Start
}

// TestHonour beats the perfect level from a generated won start without help, and counts the
// decisions that could have lost.
func TestHonour(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.refuses("p1", "/leaderboard honour", "Nobody yet", "at least 3 decisions")
	r.expect("p1", "/challenge game:nim position:1 2 first:me level:perfect") // a start chosen by the player
	r.expect("p1", "2-1")
	r.expect("p1", "2-1", "@p1 wins")
	honoured := map[int64]int{}
	for range 60 {
		if len(honoured) == 3 {
			break
		}
		r.seed++
		r.expect("p1", "/challenge game:nim first:me level:perfect")
		m, critical := r.beatTheBot("p1", "")
		if m.Winner != match.LeftSeat {
			continue
		}
		if m.Critical != critical {
			t.Errorf("match %d from %s had %d critical decisions, stored are %d", m.ID, m.Start, critical, m.Critical)
		}
		if critical >= match.HonourDecisions {
			honoured[m.ID] = critical
		}
		// With help the same win doesn't count.
		for _, help := range []string{"/hint", "/match takeback"} {
			r.expect("p1", "/challenge game:nim first:me level:perfect")
			if helped, _ := r.beatTheBot("p1", help); helped.Critical != 0 || helped.Start != m.Start {
				t.Errorf("with %s match %d is for the wall: %d", help, helped.ID, helped.Critical)
			}
		}
	}
	if len(honoured) < 2 {
		t.Fatalf("%d wins were hard enough: the test shows less than it should", len(honoured))
	}
	wall := text(r.refuses("p2", "/leaderboard honour"))
	if got := strings.Count(wall, "going first"); got != min(len(honoured), 15) {
		t.Errorf("the wall has %d wins, want %d:\n%s", got, len(honoured), wall)
	}
	newest := slices.Max(slices.Collect(maps.Keys(honoured)))
	if want := fmt.Sprintf("with %d decisions that could have lost (match %d)", honoured[newest], newest); !strings.Contains(wall, want) {
		t.Errorf("the wall lacks %q:\n%s", want, wall)
	}
	m, err := r.store.MatchByID(t.Context(), newest)
	if err != nil || r.Failed() {
		t.Fatal(err)
	}
	r.expect("p1", "/challenge game:nim first:me level:perfect position:"+m.Start)
	if again, _ := r.beatTheBot("p1", ""); again.Winner != match.LeftSeat || again.Critical != 0 {
		t.Errorf("from a start of one's own: %+v", again)
	}
}

// beatTheBot wins the match in the lobby, after asking for help if that is set. It counts the
// decisions that had both winning and losing options.
func (r *room) beatTheBot(by, help string) (end match.Match, critical int) {
	r.Helper()
	ctx, s := r.Context(), r.referee.Solver()
	for n := 0; ; n++ {
		g := must.Get(r.referee.Latest(ctx, "lobby"))(r)
		if g.Finished() {
			return g.Match, critical
		}
		if help != "" && n == 1 {
			r.say(by, help)
			help = ""
			continue
		}
		v, p := g.Play.Variant(), g.Play.Position()
		winning, _, err := s.Winning(ctx, v, p, 1000)
		if err != nil {
			r.Fatal(err)
		}
		options := 0
		for range p.Options() {
			options++
		}
		move := example(r.T, v, p.String())
		if len(winning) > 0 {
			move = winning[0].String()
			if len(winning) < options {
				critical++
			}
		}
		r.expect(by, move)
	}
}
