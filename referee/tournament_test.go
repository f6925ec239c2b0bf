package referee_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
	"nimatron/referee/season"
	"nimatron/referee/tournament"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// An arena runs tournaments on a simulated clock.
type arena struct {
	*testing.T
	referee     *referee.Referee
	tournaments *tournament.Rules
	classes     *class.Rules
	puzzles     *puzzle.Rules
	store       storage.Store
	now         time.Time
	draw        *rand.Rand
	absent      map[string]bool // players who never show up
}

func newArena(t *testing.T) *arena {
	h := &arena{T: t, store: storagetest.Open(t), now: time.Date(2026, 1, 2, 18, 0, 0, 0, time.UTC), draw: rand.New(rand.NewPCG(1, 2)), absent: map[string]bool{}}
	h.referee = referee.New(h.store, &solver.Solver{}, referee.Options{Now: func() time.Time { return h.now }, Seed: h.draw.Uint64})
	h.tournaments, h.puzzles = tournament.New(h.referee, h.store), puzzle.New(h.referee, h.store)
	h.classes = class.New(h.referee, h.store, h.puzzles)
	return h
}

// open opens a tournament of n people.
func (h *arena) open(t tournament.Tournament, n int) int64 {
	h.Helper()
	t.Server, t.Channel, t.Name, t.Leader = "server", "discord", "Friday", match.Player{ID: "p00", Name: "p00"}
	t.Size = cmp.Or(t.Size, "small")
	t = must.Get(h.tournaments.NewTournament(h.Context(), t))(h)
	for i := range n {
		id := fmt.Sprintf("p%02d", i)
		must.Get(h.tournaments.Join(h.Context(), t.ID, match.Player{ID: id, Name: id}))(h)
	}
	return t.ID
}

// tournament returns the current state of a tournament.
func (h *arena) tournament(id int64) tournament.Tournament {
	return must.Get(h.tournaments.Tournament(h.Context(), id))(h)
}

// tick advances time: it starts waiting pairings, makes one step in each match, and does what is
// due.
func (h *arena) tick(id int64) {
	h.Helper()
	ctx := h.Context()
	h.now = h.now.Add(20 * time.Second)
	due := must.Get(h.tournaments.Due(ctx, match.DiscordFront, time.Minute, 100))(h)
	for _, id := range due {
		t := h.tournament(id)
		for _, m := range tournament.Unbegun(&t) {
			must.Get(h.tournaments.BeginPairing(ctx, &t, m, fmt.Sprintf("thread %d %d %d %d", id, m.Round, m.Board, m.Game)))(h)
		}
		must.OK(h, h.tournaments.Release(ctx, &t, false))
	}
	t := h.tournament(id)
	for _, m := range t.Pairings {
		if m.Over || m.Channel == "" || h.draw.IntN(3) == 0 {
			continue
		}
		g, err := h.referee.Current(ctx, m.Channel)
		if err != nil {
			continue
		}
		if actor := g.Actor().ID; !h.absent[actor] {
			h.step(m.Channel, actor, g)
		}
	}
	must.OK(h, errors.Join(h.referee.Sweep(ctx), h.tournaments.AdvanceTournaments(ctx)))
}

// step makes a random decision, and sometimes resigns.
func (h *arena) step(channel, actor string, g *referee.Game) {
	if len(g.Moves) > 1 && h.draw.IntN(3) == 0 {
		must.Get(h.referee.Resign(h.Context(), channel, actor))(h)
		return
	}
	var moves []games.Move
	for step := range g.Play.Position().Options() {
		if moves = append(moves, step.Move); len(moves) == 50 {
			break
		}
	}
	must.Get(h.referee.Move(h.Context(), referee.MatchVersion{}, channel, actor, moves[h.draw.IntN(len(moves))].String()))(h)
}

// play plays a tournament to its end.
func (h *arena) play(id int64) tournament.Tournament {
	h.Helper()
	for range 3000 {
		if t := h.tournament(id); t.Closed() {
			return t
		}
		h.tick(id)
	}
	t := h.tournament(id)
	h.Fatalf("tournament %d goes on in round %d", id, t.Round)
	return t
}

