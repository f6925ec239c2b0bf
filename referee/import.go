package referee

import (
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/match"
	"nimatron/match/record"
)

// The channel of an imported match, and the prefix of the ids of players who came
// without one.
const (
	importChannel  = "import"
	importedPlayer = "import:"
)

// Imported returns a finished match that was not refereed here, as it is stored: with
// players of its own where they have no ids, and neither rated nor for the wall of honour,
// whatever it says. Unknown times are taken from
// what happened nearest to them or, failing that, from the clock. The error says why a
// match can't be stored.
func (r *Referee) Imported(m *record.Match) (match.Match, error) {
	v, err := r.catalog.Find(m.Variant)
	if err != nil {
		return match.Match{}, err
	}
	s := match.Match{
		ID: m.ID, Channel: importChannel,
		Variant: v.ID, Family: v.Family.ID, Start: m.Start, Chosen: true, First: m.First,
		Sides: match.Between(importPlayer(m.Left), importPlayer(m.Right)),
		Level: knownLevel(m.Level), TurnTime: m.TurnTime, // not rated: it was not refereed here
		State: match.Finished, Result: m.Result, Version: 1,
		Created: m.Started, Ended: m.Ended,
	}
	switch {
	case m.Termination == "":
		return s, errors.New("it is not over yet")
	case utf8.RuneCountInString(string(m.Termination)) > match.MaxTermination:
		return s, fmt.Errorf("its termination is longer than %d characters", match.MaxTermination)
	case s.Sides[games.Left].ID == s.Sides[games.Right].ID:
		return s, errors.New("both players are the same: tell them apart by their names or ids")
	}
	last := m.Started
	for _, move := range m.Moves {
		if !move.At.IsZero() {
			last = move.At
		}
	}
	s.Ended = firstKnown(m.Ended, last, r.now())
	s.Created = firstKnown(m.Started, s.Ended)
	s.Updated = s.Ended
	for _, move := range m.Moves {
		s.Moves = append(s.Moves, match.Move{Actor: move.Actor, Text: move.Text, At: firstKnown(move.At, s.Ended)})
	}
	return s, nil
}

// knownLevel returns a level if it is one of the bot's.
func knownLevel(level match.Level) match.Level {
	if _, known := level.ErrorRate(); known {
		return level
	}
	return match.NoLevel
}

// importPlayer returns a player as stored.
func importPlayer(p record.Player) match.Player {
	if p.ID == "" {
		p.ID = importedPlayer + p.Name
	}
	return match.Player{ID: p.ID, Name: p.Name}
}

// firstKnown returns the first of the times that is not zero.
func firstKnown(times ...time.Time) time.Time {
	for _, t := range times {
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}
