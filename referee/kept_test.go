package referee_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
)

// Two processes change a match and the data that its board shows. Each sees what a process without
// kept matches sees, and refuses taps on outdated boards.
func TestKeptMatches(t *testing.T) {
	seeds := make([]uint64, 30)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	for _, seed := range testlong.Sample(t, seeds, 1) {
		draw := rand.New(rand.NewPCG(seed, 0))
		file := filepath.Join(t.TempDir(), "test.db")
		one, _ := open(t, file)
		two, _ := open(t, file)
		processes := []*referee.Referee{one, two}
		begun := ask(t, "nim", "20 30 40 50 60", match.FirstMe)
		if begun.Server = "club"; seed%2 == 0 {
			must.Get(one.ChallengeBot(t.Context(), begun, match.Strong))(t)
		} else {
			begin(t, one, begun)
		}
		for range testlong.Times(10, 15, 30) {
			fresh, _ := open(t, file)
			g := must.Get(fresh.Current(t.Context(), "lobby"))(t)
			r, by := processes[draw.IntN(2)], g.Actor()
			if draw.IntN(4) == 0 {
				by = ann
			}
			seen := referee.MatchVersion{Match: g.ID, Version: g.Version}
			var err error
			switch n := draw.IntN(12); n {
			case 0:
				_, err = r.Takeback(t.Context(), "lobby", by.ID)
			case 1:
				_, err = r.Hint(t.Context(), "lobby", by.ID)
			case 2:
				must.Get(r.ChangePerson(t.Context(), by, func(set *match.PersonSettings) error {
					set.TextOnly = !set.TextOnly
					return nil
				}))(t)
			case 3:
				must.Get(r.ChangeServer(t.Context(), "club", func(set *match.ServerSettings) error {
					set.Pings = match.PingsDirect
					return nil
				}))(t)
			case 4, 5:
				seen.Version--
				refuse(r.Move(t.Context(), seen, "lobby", g.Actor().ID, "1-1"))(t, referee.Outdated)
			default:
				for step := range g.Play.Position().Options() {
					must.Get(r.Move(t.Context(), seen, "lobby", g.Actor().ID, step.Move.String()))(t)
					break
				}
				refuse(processes[draw.IntN(2)].Move(t.Context(), seen, "lobby", g.Actor().ID, "1-1"))(t, referee.Outdated)
			}
			if err != nil && code(err) == "" {
				t.Fatal(err)
			}
			fresh, _ = open(t, file)
			r = processes[draw.IntN(2)] // so the other process is outdated at the next step
			if got, want := latest(t, r), latest(t, fresh); got != want {
				t.Fatalf("seed %d: a process has\n%s, want\n%s", seed, got, want)
			}
		}
	}
}

// latest describes the current match of the channel lobby.
func latest(t *testing.T, r *referee.Referee) string {
	g := must.Get(r.Latest(t.Context(), "lobby"))(t)
	return fmt.Sprintf("%+v %+v %v %v", g.Match, must.Get(r.Audience(t.Context(), g))(t), g.Play.Moves(), g.Play.Position())
}
