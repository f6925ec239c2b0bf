package referee_test

import (
	"errors"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
)

// tied begins a knockout of two and plays both of its pairs 1–1, so that claims decide. The
// player named finds so many wins in each pair, if somebody is named.
func (h *arena) tied(variant, finder string) (match.Tournament, match.Meeting) {
	h.Helper()
	ctx := h.Context()
	id := h.open(match.Tournament{Format: match.Knockout, Variant: variant}, 2)
	must(h.referee.StartTournament(ctx, id))(h)
	for game := 1; game <= match.ClaimGame; game++ {
		t := h.tournament(id)
		m := referee.Unbegun(&t)[0]
		if m.Game != game {
			h.Fatalf("%+v comes as number %d", m, game)
		}
		must(h.referee.BeginMeeting(ctx, &t, m, "thread "+string(rune('0'+game))))(h)
		for _, loser := range []string{"p00", "p01"} {
			if game == match.ClaimGame {
				break
			}
			channel := "thread " + string(rune('0'+game))
			g := must(h.referee.Current(ctx, channel))(h)
			if g.Actor().ID == finder {
				moves, _, err := (&solver.Solver{}).Winning(ctx, g.Play.Variant(), g.Play.Position(), 1)
				h.must(err)
				if len(moves) > 0 {
					must(h.referee.Move(ctx, referee.MatchVersion{}, channel, finder, moves[0].String()))(h)
				}
			}
			must(h.referee.Resign(ctx, channel, loser))(h)
		}
		h.must(h.referee.AdvanceTournaments(ctx))
	}
	t := h.tournament(id)
	for _, m := range t.Meetings {
		if m.ByClaims() {
			return t, m
		}
	}
	h.Fatal("nothing is decided by claims")
	return t, match.Meeting{}
}

// Who knows the theory goes on; where both do, or neither, it is who has found more wins, then the
// better rated one. Who has left does not go on, whatever they know.
func TestClaims(t *testing.T) {
	const none, right, wrong = 0, 1, 2
	for name, c := range map[string]struct {
		claims [2]int // of p00 and p01
		finder string
		rated  string // the better rated
		leaves string
		want   string
	}{
		"one knows":             {claims: [2]int{right, wrong}, finder: "p01", rated: "p01", want: "p00"},
		"the other knows":       {claims: [2]int{wrong, right}, finder: "p00", rated: "p00", want: "p01"},
		"one says nothing":      {claims: [2]int{none, right}, finder: "p00", rated: "p00", want: "p01"},
		"a wrong one, one not":  {claims: [2]int{none, wrong}, finder: "p01", rated: "p00", want: "p01"},
		"both know":             {claims: [2]int{right, right}, finder: "p01", rated: "p00", want: "p01"},
		"nobody knows":          {claims: [2]int{wrong, wrong}, finder: "p00", rated: "p01", want: "p00"},
		"nobody says anything":  {rated: "p01", want: "p01"},
		"as good in all":        {claims: [2]int{right, right}, rated: "p00", want: "p00"},
		"who knew it has left":  {claims: [2]int{right, none}, leaves: "p00", want: "p01"},
		"both leave, one knows": {claims: [2]int{right, wrong}, leaves: "both", want: "p00"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newArena(t)
			n, m := h.tied("nim", c.finder)
			if c.rated != "" {
				n.Find(c.rated).Rating = 1600
				h.must(h.store.SaveTournament(t.Context(), n, n.Version, match.NoNotice, h.now))
			}
			asked := must(h.referee.ClaimsPosition(&n, m))(h)
			wins := must((&solver.Solver{}).Wins(t.Context(), asked.Variant, asked.Position))(h)
			says := [3]match.Claim{match.NoClaim, match.LeftClaim, match.RightClaim}
			if !wins {
				says[right], says[wrong] = says[wrong], says[right]
			}
			waits := false
			for i, id := range []string{"p00", "p01"} {
				if c.claims[i] == none {
					waits = true
					continue
				}
				for _, claim := range []match.Claim{says[3-c.claims[i]], says[c.claims[i]]} { // in the end the second
					if i == 1 && !waits && claim != says[c.claims[i]] {
						continue // as both have claimed then
					}
					_, _, err := h.referee.ClaimWinner(t.Context(), m.Channel, id, claim)
					h.must(err)
				}
			}
			for _, id := range []string{"p00", "p01"} {
				if c.leaves == id || c.leaves == "both" {
					must(h.referee.Leave(t.Context(), n.ID, id))(h)
				}
			}
			h.must(h.referee.AdvanceTournaments(t.Context()))
			if n = h.tournament(n.ID); n.Closed() == waits {
				t.Fatalf("it is over: %v, though somebody has said nothing: %v", n.Closed(), waits)
			}
			h.now = m.Until
			_, _, err := h.referee.ClaimWinner(t.Context(), m.Channel, "p00", match.LeftClaim)
			if !errors.Is(err, &referee.Refusal{Code: referee.ClaimsClosed}) {
				t.Errorf("a claim that comes too late: %v", err)
			}
			h.must(h.referee.AdvanceTournaments(t.Context()))
			n = h.tournament(n.ID)
			table := referee.Table(&n)
			if !n.Closed() || table[0].ID != c.want || table[0].Won != 2 || table[0].Lost != 2 || len(n.Meetings) != match.ClaimGame {
				t.Errorf("the first is %+v, want %s", table[0], c.want)
			}
		})
	}
}

// The board of claims is small, fair, known to the solver, and as often won by the second as by
// the first: so nobody gets far by guessing.
func TestClaimsPositions(t *testing.T) {
	h := newArena(t)
	firsts, all := 0, 0
	for _, v := range variants() {
		for range testlong.Times(1, 1, 4) {
			n, m := h.tied(v.ID, "")
			asked := must(h.referee.ClaimsPosition(&n, m))(h)
			wins := must((&solver.Solver{}).Wins(t.Context(), v, asked.Position))(h)
			if all++; wins == (asked.Position.Turn().Actor == games.Left) {
				firsts++
			}
			must(h.referee.EndTournament(t.Context(), n.ID))(h)
			h.now = h.now.Add(time.Minute)
		}
	}
	if firsts < all/4 || firsts > all*3/4 {
		t.Errorf("who moves first wins %d of %d", firsts, all)
	}
	t.Logf("who moves first wins %d of %d", firsts, all)
}