// check checks the invariants of every tournament.
func (h *arena) check(t tournament.Tournament) {
	h.Helper()
	met := map[[2]string]int{}
	for _, m := range t.Pairings {
		if !m.Over {
			h.Errorf("a meeting goes on: %+v", m)
		}
		if m.Match != 0 {
			if a, err := h.store.MatchByID(h.Context(), m.Match); err != nil || a.Tournament != t.ID || a.Rated != true {
				h.Errorf("match %d: %+v, %v", m.Match, a, err)
			}
			if b, err := h.store.SecondLeg(h.Context(), m.Match); err == nil && !t.Rated && b.Counts() && !b.Uncounted {
				h.Errorf("match %d of a tournament without ratings: %+v", b.ID, b)
			}
		}
		if t.Format == tournament.Swiss && !m.Forfeit {
			pair := [2]string{min(m.First, m.Second), max(m.First, m.Second)}
			if met[pair]++; met[pair] > 1 {
				h.Errorf("%v meet again", pair)
			}
		}
	}
}

func TestSwissTournament(t *testing.T) {
	h := newArena(t)
	id := h.open(tournament.Tournament{Format: tournament.Swiss, Variant: "end-nim", Rounds: 4, Rated: true}, 9)
	h.absent["p03"] = true
	must.Get(h.tournaments.StartTournament(t.Context(), id))(h)
	must.OK(h, h.referee.CheckAdvice(t.Context(), match.Player{ID: "p05"})) // no game has begun
	for h.tournament(id).Round < 2 {
		h.tick(id)
	}
	must.Get(h.tournaments.Join(t.Context(), id, match.Player{ID: "late", Name: "late"}))(h)
	must.Get(h.tournaments.Leave(t.Context(), id, "p01"))(h)
	n := h.play(id)
	h.check(n)
	if n.Round != 4 || n.State != tournament.Over {
		t.Errorf("round %d, %s", n.Round, n.State)
	}
	if e := n.Find("p03"); !e.Gone() || e.Missed != tournament.MaxMissed {
		t.Errorf("who never came is %+v", e)
	}
	table := tournament.Table(&n)
	if len(table) != 10 || table[0].Place != 1 || table[0].Points < table[9].Points {
		t.Errorf("table %+v", table)
	}
	for _, m := range n.Pairings {
		if m.Round > 2 && (m.First == "p01" || m.Second == "p01") {
			t.Errorf("who left is paired: %+v", m)
		}
	}
}

// Four players who never move gain nothing: no pairing, no place, no rating, no points of the
// season.
func TestNobodyComes(t *testing.T) {
	whole(t)
	for _, format := range []tournament.Format{tournament.Knockout, tournament.Swiss, tournament.Arena} {
		h := newArena(t)
		id := h.open(tournament.Tournament{Format: format, Variant: "nim", Rounds: 2, Length: 30 * time.Minute, TurnTime: time.Minute, Rated: true}, 4)
		for i := range 4 {
			h.absent[fmt.Sprintf("p%02d", i)] = true
		}
		must.Get(h.tournaments.StartTournament(t.Context(), id))(h)
		n := h.play(id)
		for _, m := range n.Pairings {
			if m.Won != [2]int{} || !m.Forfeit {
				t.Errorf("%s: a meeting to which nobody came: %+v", format, m)
			}
		}
		for _, e := range n.Entrants {
			if e.Place != 0 {
				t.Errorf("%s: %s has place %d", format, e.ID, e.Place)
			}
		}
		table, err := h.store.SeasonTable(t.Context(), season.Of(h.now), "", 10)
		if err != nil || len(table.Rows) > 0 {
			t.Errorf("%s: the season has %+v, %v", format, table.Rows, err)
		}
		ratings, err := h.store.Ratings(t.Context(), "p00", "p01", "p02", "p03")
		if err != nil || len(ratings) > 0 {
			t.Errorf("%s: ratings %v, %v", format, ratings, err)
		}
	}
}

func TestKnockoutTournament(t *testing.T) {
	for _, people := range []int{2, 9} {
		h := newArena(t)
		id := h.open(tournament.Tournament{Format: tournament.Knockout, Rated: false}, people)
		must.Get(h.tournaments.StartTournament(t.Context(), id))(h)
		n := h.play(id)
		h.check(n)
		out := map[string]bool{}
		variants := map[int]string{}
		for _, m := range n.Pairings {
			if out[m.First] || out[m.Second] {
				t.Errorf("%d people: who is out is paired: %+v", people, m)
			}
			if winner := n.Winner(&m); winner >= 0 {
				out[[]string{m.Second, m.First}[winner]] = true
			}
			if m.Match != 0 {
				a, _ := h.store.MatchByID(t.Context(), m.Match)
				variants[m.Round] = a.Family
			}
		}
		table := tournament.Table(&n)
		if len(out) != people-1 || out[table[0].ID] {
			t.Errorf("%d people: %d are out, the first is out: %v", people, len(out), out[table[0].ID])
		}
		if people == 9 && variants[1] == variants[2] {
			t.Errorf("every round is of one family: %v", variants)
		}
	}
}

