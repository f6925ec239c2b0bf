//go:build unix

package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// The simulated season. Honest people play at least one rated pair a day.
const (
	cheatPairs  = 8  // a day, for people who cheat others
	pairsToFarm = 12 // a day against the bot, more than the ratings count
)

// Kinds of contestants. Cheats play as well as honest people; only their tricks differ.
const (
	honest = "honest"
	// A canceller calls off a pair when the opponent has the first turn, which is an advantage. After a
	// lost first game it tries to call off the second.
	canceller = "cancel"
	// A staller never resigns, but stops moving when the game is lost.
	staller = "stall"
	// A farmer plays only the bot and calls off games that are lost from the start. It also tries to
	// after the bot's move, and before the second game.
	farmer = "farm"
	// The control for farmers: somebody who plays only the bot and does not cheat.
	loner = "alone"
)

// A contestant has a known strength, which the ratings have to find.
type contestant struct {
	match.Player
	kind     string
	strength float64 // as a rating
	errs     float64 // a farmer's probability of a random move, which gives that strength
}

// A simulation plays many rated matches on one store, with its own clock.
type simulation struct {
	*run
	referee *referee.Referee
	store   storage.Store
	now     time.Time
	draw    *rand.Rand
	farms   int // days on which farmers play
	stalled []*encounter

	calledOff, refused, closed map[string]int // by kind: games called off, refused attempts, and people barred from rated matches
}

// An encounter is a rated pair of two people.
type encounter struct {
	channel string
	a, b    *contestant
}

// seasons plays a season of N honest people, ten cancellers, ten stallers and ten farmers. A contestant's
// gain is the final rating minus the strength by which the results were drawn. Cheating pays if a group
// gains significantly more than honest people.
func seasons(r *run) {
	s := &simulation{run: r, store: storagetest.Open(r), now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		draw: rand.New(rand.NewPCG(5, 6)), calledOff: map[string]int{}, refused: map[string]int{}, closed: map[string]int{}}
	s.referee = referee.New(s.store, &solver.Solver{}, referee.Options{Now: func() time.Time { return s.now }, Seed: s.draw.Uint64})
	n, days := 10, 7
	if s.farms = 3; r.short {
		n, days, s.farms = 3, 2, 1
	}
	people, cheats := contestants(honest, r.many(200, 20)), append(contestants(canceller, n), contestants(staller, n)...)
	farmers, loners := contestants(farmer, n), contestants(loner, n)
	for i := range farmers { // strong players: docs/ratings.md has the strength
		farmers[i].errs, farmers[i].strength = 0.05, 1817
		loners[i].errs, loners[i].strength = 0.05, 1817
	}
	for day := range days {
		s.doing("day %d", day+1)
		s.sweep()
		s.goOnStalled()
		for n, e := range s.pairings(people, cheats) {
			e.channel = fmt.Sprintf("%d-%d", day, n)
			s.play(e)
		}
		if day < s.farms {
			for i := range farmers {
				s.farm(farmers[i], day)
				s.farm(loners[i], day)
			}
		}
		s.now = s.now.Add(24*time.Hour + time.Minute)
	}
	for len(s.stalled) > 0 && s.now.Year() == 2026 {
		s.sweep()
		s.goOnStalled()
		s.now = s.now.Add(24*time.Hour + time.Minute)
	}
	if len(s.stalled) > 0 {
		r.Errorf("%d pairs never come to an end", len(s.stalled))
	}

	mean := map[string]float64{}
	r.head("players", "gain, in points", "results each", "called off", "refused", "closed to")
	for _, group := range [][]*contestant{people, cheats[:n], cheats[n:], loners, farmers} {
		kind := group[0].kind
		gain, spread, results := s.gains(group)
		mean[kind] = gain
		r.row(fmt.Sprint(len(group), " ", kind), fmt.Sprintf("%+.0f ± %.0f", gain, spread), fmt.Sprintf("%.1f", results), s.calledOff[kind], s.refused[kind], s.closed[kind])
	}
	for kind, like := range map[string]string{canceller: honest, staller: honest, farmer: loner} {
		if !r.short && mean[kind] > mean[like]+75 { // beyond chance with ten people
			r.Errorf("%s: a gain of %.0f points, %s: %.0f", kind, mean[kind], like, mean[like])
		}
	}
	if s.refused[canceller] == 0 || s.refused[staller] == 0 || s.refused[farmer] == 0 || s.closed[canceller] == 0 || s.closed[honest] > 0 {
		r.Errorf("refused are %v, and closed to %v", s.refused, s.closed)
	}
}

