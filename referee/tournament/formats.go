package tournament

import (
	"math"
	"slices"
	"time"
)

// A Format names a [Kind] of tournament in the database and in options.
type Format string

// The formats.
const (
	Arena    Format = "arena"
	Swiss    Format = "swiss"
	Knockout Format = "knockout"
	Simul    Format = "simul"
)

// A Kind has the rules of a format. Its words are in commands/tournament/formats.go.
type Kind struct {
	Format     Format
	Name, Gist string // such as "Swiss" and "players with equal scores meet"
	TurnTime   time.Duration
	Places     int

	// Length is the default of a tournament that pairs free players at once until its time is up. In it
	// players can pause, and come back after leaving. Other tournaments go in rounds, and Length is 0.
	Length time.Duration
	Rounds int // the default of a tournament with a set number of rounds; 0 for others
	// LateUntil is the last round in which new players can join, 0 if none can after the start.
	LateUntil   int
	Eliminates  bool // the loser of a pairing is out, so more games follow a tie
	LeaderPlays bool // the leader plays everybody, a single unrated game each, and has no place

	pair func(*Tournament) []Pairing
	// score replaces the points of an arena, or breaks ties. It may be nil.
	score func(*Tournament, map[string]*Standing)
}

// Kinds lists the kinds of tournaments in the order of menus.
var Kinds []*Kind

func init() { // not in the declaration: the rules of a kind refer to Kinds
	Kinds = []*Kind{
		{
			Format: Arena, Name: "Arena", Gist: "free players are paired at once", TurnTime: defaultTurn, Places: MaxEntrants,
			Length: time.Hour, LateUntil: math.MaxInt, pair: PairArena,
		},
		{
			Format: Swiss, Name: "Swiss", Gist: "players with equal scores meet", TurnTime: defaultTurn, Places: MaxEntrants,
			Rounds: 5, LateUntil: 2, score: countSwiss, pair: func(t *Tournament) []Pairing {
				if t.Round >= t.Rounds || t.Playing() < 2 {
					return nil
				}
				return PairSwiss(t)
			},
		},
		{
			Format: Knockout, Name: "Knockout", Gist: "losers are out", TurnTime: defaultTurn, Places: MaxEntrants,
			Eliminates: true, pair: PairKnockout, score: countKnockout,
		},
		{
			Format: Simul, Name: "Simul", Gist: "you play everybody at once", TurnTime: 10 * time.Minute, Places: MaxSimul,
			LeaderPlays: true, pair: pairSimul,
		},
	}
}

// Kind returns the kind of a format. An unknown format has no rules, and its tournaments never
// advance.
func (f Format) Kind() *Kind {
	if i := slices.IndexFunc(Kinds, func(k *Kind) bool { return k.Format == f }); i >= 0 {
		return Kinds[i]
	}
	return &Kind{Format: f, Name: string(f)}
}

func (k *Kind) games() int {
	if k.LeaderPlays {
		return 1
	}
	return 2
}
