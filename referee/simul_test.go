package referee_test

import (
	"fmt"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/tournament"
)

// simul opens an exhibition in which a teacher plays n people.
func (h *arena) simul(t tournament.Tournament, n int) int64 {
	h.Helper()
	t.Server, t.Channel, t.Name, t.Leader, t.Size, t.Format = "server", "discord", "Friday", match.Player{ID: "teacher", Name: "teacher"}, "small", tournament.Simul
	t = must.Get(h.tournaments.NewTournament(h.Context(), t))(h)
	for i := range n {
		must.Get(h.join(t.ID, fmt.Sprintf("p%02d", i)))(h)
	}
	return t.ID
}

func (h *arena) join(id int64, player string) (tournament.Tournament, error) {
	return h.tournaments.Join(h.Context(), id, match.Player{ID: player, Name: player})
}

// refused checks that a call was refused with a code.
func (h *arena) refused(err error, code referee.Words) {
	h.Helper()
	refuse(0, err)(h, code)
}

// A teacher plays thirty people at once, one game each, which all of them can win.
func TestSimul(t *testing.T) {
	whole(t)
	h := newArena(t)
	ctx := t.Context()
	id := h.simul(tournament.Tournament{Variant: "nim"}, tournament.MaxSimul)
	refuse(h.join(id, "one more"))(h, tournament.Full)
	refuse(h.join(id, "teacher"))(h, tournament.LeadsIt)
	h.absent["p03"] = true
	must.Get(h.tournaments.StartTournament(ctx, id))(h)
	for h.tournament(id).Pairings[tournament.MaxSimul-1].Match == 0 {
		h.tick(id)
	}
	n := h.tournament(id)
	boards := must.Get(h.tournaments.BoardsIn(ctx, id, "teacher"))(h)
	if len(n.Pairings) != tournament.MaxSimul || len(boards) != tournament.MaxSimul || n.TurnTime != 10*time.Minute {
		t.Fatalf("%d meetings, of which %d go on, with %v a turn", len(n.Pairings), len(boards), n.TurnTime)
	}
	starts := map[string]int{}
	for i, m := range n.Pairings {
		g := must.Get(h.referee.Game(ctx, m.Match))(h)
		start := must.Get(g.Play.Variant().Parse(g.Start, g.First))(h)
		if wins, err := h.referee.Solver().Wins(ctx, g.Play.Variant(), start); !wins || g.First != games.Left || g.Player(games.Left).ID != fmt.Sprintf("p%02d", i) || g.Player(games.Right).ID != "teacher" {
			t.Errorf("match %d from %s: %v, %v, %v", g.ID, g.Start, wins, err, g.Sides)
		}
		starts[g.Start]++
	}
	if len(starts) < tournament.MaxSimul/2 {
		t.Errorf("%d boards have these starts: %v", tournament.MaxSimul, starts)
	}

	refuse(h.join(id, "late"))(h, tournament.NotNow)
	refuse(h.tournaments.Leave(ctx, id, "teacher"))(h, tournament.LeadsIt)
	for _, g := range boards {
		_, err := h.referee.Move(ctx, referee.MatchVersion{}, g.Channel, "p29", "1-1")
		if plays := g.Player(games.Left).ID == "p29"; !plays {
			h.refused(err, referee.NotPlaying)
		}
	}
	for _, who := range []string{"teacher", "p00"} {
		h.refused(h.referee.CheckAdvice(ctx, match.Player{ID: who}), referee.NoAdvice)
	}
	// A player who leaves still plays the running game, and gets no advice until its end.
	must.Get(h.tournaments.Leave(ctx, id, "p07"))(h)
	h.refused(h.referee.CheckAdvice(ctx, match.Player{ID: "p07"}), referee.NoAdvice)

	n = h.play(id)
	h.check(n)
	table := tournament.Table(&n)
	won := 0
	for _, s := range table {
		if won += s.Won; s.Won+s.Lost != 1 {
			t.Errorf("%s has %d wins and %d losses", s.ID, s.Won, s.Lost)
		}
	}
	teacher := n.Find("teacher")
	if len(table) != tournament.MaxSimul || n.Round != 1 || won == 0 || won == tournament.MaxSimul || teacher == nil || teacher.Gone() {
		t.Errorf("%d of %d have won in %d rounds, the teacher is %+v", won, len(table), n.Round, teacher)
	}
	for _, e := range n.Entrants {
		if e.Place != 0 {
			t.Errorf("%s has place %d, which would be worth something", e.ID, e.Place)
		}
	}
	for _, m := range n.Pairings {
		if m.Forfeit != (m.First == "p03") || m.First == "p03" && m.Won != [2]int{0, 1} {
			t.Errorf("%+v", m)
		}
	}
	must.OK(h, h.referee.CheckAdvice(ctx, match.Player{ID: "teacher"}))
	ratings := must.Get(h.store.Ratings(ctx, "teacher", "p00", "p29"))(h)
	for who, r := range ratings {
		if len(r) > 0 {
			t.Errorf("%s has a rating: %v", who, r)
		}
	}
}
