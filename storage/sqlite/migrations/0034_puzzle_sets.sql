-- +goose Up

-- Positions that a teacher has chosen for a class.
CREATE TABLE puzzle_sets (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    class INTEGER NOT NULL REFERENCES classes (id),
    name  TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    made  INTEGER NOT NULL
) STRICT;

CREATE INDEX puzzle_sets_of_class ON puzzle_sets (class, id);

CREATE TABLE set_puzzles (
    puzzle_set INTEGER NOT NULL REFERENCES puzzle_sets (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL CHECK (number > 0),
    variant    TEXT NOT NULL,
    position   TEXT NOT NULL,
    text       TEXT NOT NULL CHECK (length(text) <= 200),
    PRIMARY KEY (puzzle_set, number)
) STRICT;

-- The set of a task that is one. 0: another task.
ALTER TABLE assignment_tasks ADD COLUMN puzzle_set INTEGER NOT NULL DEFAULT 0;
ALTER TABLE assignment_tasks ADD COLUMN set_name TEXT NOT NULL DEFAULT '';

-- A fourth kind of puzzles. A check can't be changed, but goes with its column.
DROP INDEX puzzles_of_rooms;
DROP INDEX puzzles_solved_by_day;
ALTER TABLE puzzles ADD COLUMN kind_next TEXT NOT NULL DEFAULT 'daily' CHECK (kind_next IN ('daily', 'match', 'drawn', 'set'));
UPDATE puzzles SET kind_next = kind;
ALTER TABLE puzzles DROP COLUMN kind;
ALTER TABLE puzzles RENAME COLUMN kind_next TO kind;
CREATE INDEX puzzles_of_rooms ON puzzles (room, puzzle, solved, player, tries) WHERE room <> '' AND kind = 'daily';
CREATE INDEX puzzles_solved_by_day ON puzzles (puzzle, player) WHERE kind = 'daily' AND solved IS NOT NULL;
