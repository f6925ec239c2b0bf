package sqlstore

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"nimatron/match"
	"nimatron/referee/puzzle"
)

const (
	// A puzzle that is solved or given up takes no more tries.
	recordTry = `
		INSERT INTO puzzles (player, puzzle, kind, room, tries, tried, solved, gave_up, variant) VALUES ($1, $2, $6, $7, 1, $3, $4, $5, $8)
		ON CONFLICT (player, puzzle) DO UPDATE SET tries = puzzles.tries + 1, tried = $3, solved = $4, gave_up = $5, variant = $8,
			room = CASE WHEN puzzles.room = '' THEN $7 ELSE puzzles.room END
		WHERE puzzles.solved IS NULL AND puzzles.gave_up IS NULL
		RETURNING tries, room`
	triesSoFar = `SELECT tries FROM puzzles WHERE player = $1 AND puzzle = $2`
	// What was answered in the same millisecond was answered before.
	askPuzzle = `UPDATE players SET asked = $2, asked_in = $3, asked_at = $4,
		posed_at = CASE WHEN asked = $2 THEN posed_at WHEN advised_at = $4 THEN $4 + 1 ELSE $4 END WHERE key = $1`
	closedDays = `
		SELECT z.puzzle, z.solved IS NOT NULL FROM players p CROSS JOIN puzzles z
		WHERE z.player = p.key AND p.id = $1 AND z.puzzle <= $2 AND (z.solved IS NOT NULL OR z.gave_up IS NOT NULL)
			AND z.kind = 'daily' AND length(z.puzzle) = 10
		ORDER BY z.puzzle DESC`
)

var puzzleRatingColumns = storedRatingColumns.without("family", "pace", "draws")

var (
	puzzleRating = `
		SELECT ` + puzzleRatingColumns.from("r").names() + ` FROM players p JOIN puzzle_ratings r ON r.player = p.key
		WHERE p.id = $1`
	// If the row's games differ from Before, somebody else has changed it.
	savePuzzleRating = puzzleRatingColumns.keyed("player").save("puzzle_ratings", 1, `{1} = 0`, `puzzle_ratings.games = {1}`)
)

var askedColumns = fields[puzzle.Asked]("asked=Puzzle asked_in=Channel asked_at=At posed_at=Posed")

var askedPuzzle = `SELECT ` + askedColumns.names() + ` FROM players WHERE id = $1 AND asked <> ''`

func (s *Store) RecordTry(ctx context.Context, t puzzle.Try) (tries int, rated bool, err error) {
	var solvedAt, gaveUpAt time.Time
	switch {
	case t.Solved:
		solvedAt = t.At
	case t.GaveUp:
		gaveUpAt = t.At
	}
	err = s.update(ctx, func(tx *Tx) {
		key, room := tx.savePlayer(t.Player), ""
		rated = false
		open := tx.scan(recordTry, []any{key, t.Puzzle.String(), millis(t.At), millis(solvedAt), millis(gaveUpAt), string(t.Puzzle.Kind), t.Room, t.Variant}, &tries, &room)
		if !open {
			tries = get[int](tx, triesSoFar, key, t.Puzzle.String())
			return
		}
		if t.Puzzle.Chosen() {
			tx.exec(markAdvised, t.Player.ID)
		}
		if t.Solved {
			tx.exec(classesOfPlayer, t.Player.ID)
		}
		if rated = t.Rating != nil && tries == 1; rated {
			saved := puzzleRatingColumns.keyed("player").values(&t.Rating.After, key)
			tx.execOr(match.ErrStale, savePuzzleRating, append(saved, t.Rating.Before.Games)...)
		}
	})
	return tries, rated, err
}

func (s *Store) AskPuzzle(ctx context.Context, player match.Player, asked puzzle.Asked) error {
	return s.update(ctx, func(tx *Tx) {
		tx.exec(askPuzzle, tx.savePlayer(player), asked.Puzzle.String(), asked.Channel, millis(asked.At))
	})
}

func (s *Store) AskedPuzzle(ctx context.Context, player string) (puzzle.Asked, error) {
	return find(ctx, s, askedColumns, askedPuzzle, player)
}

func (s *Store) PuzzleRating(ctx context.Context, player string) (r match.Rating, err error) {
	err = s.ask(ctx, func(tx *Tx) {
		rated := false
		if r, rated = puzzleRatingColumns.first(tx, puzzleRating, player); rated {
			r.Ladder = puzzle.Ladder
		}
	})
	return r, err
}

// puzzleStates finds the states of some puzzles.
func puzzleStates(puzzles int) string {
	return `SELECT z.puzzle, z.tries, z.solved IS NOT NULL, z.gave_up IS NOT NULL FROM players p JOIN puzzles z ON z.player = p.key
		WHERE p.id = $1 AND z.puzzle IN (` + placeholders(2, puzzles) + `)`
}

func (s *Store) PuzzleStates(ctx context.Context, player string, puzzles ...puzzle.ID) (states []puzzle.State, err error) {
	args := []any{player}
	for _, id := range puzzles {
		args = append(args, id.String())
	}
	err = s.ask(ctx, func(tx *Tx) {
		states = make([]puzzle.State, len(puzzles))
		tx.query(puzzleStates(len(puzzles)), args, func(rows *sql.Rows) {
			for rows.Next() {
				var id string
				var state puzzle.State
				tx.fail(rows.Scan(&id, &state.Tries, &state.Solved, &state.GaveUp))
				if i := slices.Index(args[1:], any(id)); i >= 0 {
					states[i] = state
				}
			}
		})
	})
	return states, err
}

