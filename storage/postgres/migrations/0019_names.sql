-- +goose Up

-- 1: the moves are from when the stacks of a tree were named anew after each move. Those of
-- a program of that time are, which does not know of this column.
ALTER TABLE matches ADD COLUMN old_names INTEGER NOT NULL DEFAULT 1 CHECK (old_names IN (0, 1));