func TestArenaTournament(t *testing.T) {
	whole(t)
	h := newArena(t)
	id := h.open(tournament.Tournament{Format: tournament.Arena, Variant: "nim", Length: 30 * time.Minute, Rated: true}, 9)
	h.absent["p04"] = true
	must.Get(h.tournaments.StartTournament(t.Context(), id))(h)
	for h.now.Before(time.Date(2026, 1, 2, 18, 10, 0, 0, time.UTC)) {
		h.tick(id)
	}
	must.Get(h.tournaments.Pause(t.Context(), id, "p02"))(h)
	must.Get(h.tournaments.Join(t.Context(), id, match.Player{ID: "late", Name: "late"}))(h)
	at := h.tournament(id).Round
	for h.now.Before(time.Date(2026, 1, 2, 18, 20, 0, 0, time.UTC)) {
		h.tick(id)
	}
	must.Get(h.tournaments.Join(t.Context(), id, match.Player{ID: "p02", Name: "p02"}))(h)
	n := h.play(id)
	h.check(n)
	for _, m := range n.Pairings {
		if m.Round > at+1 && m.Round < at+4 && (m.First == "p02" || m.Second == "p02") {
			t.Errorf("who paused is paired in round %d", m.Round)
		}
	}
	if i := slices.IndexFunc(n.Pairings, func(m tournament.Pairing) bool { return m.First == "late" || m.Second == "late" }); i < 0 {
		t.Error("who came late is not paired")
	}
	table := tournament.Table(&n)
	if len(n.Pairings) < 20 || table[0].Points < 6 || n.Find("p04").Left == 0 {
		t.Errorf("%d meetings, %+v", len(n.Pairings), table[:2])
	}
}

// A player who resigns has shown up, and so has one whose opponent resigns before their first turn.
func TestWhoeverResignsHasCome(t *testing.T) {
	h := newArena(t)
	id := h.open(tournament.Tournament{Format: tournament.Swiss, Variant: "nim", Rounds: 1}, 2)
	must.Get(h.tournaments.StartTournament(t.Context(), id))(h)
	n := h.tournament(id)
	p := must.Get(h.tournaments.BeginPairing(t.Context(), &n, &n.Pairings[0], "thread"))(h)
	for range 2 {
		must.Get(h.referee.Resign(t.Context(), "thread", p.Game.Sides[0].ID))(h)
	}
	must.OK(h, h.tournaments.AdvanceTournaments(t.Context()))
	n = h.tournament(id)
	if m := n.Pairings[0]; !n.Closed() || m.Forfeit || m.Won[0]+m.Won[1] != 2 || n.Entrants[0].Missed+n.Entrants[1].Missed > 0 {
		t.Errorf("%+v, %+v", m, n.Entrants)
	}
}

// If all players of two neighbouring boards leave, the others play on.
func TestKnockoutThatPeopleLeave(t *testing.T) {
	whole(t)
	for _, gone := range [][]string{{"p00", "p07", "p03", "p04"}, {"p00", "p07", "p03", "p04", "p01", "p06"}, {"p00", "p01", "p02", "p03", "p04", "p05", "p06", "p07"}} {
		h := newArena(t)
		id := h.open(tournament.Tournament{Format: tournament.Knockout, Variant: "nim"}, 8)
		must.Get(h.tournaments.StartTournament(t.Context(), id))(h)
		for _, who := range gone {
			must.Get(h.tournaments.Leave(t.Context(), id, who))(h)
		}
		n := h.play(id)
		h.check(n)
		for _, m := range n.Pairings {
			if m.Round > 1 && (n.Find(m.First).Gone() || !m.Bye() && n.Find(m.Second).Gone()) {
				t.Errorf("%q have left: %+v", gone, m)
			}
		}
	}
}

