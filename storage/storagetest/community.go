package storagetest

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/storage"
)

// A Community is the made-up data of a program that has been popular for years. It is the same
// every time.
//
// People mostly play others of their own server. A few play very often and many hardly ever, a
// third of the matches are against the bot, and all numbers are plausible. The moves are not legal,
// but only replaying them would show that. A tenth of the people are on server 0.
type Community struct {
	Matches, Players, Servers int
	Between                   time.Duration // between the starts of consecutive matches
}

// firstBegan is the start of a community's first match.
var firstBegan = time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC)

// Player returns the n-th player, from 0. Those with the lowest numbers play most.
func (c Community) Player(n int) match.Player {
	return match.Player{ID: fmt.Sprint(100_000_000_000_000_000 + 7*n), Name: fmt.Sprintf("Player %d", n)}
}

// Server returns the name of the n-th server, from 0.
func (c Community) Server(n int) string { return fmt.Sprint(900_000_000_000_000_000 + n) }

// home returns the server of the n-th player.
func (c Community) home(n int) int {
	if n%10 == 0 || c.Servers < 2 {
		return 0
	}
	return 1 + n%(c.Servers-1)
}

// neighbour returns a random player from the home server of the n-th player.
func (c Community) neighbour(n int, r *rand.Rand) int {
	step := 10
	if c.home(n) != 0 {
		step = max(c.Servers-1, 1)
	}
	for range 20 {
		if other := n%step + step*c.often(r, (c.Players-1-n%step)/step+1); other != n && c.home(other) == c.home(n) {
			return other
		}
	}
	return (n + 1) % c.Players
}

// often returns a number below n, low ones far more often than high ones.
func (c Community) often(r *rand.Rand, n int) int {
	return int(float64(n) * math.Pow(r.Float64(), 2.5))
}

var variants = []struct{ id, family string }{
	{"nim", "nim"}, {"nim", "nim"}, {"nim/misere", "nim"}, {"end-nim", "end-nim"}, {"end-nim/misere", "end-nim"},
	{"end-nim/loop", "end-nim"}, {"pile-reverse-nim", "reverse-nim"}, {"split-nim/3", "split-nim"},
}

var levels = []match.Level{match.Casual, match.Strong, match.Perfect}

// All returns the matches in the order of their ends. Their IDs count from 1.
func (c Community) All() iter.Seq2[match.Match, error] {
	return func(yield func(match.Match, error) bool) {
		r := rand.New(rand.NewPCG(1, 2))
		first := match.Match{} // of the pair whose second match comes later
		for n := range c.Matches {
			m := c.match(n, first, r)
			if first = (match.Match{}); m.Leg == match.FirstLeg {
				first = m
			}
			if !yield(m, nil) {
				return
			}
		}
	}
}

// match returns the n-th match. If first is set, this is the second match of its pair.
func (c Community) match(n int, first match.Match, r *rand.Rand) match.Match {
	v := variants[r.IntN(len(variants))]
	player := c.often(r, c.Players)
	home := c.home(player)
	m := match.Match{
		ID: int64(n + 1), Server: c.Server(home), Channel: fmt.Sprint(home, "-", r.IntN(5)),
		Variant: v.id, Family: v.family, Start: fmt.Sprintf("%d %d %d", 1+r.IntN(9), 1+r.IntN(9), 1+r.IntN(9)),
		Sides: match.Between(c.Player(player), match.Player{}), Seed: r.Uint64(), Rated: r.IntN(10) < 7, TurnTime: 24 * time.Hour, Pace: match.Long,
		State: match.Finished, Result: match.Result{Winner: match.Seated(games.Side(r.IntN(2))), Termination: match.Played},
		Message: fmt.Sprint(800_000_000_000_000_000 + n), Created: firstBegan.Add(time.Duration(n) * c.Between),
	}
	switch {
	case first.Leg == match.FirstLeg:
		m.Server, m.Channel, m.Variant, m.Family = first.Server, first.Channel, first.Variant, first.Family
		m.Sides[games.Left].Player, m.Sides[games.Right].Player, m.Rated, m.Pair, m.Leg = first.Sides[games.Right].Player, first.Sides[games.Left].Player, true, first.ID, match.SecondLeg
	case r.IntN(3) == 0:
		m.Sides[games.Right].Player, m.Level = match.Bot, levels[r.IntN(len(levels))]
	default:
		m.Sides[games.Right].Player = c.Player(c.neighbour(player, r))
		if m.Rated && n+1 < c.Matches {
			m.Pair, m.Leg = m.ID, match.FirstLeg
		}
	}
	if r.IntN(30) == 0 && m.Leg == match.Alone {
		m.Result = match.Result{Termination: match.Abandoned}
	} else if r.IntN(8) == 0 {
		m.Termination = match.Resigned
	}
	m.Moves = c.moves(m, r)
	m.Version, m.Ended = int64(1+len(m.Moves)), m.Created.Add(c.Between/2)
	m.Updated = m.Ended
	return m
}

func (c Community) moves(m match.Match, r *rand.Rand) []match.Move {
	list := make([]match.Move, 4+r.IntN(8))
	for i := range list {
		at := m.Created.Add(time.Duration(i+1) * c.Between / 30)
		list[i] = match.Move{Actor: games.Side(i % 2), Text: fmt.Sprintf("L-%d", 1+r.IntN(9)), At: at}
	}
	return list
}

// Fill stores the matches and the resulting ratings in an empty database.
func (c Community) Fill(ctx context.Context, s storage.Store) error {
	if _, err := s.Import(ctx, c.All()); err != nil {
		return err
	}
	l := make(ledger)
	return s.ReplaceRatings(ctx, func(m match.Match) ([]match.RatingChange, error) { return l.Changes(m), nil })
}

// A ledger has the ratings of players after some matches.
type ledger map[ledgerKey]match.Rating

// A ledgerKey identifies a rating: a player and a ladder.
type ledgerKey struct {
	Player string // the ID
	In     match.Ladder
}

// Changes returns the rating changes at the end of a match, and applies them. A pair is rated with
// its second match, so the ratings are all the state.
func (l ledger) Changes(m match.Match) []match.RatingChange {
	if !m.Counts() {
		return nil
	}
	var changes []match.RatingChange
	for _, side := range []games.Side{games.Left, games.Right} {
		player := m.Player(side)
		if player.IsBot() {
			continue
		}
		for _, family := range []string{match.Overall, m.Family} {
			key := ledgerKey{player.ID, match.Ladder{Family: family, Pace: m.Pace}}
			c := l[key].Change(player.ID, key.In, after(l[key], m.Points(side)), m.Points(side), m.Ended)
			c.MatchID, l[key] = m.ID, c.After
			changes = append(changes, c)
		}
	}
	return changes
}

// after returns a plausible rating after a result.
func after(r match.Rating, points float64) rating.Rating {
	strength := r.Rating
	if r.Games == 0 {
		strength = rating.New()
	}
	strength.Value += (points - 0.5) * strength.Deviation / 4
	strength.Deviation = max(60, strength.Deviation*0.93)
	return strength
}
