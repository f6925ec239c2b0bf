package commands

import (
	"nimatron/match"
	"nimatron/record"
)

// event is what matches are part of, in a record.
const event = "Nimatron match"

// asRecord returns a stored match in the form that can be written. What is for
// this program alone, such as the channel and the seed, stays behind.
func asRecord(m *match.Match) *record.Match {
	moves := make([]record.Move, len(m.Moves))
	for i, move := range m.Moves {
		moves[i] = record.Move{Actor: move.Actor, Text: move.Text, At: move.At}
	}
	return &record.Match{
		ID: m.ID, Event: event,
		Variant: m.Variant, Start: m.Start, First: m.First,
		Left:  record.Player{ID: m.Left.ID, Name: m.Left.Name},
		Right: record.Player{ID: m.Right.ID, Name: m.Right.Name},
		Level: m.Level, Rated: m.Rated, TurnTime: m.TurnTime,
		Started: m.Created, Ended: m.Ended, Result: m.Result,
		Moves: moves,
	}
}
