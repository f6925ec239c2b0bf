package sqlstore

import (
	"context"

	"nimatron/referee/puzzle"
	"nimatron/storage"
)

var setColumns = append(fields[puzzle.Set]("id=ID class=Class name=Name made=Made").from("s"), columns[puzzle.Set]{
	{"(SELECT count(*) FROM set_puzzles z WHERE z.puzzle_set = s.id)", func(s *puzzle.Set) any { return &s.Size }},
}...)

var setPuzzleColumns = fields[puzzle.SetPuzzle]("variant=Variant position=Position text=Text")

var (
	setsOf    = `SELECT ` + setColumns.names() + ` FROM puzzle_sets s WHERE s.class = $1 ORDER BY s.id`
	puzzleSet = `SELECT ` + setColumns.names() + ` FROM puzzle_sets s JOIN classes c ON c.id = s.class
		WHERE s.id = $2 AND c.ended IS NULL
			AND (c.teacher = ` + ownKey + ` OR EXISTS (SELECT 1 FROM class_members e WHERE e.class = c.id AND e.player = ` + ownKey + `))`
	setPuzzlesOf    = `SELECT ` + setPuzzleColumns.names() + ` FROM set_puzzles WHERE puzzle_set = $1 ORDER BY number`
	insertSetPuzzle = setPuzzleColumns.keyed("puzzle_set", "number").insert("set_puzzles")
)

func (s *Store) CreatePuzzleSet(ctx context.Context, set puzzle.Set) (_ puzzle.Set, err error) {
	set.Made, set.Size = storage.Stored(set.Made), len(set.Puzzles)
	err = s.changeClass(ctx, set.Class, func(tx *Tx) {
		if get[int](tx, `SELECT count(*) FROM puzzle_sets WHERE class = $1`, set.Class) >= puzzle.MaxSets {
			tx.fail(puzzle.ErrTooManySets)
		}
		set.ID = get[int64](tx, `INSERT INTO puzzle_sets (class, name, made) VALUES ($1, $2, $3) RETURNING id`, set.Class, set.Name, millis(set.Made))
		for i := range set.Puzzles {
			tx.exec(insertSetPuzzle, append([]any{set.ID, i + 1}, setPuzzleColumns.values(&set.Puzzles[i])...)...)
		}
	})
	return set, err
}

func (s *Store) PuzzleSet(ctx context.Context, id int64, player string) (set puzzle.Set, err error) {
	err = s.view(ctx, func(tx *Tx) {
		set = setColumns.one(tx, puzzleSet, player, id)
		set.Puzzles = setPuzzleColumns.all(tx, setPuzzlesOf, id)
	})
	return set, err
}

func (s *Store) DropPuzzleSet(ctx context.Context, class, id int64) error {
	return s.dropFromClass(ctx, class, `DELETE FROM puzzle_sets WHERE class = $1 AND id = $2`, id)
}
