-- +goose Up

-- In which channel a puzzle or a lesson was shown last, so that what its reader writes there
-- answers it. Empty where that is not known.
ALTER TABLE asked_puzzles ADD COLUMN channel TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE lessons ADD COLUMN channel TEXT COLLATE "C" NOT NULL DEFAULT '';