// Whoever is shut out loses what has not begun, so that nobody waits for them. Somebody who leaves plays the round to its end.
func TestWhoeverIsShutOutLosesWhatHasNotBegun(t *testing.T) {
	for _, format := range []tournament.Format{tournament.Swiss, tournament.Knockout, tournament.Arena} {
		h := newArena(t)
		id := h.open(tournament.Tournament{Format: format, Variant: "nim"}, 4)
		n := must.Get(h.tournaments.StartTournament(t.Context(), id))(h)
		must.OK(h, h.referee.ShutOut(t.Context(), match.ShutOut{Scope: n.Server, Subject: "p02", Author: "mod"}, 0))
		must.Get(h.tournaments.Leave(t.Context(), id, "p01"))(h)
		must.OK(h, h.tournaments.AdvanceTournaments(t.Context()))
		for _, m := range h.tournament(id).Pairings {
			if out := m.First == "p02" || m.Second == "p02"; m.Over != out || m.Forfeit != out || out && m.Won != [2]int{2, 0} && m.Won != [2]int{0, 2} {
				t.Errorf("%s: p02 is shut out, p01 leaves: %+v", format, m)
			}
		}
	}
}

// A scheduled tournament reminds once and then starts. It is cancelled with fewer than two players,
// or long after its time.
func TestTournamentStarts(t *testing.T) {
	whole(t)
	for _, tt := range []struct {
		people    int
		at, later time.Duration
		want      tournament.State
		notices   string
	}{
		{3, 2 * time.Hour, 59 * time.Minute, tournament.Open, ""},
		{3, 2 * time.Hour, time.Hour, tournament.Open, "soon"},
		{51, 2 * time.Hour, 90 * time.Minute, tournament.Open, "soon soon1"},
		{0, 2 * time.Hour, 90 * time.Minute, tournament.Open, ""},
		{3, time.Hour, 59 * time.Minute, tournament.Open, ""},
		{2, 2 * time.Hour, 2 * time.Hour, tournament.Running, "start"},
		{2, 2 * time.Hour, 3*time.Hour - time.Second, tournament.Running, "start"},
		{51, 2 * time.Hour, 3 * time.Hour, tournament.Cancelled, "over over1"},
		{1, 2 * time.Hour, 2 * time.Hour, tournament.Cancelled, "over"},
	} {
		h := newArena(t)
		id := h.open(tournament.Tournament{Format: tournament.Swiss, Variant: "nim", Starts: h.now.Add(tt.at)}, tt.people)
		h.now = h.now.Add(tt.later)
		for range 2 {
			must.OK(h, h.tournaments.AdvanceTournaments(t.Context()))
		}
		notices := must.Get(h.store.TakeNotices(t.Context(), match.DiscordFront, h.now, h.now.Add(time.Minute), 100))(h)
		var kinds []string
		for _, n := range notices {
			kinds = append(kinds, string(n.Kind)+n.Message)
		}
		if got := h.tournament(id); got.State != tt.want || strings.Join(kinds, " ") != tt.notices {
			t.Errorf("%+v: %s, %v", tt, got.State, kinds)
		}
	}
	h := newArena(t)
	_, err := h.tournaments.NewTournament(t.Context(), tournament.Tournament{Name: "Far", Channel: "discord", Leader: match.Player{ID: "p"}, Format: tournament.Swiss, Starts: h.now.Add(31 * 24 * time.Hour)})
	if !errors.Is(err, &referee.Refusal{Words: tournament.OutOfBounds}) {
		t.Errorf("in 31 days: %v", err)
	}
}

// A player who finishes a tournament gets a place if at least four do, unless the leader ended it
// early.
func TestPlacesOfATournament(t *testing.T) {
	whole(t)
	for _, c := range []struct {
		format tournament.Format
		people int
	}{{tournament.Swiss, 3}, {tournament.Swiss, 6}, {tournament.Knockout, 4}, {tournament.Arena, 4}}[:testlong.Times(2, 3, 4)] {
		h := newArena(t)
		id := h.open(tournament.Tournament{Format: c.format, Variant: "nim", Rounds: 3, Length: 20 * time.Minute}, c.people)
		h.absent["p05"] = true
		must.Get(h.tournaments.StartTournament(t.Context(), id))(h)
		n := h.play(id)
		for _, row := range tournament.Table(&n) {
			got, want := row.Entrant.Place, 0
			if c.people >= season.TournamentLeast && row.ID != "p05" {
				want = row.Place
			}
			if got != want {
				t.Errorf("%s of %d: %s has place %d, want %d", c.format, c.people, row.ID, got, want)
			}
		}
	}
	h := newArena(t)
	id := h.open(tournament.Tournament{Format: tournament.Swiss, Variant: "nim", Rounds: 3}, 6)
	must.Get(h.tournaments.StartTournament(t.Context(), id))(h)
	for h.tournament(id).Round < 3 {
		h.tick(id)
	}
	ended := must.Get(h.tournaments.EndTournament(t.Context(), id))(h)
	for _, e := range ended.Entrants {
		if e.Place != 0 {
			t.Errorf("ended by its leader, it gives %s place %d", e.ID, e.Place)
		}
	}
}