// contestants returns n contestants of a kind, from 1200 to 1800 points in equal steps.
func contestants(kind string, n int) []*contestant {
	all := make([]*contestant, n)
	for i := range all {
		id := fmt.Sprintf("%s %d", kind, i)
		all[i] = &contestant{Player: match.Player{ID: id, Name: id}, kind: kind, strength: 1200 + 600*(float64(i)+0.5)/float64(n)}
	}
	return all
}

// pairings gives everybody an opponent of similar strength, and cheats several.
func (s *simulation) pairings(people, cheats []*contestant) []*encounter {
	near := map[*contestant]float64{}
	for _, c := range people {
		near[c] = c.strength + 150*s.draw.NormFloat64()
	}
	order := slices.SortedFunc(slices.Values(people), func(a, b *contestant) int { return cmp.Compare(near[a], near[b]) })
	var all []*encounter
	for pair := range slices.Chunk(order, 2) {
		all = append(all, &encounter{a: pair[0], b: pair[1]})
	}
	for _, c := range cheats {
		for range cheatPairs {
			wanted := c.strength + 150*s.draw.NormFloat64()
			n, _ := slices.BinarySearchFunc(people, wanted, func(p *contestant, x float64) int { return cmp.Compare(p.strength, x) })
			all = append(all, &encounter{a: c, b: people[min(n, len(people)-1)]})
		}
	}
	return all
}

// play begins an encounter and plays it until a contestant stops.
func (s *simulation) play(e *encounter) {
	p := referee.Proposal{Channel: e.channel, By: e.a.Player, Variant: s.variant(), First: match.FirstRandom, Rated: true}
	if _, err := s.referee.Challenge(s.Context(), p, e.b.Player); s.isClosed(err, e.a) {
		return
	}
	if _, err := s.referee.Accept(s.Context(), e.channel, e.b.Player, ""); s.isClosed(err, e.b) {
		_, err := s.referee.Cancel(s.Context(), e.channel, e.a.Player)
		s.must(err)
		return
	}
	g, err := s.referee.Current(s.Context(), e.channel)
	s.must(err)
	if e.a.kind == canceller && g.Actor() != e.a.Player && s.callOff(e.channel, e.a) {
		return
	}
	s.games(e)
}

// games plays the remaining games of an encounter.
func (s *simulation) games(e *encounter) {
	for {
		g, err := s.referee.Current(s.Context(), e.channel)
		if errors.Is(err, &referee.Refusal{Words: referee.MatchFinished}) {
			return
		}
		s.must(err)
		if g.Leg == match.SecondLeg {
			first, err := s.store.MatchByID(s.Context(), g.Pair)
			s.must(err)
			if loser, _ := first.Loser(); e.named(loser).kind == canceller && s.callOff(e.channel, e.named(loser)) {
				return
			}
		}
		first, second := e.named(g.Actor()), e.named(g.Player(g.Play.Position().Turn().Actor.Other()))
		loser := first
		if s.draw.Float64() < chance(first.strength-second.strength+150) { // the first turn is worth 150 points
			loser = second
		}
		s.move(e.channel, first)
		if loser.kind != staller {
			_, err := s.referee.Resign(s.Context(), e.channel, loser.ID)
			s.must(err)
			continue
		}
		if loser == first {
			s.move(e.channel, second)
		}
		s.callOff(e.channel, loser) // refused
		s.stalled = append(s.stalled, e)
		return
	}
}

// goOnStalled plays the second games of pairs whose first game ended on time.
func (s *simulation) goOnStalled() {
	waiting := s.stalled
	s.stalled = nil
	for _, e := range waiting {
		g, err := s.referee.Latest(s.Context(), e.channel)
		s.must(err)
		switch {
		case g.Finished():
		case len(g.Moves) == 0:
			s.games(e)
		default:
			s.stalled = append(s.stalled, e)
		}
	}
}

