package storagetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"nimatron/match"
)

// version13 is what a database of version 13 may have: two finished matches, of which the
// second ended first, an imported one, one from after the clock was set back, a rating, and a
// puzzle of each kind.
const version13 = `
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
	VALUES (1, 1, 'nim', 1500, 350, 0.06, 1600, 300, 0.06, 1, 5);
	INSERT INTO puzzles (player, puzzle, tries, tried) VALUES (1, '2025-03-14', 1, 5), (1, '1234567.12', 1, 5), (1, 'nim.easy.00000001', 1, 5)`

// kindsOfVersion13 asks what kinds the puzzles of version13 are of since version 18. The answer
// is "match daily drawn".
const kindsOfVersion13 = `SELECT string_agg(kind, ' ' ORDER BY puzzle) FROM puzzles`

// A database of version 13 is brought up to date: matches are in the order in which they
// ended, whatever the clock says from now on, and the ratings wait to be worked out anew.
func TestMigrateFromVersion13(t *testing.T) {
	for name, s := range stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := s.empty(t)
			db := s.raw(t, database)
			provider := Got(goose.NewProvider(s.dialect, db, os.DirFS(filepath.Join("..", name, "migrations")))).OK(t)
			Got(provider.UpTo(t.Context(), 13)).Must(t)
			for statement := range strings.SplitSeq(version13, ";") {
				Got(db.ExecContext(t.Context(), statement)).Must(t)
			}
			upgraded(t, s.open(t, database))
			var kinds string
			WantErr(t, db.QueryRowContext(t.Context(), kindsOfVersion13).Scan(&kinds), nil)
			WantEqual(t, kinds, "match daily drawn")
		})
	}
}

func upgraded(t *testing.T, s match.Store) {
	t.Helper()
	ctx := t.Context()
	m := Finish(t, s, Match("c"), LeftWins)
	early := CreateMatch(t, s, Match("d"))
	c := End(match.LeftSeat, match.Played)
	c.Now = Noon.AddDate(-70, 0, 0) // before all others
	Got(s.Append(ctx, early.ID, 1, c)).OK(t)
	var order []int64
	for _, m := range archive(t, s) {
		order = append(order, m.ID)
		WantEqual(t, m.OldNames, true)
	}
	WantEqual(t, order, []int64{3, 2, 4, 1, 5, m.ID, early.ID})

	for _, want := range []bool{true, false} {
		Got(s.RatingsAreOld(ctx)).Is(t, want)
		WantErr(t, s.ReplaceRatings(ctx, func(match.Match) ([]match.RatingChange, error) { return nil, nil }), nil)
	}
}