// A knockout board that stays 1–1 is decided by the chances found in all its games, then by the
// rating at the start, then by the first turn.
func TestKnockoutByChances(t *testing.T) {
	for name, c := range map[string]struct {
		finder string // the player who finds their chances; "" for both
		rated  string // the higher rated player
		want   string
	}{
		"the first finds more":       {finder: "p00", rated: "p01", want: "p00"},
		"the second finds more":      {finder: "p01", rated: "p00", want: "p01"},
		"the first is rated higher":  {rated: "p00", want: "p00"},
		"the second is rated higher": {rated: "p01", want: "p01"},
		"nothing tells them apart":   {want: "p00"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newArena(t)
			ctx := t.Context()
			id := h.open(tournament.Tournament{Format: tournament.Knockout, Variant: "nim"}, 2)
			must.Get(h.tournaments.StartTournament(ctx, id))(h)
			must.Get(h.tournaments.Change(ctx, id, func(n *tournament.Tournament) error {
				if c.rated != "" {
					n.Find(c.rated).Rating = 1600
				}
				return nil
			}))(h)
			for game := range tournament.LastGame {
				n := h.tournament(id)
				channel := fmt.Sprint("thread ", game)
				must.Get(h.tournaments.BeginPairing(ctx, &n, tournament.Unbegun(&n)[0], channel))(h)
				for _, loser := range []string{"p00", "p01"} {
					h.takeChance(channel, c.finder)
					must.Get(h.referee.Resign(ctx, channel, loser))(h)
				}
				must.OK(h, h.tournaments.AdvanceTournaments(ctx))
			}
			n := h.tournament(id)
			first := tournament.Table(&n)[0]
			if !n.Closed() || len(n.Pairings) != tournament.LastGame || first.ID != c.want || first.Won != 3 || first.Lost != 3 {
				t.Errorf("the first is %+v, want %s: %+v", first, c.want, n.Pairings)
			}
			own, other := match.Found{Wins: 3, Kept: 3}, match.Found{Wins: 3}
			if c.finder == "" {
				other = own
			}
			if c.finder == "p01" {
				own, other = other, own
			}
			if found := n.Pairings[2].Found; found != [2]match.Found{own, other} {
				t.Errorf("they found %v", found)
			}
		})
	}
}

// Each pair of games that decides a knockout is on a smaller board.
func TestDecidingBoardsAreSmaller(t *testing.T) {
	h := newArena(t)
	ctx := t.Context()
	id := h.open(tournament.Tournament{Format: tournament.Knockout, Variant: "nim", Size: "large"}, 2)
	must.Get(h.tournaments.StartTournament(ctx, id))(h)
	var counters []uint64
	for game := range tournament.LastGame {
		n := h.tournament(id)
		channel := fmt.Sprint("thread ", game)
		p := must.Get(h.tournaments.BeginPairing(ctx, &n, tournament.Unbegun(&n)[0], channel))(h)
		var sum uint64
		for _, pile := range p.Game.Play.Position().Shape().(games.Row).Piles {
			sum += pile
		}
		counters = append(counters, sum)
		for _, loser := range []string{"p00", "p01"} {
			must.Get(h.referee.Resign(ctx, channel, loser))(h)
		}
		must.OK(h, h.tournaments.AdvanceTournaments(ctx))
	}
	if counters[0] <= counters[1] || counters[1] <= counters[2] {
		t.Errorf("the boards have %d counters", counters)
	}
}

// takeChance makes the first decision of a match. It wins if the player is the finder or the finder
// is "", and loses otherwise.
func (h *arena) takeChance(channel, finder string) {
	h.Helper()
	ctx := h.Context()
	g := must.Get(h.referee.Current(ctx, channel))(h)
	wins, _, err := (&solver.Solver{}).Winning(ctx, g.Play.Variant(), g.Play.Position(), 1000)
	must.OK(h, err)
	for step := range g.Play.Position().Options() {
		if slices.Contains(wins, step.Move) == (finder == "" || finder == g.Actor().ID) {
			must.Get(h.referee.Move(ctx, referee.MatchVersion{}, channel, g.Actor().ID, step.Move.String()))(h)
			return
		}
	}
	h.Fatalf("%v is no chance", g.Play.Position())
}
