package storagetest

import (
	"testing"

	"nimatron/match"
)

// Version13 is what a database of version 13 may have: two finished matches, of which the
// second ended first, an imported one, one from after the clock was set back, and a rating.
const Version13 = `
	INSERT INTO players (id, name) VALUES ('ann', 'Ann'), ('bob', 'Bob');
	INSERT INTO matches (channel, server, variant, family, start, chosen, first, left_player, right_player, level, seed,
		rated, turn_time, state, winner, termination, version, message, created, updated, ended)
	VALUES
		('a', '', 'nim', 'nim', '1 2', 0, 'left', 1, 2, '', 7, 0, 0, 'finished', 'left', 'played', 2, '', 90000001, 90000005, 90000005),
		('b', '', 'nim', 'nim', '1 2', 0, 'left', 1, 2, '', 7, 0, 0, 'finished', 'left', 'played', 2, '', 90000002, 90000003, 90000003),
		('import', '', 'nim', 'nim', '1 2', 0, 'left', 1, 2, '', 7, 0, 0, 'finished', 'left', 'played', 2, '', 3, 4, 4),
		('a', '', 'nim', 'nim', '1 2', 0, 'left', 1, 2, '', 7, 0, 0, 'finished', 'left', 'played', 2, '', 90000004, 90000004, 90000004),
		('a', '', 'nim', 'nim', '1 2', 0, 'left', 1, 2, '', 7, 0, 0, 'finished', 'left', 'played', 2, '', 5, 6, 6);
	INSERT INTO rating_changes (match_id, player, family, before_value, before_deviation, before_volatility, value, deviation, volatility, result, at)
	VALUES (1, 1, 'nim', 1500, 350, 0.06, 1600, 300, 0.06, 1, 5)`

// CheckVersion13 checks a store that Version13 was brought up to date in: matches are in the
// order in which they ended, whatever the clock says from now on, the ratings wait to be
// worked out anew, and moves are read as they were written.
func CheckVersion13(t *testing.T, s match.Store) {
	t.Helper()
	ctx := t.Context()
	m := Finish(t, s, Match("c"), LeftWins)
	early := CreateMatch(t, s, Match("d"))
	c := End(match.LeftSeat, match.Played)
	c.Now = Noon.AddDate(-70, 0, 0) // before all others
	_, err := s.Append(ctx, early.ID, 1, c)
	WantErr(t, err, nil)
	var order []int64
	for _, m := range archive(t, s) {
		order = append(order, m.ID)
		WantEqual(t, m.OldNames, true)
	}
	WantEqual(t, order, []int64{3, 2, 4, 1, 5, m.ID, early.ID})

	for _, want := range []bool{true, false} {
		old, err := s.RatingsAreOld(ctx)
		WantErr(t, err, nil)
		WantEqual(t, old, want)
		WantErr(t, s.ReplaceRatings(ctx, func(match.Match) ([]match.RatingChange, error) { return nil, nil }), nil)
	}
}
