package sqlite_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"nimatron/match"
	"nimatron/rating"
	"nimatron/storage/storagetest"
)

// version2 is what a database of version 2 may have: a finished rated pair, one fast
// enough to be live today, with its ratings, and of what is being played a rated match
// without a clock, a rated one with a clock and a casual one; and challenges.
const version2 = `
	INSERT INTO players (id, name) VALUES ('ann', 'Ann'), ('bob', 'Bob');
	INSERT INTO matches (channel, server, variant, family, start, chosen, first, left_player, right_player, level, seed,
		rated, turn_time, state, winner, termination, version, message, created, updated, ended, leg, pair, deadline, remind, abandon_at)
	VALUES
		('a', '', 'nim', 'nim', '1 2', 0, 'left', 1, 2, '', 7, 1, 60000, 'finished', 'left', 'played', 2, '', 1, 2, 2, 1, NULL, NULL, NULL, NULL),
		('a', '', 'nim', 'nim', '1 2', 0, 'left', 2, 1, '', 7, 1, 60000, 'finished', 'right', 'played', 2, '', 2, 3, 3, 2, 1, NULL, NULL, NULL),
		('b', '', 'nim', 'nim', '1 2', 0, 'left', 1, 2, '', 7, 1, 0, 'playing', '', '', 1, '', 4, 4, NULL, 1, NULL, NULL, NULL, 9),
		('c', '', 'nim', 'nim', '1 2', 0, 'left', 1, 2, '', 7, 1, 3600000, 'playing', '', '', 1, '', 4, 4, NULL, 1, NULL, 7, 6, 9),
		('d', '', 'nim', 'nim', '1 2', 0, 'left', 1, 2, '', 7, 0, 0, 'playing', '', '', 1, '', 4, 4, NULL, 0, NULL, NULL, NULL, 9);
	INSERT INTO ratings (player, family, value, deviation, volatility, games, wins, losses, draws, streak, updated) VALUES
		(1, 'nim', 1662.5, 290, 0.06, 1, 1, 0, 0, 1, 3), (1, 'overall', 1662.5, 290, 0.06, 1, 1, 0, 0, 1, 3),
		(2, 'nim', 1337.5, 100, 0.06, 1, 0, 1, 0, -1, 3);
	INSERT INTO rating_changes VALUES (2, 1, 'overall', 1500, 350, 0.06, 1662.5, 290, 0.06, 1, 3);
	INSERT INTO challenges (channel, server, challenger, opponent, variant, start, chosen, first, side, rated, turn_time,
		created, state, message)
	VALUES ('e', '', 1, 2, 'nim', '1 2', 0, 'me', '', 1, 0, 7, 'open', ''),
		('f', '', 1, 2, 'nim', '1 2', 0, 'me', '', 1, 1209600000, 7, 'open', ''),
		('g', '', 1, 2, 'nim', '1 2', 0, 'me', '', 0, 0, 7, 'open', '')`

// What was rated is rated at the long pace and loses nothing; rated matches that go on
// get a clock.
func TestMigrateFromVersion2(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "old.db")
	db := rawDB(t, path)
	provider := storagetest.Got(goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("migrations"))).OK(t)
	storagetest.Got(provider.UpTo(ctx, 2)).Must(t)
	storagetest.Got(db.Exec(version2)).Must(t)
	began := time.Now()
	s := storagetest.OpenFile(t, path)
	_, fresh := newStore(t)
	storagetest.WantEqual(t, schemaOf(t, db), schemaOf(t, rawDB(t, fresh)))
	storagetest.CheckDerived(t, db)

	at := time.UnixMilli(3).UTC()
	ratings := storagetest.Got(s.Ratings(ctx, "ann", "bob")).OK(t)
	ofAnn := match.Rating{Rating: rating.Rating{Value: 1662.5, Deviation: 290, Volatility: 0.06}, Games: 1, Wins: 1, Streak: 1, Updated: at}
	ofBob := match.Rating{Rating: rating.Rating{Value: 1337.5, Deviation: 100, Volatility: 0.06}, Games: 1, Losses: 1, Streak: -1, Updated: at}
	in := func(family string, r match.Rating) match.Rating { r.Ladder = storagetest.Long(family); return r }
	nim, overall := storagetest.Long("nim"), storagetest.Long(match.Overall)
	storagetest.WantEqual(t, ratings, map[string]map[match.Ladder]match.Rating{
		"ann": {nim: in("nim", ofAnn), overall: in(match.Overall, ofAnn)}, "bob": {nim: in("nim", ofBob)},
	})
	rank := storagetest.Got(s.RankOf(ctx, nim, "", "bob")).OK(t)
	storagetest.WantEqual(t, rank.Rank, 1)
	past, _, err := s.History(ctx, "ann", 9, 0)
	storagetest.WantErr(t, err, nil)
	storagetest.WantEqual(t, []any{len(past), past[0].Overall.After.Value, past[0].Match.Pace}, []any{2, 1662.5, match.Long})

	b := storagetest.Got(s.LastMatch(ctx, "b")).OK(t)
	const day = 24 * time.Hour
	if left := b.Deadline.Sub(began); b.TurnTime != day || left < day-time.Minute || left > day+time.Minute || b.Deadline.Sub(b.Remind) != day/4 {
		t.Errorf("the match without a clock has %v a turn, until %v, reminded at %v", b.TurnTime, b.Deadline, b.Remind)
	}
	c := storagetest.Got(s.LastMatch(ctx, "c")).OK(t)
	storagetest.WantEqual(t, []any{c.TurnTime, c.Deadline}, []any{time.Hour, time.UnixMilli(7).UTC()})
	d := storagetest.Got(s.LastMatch(ctx, "d")).OK(t)
	storagetest.WantEqual(t, []any{d.Version, d.TurnTime, d.Deadline}, []any{int64(1), time.Duration(0), time.Time{}})
	storagetest.Got(s.Abandon(ctx, began, 9)).Is(t, 1)
	d = storagetest.Got(s.MatchByID(ctx, d.ID)).OK(t)
	storagetest.WantEqual(t, d.Termination, match.Abandoned)
	for channel, turn := range map[string]time.Duration{"e": day, "f": 3 * day, "g": 0} {
		c := storagetest.Got(s.OpenChallenge(ctx, channel)).OK(t)
		storagetest.WantEqual(t, c.TurnTime, turn)
	}
	storagetest.Got(s.Append(ctx, b.ID, b.Version, storagetest.End(match.LeftSeat, match.Resigned))).OK(t)
	storagetest.CheckDerived(t, db)
}