// farm plays the bot for a day, with the tricks of a farmer if f is one.
func (s *simulation) farm(f *contestant, day int) {
	ctx, channel := s.Context(), f.ID
	level := []match.Level{match.Casual, match.Strong}[day%2]
	for range pairsToFarm {
		p := referee.Proposal{Channel: channel, By: f.Player, Variant: s.variant(), First: match.FirstRandom, Rated: true}
		begun, err := s.referee.ChallengeBot(ctx, p, level)
		if s.isClosed(err, f) {
			return
		}
		wins, err := s.referee.Solver().Wins(ctx, p.Variant, begun.Game.Play.Position())
		s.must(err)
		lost := wins != (begun.Game.Actor() == f.Player)
		if f.kind == farmer && lost && s.callOff(channel, f) {
			continue
		}
		for {
			g, err := s.referee.Latest(ctx, channel)
			s.must(err)
			if g.Finished() {
				break
			}
			if f.kind == farmer && g.Leg == match.SecondLeg && len(g.Moves) < 2 {
				s.callOff(channel, f)
			}
			step, err := s.referee.Solver().Choose(ctx, g.Play.Variant(), g.Play.Position(), f.errs, s.draw)
			s.must(err)
			_, err = s.referee.Move(ctx, referee.MatchVersion{}, channel, f.ID, step.Move.String())
			s.must(err)
		}
	}
}

// variant draws a game whose starts last more than two moves.
func (s *simulation) variant() *games.Variant {
	v, err := catalog.Standard.Find([]string{"nim", "end-nim", "nim/misere", "end-nim/misere"}[s.draw.IntN(4)])
	s.must(err)
	return v
}

// move makes a legal move.
func (s *simulation) move(channel string, by *contestant) {
	g, err := s.referee.Current(s.Context(), channel)
	s.must(err)
	_, err = s.referee.Move(s.Context(), referee.MatchVersion{}, channel, by.ID, exampleMove(g))
	s.must(err)
}

// callOff tries to call off a match.
func (s *simulation) callOff(channel string, by *contestant) bool {
	_, err := s.referee.CancelMatch(s.Context(), channel, by.ID)
	var begun *referee.Refusal
	if errors.As(err, &begun) {
		s.refused[by.kind]++
		return false
	}
	s.must(err)
	s.calledOff[by.kind]++
	return true
}

// isClosed reports whether a contestant is barred from rated matches now.
func (s *simulation) isClosed(err error, who *contestant) bool {
	if !errors.Is(err, &referee.Refusal{Words: referee.RatedClosed}) {
		s.must(err)
		return false
	}
	s.closed[who.kind]++
	return true
}

func (s *simulation) sweep() {
	for {
		s.must(s.referee.Sweep(s.Context()))
		due, err := s.store.Overdue(s.Context(), s.referee.Now(), 1)
		s.must(err)
		if len(due) == 0 {
			return
		}
	}
}

// gains returns the mean gain of a group, its standard error, and the rated results per person.
func (s *simulation) gains(group []*contestant) (mean, spread, results float64) {
	var sum, squares float64
	for _, c := range group {
		all, err := s.store.Ratings(s.Context(), c.ID)
		s.must(err)
		r, rated := all[c.ID][match.Ladder{Family: match.Overall, Pace: match.Long}]
		if !rated {
			r.Rating = rating.New()
		}
		gain := r.Value - c.strength
		sum, squares, results = sum+gain, squares+gain*gain, results+float64(r.Games)
	}
	n := float64(len(group))
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / n), results / n
}

func (e *encounter) named(p match.Player) *contestant {
	if p.ID == e.a.ID {
		return e.a
	}
	return e.b
}

// chance returns the probability of winning with a lead in points.
func chance(lead float64) float64 { return 1 / (1 + math.Pow(10, -lead/400)) }

// exampleMove returns a legal move of a match.
func exampleMove(g *referee.Game) string {
	for step := range g.Play.Position().Options() {
		return step.Move.String()
	}
	return ""
}