func (s *Store) PuzzleStreak(ctx context.Context, player, today string) (streak int, err error) {
	day, err := time.Parse(time.DateOnly, today)
	if err != nil {
		return 0, err
	}
	err = s.ask(ctx, func(tx *Tx) { streak = tx.puzzleStreak(player, day) })
	return streak, err
}

// puzzleStreak counts the days of a streak that ends today or yesterday. One missed day in a week does not end it. It
// reads no further back than the streak.
func (tx *Tx) puzzleStreak(player string, day time.Time) (streak int) {
	today, missed, begun := day, time.Time{}, false
	tx.query(closedDays, []any{player, today.Format(time.DateOnly)}, func(rows *sql.Rows) {
		for rows.Next() {
			var closed string
			var solved bool
			tx.fail(rows.Scan(&closed, &solved))
			of, err := time.Parse(time.DateOnly, closed)
			if err != nil {
				continue
			}
			if !begun && of.Before(today) { // today's is still open
				day = day.AddDate(0, 0, -1)
			}
			begun = true
			for of.Before(day) || !solved {
				if !missed.IsZero() && missed.Sub(day) < missedEach {
					return
				}
				if missed, day = day, day.AddDate(0, 0, -1); !of.Before(missed) {
					break
				}
			}
			if solved {
				streak++
				day = day.AddDate(0, 0, -1)
			}
		}
	})
	return streak
}

// missedEach is the least time between two days that a streak may miss.
const missedEach = 7 * 24 * time.Hour

var puzzleCountColumns = append(fields[puzzle.Count]("z.puzzle=Day count(*)=Tried count(z.solved)=Found"), columns[puzzle.Count]{
	{firstFinder("p.id", "''"), func(c *puzzle.Count) any { return &c.First.ID }},
	{firstFinder("p.name", "''"), func(c *puzzle.Count) any { return &c.First.Name }},
	{firstFinder("f.tries", "0"), func(c *puzzle.Count) any { return &c.FirstTries }},
}...)

func firstFinder(column, none string) string {
	return `coalesce((SELECT ` + column + ` FROM puzzles f JOIN players p ON p.key = f.player WHERE f.room = $1 AND f.room <> '' AND f.kind = 'daily'
		AND f.puzzle = z.puzzle AND f.solved IS NOT NULL ORDER BY f.solved, f.player LIMIT 1), ` + none + `)`
}

var puzzleFinderColumns = fields[puzzle.Finder]("found=Found tries=Tries p.id=Player.ID p.name=Player.Name").from("f")

// ofRoom selects first boards of days: the others have longer IDs.
const ofRoom = `z.room = $1 AND z.room <> '' AND z.kind = 'daily' AND length(z.puzzle) = 10`

var (
	puzzleCounts = `
		SELECT ` + puzzleCountColumns.names() + ` FROM puzzles z
		WHERE ` + ofRoom + ` AND z.puzzle BETWEEN $2 AND $3 GROUP BY z.puzzle ORDER BY z.puzzle`
	puzzleFinders = `
		SELECT ` + puzzleFinderColumns.names() + `
		FROM (SELECT z.player, count(*) AS found, CAST(sum(z.tries) AS BIGINT) AS tries FROM puzzles z
			WHERE ` + ofRoom + ` AND z.puzzle BETWEEN $2 AND $3 AND z.solved IS NOT NULL
			GROUP BY z.player ORDER BY 2 DESC, 3, 1 LIMIT $4) f
		JOIN players p ON p.key = f.player ORDER BY f.found DESC, f.tries, f.player`
)

const (
	isPostOf        = `kind = 'puzzle' AND room = $1 AND `
	closePuzzlePost = `UPDATE subjects SET version = version + 1, status = 'over' WHERE ` + isPostOf + `ends <= $2 AND ` + goesOn
	dropPuzzlePosts = `DELETE FROM subjects WHERE ` + isPostOf + `ends <= $2`
)

func (tx *Tx) addPuzzlePost(r puzzleRoom, day string) {
	server := r.Room
	if server == match.LocalFront {
		server = ""
	}
	post, err := puzzle.NewPost(r.PuzzleChannel, server, day)
	tx.fail(err)
	if get[bool](tx, `SELECT EXISTS (SELECT 1 FROM subjects WHERE kind = 'puzzle' AND code = $1 AND code <> '')`, post.Code) {
		return
	}
	post = tx.keep(post, nil)
	tx.exec(closePuzzlePost, r.Room, millis(post.Begins))
	tx.exec(dropPuzzlePosts, r.Room, millis(post.Begins.AddDate(0, 0, -puzzle.PostLife)))
}

func (s *Store) PuzzleCounts(ctx context.Context, room, from, to string) ([]puzzle.Count, error) {
	return list(ctx, s, puzzleCountColumns, puzzleCounts, room, from, to)
}

func (s *Store) PuzzleFinders(ctx context.Context, room, from, to, today string, limit int) (finders []puzzle.Finder, err error) {
	day, err := time.Parse(time.DateOnly, today)
	if err != nil {
		return nil, err
	}
	err = s.view(ctx, func(tx *Tx) {
		finders = puzzleFinderColumns.all(tx, puzzleFinders, room, from, to, bound(limit))
		for i := range finders {
			finders[i].Streak = tx.puzzleStreak(finders[i].Player.ID, day)
		}
	})
	return finders, err
}
