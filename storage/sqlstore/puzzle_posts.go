package sqlstore

import (
	"context"
	"time"

	"nimatron/match"
)

var puzzlePostColumns = columns[match.PuzzlePost]{
	{"id", func(p *match.PuzzlePost) any { return &p.ID }},
	{"room", func(p *match.PuzzlePost) any { return &p.Room }},
	{"channel", func(p *match.PuzzlePost) any { return &p.Channel }},
	{"day", func(p *match.PuzzlePost) any { return &p.Day }},
	{"message", func(p *match.PuzzlePost) any { return &p.Message }},
	{"version", func(p *match.PuzzlePost) any { return &p.Version }},
}

var puzzleCountColumns = columns[match.PuzzleCount]{
	{"z.puzzle", func(c *match.PuzzleCount) any { return &c.Day }},
	{"count(*)", func(c *match.PuzzleCount) any { return &c.Tried }},
	{"count(z.solved)", func(c *match.PuzzleCount) any { return &c.Found }},
}

var puzzleFinderColumns = columns[match.PuzzleFinder]{
	{"p.id", func(f *match.PuzzleFinder) any { return &f.Player.ID }},
	{"p.name", func(f *match.PuzzleFinder) any { return &f.Player.Name }},
	{"f.found", func(f *match.PuzzleFinder) any { return &f.Found }},
	{"f.tries", func(f *match.PuzzleFinder) any { return &f.Tries }},
}

// ofRoom holds for the daily puzzles that a room counts.
const ofRoom = `z.room = $1 AND z.room <> '' AND z.kind = '` + string(match.DailyPuzzle) + `'`

var (
	puzzlePost   = `SELECT ` + puzzlePostColumns.names() + ` FROM puzzle_posts WHERE id = $1`
	puzzlePostIn = `SELECT ` + puzzlePostColumns.names() + ` FROM puzzle_posts WHERE channel = $1 AND day = $2 LIMIT 1`
	puzzleCounts = `
		SELECT ` + puzzleCountColumns.names() + ` FROM puzzles z
		WHERE ` + ofRoom + ` AND z.puzzle BETWEEN $2 AND $3 GROUP BY z.puzzle ORDER BY z.puzzle`
	firstFinder = `
		SELECT ` + puzzleFinderColumns.names() + `
		FROM (SELECT z.player, 1 AS found, z.tries FROM puzzles z
			WHERE ` + ofRoom + ` AND z.puzzle = $2 AND z.solved IS NOT NULL ORDER BY z.solved, z.player LIMIT 1) f
		JOIN players p ON p.key = f.player`
	puzzleFinders = `
		SELECT ` + puzzleFinderColumns.names() + `
		FROM (SELECT z.player, count(*) AS found, CAST(sum(z.tries) AS BIGINT) AS tries FROM puzzles z
			WHERE ` + ofRoom + ` AND z.puzzle BETWEEN $2 AND $3 AND z.solved IS NOT NULL
			GROUP BY z.player ORDER BY 2 DESC, 3, 1 LIMIT $4) f
		JOIN players p ON p.key = f.player ORDER BY f.found DESC, f.tries, f.player`
)

const (
	insertPuzzlePost = `INSERT INTO puzzle_posts (room, day, channel) VALUES ($1, $2, $3) ON CONFLICT (room, day) DO NOTHING`
	changePuzzlePost = `UPDATE puzzle_posts SET version = version + 1 WHERE room = $1 AND day = $2`
	closePuzzlePost  = `
		UPDATE puzzle_posts SET version = version + 1
		WHERE room = $1 AND day = (SELECT max(day) FROM puzzle_posts WHERE room = $1 AND day < $2)`
	dropPuzzlePosts = `DELETE FROM puzzle_posts WHERE room = $1 AND day < $2`
)

// addPuzzlePost notes that a room has the puzzle of a day announced, so that the message before
// shows what came of its own.
func addPuzzlePost(ctx context.Context, tx *Tx, r puzzleRoom, day string) error {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, insertPuzzlePost, r.room, day, r.channel); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, closePuzzlePost, r.room, day); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, dropPuzzlePosts, r.room, at.AddDate(0, 0, -match.PuzzlePostLife).Format(time.DateOnly))
	return err
}

// PuzzlePost implements match.PuzzlePosts.
func (s *Store) PuzzlePost(ctx context.Context, id int64) (_ match.PuzzlePost, err error) {
	defer wrap(&err, "puzzle post %d", id)
	return find(ctx, s, puzzlePostColumns, puzzlePost, id)
}

// PuzzlePostIn implements match.PuzzlePosts.
func (s *Store) PuzzlePostIn(ctx context.Context, channel, day string) (_ match.PuzzlePost, err error) {
	defer wrap(&err, "puzzle post of %s in channel %s", day, channel)
	return only(list(ctx, s, puzzlePostColumns, puzzlePostIn, channel, day))
}

// only returns the one row that a query has found, or match.ErrNotFound.
func only[T any](rows []T, err error) (T, error) {
	var none T
	switch {
	case err != nil:
		return none, err
	case len(rows) == 0:
		return none, match.ErrNotFound
	}
	return rows[0], nil
}

// PuzzleCounts implements match.PuzzlePosts.
func (s *Store) PuzzleCounts(ctx context.Context, room, from, to string) (_ []match.PuzzleCount, err error) {
	defer wrap(&err, "puzzle counts of %s", room)
	return list(ctx, s, puzzleCountColumns, puzzleCounts, room, from, to)
}

// FirstFinder implements match.PuzzlePosts.
func (s *Store) FirstFinder(ctx context.Context, room, day string) (_ match.PuzzleFinder, err error) {
	defer wrap(&err, "first finder of %s in %s", day, room)
	return only(list(ctx, s, puzzleFinderColumns, firstFinder, room, day))
}

// PuzzleFinders implements match.PuzzlePosts.
func (s *Store) PuzzleFinders(ctx context.Context, room, from, to, today string, limit int) (finders []match.PuzzleFinder, err error) {
	defer wrap(&err, "puzzle finders of %s", room)
	day, err := time.Parse(time.DateOnly, today)
	if err != nil {
		return nil, err
	}
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		if finders, err = puzzleFinderColumns.query(ctx, tx, puzzleFinders, room, from, to, bound(limit)); err != nil {
			return err
		}
		for i := range finders {
			if finders[i].Streak, err = puzzleStreak(ctx, tx, finders[i].Player.ID, day); err != nil {
				return err
			}
		}
		return nil
	})
	return finders, err
}
