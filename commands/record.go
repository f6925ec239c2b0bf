package commands

import (
	"nimatron/games"
	"nimatron/match/record"
	"nimatron/referee"
)

// event is what matches are part of, in a record.
const event = "Nimatron match"

// matchRecord returns a match in the form that can be written. What is for
// this program alone, such as the channel and the seed, stays behind.
func matchRecord(g *referee.Game) *record.Match {
	m := &g.Match
	moves := make([]record.Move, 0, len(m.Moves))
	for n, p := range g.Play.Positions() {
		if n < len(m.Moves) {
			move := m.Moves[n]
			moves = append(moves, record.Move{Actor: move.Actor, Decision: p.Turn().Decision, Text: move.Text, At: move.At})
		}
	}
	return &record.Match{
		ID: m.ID, Event: event,
		Variant: m.Variant, Start: m.Start, First: m.First,
		Left:  record.Player{ID: m.Sides[games.Left].ID, Name: m.Sides[games.Left].Name},
		Right: record.Player{ID: m.Sides[games.Right].ID, Name: m.Sides[games.Right].Name},
		Level: m.Level, Rated: m.Rated, TurnTime: m.TurnTime,
		Started: m.Created, Ended: m.Ended, Result: m.Result,
		Moves: moves,
	}
}
